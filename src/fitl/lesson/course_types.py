"""What the tutorial consists of, as it is told to a client."""

from typing import NotRequired, TypedDict


class LessonChapter(TypedDict):
    """A chapter of the tutorial."""

    title: str
    text: str


class LessonStep(TypedDict):
    """One answer of the tutorial."""

    number: int
    key: str
    kind: str
    who: str
    chapter: int
    text: str
    after: NotRequired[str]
    totals: NotRequired[dict[str, object]]  # what the table must show then


class Lesson(TypedDict):
    """The guided tutorial."""

    title: str
    scenario: str
    intro: str
    farewell: str
    chapters: list[LessonChapter]
    steps: list[LessonStep]
