"""8.2: equal candidates go by a roll; without one only where all are taken and nothing depends on which comes first."""

from collections.abc import Sequence
from typing import Any

import pytest

from fitl.board.factions import ARVN, NVA, US, VC
from fitl.board.pieces import ARVN_TROOPS, IRREGULAR, KINDS, NVA_TROOPS, POLICE, VC_GUERRILLA
from fitl.board.spaces import (
    AVAILABLE,
    BA_XUYEN,
    BINH_DINH,
    DA_NANG,
    HUE,
    KIEN_GIANG,
    KIEN_HOA,
    KIEN_PHONG,
    LOC_HUE_DA_NANG,
    LOC_HUE_KHE_SANH,
    OUT_OF_PLAY,
    QUANG_TIN,
    QUANG_TRI,
    TAY_NINH,
)
from fitl.bots.mind import Mind
from fitl.bots.table import NonPlayers
from fitl.decisions import Decision, spaces_options
from fitl.game import Game
from fitl.lasting import CADRES_SHADED, COBRAS, MANDATE_OF_HEAVEN, PT_76_SHADED
from fitl.rules.control import recount, set_support
from fitl.rules.menu import ACCOMPANYING, carry_out
from fitl.rules.operation import Operation
from fitl.state import EVENT, State
from tests.bots.games import game_of_bots
from tests.bots.support import Table, board
from tests.support import plain_build, put


def rolls(s: State, by: int, operation: str, kind: str) -> bool:
    """Does the Faction roll dice when it is first asked this in such an Operation?"""
    op = Operation(s, by, operation, activities=ACCOMPANYING.get((by, operation), ()))
    table = Table(s, by)
    flow = carry_out(s, op)
    value: Any = None
    while True:
        decision = flow.send(value)
        if decision.kind == kind:
            return rolls_for(table, decision)
        value = (decision.options[0] if len(decision.options) == 1 else table.ask(decision)).value


def rolls_for(table: Table, decision: Decision) -> bool:
    """Does the answer to this question take dice?"""
    table.dice = [1, 1]
    table.ask(decision)
    return not table.dice


def keep(s: State, kind: int, n: int) -> None:
    """So many of a kind are Available, the others out of play."""
    at = AVAILABLE * KINDS + kind
    put(s, OUT_OF_PLAY)
    s.pieces[OUT_OF_PLAY * KINDS + kind] += s.pieces[at] - n
    s.pieces[at] = n
    recount(s)


# --- what candidates share ----------------------------------------------------------------------------------------


def ask_event(s: State, by: int, card: int, purpose: str, spaces: Sequence[int], **params: Any) -> bool:
    s.card, s.executing, s.acted = card, by, ((by, EVENT),)
    options = spaces_options(sorted(spaces))
    return rolls_for(Table(s, by), Decision(by, "event." + purpose, "5.1", options, {"card": card, **params}))


@pytest.mark.parametrize("shared", [True, False])
def test_ambushes_from_two_locs_on_one_target_are_rolled_for(shared: bool) -> None:
    s = board(VC, resources=[0, 20, 20, 20])
    put(s, LOC_HUE_KHE_SANH, vc_guerrilla=1)
    put(s, LOC_HUE_DA_NANG, vc_guerrilla=1)
    if shared:
        put(s, HUE, police=1)  # next to both
    else:
        put(s, LOC_HUE_KHE_SANH, police=1)
        put(s, LOC_HUE_DA_NANG, police=1)
    table = Table(s, VC, *((3, 3, 1) if shared else ()))  # 8.3: Hue, which both touch, then one of them
    table.ask(Decision(VC, "ambush.space", "4.4.3", spaces_options([LOC_HUE_KHE_SANH, LOC_HUE_DA_NANG])))
    assert not table.dice


@pytest.mark.parametrize(("effects", "aid", "rolled"), [(0, 40, False), (MANDATE_OF_HEAVEN, 40, True), (0, 2, True)])
def test_govern_rolls_if_one_transfer_is_spared_or_aid_lasts_for_one(effects: int, aid: int, rolled: bool) -> None:
    s = board(ARVN, US, effects=effects, aid=aid)
    for sp in (KIEN_HOA, KIEN_PHONG):
        put(s, sp, police=2, arvn_troops=2)
        set_support(s, sp, 2)
    decision = Decision(ARVN, "govern.space", "4.3.1", spaces_options([KIEN_PHONG, KIEN_HOA]))
    assert rolls_for(Table(s, ARVN), decision) == rolled


