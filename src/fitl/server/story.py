"""The log of a game in words, each line worded once: it is told with every look, and wording it costs most of one.

Lines are told in chapters: a turn with the one sentence it comes to, a phase of the Coup Round with its heading.
"""

from bisect import bisect_right
from collections.abc import Sequence
from typing import Any, Final

from fitl.board.factions import FACTION_IDS
from fitl.cardset import CardSet
from fitl.catalogue import spoken_language
from fitl.entries import Checkpoint
from fitl.game import Game
from fitl.lookback import passage
from fitl.scenes import talks_told
from fitl.state import COMMITMENT, REDEPLOY, RESET, RESOURCES, STAGE_IDS, SUPPORT, TURN, VICTORY, LogEntry, is_added
from fitl.telling import merged, sentence, spaces_of, track_of
from fitl.words import line

COUP_PHASES: Final = frozenset((VICTORY, RESOURCES, SUPPORT, REDEPLOY, COMMITMENT, RESET))  # 6.1-6.6
ACTS: Final = ("log.operation", "log.event", "log.pass")  # with one of these a turn begins


class Story:
    """The worded lines of one game, kept as long as it is in memory."""

    def __init__(self) -> None:
        self._worded: dict[str, dict[int, tuple[LogEntry, str]]] = {}  # by language and number
        self._chapters: dict[tuple[str, int], tuple[LogEntry, int, str | None]] = {}

    def lines(self, game: Game, first: int, count: int) -> list[dict[str, Any]]:
        """Lines from a number on, each with the entry at which its turn began; see `told`."""
        return self.told(game, game.log or [], game.checkpoints, first, count)

    def told(
        self, game: Game, log: Sequence[LogEntry], checkpoints: Sequence[Checkpoint], first: int, count: int
    ) -> list[dict[str, Any]]:
        """Lines of a log that belongs to these checkpoints, like ones joined.

        The first line of a turn or Coup phase carries its `chapter`. A number in the middle of one goes back to its
        beginning, so that no turn is told in halves.
        """
        starts = [checkpoint.log for checkpoint in checkpoints]
        end = min(first + count, len(log))
        found: list[dict[str, Any]] = []
        if first >= len(log):
            return found
        for at in range(max(0, bisect_right(starts, first) - 1), len(starts)):
            begin = starts[at]
            last = at + 1 == len(starts)
            stop = len(log) if last else starts[at + 1]
            if begin >= end:
                break
            if begin < stop:
                done = not last or game.decision is None
                told = self._chapter(game, log, checkpoints[at], begin, stop, done=done)
                if passed := passage(checkpoints, at):
                    told[0]["chapter"]["passage"] = passed
                if is_added(checkpoints[at].state.stage) and (
                    talks := talks_told(game.state.cards.talks, log[begin:stop])
                ):
                    told[0]["chapter"]["talks"] = talks
                found += told
        return found

    def _chapter(
        self, game: Game, log: Sequence[LogEntry], checkpoint: Checkpoint, begin: int, stop: int, *, done: bool
    ) -> list[dict[str, Any]]:
        cards = game.state.cards
        lines: list[dict[str, Any]] = [
            {
                "n": number,
                "last": last - 1,
                "text": self._text(number, entry, cards),
                "kind": entry.message.removeprefix("log."),
                "entry": checkpoint.entries,
                "spaces": spaces_of(entry),
                "track": track_of(entry),
            }
            for number, last, entry in merged(log, begin, stop)
        ]
        stage = checkpoint.state.stage
        if stage in COUP_PHASES or is_added(stage):
            lines[0]["chapter"] = {"stage": STAGE_IDS[stage], "faction": None, "bot": False, "text": None, "done": done}
        elif stage == TURN and log[begin].message in ACTS:
            by = int(str(log[begin].params["faction"]))
            lines[0]["chapter"] = {
                "stage": STAGE_IDS[stage],
                "faction": FACTION_IDS[by],
                "bot": by in game.state.options.non_players,
                "text": self._sentence(log, begin, stop, cards) if done else None,
                "done": done,
            }
        return lines

    def _sentence(self, log: Sequence[LogEntry], begin: int, stop: int, cards: CardSet) -> str | None:
        place = (spoken_language(), begin)
        kept = self._chapters.get(place)
        if kept is None or kept[0] is not log[begin] or kept[1] != stop:
            kept = self._chapters[place] = (log[begin], stop, sentence(log[begin:stop], cards))
        return kept[2]

    def _text(self, number: int, entry: LogEntry, cards: CardSet) -> str:
        """A line in words; taken from the last time if it is still the same."""
        worded = self._worded.setdefault(spoken_language(), {})
        kept = worded.get(number)
        if kept is None or kept[0] != entry:
            kept = worded[number] = (entry, line(entry, cards))
        return kept[1]
