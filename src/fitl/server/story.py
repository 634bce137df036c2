"""The log of a game in words. Each line is worded once: every look contains the log, and wording is most of its cost.

Lines are grouped in chapters: a turn with its one-sentence summary, a phase of the Coup Round with its heading.
"""

from bisect import bisect_right
from collections.abc import Sequence
from typing import Final

from fitl.board.factions import FACTION_IDS
from fitl.cardset import CardSet
from fitl.catalogue import spoken_language
from fitl.entries import Checkpoint
from fitl.game import Game
from fitl.lookback import passage
from fitl.scenes import talks_told
from fitl.server.wire.story import StoryLine
from fitl.state import COMMITMENT, REDEPLOY, RESET, RESOURCES, SUPPORT, TURN, VICTORY, LogEntry, State, is_added
from fitl.turn_summary import merged, sentence, spaces_of, track_of
from fitl.words import story_line

COUP_PHASES: Final = frozenset((VICTORY, RESOURCES, SUPPORT, REDEPLOY, COMMITMENT, RESET))  # 6.1-6.6
ACTS: Final = ("log.operation", "log.event", "log.pass")  # with one of these a turn begins

# Chapters that are over, by their first line, with the checkpoints before and after them; nobody may change them.
Chapters = dict[int, tuple[Checkpoint, Checkpoint, list[StoryLine]]]


class Story:
    """The worded lines of one game, kept as long as it is in memory."""

    def __init__(self) -> None:
        self._worded: dict[str, dict[int, tuple[LogEntry, str]]] = {}  # by language and number
        self._sentences: dict[tuple[str, int], tuple[LogEntry, int, str | None]] = {}
        self._done: dict[str, Chapters] = {}  # the latest chapters, by language: every look contains them again

    def lines(self, game: Game, first: int, count: int) -> list[StoryLine]:
        """Lines from a number on, each with the entry at which its turn began; see `told`."""
        return self.told(game, game.log or [], game.checkpoints, first, count)

    def told(
        self, game: Game, log: Sequence[LogEntry], checkpoints: Sequence[Checkpoint], first: int, count: int
    ) -> list[StoryLine]:
        """Lines of a log that belongs to these checkpoints, like ones joined.

        The first line of a turn or Coup phase carries its `chapter`. A number in the middle of one goes back to its
        beginning, so that no turn is cut in half.
        """
        starts = [checkpoint.log for checkpoint in checkpoints]
        end = min(first + count, len(log))
        found: list[StoryLine] = []
        if first >= len(log):
            return found
        before = self._done.get(spoken_language(), {})
        done: Chapters = {}
        for at in range(max(0, bisect_right(starts, first) - 1), len(starts)):
            begin = starts[at]
            last = at + 1 == len(starts)
            stop = len(log) if last else starts[at + 1]
            if begin >= end:
                break
            if begin == stop:
                continue
            if last:
                found += self._chapter(game, log, checkpoints, at, stop)
                continue
            kept = before.get(begin)
            if kept is None or kept[0] is not checkpoints[at] or kept[1] is not checkpoints[at + 1]:
                kept = (checkpoints[at], checkpoints[at + 1], self._chapter(game, log, checkpoints, at, stop))
            done[begin] = kept
            found += kept[2]
        self._done[spoken_language()] = done
        return found

    def _chapter(
        self, game: Game, log: Sequence[LogEntry], checkpoints: Sequence[Checkpoint], at: int, stop: int
    ) -> list[StoryLine]:
        """The lines of the turn or phase that begins at this checkpoint."""
        checkpoint = checkpoints[at]
        begin = checkpoint.log
        done = at + 1 < len(checkpoints) or game.decision is None
        cards = game.state.cards
        lines: list[StoryLine] = [
            {
                "n": number,
                "last": last - 1,
                "text": self._text(number, entry, checkpoint.state),
                "kind": entry.message.removeprefix("log."),
                "entry": checkpoint.entries,
                "spaces": spaces_of(entry),
                "track": track_of(entry),
            }
            for number, last, entry in merged(log, begin, stop)
        ]
        stage = checkpoint.state.stage
        if stage in COUP_PHASES or is_added(stage):
            lines[0]["chapter"] = {"stage": stage, "faction": None, "bot": False, "text": None, "done": done}
        elif stage == TURN and log[begin].message in ACTS:
            by = int(str(log[begin].params["faction"]))
            lines[0]["chapter"] = {
                "stage": stage,
                "faction": FACTION_IDS[by],
                "bot": by in game.state.options.non_players,
                "text": self._sentence(log, begin, stop, cards) if done else None,
                "done": done,
            }
        if passed := passage(checkpoints, at):
            lines[0]["chapter"]["passage"] = passed
        if is_added(stage) and (talks := talks_told(cards.talks, log[begin:stop])):
            lines[0]["chapter"]["talks"] = talks
        return lines

    def _sentence(self, log: Sequence[LogEntry], begin: int, stop: int, cards: CardSet) -> str | None:
        place = (spoken_language(), begin)
        kept = self._sentences.get(place)
        if kept is None or kept[0] is not log[begin] or kept[1] != stop:
            kept = self._sentences[place] = (log[begin], stop, sentence(log[begin:stop], cards))
        return kept[2]

    def _text(self, number: int, entry: LogEntry, s: State) -> str:
        """A line in words; taken from the last time if it is still the same."""
        worded = self._worded.setdefault(spoken_language(), {})
        kept = worded.get(number)
        if kept is None or kept[0] != entry:
            kept = worded[number] = (entry, story_line(s, entry))
        return kept[1]
