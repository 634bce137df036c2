"""Random play of 1961 to 1963 to the end: nothing breaks, every question has its words and its reasons."""

import random
from collections.abc import Iterator
from dataclasses import replace

import pytest

from fitl.board.factions import NVA
from fitl.board.pieces import KIND_BY_ID, KINDS
from fitl.board.scenarios import SCENARIOS
from fitl.board.spaces import ROWS, SPACE_COUNT
from fitl.catalogue import has_message
from fitl.decisions import CHANCE
from fitl.game import Game
from fitl.lab.invariants import Violation, check_decision, check_state, check_words
from fitl.rules.control import recount
from fitl.rules.space_checks import CHECKS, Asked, needs_of
from tests.eras.sovereign_of_discord.support import D61, P61, P63, begun, row
from tests.support import at


@pytest.fixture(autouse=True)
def _open(monkeypatch: pytest.MonkeyPatch) -> None:
    """The scenarios may be played here, whether or not they are offered to players yet."""
    for name in (P61, D61, P63):
        monkeypatch.setitem(SCENARIOS, name, replace(SCENARIOS[name], playable=True))


def situations(name: str, seed: int) -> Iterator[Game]:
    """A random game before every answer."""
    game = Game.new(name, seed=seed)
    rng = random.Random(seed)
    while game.decision is not None:
        yield game
        game.choose(rng.choice(list(game.decision.options)))


@pytest.mark.parametrize(("name", "seeds"), [(P61, 8), (D61, 4), (P63, 2)])
def test_random_games_come_to_an_end_with_everything_in_order(name: str, seeds: int) -> None:
    """P1.3.5, P1.4, P1.4.2: pools, boxes, Cadres on Bases, one Hamlet to a Province, nobody in closed countries."""
    kinds = set()
    for seed in range(seeds):
        for game in situations(name, seed):
            check_state(game.state)
            check_decision(game)
            check_words(game)
            assert game.decision is not None
            kinds.add(game.decision.kind)
        assert game.outcome is not None
        assert game.story()
    new = {"infiltrate.province", "direct.space", "direct.method", "propagandize.city"}
    assert bool(kinds & new) is (name != D61)


@pytest.mark.parametrize(
    ("space", "piece", "told"),
    [
        ("central_laos", "vc_guerrilla", "closed"),
        ("tay_ninh", "cadre", "Cadre on the map without a Base"),
        ("saigon", "hamlet", "Hamlets in saigon"),
        ("washington_1", "vc_guerrilla", "in washington_1"),
        ("hanoi_3", "police", "in hanoi_3"),
    ],
)
def test_a_piece_where_it_cannot_be_is_found(space: str, piece: str, told: str) -> None:
    """P1.3.5, P1.4, P1.4.2, P6.8, P6.9."""
    s = begun()
    check_state(s)
    held = next(box for box in range(SPACE_COUNT, ROWS) if at(s, box).get(piece))
    s.pieces[held * KINDS + KIND_BY_ID[piece]] -= 1
    s.pieces[row(space) * KINDS + KIND_BY_ID[piece]] += 1
    recount(s)
    with pytest.raises(Violation, match=told):
        check_state(s)


def test_nva_without_resources_is_checked() -> None:
    """P1.8."""
    s = begun()
    s.resources[NVA] = 1
    with pytest.raises(Violation, match="NVA has Resources"):
        check_state(s)


def test_what_a_question_asks_of_spaces_holds_for_every_space_it_offers() -> None:
    """A reason why a space cannot be chosen is true in this era too."""
    for name, seed in ((P61, 11), (P61, 12), (D61, 13), (P63, 3)):
        for game in situations(name, seed):
            decision = game.decision
            assert decision is not None
            lit = {sp for option in decision.options for sp in option.spaces if sp < SPACE_COUNT}
            if not lit or decision.actor == CHANCE:
                continue
            if not decision.kind.startswith("event."):
                assert has_message(f"why_not.{decision.kind}"), f"{decision.kind} has no sentence of its own"
            for check in needs_of(decision):
                for sp in lit:
                    assert CHECKS[check](Asked(game.state, sp, decision)), (decision, check, sp)
