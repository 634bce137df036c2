"""8.1.A Event or Operations?, 8.1.B Ineffective Events, 8.4.1 rifles, 8.4.2 sides, 8.4.6 Pivotal Events."""

from typing import Any

import pytest

from fitl.board.cards import KHANH, KY, PIVOTAL_OF, YOUNG_TURKS
from fitl.board.factions import ARVN, FACTIONS, NVA, US, VC
from fitl.board.spaces import AN_LOC, CASUALTIES, CENTRAL_LAOS, DA_NANG, SAIGON
from fitl.bots.flowchart.common import capability_box, event_box, ordinary_event
from fitl.bots.flowchart.event_box import TOO_LATE, would_change
from fitl.bots.flowchart.instructions import INSTRUCTIONS, own_side
from fitl.bots.flowchart.marks import HALOS, RIFLES, UNKNOWN, never
from fitl.bots.flowchart.turn import Turn
from fitl.bots.mind import NOT_ROLLED, Settings
from fitl.compose import PROGRAMS
from fitl.decisions import YES_NO, Decision, choice
from fitl.lasting import AAA_SHADED, ORISKANY_SHADED, effect_bit
from fitl.state import EVENT, LIMITED_OP, OP_AND_ACTIVITY, OP_ONLY, PASS, PileState, State
from tests.bots.support import Table, board
from tests.support import put

TONKIN, ADSID, ARC_LIGHT = 1, 7, 8
AAA, THANH_HOA, BOMBING_PAUSE, FACT_FINDING, BRINKS_HOTEL, BURNING_BONZE = 31, 35, 41, 63, 97, 107
COUP = KHANH
FIRST = (EVENT, OP_ONLY, OP_AND_ACTIVITY, PASS)
AFTER_OPERATION = (LIMITED_OP, PASS)


def ask(
    s: State,
    faction: int,
    *dice: int,
    actions: tuple[str, ...] = FIRST,
    box: Any = event_box,
    settings: Settings | None = None,
) -> tuple[Any, Table]:
    """What the box decides with these dice; none may be left over."""
    table = Table(s, faction, *dice, settings=settings)
    decision = Decision(faction, "turn.action", "2.3.4", [choice(action) for action in actions])
    advice = box(table.mind, s, decision, "test.node") if box is not ordinary_event else None
    if advice is None:
        return ordinary_event(table.mind, s, decision), table
    value: Any = None
    while True:
        try:
            value = table._die(advice.send(value)).value
        except StopIteration as stop:
            assert not table.dice, f"dice left over: {table.dice}"
            return stop.value, table


def leaders(n: int) -> tuple[int, ...]:
    return (KHANH, YOUNG_TURKS, KY)[:n]


# --- bullet 1: the next card is an own Capability -----------------------------------------------------------------


@pytest.mark.node("event.next_capability")
@pytest.mark.parametrize(("die", "verdict"), [(2, PASS), (1, None)])
def test_an_own_capability_comes_next_and_a_die_above_the_leader_box_passes(die: int, verdict: str | None) -> None:
    s = board(NVA, card=ARC_LIGHT, next_card=AAA, leader_box=leaders(1))
    if verdict is None:
        s.effects |= effect_bit(ARC_LIGHT, "shaded")  # nothing to execute on the present card
    assert ask(s, NVA, die)[0] == verdict


def test_the_pass_for_the_next_capability_holds_where_no_event_is_offered() -> None:
    s = board(NVA, card=BURNING_BONZE, next_card=AAA, leader_box=leaders(1))
    assert ask(s, NVA, 2, actions=AFTER_OPERATION)[0] == PASS


@pytest.mark.parametrize(("card", "next_card"), [(AAA, 32), (THANH_HOA, ARC_LIGHT), (THANH_HOA, COUP)])
def test_no_pass_if_the_present_card_is_an_own_capability_or_the_next_is_none(card: int, next_card: int) -> None:
    s = board(NVA, card=card, next_card=next_card, leader_box=leaders(1))
    _, table = ask(s, NVA, *([6] if card == AAA else []))
    assert "event.next_capability" not in table.nodes


