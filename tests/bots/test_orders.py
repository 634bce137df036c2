"""A non-player's turn as instructions for a physical board: carried out, they give the situation after the turn."""

import random
import re

import pytest

from fitl.board.factions import ARVN, NVA, US, VC
from fitl.board.pieces import NVA_BASE, NVA_TUNNEL, US_TROOPS, VC_BASE, VC_GUERRILLA, VC_GUERRILLA_ACTIVE
from fitl.board.spaces import AVAILABLE, CASUALTIES, CONTROLLABLE, OUT_OF_PLAY, SPACE_BY_ID, SPACE_COUNT
from fitl.bots.orders import Step, orders, piece_steps, pieces_after, track_orders
from fitl.game import Game
from fitl.lasting import effect_bit
from fitl.rules.control import set_support, victory_markers
from fitl.rules.economy import add_aid, add_resources, improve_trail
from fitl.rules.forces import activate, add_terror, move, place, remove, remove_terror, transfer
from fitl.state import State
from fitl.words import row_name
from tests.bots.games import game_of_bots, play_on
from tests.support import blank, put

HUE, QUANG_TRI, TAY_NINH = SPACE_BY_ID["hue"], SPACE_BY_ID["quang_tri_thua_thien"], SPACE_BY_ID["tay_ninh"]


def texts(before: State, after: State) -> list[str]:
    return [order.text() for order in orders(before, after, after.log or [])]


def changed(before: State) -> State:
    after = before.copy()
    after.log = []
    return after


def test_moves_name_where_from_and_where_to() -> None:
    before = blank()
    put(before, HUE, us_troops=3)
    after = changed(before)
    move(after, US_TROOPS, 2, HUE, QUANG_TRI)
    after.note("log.move", n=2, piece=US_TROOPS, origin=HUE, destination=QUANG_TRI)
    assert "Move 2 US Troops from Hue to Quang Tri." in texts(before, after)


def test_flips_placements_removals_and_tunnels_are_told() -> None:
    before = blank()
    put(before, TAY_NINH, vc_guerrilla=2, vc_base=1, us_troops=1)
    after = changed(before)
    activate(after, TAY_NINH, VC, 2)
    remove(after, TAY_NINH, US_TROOPS, 1, CASUALTIES)
    place(after, HUE, VC_GUERRILLA, 1)
    found = texts(before, after)
    assert found[:3] == [
        "Flip 2 Underground VC Guerrillas in Tay Ninh Active.",
        "Remove 1 US Troop from Tay Ninh to Casualties.",
        "Place 1 Underground VC Guerrilla from Available in Hue.",
    ]


def test_steps_that_do_the_same_are_told_once() -> None:
    before = blank()
    put(before, TAY_NINH, vc_guerrilla=3)
    after = changed(before)
    for _ in range(3):
        activate(after, TAY_NINH, VC, 1)
    assert texts(before, after) == ["Flip 3 Underground VC Guerrillas in Tay Ninh Active."]


def test_what_the_story_leaves_out_is_told_all_the_same() -> None:
    before = blank()
    put(before, TAY_NINH, vc_guerrilla_active=2, nva_base=1)
    put(before, OUT_OF_PLAY, us_troops=4)
    after = changed(before)
    transfer(after, VC_GUERRILLA_ACTIVE, 2, TAY_NINH, TAY_NINH, VC_GUERRILLA)  # the Reset Phase does not tell
    transfer(after, NVA_BASE, 1, TAY_NINH, TAY_NINH, NVA_TUNNEL)
    transfer(after, US_TROOPS, 3, OUT_OF_PLAY, AVAILABLE, US_TROOPS)
    transfer(after, VC_BASE, 1, AVAILABLE, HUE, VC_BASE)
    found = texts(before, after)
    assert "Flip 2 Active VC Guerrillas in Tay Ninh Underground." in found
    assert "Put a Tunnel marker on 1 NVA Base in Tay Ninh." in found
    assert "Move 3 US Troops from Out of Play to Available." in found
    assert "Place 1 VC Base from Available in Hue." in found


def test_a_piece_lifted_from_the_map_says_how_it_is_put_down() -> None:
    before = blank()
    put(before, TAY_NINH, vc_guerrilla_active=1)
    after = changed(before)
    transfer(after, VC_GUERRILLA_ACTIVE, 1, TAY_NINH, HUE, VC_GUERRILLA)
    after.note("log.lift", origin=TAY_NINH, space=HUE, piece=VC_GUERRILLA, was=VC_GUERRILLA_ACTIVE)
    assert texts(before, after)[0] == "Take 1 Active VC Guerrilla from Tay Ninh and put it down as newly placed in Hue."