@pytest.mark.parametrize(("terror", "rolled"), [(1, False), (0, True)])
def test_rally_rolls_where_shaded_cadres_agitate_the_first_of_two_alike(terror: int, rolled: bool) -> None:
    s = board(VC, resources=[0, 20, 20, 20], effects=CADRES_SHADED)
    for sp in (KIEN_HOA, KIEN_PHONG):
        put(s, sp, vc_base=1, vc_guerrilla=4)  # each makes a second Base
    s.terror[KIEN_HOA] = terror  # then Kien Phong is Agitated, whichever comes first
    decision = Decision(VC, "rally.space", "3.3.1", spaces_options([KIEN_PHONG, KIEN_HOA]), cost=1)
    assert rolls_for(Table(s, VC), decision) == rolled


@pytest.mark.parametrize(("left", "rolled"), [(2, False), (1, True)])
def test_subvert_rolls_for_the_last_guerrilla(left: int, rolled: bool) -> None:
    s = board(VC)
    for sp in (KIEN_HOA, KIEN_PHONG):
        put(s, sp, police=1, vc_guerrilla=3)
    keep(s, VC_GUERRILLA, left)
    decision = Decision(VC, "subvert.space", "4.5.2", spaces_options([KIEN_PHONG, KIEN_HOA]))
    assert rolls_for(Table(s, VC), decision) == rolled


@pytest.mark.parametrize(("troops", "rolled"), [(12, False), (5, True)])
def test_arvn_train_rolls_when_troops_run_out(troops: int, rolled: bool) -> None:
    s = board(ARVN, resources=[0, 40, 20, 20])
    for sp in (HUE, DA_NANG):
        put(s, sp, us_troops=1)
    keep(s, ARVN_TROOPS, troops)
    keep(s, POLICE, 12)
    decision = Decision(ARVN, "train.space", "3.2.1", spaces_options([HUE, DA_NANG]))
    assert rolls_for(Table(s, ARVN), decision) == rolled


@pytest.mark.parametrize(("irregulars", "rolled"), [(4, False), (3, True)])
def test_us_train_rolls_when_irregulars_run_short(irregulars: int, rolled: bool) -> None:
    s = board(US, us_policy="jfk", econ=0, resources=[0, 40, 20, 20])
    for sp in (HUE, DA_NANG):
        put(s, sp, us_troops=1)
    keep(s, IRREGULAR, irregulars)
    decision = Decision(US, "train.space", "3.2.1", spaces_options([HUE, DA_NANG]))
    assert rolls_for(Table(s, US), decision) == rolled


@pytest.mark.parametrize(("effects", "rolled"), [(0, False), (PT_76_SHADED, True)])
def test_nva_attacks_roll_for_the_space_that_has_the_tanks(effects: int, rolled: bool) -> None:
    s = board(NVA, effects=effects)
    for sp in (QUANG_TRI, QUANG_TIN):
        put(s, sp, nva_troops=4, police=6)
    decision = Decision(NVA, "attack.space", "3.3.3", spaces_options([QUANG_TRI, QUANG_TIN]), None, 1)
    assert rolls_for(Table(s, NVA), decision) == rolled


@pytest.mark.parametrize(("effects", "rolled"), [(0, False), (COBRAS, True)])
def test_a_sweep_of_three_spaces_rolls_who_has_the_cobras(effects: int, rolled: bool) -> None:
    s = board(US, effects=effects, us_policy="lbj")
    for sp in (QUANG_TRI, QUANG_TIN, BINH_DINH):
        put(s, sp, us_troops=3, vc_guerrilla=1)
    assert rolls(s, US, "sweep", "sweep.space") == rolled


# --- Events -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("troops", "rolled"), [(9, False), (5, True)])
def test_card_49_rolls_if_troops_for_all_the_doubled_spaces_are_lacking(troops: int, rolled: bool) -> None:
    s = board(NVA)
    for sp in (QUANG_TRI, TAY_NINH, KIEN_GIANG):
        put(s, sp, nva_troops=3)
    keep(s, NVA_TROOPS, troops)
    assert ask_event(s, NVA, 49, "double_nva_troops", (QUANG_TRI, TAY_NINH, KIEN_GIANG), left=3) == rolled


@pytest.mark.parametrize(("guerrillas", "rolled"), [(3, False), (2, True)])
def test_card_84_rolls_if_guerrillas_are_lacking(guerrillas: int, rolled: bool) -> None:
    s = board(VC)
    keep(s, VC_GUERRILLA, guerrillas)
    assert ask_event(s, VC, 84, "penetrated", (QUANG_TRI, TAY_NINH, KIEN_GIANG), left=3) == rolled