# --- bullet 2: the card is a Capability ---------------------------------------------------------------------------


@pytest.mark.node("event.capability")
@pytest.mark.parametrize(("die", "verdict"), [(3, EVENT), (2, None)])
@pytest.mark.parametrize("faction", [US, ARVN, NVA, VC])
def test_a_capability_of_anybody_is_executed_on_a_die_above_the_leader_box(
    faction: int, die: int, verdict: str | None
) -> None:
    s = board(faction, card=11, next_card=TONKIN, leader_box=leaders(2))
    found, table = ask(s, faction, die)
    assert found == verdict
    assert table.reason("event.capability")["answer"] == ("yes" if verdict else "no")


@pytest.mark.node("event.capability")
def test_no_die_is_rolled_against_an_empty_leader_box_for_every_die_is_above_it() -> None:
    found, table = ask(board(NVA, card=11, next_card=TONKIN), NVA)
    assert (found, table.reason("event.capability")["dice"]) == (EVENT, NOT_ROLLED)
    found, table = ask(board(NVA, card=BURNING_BONZE, next_card=AAA), NVA)
    assert (found, table.reason("event.next_capability")["dice"]) == (PASS, NOT_ROLLED)


def test_a_capability_that_is_in_force_already_is_ineffective_and_no_die_is_rolled() -> None:
    s = board(NVA, card=AAA, next_card=TONKIN, effects=AAA_SHADED)
    found, table = ask(s, NVA)
    assert found is None
    assert "event.ineffective" in table.nodes


def test_an_instruction_that_refuses_a_capability_wins_over_the_die() -> None:
    s = board(ARVN, card=19, next_card=TONKIN)  # I1: a person runs the US
    found, table = ask(s, ARVN)
    assert found is None
    assert "event.refused.i1" in table.nodes


def test_the_capability_part_alone_leaves_ordinary_events_to_a_later_diamond() -> None:
    s = board(US, NVA, ARVN, VC, card=THANH_HOA, next_card=TONKIN)
    assert ask(s, US, box=capability_box)[0] is None
    assert ask(s, US, box=ordinary_event)[0] == EVENT


@pytest.mark.parametrize(("die", "verdict"), [(1, EVENT), (2, None)])
def test_by_the_first_edition_the_die_must_be_below_the_coups_to_come(die: int, verdict: str | None) -> None:
    s = board(NVA, card=AAA, next_card=TONKIN, piles=(PileState(5, 0, -1, 6), PileState(5, 0, -1, 6)))
    assert ask(s, NVA, die, settings=Settings(capability_roll="below_coups_left"))[0] == verdict


def test_the_next_capability_can_be_ignored() -> None:
    s = board(NVA, card=THANH_HOA, next_card=AAA)
    assert ask(s, NVA, settings=Settings(own_capability_next="ignore"))[0] == EVENT


# --- bullet 3: ordinary Events ------------------------------------------------------------------------------------


@pytest.mark.node("event.ordinary")
def test_an_ordinary_event_that_changes_something_is_executed_without_a_die() -> None:
    found, table = ask(board(NVA, card=THANH_HOA, next_card=TONKIN), NVA)
    assert found == EVENT
    assert table.mind.room(Turn).side == "shaded"
    assert table.nodes == ["event.ordinary"]


def test_no_event_where_the_sequence_offers_none() -> None:
    found, table = ask(board(NVA, card=THANH_HOA, next_card=TONKIN), NVA, actions=AFTER_OPERATION)
    assert found is None
    assert table.nodes == []


@pytest.mark.node("event.rifle")
@pytest.mark.parametrize(("faction", "card"), [(f, c) for f in FACTIONS for c in sorted(RIFLES[f])])
def test_a_rifle_is_never_chosen(faction: int, card: int) -> None:
    s = board(faction, card=card, next_card=TONKIN)
    found, table = ask(s, faction)
    assert found is None
    assert table.nodes == ["event.rifle"]