def test_markers_tracks_and_cards_are_told() -> None:
    before = blank(aid=14)
    after = changed(before)
    add_aid(after, -3)
    add_resources(after, VC, -5)
    improve_trail(after)
    add_terror(after, HUE)
    set_support(after, HUE, 1)
    after.effects |= effect_bit(11, "shaded")
    after.acted = ((VC, "event"),)
    after.passed = 1 << NVA
    found = texts(before, after)
    for text in (
        "Aid 14 to 11.",
        "VC Resources 20 to 15.",
        "Trail 1 to 2.",
        "Place 1 Terror marker in Hue.",
        "Mark Hue with Passive Support.",
        "Put the Capability marker of #11 Abrams, shaded, into its box.",
        "Put the VC cylinder in the 1st Eligible Event box.",
        "Put the NVA cylinder in the Pass box.",
    ):
        assert text in found
    again = changed(after)
    remove_terror(again, HUE)
    set_support(again, HUE, 0)
    again.effects = 0
    assert "Take the Support or Opposition marker off Hue." in texts(after, again)
    assert "Take 1 Terror marker off Hue." in texts(after, again)
    assert "Remove #11 Abrams, shaded: it no longer applies." in texts(after, again)


def test_tracks_are_told_from_before_to_after() -> None:
    before = blank(patronage=20)
    after = changed(before)
    add_resources(after, ARVN, 4)
    add_resources(after, ARVN, -1)
    after.patronage = 22
    assert [order.text() for order in track_orders(before, after)] == [
        "ARVN Resources 20 to 23.",
        "Patronage 20 to 22.",
    ]


def check(game: Game, number: int) -> None:
    """The orders of one stretch of a game lead from its first situation to its last, and name every changed number."""
    first, last = game.checkpoints[number], game.checkpoints[number + 1]
    before, after = first.state, last.state
    log = (game.log or [])[first.log : last.log]
    steps = piece_steps(before, after, log)
    assert pieces_after(before.pieces, steps) == after.pieces
    text = "\n".join(order.text(after.cards) for order in orders(before, after, log))
    for sp in range(CONTROLLABLE):
        if before.support[sp] != after.support[sp]:
            assert (f"Mark {row_name(sp)} with" if after.support[sp] else f"marker off {row_name(sp)}.") in text
        if before.control[sp] != after.control[sp]:
            assert re.search(rf"Control.*{re.escape(row_name(sp))}|{re.escape(row_name(sp))}.*Control", text)
    for sp in range(SPACE_COUNT):
        if before.terror[sp] != after.terror[sp]:
            assert re.search(rf"(Terror|Sabotage) markers? (in|on|off) {re.escape(row_name(sp))}", text)
    for faction, name in ((ARVN, "ARVN"), (NVA, "NVA"), (VC, "VC")):
        n, now = before.resources[faction], after.resources[faction]
        assert (f"{name} Resources {n} to {now}." in text) == (n != now)
    for attribute, name in (("aid", "Aid"), ("patronage", "Patronage"), ("econ", "Econ"), ("trail", "Trail")):
        n, now = getattr(before, attribute), getattr(after, attribute)
        assert (f"{name} {n} to {now}." in text) == (n != now)
    for name, n, now in zip(("US", "ARVN", "NVA", "VC"), victory_markers(before), victory_markers(after), strict=True):
        assert (f"{name} victory marker {n} to {now}." in text) == (n != now)
    if before.effects != after.effects:
        assert re.search("Capability marker|beside the board|no longer applies|Peace Talks", text)


@pytest.mark.parametrize(("scenario", "seed"), [("short-1965", 51), ("medium-1968", 52), ("full-1964", 53)])
def test_every_turn_of_a_game_can_be_carried_out(scenario: str, seed: int) -> None:
    game = game_of_bots(scenario, seed)
    play_on(game, random.Random(seed), 10**6)
    for number in range(len(game.checkpoints) - 1):
        check(game, number)


def test_every_turn_of_games_with_random_people_can_be_carried_out() -> None:
    for seed in range(6):
        game = game_of_bots("full-1964", 60 + seed, bots=(US, ARVN)[: seed % 3])
        play_on(game, random.Random(seed), 1500)
        for number in range(len(game.checkpoints) - 1):
            check(game, number)


def test_steps_are_carried_out_on_the_pieces() -> None:
    before = blank()
    steps = [Step(US_TROOPS, 2, AVAILABLE, HUE, US_TROOPS), Step(US_TROOPS, 1, HUE, CASUALTIES, US_TROOPS)]
    after = before.copy()
    move(after, US_TROOPS, 2, AVAILABLE, HUE)
    move(after, US_TROOPS, 1, HUE, CASUALTIES)
    assert pieces_after(before.pieces, steps) == after.pieces
