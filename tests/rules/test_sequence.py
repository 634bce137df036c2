"""Sequence of play (2.3): order, options of 1st and 2nd Eligible, passing, eligibility, the next card."""

from typing import Any

import pytest

from fitl.board.factions import ARVN, NVA, US, VC
from fitl.board.spaces import (
    AN_LOC,
    ECON,
    HUE,
    LOC_HUE_DA_NANG,
    LOCS,
    NORTH_VIETNAM,
    SAIGON,
    TAY_NINH,
    THE_FISHHOOK,
    row_id,
)
from fitl.decisions import CHANCE, RELIST, Flow
from fitl.game import Game
from fitl.lasting import ARMORED_CAVALRY_SHADED, LANSDALE_SHADED, MEDEVAC_SHADED, TYPHOON_KATE
from fitl.options import GameOptions
from fitl.rules.control import recount
from fitl.rules.menu import carry_out
from fitl.rules.sequence import STAGES, end_of_card, operations_for, turn, turn_options
from fitl.state import EVENT, LIMITED_OP, OP_AND_ACTIVITY, OP_ONLY, OVER, State
from tests.support import Play, at, blank, play, put

ORDER_OF_107 = (VC, NVA, ARVN, US)
LOC_WITHOUT_ECON = next(sp for sp in LOCS if not ECON[sp])


def table(*cards: int, scenario: str = "full-1964") -> Game:
    """A game in table mode with its first cards turned up."""
    game = Game.new(scenario, manual_chance=True)
    for card in cards:
        game.choose(str(card))
    return game


def asked(game: Game) -> tuple[int, str]:
    assert game.decision is not None
    return game.decision.actor, game.decision.kind


def offers(game: Game) -> list[str]:
    assert game.decision is not None
    return [option.key for option in game.decision.options]


def one_op(game: Game, *answers: str) -> None:
    for answer in answers:
        game.choose(answer)


def test_factions_come_up_in_the_order_of_the_card() -> None:
    game = table(107, 55)
    for faction in ORDER_OF_107:
        assert asked(game) == (faction, "turn.action")
        game.choose("pass")
    assert asked(game)[1] == "card"


def test_ineligible_factions_are_skipped() -> None:
    position = table(107, 55).position() | {"eligible": ["us", "nva"]}
    game = Game.from_position(position, manual_chance=True)
    assert asked(game)[0] == NVA
    game.choose("pass")
    assert asked(game)[0] == US


def test_first_eligible_may_take_event_op_or_pass_but_no_limited_operation() -> None:
    assert offers(table(107, 55)) == ["event", "op_only", "op_activity", "pass"]


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (OP_ONLY, ["limop", "pass"]),
        (OP_AND_ACTIVITY, ["limop", "event", "pass"]),
        (EVENT, ["op_only", "op_activity", "pass"]),
    ],
)
def test_second_eligible_chooses_by_what_the_first_did(first: str, second: list[str]) -> None:
    position = table(107, 55).position() | {"acted": [["vc", first]], "stage": "turn"}
    game = Game.from_position(position, manual_chance=True)
    assert asked(game)[0] == NVA
    assert sorted(offers(game)) == sorted(second)


def test_op_with_activity_in_which_none_was_taken_counts_as_op_only() -> None:
    game = table(107, 55)
    one_op(game, "op_activity", "terror", "kien_phong", "done", "done")
    assert game.state.acted == ((VC, OP_ONLY),)
    assert sorted(offers(game)) == ["limop", "pass"]


def test_op_with_activity_taken_opens_the_event() -> None:
    game = table(107, 55)
    one_op(game, "op_activity", "terror", "kien_phong", "sa:tax", "kien_giang_an_xuyen", "done", "done")
    assert game.state.acted == ((VC, OP_AND_ACTIVITY),)
    assert "event" in offers(game)


def with_hidden_asset(*acted: tuple[int, str]) -> State:
    """NVA, which holds a Hidden Asset, comes up after these."""
    s = blank(card=107, next_card=55, eligible=0b1111, order=ORDER_OF_107, acted=acted)
    s.markers = ((), (), ("hidden_asset",), ())
    return s


@pytest.mark.parametrize(
    ("acted", "offered"),
    [
        ([(VC, OP_ONLY)], ["limop", "pass", "hidden_asset"]),
        ([(VC, OP_AND_ACTIVITY)], ["limop", "event", "pass", "hidden_asset"]),
        ([(VC, EVENT)], ["op_only", "op_activity", "pass"]),
        ([], ["event", "op_only", "op_activity", "pass"]),
    ],
)
def test_a_hidden_asset_is_offered_beside_a_limited_operation(acted: list[tuple[int, str]], offered: list[str]) -> None:
    """7.3."""
    s = with_hidden_asset(*acted)
    assert [option.key for option in turn_options(s, NVA)] == offered
    assert "hidden_asset" not in [option.key for option in turn_options(s, ARVN)]