def test_known_cards_without_a_rifle() -> None:
    assert not any(never(faction, card) for faction, card in [(VC, 97), (NVA, 34), (US, 23), (ARVN, 69), (ARVN, 70)])


def test_every_halo_has_an_instruction_or_is_listed_as_unknown() -> None:
    halos = {(card, faction) for faction, cards in HALOS.items() for card in cards}
    assert halos - set(INSTRUCTIONS) - UNKNOWN == set()
    assert set(INSTRUCTIONS) - halos == set()
    assert not halos & {(card, faction) for faction, cards in RIFLES.items() for card in cards}


# --- 8.1.B --------------------------------------------------------------------------------------------------------


@pytest.mark.node("event.ineffective")
def test_brinks_hotel_with_no_vc_in_any_city_is_ineffective_for_vc() -> None:
    s = board(VC, card=BRINKS_HOTEL, next_card=TONKIN)
    found, table = ask(s, VC)
    assert found is None
    assert table.nodes == ["event.ineffective"]
    put(s, SAIGON, vc_guerrilla=1)
    assert ask(s, VC)[0] == EVENT


def test_an_event_that_the_faction_would_not_use_is_judged_by_its_own_choices() -> None:
    """Card 67: VC moves only from Opposition; with COIN Ineligible already nothing at all would happen."""
    s = board(VC, card=67, next_card=TONKIN, made_ineligible=0b0011)
    put(s, SAIGON, vc_guerrilla=1)
    assert not would_change(Table(s, VC).mind, s, "shaded")
    s.made_ineligible = 0
    assert would_change(Table(s, VC).mind, s, "shaded")


@pytest.mark.node("event.too_late")
@pytest.mark.parametrize(("card", "side"), sorted(TOO_LATE))
def test_momentum_that_a_coup_would_end_unused_is_not_begun(card: int, side: str) -> None:
    takers = [f for f in FACTIONS if not never(f, card) and side == _side(f, card)]
    for faction in takers:
        s = board(*FACTIONS, card=card, next_card=COUP)
        found, table = ask(s, faction)
        assert (found, table.nodes) == (None, ["event.too_late"])
        s.next_card = TONKIN
        assert ask(s, faction)[0] == EVENT


def _side(faction: int, card: int) -> str:
    if "single" in PROGRAMS[card]:
        return "single"
    return "unshaded" if faction in (US, ARVN) else "shaded"


@pytest.mark.parametrize(
    ("trail", "oriskany", "coin_in_laos", "changes"),
    [
        *((0, False, False, True), (4, False, False, True), (2, False, False, False), (2, False, True, True)),
        *((4, True, False, False), (2, True, True, False), (0, True, False, True)),
    ],
)
def test_adsid_before_a_coup_is_a_setting_and_then_effective_if_the_trail_will_change(
    trail: int, oriskany: bool, coin_in_laos: bool, changes: bool
) -> None:
    effects = ORISKANY_SHADED if oriskany else 0
    s = board(*FACTIONS, card=ADSID, next_card=COUP, trail=trail, effects=effects)
    if coin_in_laos:
        put(s, CENTRAL_LAOS, irregular=1)
    assert ask(s, US)[0] is None
    assert ask(s, US, settings=Settings(adsid_before_coup="effective"))[0] == (EVENT if changes else None)


def test_staying_eligible_alone_is_an_effect_except_before_a_coup() -> None:
    s = board(NVA, card=60, next_card=TONKIN)  # War Photographer: no Troops left to place, Resources at their most
    put(s, SAIGON, nva_troops=40)
    s.resources[NVA] = 75
    assert ask(s, NVA)[0] == EVENT
    s.next_card = COUP
    assert ask(s, NVA)[0] is None


@pytest.mark.parametrize(("card", "faction"), [(16, US), (10, NVA), (22, VC), (39, NVA), (46, ARVN)])
def test_momentum_that_tells_in_the_coup_round_is_begun_before_it(card: int, faction: int) -> None:
    s = board(*FACTIONS, card=card, next_card=COUP)
    assert ask(s, faction)[0] == EVENT


