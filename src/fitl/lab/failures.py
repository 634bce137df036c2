"""Keeping what the fuzzer found: the failing game as a journal, as short as it can be made."""

import random
from collections.abc import Collection
from pathlib import Path

from fitl import journal
from fitl.bots.table import maker_for
from fitl.catalogue import tell
from fitl.entries import ANYBODY, Entry
from fitl.game import Game
from fitl.lab.deep_checks import Shadow, deep_check
from fitl.lab.forgery import check_forgeries
from fitl.lab.invariants import Violation, check_state
from fitl.lab.shrink import Failure, Shrunk, failure_of, shrink
from fitl.state import State


def keep(failed: Game, error: Exception, folder: Path, non_players: Collection[int] = ()) -> str:
    """Write the failing game as a journal, as short as it can be made; its file, and the answer to give if there is."""
    folder.mkdir(parents=True, exist_ok=True)
    shrunk = shortened(failed, failure_of(error), non_players)
    game = shrunk.game() if shrunk is not None else failed
    path = folder / f"fuzz-{game.checkpoints[0].state.digest()}-{len(game.entries)}.jsonl"
    journal.save(game, path)
    if shrunk is not None and shrunk.next_answer is not None:
        return tell("lab.then", file=path, key=shrunk.next_answer)
    return str(path)


def shortened(game: Game, failure: Failure, non_players: Collection[int] = ()) -> Shrunk | None:
    """The shortest way to the failure, from the latest checkpoint from which it still shows.

    Best is one on which the answers alone lead to it; if there is none, one at whose end a closer look finds it.
    """

    def nothing(reached: Game) -> None:
        """The answers themselves fail, or what they lead to is unsound."""

    def probe(reached: Game) -> None:
        """What the walk would do here, with every check."""
        decision = reached.decision
        check_forgeries(reached)
        if reached.considered is None:
            deep_check(reached, random.Random(0))
            Shadow(reached).follow(reached)
        if decision is not None and decision.actor in non_players:
            reached.consult(maker_for(reached)(decision.actor).deliberate(reached, decision))

    starts = [(each.state, each.entries) for each in reversed(game.checkpoints) if _sound(each.state)]
    tried = [*starts[:6], *starts[6::10], *starts[-1:]]
    manual = game.manual_chance
    by_answers = shrink(tried, game.entries, failure, nothing, manual)
    if by_answers is not None:
        return by_answers
    looked = shrink(tried, game.entries, failure, probe, manual)
    decision = looked.game().decision if looked is not None else None
    if looked is None or decision is None:
        return looked
    for option in decision.options:  # what was found on a copy is shown best by the answer given there
        longer = [*looked.entries, Entry(ANYBODY, option.key)]
        by_answers = shrink([(looked.start, 0)], longer, failure, nothing, manual)
        if by_answers is not None:
            return by_answers
    return looked


def _sound(s: State) -> bool:
    try:
        check_state(s)
    except Violation:
        return False
    return True