def test_a_hidden_asset_turns_a_limited_operation_into_a_full_one_with_activity() -> None:
    """7.3."""
    s = with_hidden_asset((VC, OP_ONLY))
    put(s, TAY_NINH, nva_base=1)
    p = play(turn(s), "hidden_asset", "hue", "saigon")  # by Rally, the one Operation that can be done
    p.answer("sa:infiltrate", 2, "done", "no")  # no Trail
    assert p.over
    assert s.acted == ((VC, OP_ONLY), (NVA, OP_AND_ACTIVITY))
    assert (s.markers[NVA], s.revealed_markers[NVA]) == ((), ("hidden_asset",))


def test_it_is_known_who_is_executing_an_operation() -> None:
    """1.5.2: in the midst of it NVA and VC may hand each other Resources, not before or after."""
    s = blank(card=107, next_card=55, eligible=0b1111, order=ORDER_OF_107)
    p = play(turn(s))
    assert s.executing == -1
    p.answer("op_only")  # Rally is all that VC can do
    assert s.executing == VC
    p.answer("hue", "done")
    assert (p.over, s.executing) == (True, -1)


def test_passing_pays_one_to_insurgents_and_three_to_arvn_for_coin() -> None:
    game = table(107, 55)
    for faction, resources in (
        (VC, [0, 30, 10, 6]),
        (NVA, [0, 30, 11, 6]),
        (ARVN, [0, 33, 11, 6]),
        (US, [0, 36, 11, 6]),
    ):
        assert asked(game)[0] == faction
        game.choose("pass")
        assert game.state.resources == resources


def test_passing_pays_nothing_past_75() -> None:
    position = table(107, 55).position()
    position["resources"] = {"arvn": 74, "nva": 75, "vc": 75}
    game = Game.from_position(position, manual_chance=True)
    for _ in range(3):
        game.choose("pass")
    assert game.state.resources == [0, 75, 75, 75]


def test_a_passer_stays_eligible_and_the_next_takes_its_place() -> None:
    game = table(107, 55)
    game.choose("pass")  # VC
    assert asked(game)[0] == NVA
    assert offers(game) == ["event", "op_only", "op_activity", "pass"]  # NVA is 1st Eligible now
    one_op(game, "op_only", "rally", "kien_phong", "done", "no")
    assert sorted(offers(game)) == ["limop", "pass"]
    game.choose("pass")  # ARVN steps aside, US is the new 2nd Eligible
    assert asked(game)[0] == US
    assert sorted(offers(game)) == ["limop", "pass"]
    game.choose("pass")
    game.choose("68")
    assert game.state.eligible == 0b1111 & ~(1 << NVA)


def test_the_card_ends_after_two_factions_have_acted() -> None:
    game = table(107, 55)
    one_op(game, "op_only", "rally", "hue", "done")
    one_op(game, "limop", "rally", "hue", "no")
    assert asked(game)[1] == "card"
    game.choose("68")
    assert game.state.eligible == 1 << US | 1 << ARVN
    assert (game.state.card, game.state.next_card) == (55, 68)


def ended(**marks: int) -> State:
    """A card on which US and VC have acted, brought to its end."""
    s = blank(card=107, next_card=55, eligible=0b1111, acted=((VC, EVENT), (US, OP_ONLY)), **marks)
    Play(end_of_card(s))
    return s


def test_those_who_acted_are_ineligible_unless_an_event_keeps_them() -> None:
    """2.3.6."""
    assert ended().eligible == 1 << ARVN | 1 << NVA
    assert ended(stay_eligible=1 << VC).eligible == 1 << ARVN | 1 << NVA | 1 << VC
    assert ended(made_ineligible=1 << NVA).eligible == 1 << ARVN


def test_a_faction_made_ineligible_does_not_come_up_on_this_card() -> None:
    position = table(107, 55).position()
    position |= {"acted": [["vc", "event"]], "made_ineligible": ["nva"], "stage": "turn"}
    assert asked(Game.from_position(position, manual_chance=True))[0] == ARVN


