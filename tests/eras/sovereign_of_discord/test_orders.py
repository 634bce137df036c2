"""Orders for a physical board from 1961 on: Cadres, boxes of tracks, pieces that enter and leave the game (P7.4)."""

import random

import pytest

from fitl.board.pieces import VC_BASE, VC_BASE_CADRE
from fitl.bots.orders import Order, Step, orders, piece_steps, pieces_after
from fitl.game import Game
from fitl.rules.forces import place_cadre, remove_cadre
from tests.eras.sovereign_of_discord.support import D61, P61, P63, begun, row


def test_a_cadre_is_put_on_a_base_and_taken_off_by_an_order() -> None:
    """P1.4."""
    before = begun(P63)
    after = before.copy()
    after.log = []
    place_cadre(after, row("kien_phong"))
    remove_cadre(after, row("tay_ninh"))
    assert piece_steps(before, after, after.log) == [
        Step(VC_BASE, 1, row("kien_phong"), row("kien_phong"), VC_BASE_CADRE),
        Step(VC_BASE_CADRE, 1, row("tay_ninh"), row("tay_ninh"), VC_BASE),
    ]
    told = [order.text() for order in orders(before, after, after.log)]
    assert told[0] == "Put an Available Cadre on 1 VC Base in Kien Phong."
    assert told[1] == "Take the Cadre off 1 VC Base in Tay Ninh; it is Available."


@pytest.mark.parametrize("scenario", [P61, D61, P63])
def test_carrying_the_orders_out_gives_the_situation_whatever_was_played(scenario: str) -> None:
    """P6.8, P6.9, P7.4: answer by answer, and from the beginning of the game to its end at once."""
    rng = random.Random(scenario)
    game = Game.new(scenario, seed=4)
    first = before = game.state.copy()
    told = 0
    kinds: set[str] = set()
    while game.decision is not None and len(game.entries) < 500:
        game.choose(rng.choice(list(game.decision.options)))
        after = game.state
        new = game.log[told:] if game.log is not None else []
        assert pieces_after(before.pieces, piece_steps(before, after, new)) == after.pieces
        found: list[Order] = orders(before, after, new)
        assert all(order.text() for order in found)
        kinds.update(order.message for order in found)
        before, told = after.copy(), told + len(new)
    assert pieces_after(first.pieces, piece_steps(first, game.state, game.log or [])) == game.state.pieces
    assert {"order.place", "order.move"} <= kinds
    assert ("order.enter" in kinds) == (scenario == P63)