# --- bullet 4: poverty --------------------------------------------------------------------------------------------


@pytest.mark.node("event.poverty")
@pytest.mark.parametrize(
    ("faction", "resources", "verdict"),
    [(NVA, 0, PASS), (NVA, 1, None), (ARVN, 2, PASS), (ARVN, 3, None), (VC, 0, None)],
)
def test_poor_nva_and_arvn_pass_and_vc_never_does(faction: int, resources: int, verdict: str | None) -> None:
    s = board(faction, card=BOMBING_PAUSE, next_card=TONKIN)
    s.resources[faction] = resources
    assert ask(s, faction)[0] == verdict


def test_a_poor_faction_still_executes_an_event() -> None:
    s = board(NVA, card=THANH_HOA, next_card=TONKIN)
    s.resources[NVA] = 0
    assert ask(s, NVA)[0] == EVENT


# --- sides (8.4.2) ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("faction", "side"), [(US, "unshaded"), (ARVN, "unshaded"), (NVA, "shaded"), (VC, "shaded")])
def test_insurgents_use_shaded_and_coin_unshaded_text(faction: int, side: str) -> None:
    s = board(*FACTIONS, card=TONKIN)
    assert own_side(faction, s) == side
    decision = Decision(faction, "turn.side", "5.2", [choice("unshaded"), choice("shaded")])
    assert Table(s, faction).ask(decision).key == side


def test_a_single_event_has_one_side() -> None:
    assert own_side(VC, board(VC, card=BOMBING_PAUSE)) == "single"


def test_a_turn_with_the_event_executes_the_planned_side() -> None:
    s = board(NVA, card=THANH_HOA, next_card=TONKIN, trail=1)
    table = Table(s, NVA).turn()
    assert ("turn.side", "shaded") in table.answers
    assert s.trail == 2
    assert s.acted == ((NVA, EVENT),)


# --- Pivotal Events (8.4.6) ---------------------------------------------------------------------------------------


def pivotal(s: State, faction: int, kind: str = "pivotal.play", **params: Any) -> str:
    return Table(s, faction).ask(Decision(faction, kind, "2.3.8", YES_NO, {"card": PIVOTAL_OF[faction], **params})).key


@pytest.mark.node("event.pivotal")
def test_a_pivotal_event_is_played_only_ahead_of_a_person() -> None:
    s = board(VC, NVA)
    s.order = (US, NVA, ARVN, VC)
    assert pivotal(s, VC) == "yes"
    s.order = (NVA, US, ARVN, VC)
    assert pivotal(s, VC) == "no"
    s.eligible = 0b1011  # the bot in front is not Eligible: the US is 1st
    assert pivotal(s, VC) == "yes"


def test_no_pivotal_event_with_a_coup_card_next() -> None:
    s = board(VC, next_card=COUP)
    s.order = (US, NVA, ARVN, VC)
    assert pivotal(s, VC) == "no"


def test_a_persons_pivotal_event_is_trumped_and_a_bots_is_not() -> None:
    s = board(VC, ARVN)
    s.order = (ARVN, US, NVA, VC)
    assert pivotal(s, VC, "pivotal.trump", card=PIVOTAL_OF[NVA]) == "yes"
    assert pivotal(s, VC, "pivotal.trump", card=PIVOTAL_OF[ARVN]) == "no"


def test_shaded_gulf_of_tonkin_needs_casualties() -> None:
    s = board(NVA, VC, card=TONKIN, next_card=THANH_HOA)
    assert ask(s, VC)[0] is None
    put(s, CASUALTIES, us_troops=1)
    assert ask(s, VC)[0] == EVENT


def test_arvn_uses_the_shaded_side_where_told_to() -> None:
    s = board(ARVN, card=FACT_FINDING, next_card=TONKIN)
    put(s, DA_NANG, arvn_troops=2)
    put(s, AN_LOC, arvn_troops=2)
    found, table = ask(s, ARVN)
    assert found == EVENT
    assert table.mind.room(Turn).side == "shaded"
