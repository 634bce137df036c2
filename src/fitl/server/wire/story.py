"""The story."""

from typing import NotRequired, TypedDict

from fitl.view_types import Passage, TalksShown


class ChapterTold(TypedDict):
    """A turn, or a phase of a Coup Round."""

    stage: str
    faction: str | None  # whose turn it is
    bot: bool
    text: str | None  # the whole turn in one sentence, once it is done
    done: bool
    passage: NotRequired[Passage]  # of a scene in several stages, behind its last
    talks: NotRequired[TalksShown]  # of the Paris Peace Talks


class StoryLine(TypedDict):
    """A line of the story. Like lines in a row are one."""

    n: int  # the first line it stands for ...
    last: int  # ... and the last
    text: str
    kind: str
    entry: int  # at which its turn began
    spaces: list[str]
    track: str | None
    chapter: NotRequired[ChapterTold]  # in the first line of a turn or phase