def test_no_march_and_no_sweep_in_monsoon() -> None:
    calm = table(107, 55)
    calm.choose("op_only")
    assert "march" in offers(calm)
    monsoon = table(107, 125)
    monsoon.choose("op_only")
    assert "march" not in offers(monsoon)
    monsoon.undo()
    monsoon.choose("pass")
    monsoon.choose("pass")
    monsoon.choose("op_only")
    assert "sweep" not in offers(monsoon)


def test_a_coup_card_brings_no_turns() -> None:
    game = table(107, 125)
    for _ in range(4):
        game.choose("pass")
    game.choose("1")
    assert game.state.card == 125
    assert game.state.leader == 125
    assert not game.state.acted


def names(s: State, faction: int) -> list[str]:
    """The Operations the Faction could begin with a Special Activity."""
    return [op.name for op in operations_for(s, faction, OP_AND_ACTIVITY)]


def test_vc_without_resources_may_begin_what_tax_will_pay_for() -> None:
    """4.1: the Activity may come first and pay for the Operation."""
    s = blank(card=107, next_card=55, resources=[0, 20, 20, 0])
    put(s, SAIGON, vc_guerrilla=1)
    s.control[SAIGON] = 0
    recount(s)
    assert [op.name for op in operations_for(s, VC, OP_ONLY)] == ["march"]  # onto a LoC, free
    assert names(s, VC) == ["rally", "march"]  # no Terror: the one Guerrilla would have shown itself
    assert [op.name for op in operations_for(s, VC, LIMITED_OP)] == ["march"]
    put(s, TAY_NINH, vc_guerrilla=1)
    assert names(s, VC) == ["rally", "march", "terror"]


def test_who_can_do_nothing_is_offered_no_operation() -> None:
    s = blank(card=107, next_card=55, resources=[0, 0, 0, 0])
    assert [option.key for option in turn_options(s, VC)] == ["event", "pass"]
    s.acted = ((ARVN, OP_ONLY),)
    assert [option.key for option in turn_options(s, VC)] == ["pass"]


def assault_offered(s: State, faction: int, action: str = OP_AND_ACTIVITY) -> bool:
    return "assault" in [op.name for op in operations_for(s, faction, action)]


def test_arvn_may_begin_an_assault_to_which_transport_will_bring_the_cubes() -> None:
    game = table(62, 55)  # the set-up of 1964: no ARVN cube shares a space with the enemy
    assert not assault_offered(game.state, ARVN, OP_ONLY)
    one_op(game, "op_activity", "assault")
    assert asked(game) == (ARVN, "transport.origin")  # nothing else, and no Raid, for an Assault in no space
    one_op(game, "an_loc", "tay_ninh", "2")
    # Tay Ninh is the one space to Assault, so nothing more is asked.
    assert game.state.acted == ((ARVN, OP_AND_ACTIVITY),)
    assert game.state.resources[ARVN] == 30 - 3


def test_armored_cavalry_assaults_when_operation_and_transport_are_over() -> None:
    position = table(62, 55).position() | {"effects": [[61, "unshaded"]]}
    game = Game.from_position(position, manual_chance=True)
    one_op(game, "op_activity", "train", "sa:transport", "an_loc", "tay_ninh", "2")
    assert asked(game) == (ARVN, "train.space")
    one_op(game, "saigon", "nothing", "done", "done")  # no Pacification
    assert asked(game) == (ARVN, "transport.assault")
    assert offers(game) == ["tay_ninh", "done"]


def test_no_assault_is_begun_where_transport_cannot_bring_troops() -> None:
    s = blank(card=107, next_card=55)
    put(s, AN_LOC, arvn_troops=2, police=2)
    for sp in (HUE, TAY_NINH):
        put(s, sp, vc_guerrilla=1)
    assert assault_offered(s, ARVN)
    assert not assault_offered(s, ARVN, LIMITED_OP)
    for effect in (TYPHOON_KATE, ARMORED_CAVALRY_SHADED):
        s.effects = effect
        assert not assault_offered(s, ARVN)
    s.effects = 0
    s.resources[ARVN] = 2
    assert not assault_offered(s, ARVN)
    far = blank(card=107, next_card=55)
    put(far, AN_LOC, police=2)
    put(far, TAY_NINH, vc_guerrilla=1)
    assert not assault_offered(far, ARVN)  # Police do not Transport


def test_the_us_may_begin_an_assault_to_which_air_lift_will_bring_the_troops() -> None:
    s = blank(card=107, next_card=55)
    put(s, SAIGON, us_troops=1)
    assert not assault_offered(s, US)
    put(s, NORTH_VIETNAM, nva_troops=1)
    assert not assault_offered(s, US)
    for sp in (HUE, TAY_NINH):
        put(s, sp, vc_guerrilla=1)
    assert assault_offered(s, US)
    assert not assault_offered(s, US, OP_ONLY)
    for effect in (TYPHOON_KATE, MEDEVAC_SHADED, LANSDALE_SHADED):
        s.effects = effect
        assert not assault_offered(s, US)