@pytest.mark.parametrize(("card", "purpose"), [(25, "riverines_place"), (29, "tribesmen_place")])
def test_cards_25_and_29_roll_for_a_space_and_do_as_much_as_possible_there(card: int, purpose: str) -> None:
    s = board(VC, card=card)
    s.executing, s.acted = VC, ((VC, EVENT),)
    table = Table(s, VC, 2, 2)  # Ba Xuyen
    options = spaces_options([BA_XUYEN, KIEN_GIANG, KIEN_HOA])
    for left in (6, 5):
        option = table.ask(Decision(VC, "event." + purpose, "5.1", options, {"card": card, "left": left}))
        assert option.spaces == (BA_XUYEN,)
    assert not table.dice
    table.dice = [2, 1]  # with Ba Xuyen full, another
    rest = spaces_options([KIEN_GIANG, KIEN_HOA])
    option = table.ask(Decision(VC, "event." + purpose, "5.1", rest, {"card": card, "left": 4}))
    assert option.spaces == (KIEN_GIANG,)


@pytest.mark.parametrize(("level", "rolled"), [(2, True), (1, False)])
def test_card_80_rolls_where_the_same_space_could_be_taken_again(level: int, rolled: bool) -> None:
    s = board(NVA)
    for sp in (QUANG_TRI, QUANG_TIN):
        set_support(s, sp, level)  # Active Support falls twice as far, Passive only once
    assert ask_event(s, NVA, 80, "wind_down_shift", (QUANG_TRI, QUANG_TIN), left=2) == rolled


@pytest.mark.parametrize(("police", "rolled"), [(2, False), (1, True)])
def test_card_106_rolls_for_the_last_police(police: int, rolled: bool) -> None:
    s = board(ARVN)
    keep(s, POLICE, police)
    assert ask_event(s, ARVN, 106, "binh_duong", (KIEN_PHONG, KIEN_HOA), left=2) == rolled


def test_an_assault_that_an_event_confines_to_one_space_is_rolled_for() -> None:
    s = board(ARVN, card=75)
    s.executing, s.acted = ARVN, ((ARVN, EVENT),)
    for sp in (KIEN_HOA, KIEN_PHONG):
        put(s, sp, arvn_troops=6, vc_guerrilla_active=3)
    both = spaces_options([KIEN_PHONG, KIEN_HOA])
    assert rolls_for(Table(s, ARVN), Decision(ARVN, "assault.space", "3.2.4", both, {"spaces_at_most": 1}))
    assert not rolls_for(Table(s, ARVN), Decision(ARVN, "assault.space", "3.2.4", both))


# --- the property -------------------------------------------------------------------------------------------------


def stand(game: Game) -> tuple[object, ...]:
    s = game.state
    tracks = (s.resources, s.aid, s.patronage, s.trail, s.effects)
    return bytes(s.pieces), list(s.support), list(s.terror), *tracks


def play_stage(game: Game) -> bool:
    """Play to the next checkpoint; was no die rolled?"""
    table = NonPlayers(game)
    here, entries = len(game.checkpoints), len(game.entries)
    while table.asked() and len(game.checkpoints) == here:
        table.play()
    return all(entry.actor >= 0 for entry in game.entries[entries:])


def check_games(scenario: str, seeds: range, monkeypatch: pytest.MonkeyPatch) -> int:
    """In every turn without dice the same comes out if all that is taken without a die is taken the other way round."""
    compared = 0
    last = False  # take the last of several instead of the first
    asked = 0

    def any_of(mind: Mind, things: Sequence[Any]) -> Any:
        nonlocal asked
        asked += len(things) > 1
        return things[-1 if last else 0]

    monkeypatch.setattr(Mind, "any_of", any_of)
    for seed in seeds:
        game = game_of_bots(scenario, seed)
        while game.decision is not None:
            other = game.clone()
            last, asked = False, 0
            undiced = play_stage(game)
            if asked and undiced:
                last = True
                if play_stage(other):
                    compared += 1
                    assert stand(other) == stand(game), f"{scenario} seed {seed}, card {other.state.card}"
    return compared


@plain_build
def test_what_is_taken_without_a_die_comes_out_alike_in_any_order(monkeypatch: pytest.MonkeyPatch) -> None:
    assert check_games("medium-1968", range(2, 12), monkeypatch) > 5


@plain_build
@pytest.mark.soak
@pytest.mark.parametrize("scenario", ["short-1965", "medium-1968", "full-1964", "long-1964"])
def test_in_many_games_what_is_taken_without_a_die_comes_out_alike(
    scenario: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert check_games(scenario, range(1000, 1060), monkeypatch) > 50
