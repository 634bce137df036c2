"""Whole games of the expansions beside a physical board: carrying out the orders gives the situation."""

from itertools import pairwise
from pathlib import Path

import pytest

from fitl import journal
from fitl.board.pieces import NVA_ARMOR
from fitl.bots.orders import orders
from fitl.game import Game
from fitl.state import LogEntry
from tests.eras.fall_of_saigon.support import BA, edit, row
from tests.eras.fall_of_saigon.support import begun as in_1973
from tests.eras.sovereign_of_discord.support import D61, P61, begun
from tests.physical_board import PhysicalBoard

GOLDEN = Path(__file__).parents[1] / "golden" / "games"
# What a person has to do at the handing over from 1963 to 1964 (P7.4), beside moving pieces and markers.
FALL_OF_DIEM = {
    *("order.enter", "order.leave", "order.tile_leaves", "order.marker_comes", "order.diem_leaves"),
    *("order.pivotal_given", "order.deck", "order.policy", "order.drafted", "order.dealt"),
}


def replayed(name: str) -> Game:
    return journal.replay(journal.parse((GOLDEN / f"{name}.jsonl").read_text(encoding="utf-8")))


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("extended-campaign-1961-1", {*FALL_OF_DIEM, "order.advisors_are_troops", "order.tile_comes"}),
        ("diems-war-1961-on-to-1972", {*FALL_OF_DIEM, "order.victory_comes", "order.cylinder.of_two.event"}),
        ("black-april-1973-1", {"order.cylinder.first", "order.cylinder.second", "order.drafted", "order.dealt"}),
    ],
)
def test_the_orders_of_a_whole_game_name_every_change_of_the_board(name: str, expected: set[str]) -> None:
    """P1.4, P2.3, P6.6, P7.4, S2.3, S6.8: stage by stage, from the set-up to the end."""
    game = replayed(name)
    log = game.log or []
    stops = [*((each.state, each.log) for each in game.checkpoints), (game.state, len(log))]
    board, kinds = PhysicalBoard(stops[0][0]), set()
    for (before, first), (after, last) in pairwise(stops):
        for order in orders(before, after, log[first:last]):
            assert order.text(after.cards)
            board.carry_out(order)
            kinds.add(order.message)
        seen = vars(board) | {"pieces": +board.pieces}  # without places that are empty by now
        assert seen == vars(PhysicalBoard(after))
    assert expected <= kinds


def test_regime_stability_is_told_by_the_names_of_its_levels() -> None:
    """P6.10: the marker has a Crisis side."""
    before = begun(P61)
    after = before.copy()
    before.regime, after.regime = 2, 3
    assert [order.text() for order in orders(before, after, [])] == ["Regime Stability Chaotic to Crisis."]


def test_who_is_first_of_two_is_told_when_it_changes() -> None:
    """P2.3.5."""
    before = begun(D61)
    after = before.copy()
    after.initiative = 1
    assert [order.text() for order in orders(before, after, [])] == [
        "ARVN is First: put its cylinder there.",
        "VC is Second: put its cylinder there.",
    ]


@pytest.mark.parametrize("told", [True, False])
def test_armor_that_changes_hands_gets_a_marker_and_loses_it(told: bool) -> None:
    """S1.4.5: whether the story tells of it or only the difference does."""
    taken, back = in_1973(BA), in_1973(BA)
    edit(taken, "phuoc_long", captured_nva_armor=1)
    edit(back, "phuoc_long", nva_armor=1)
    for before, after, words in (
        (back, taken, "Put a Captured marker on 1 NVA Armor in Phuoc Long: ARVN has it now."),
        (taken, back, "Take the Captured marker off 1 NVA Armor in Phuoc Long: NVA has it again."),
    ):
        message = "log.armor.captured" if after is taken else "log.armor.retaken"
        log = [LogEntry(message, {"space": row("phuoc_long"), "piece": NVA_ARMOR})] if told else []
        found = orders(before, after, log)
        assert found[0].text() == words
        board = PhysicalBoard(before)
        for order in found:
            board.carry_out(order)
        assert +board.pieces == PhysicalBoard(after).pieces