def test_vc_without_resources_may_not_subvert_for_an_operation_in_no_space() -> None:
    s = blank(card=107, next_card=55, resources=[0, 20, 20, 0])
    put(s, TAY_NINH, vc_guerrilla=2, police=1)
    rally = next(op for op in operations_for(s, VC, OP_AND_ACTIVITY) if op.name == "rally")
    flow = carry_out(s, rally)
    assert [option.key for option in next(flow).options] == ["sa:tax"]
    s.resources[VC] = 1  # as from NVA
    keys = [option.key for option in flow.send(RELIST).options]
    assert {"tay_ninh", "sa:tax"} <= set(keys)
    assert "done" not in keys
    assert "sa:subvert" not in keys
    p = play(flow_after(flow, TAY_NINH), "place")
    assert p.keys() == ["done", "sa:tax", "sa:subvert"]


def flow_after(flow: Flow[None], answer: int) -> Flow[None]:
    """The rest of a flow whose present question is answered so."""
    value: Any = answer
    while True:
        try:
            decision = flow.send(value)
        except StopIteration:
            return
        value = yield decision


@pytest.mark.parametrize("where", [THE_FISHHOOK, LOC_WITHOUT_ECON])
def test_vc_without_resources_may_not_begin_what_tax_would_not_pay_for(where: int) -> None:
    s = blank(card=107, next_card=55, resources=[0, 20, 20, 0])
    put(s, where, vc_guerrilla_active=1)
    without = names(s, VC)
    put(s, where, vc_guerrilla=1)
    assert names(s, VC) in (without, [*without, "terror"])  # Terror on a LoC is free
    put(s, SAIGON, vc_guerrilla=1)
    assert "rally" in names(s, VC)


def test_a_tax_that_must_pay_for_its_operation_begins_where_it_earns() -> None:
    s = blank(card=107, next_card=55, resources=[0, 20, 20, 0])
    for sp in (THE_FISHHOOK, LOC_WITHOUT_ECON, SAIGON, TAY_NINH):
        put(s, sp, vc_guerrilla=1)
    rally = next(op for op in operations_for(s, VC, OP_AND_ACTIVITY) if op.name == "rally")
    p = play(carry_out(s, rally))
    assert p.keys() == ["saigon", "tay_ninh"]
    p.answer("saigon")
    assert sorted(p.keys()) == sorted(["tay_ninh", "the_fishhook", row_id(LOC_WITHOUT_ECON), "done"])


def test_an_operation_in_no_space_without_special_activity_cannot_end() -> None:
    """2.3.4: it would count as Op only and shut the Event for nothing."""
    s = blank(card=107, next_card=55, order=ORDER_OF_107, eligible=0b1111, resources=[0, 0, 0, 0])
    for sp in (TAY_NINH, AN_LOC):
        put(s, sp, vc_guerrilla=2)
    p = play(turn(s), "op_activity", "rally")
    assert p.decision is not None
    assert p.decision.kind == "tax.space"
    p.answer("tay_ninh", "done")
    assert "done" not in p.keys()
    p.answer("saigon", "done")
    assert s.acted == ((VC, OP_AND_ACTIVITY),)


def test_an_operation_whose_resources_were_handed_over_may_end_in_no_space() -> None:
    """1.5.2: no question is left without an answer."""
    s = blank(card=107, next_card=55, resources=[0, 0, 0, 1])
    rally = next(op for op in operations_for(s, VC, OP_AND_ACTIVITY) if op.name == "rally")
    flow = carry_out(s, rally)
    assert "done" not in [option.key for option in next(flow).options]
    s.resources[VC] = 0
    assert [option.key for option in flow.send(RELIST).options] == ["done"]


def test_a_non_player_is_asked_before_it_takes_the_special_activity_that_brings_a_space() -> None:
    """Its flowchart plans the activity when the step is asked for (8.1.C)."""
    s = blank(options=GameOptions(non_players=(NVA,)), card=107, next_card=55)
    put(s, LOC_HUE_DA_NANG, nva_guerrilla=1)
    put(s, HUE, police=1)
    attack = next(op for op in operations_for(s, NVA, OP_AND_ACTIVITY) if op.name == "attack")
    assert play(carry_out(s, attack)).keys() == ["done", "sa:ambush"]


def test_a_special_activity_that_leaves_its_operation_no_space_still_opens_the_event() -> None:
    """2.3.4, 4.1: VC's only Underground Guerrilla Taxes, so that nobody is left for Terror."""
    s = blank(card=107, next_card=55, order=ORDER_OF_107, eligible=0b1111)
    put(s, TAY_NINH, vc_guerrilla=1)
    assert play(turn(s), "op_activity", "terror", "sa:tax").over
    assert (s.resources[VC], s.terror[TAY_NINH]) == (24, 0)
    assert s.acted == ((VC, OP_AND_ACTIVITY),)
    assert [option.key for option in turn_options(s, NVA)] == ["limop", "event", "pass"]


def test_a_raid_in_which_nobody_moves_or_strikes_does_not_open_the_event() -> None:
    for answers, action in ((["done"], OP_ONLY), (["ranger@hue"], OP_AND_ACTIVITY)):
        s = blank(card=107, next_card=55, order=(ARVN, NVA, VC, US), eligible=0b1111)
        put(s, HUE, ranger=1, police=1)
        p = play(turn(s), "op_activity", "sweep", "hue", "sa:raid", "quang_tri_thua_thien", "done", *answers)
        while not p.over:
            p.answer(p.keys()[-1])
        assert s.acted == ((ARVN, action),)


def test_a_raid_in_which_a_ranger_strikes_where_it_stands_opens_the_event() -> None:
    s = blank(card=107, next_card=55, order=(ARVN, NVA, VC, US), eligible=0b1111)
    put(s, HUE, ranger=1, police=1, nva_troops=1)
    p = play(turn(s), "op_activity", "sweep", "hue", "sa:raid", "hue", "done", "yes")
    while not p.over:
        p.answer(p.keys()[-1])
    assert at(s, HUE) == {"police": 1, "ranger_active": 1}
    assert s.acted == ((ARVN, OP_AND_ACTIVITY),)


def test_poor_nva_can_only_pass_or_do_what_is_free() -> None:
    position = table(107, 55).position()
    position["resources"] = {"arvn": 0, "nva": 0, "vc": 0}
    game = Game.from_position(position, manual_chance=True)
    game.choose("pass")
    game.choose("op_only")
    assert asked(game) == (NVA, "march.destination")  # nothing else is free
    assert all(key.startswith("loc_") for key in offers(game))


def tet_as_coup() -> Game:
    """1967-69 with Tet, the first Coup card, showing next."""
    position = Game.new("short-1967", manual_chance=True).position()
    del position["order"]  # the card's own
    position |= {"stage": "turn", "card": 28, "next_card": 124, "piles": position["piles"][1:]}
    return Game.from_position(position, manual_chance=True)


def test_tet_opens_the_second_campaign_of_1967_as_vcs_event() -> None:
    game = tet_as_coup()
    assert "march" not in operations_now(game)  # Monsoon: Tet serves as Coup card
    for _ in range(4):
        game.choose("pass")
    game.choose("42")  # revealed while Tet is current
    seen = set()
    while not game.state.acted:
        assert game.decision is not None
        seen.add(game.decision.kind.split(".")[0])
        game.choose("done" if "done" in offers(game) else offers(game)[0])
    assert {"coup", "redeploy", "commitment"} <= seen  # a whole Coup Round
    s = game.state
    assert s.leader == 128  # Thieu stays: Tet is no leader
    assert (s.card, s.next_card, s.acted) == (124, 42, ((VC, EVENT),))
    assert s.coup_rounds == 1
    turned_up = [entry.params["card"] for entry in game.log or () if entry.message == "log.card"]
    assert turned_up == [124, 124]  # as Coup card and as Event
    while game.state.card == 124:
        assert game.decision is not None
        game.choose("pass" if "pass" in offers(game) else offers(game)[0])
    assert game.state.card == 42
    assert game.state.played.count(124) == 1
    assert not game.state.eligible >> VC & 1


def operations_now(game: Game) -> list[str]:
    return [op.name for faction in range(4) for op in operations_for(game.state, faction, OP_ONLY)]


def test_deception_markers_are_drawn_before_the_first_card() -> None:
    """2.1, 7.3."""
    game = Game.new("short-1965", options=GameOptions(deception=True), manual_chance=True)
    for _ in range(8):
        assert asked(game) == (CHANCE, "deception.draw")
        game.choose(offers(game)[0])
    assert asked(game) == (CHANCE, "card")


def test_nothing_is_asked_once_the_game_is_over() -> None:
    assert play(STAGES[OVER].step(blank(stage=OVER))).over
