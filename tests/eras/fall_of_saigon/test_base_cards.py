"""Base cards in 1973 to 1975: Armor under Capabilities and in Events (S3, S5.1.1), pieces out of their reach (S1.4)."""

import pytest

from fitl.board.factions import ARVN, NVA, US, VC
from fitl.board.pieces import ARVN_ARMOR, ARVN_TROOPS, HAMLET, KINDS, NVA_ARMOR, POLICE
from fitl.board.spaces import AVAILABLE, CASUALTIES, OUT_OF_PLAY, SET_ASIDE
from fitl.compose import era_named
from fitl.lasting import ARMORED_CAVALRY, BODY_COUNT, COBRAS, CORDS, LONG_RANGE_GUNS_SHADED, SEARCH_AND_DESTROY_SHADED
from fitl.rules.activities.transport import after_operation
from fitl.rules.cards import execute_event
from fitl.rules.control import set_support
from fitl.rules.forces import liftable, move, placeable, remove
from fitl.rules.operation import Activity, Operation
from fitl.rules.operations.attack import attack_in
from fitl.rules.operations.sweep import sweep_space
from fitl.rules.removal import exposed_to_attack
from fitl.state import State
from tests.eras.fall_of_saigon.support import XS, activity, begun, edit, empty, operation, row
from tests.eras.sovereign_of_discord.support import begun as set_up
from tests.support import Play, at, play, put


def event(s: State, card: int, side: str, by: int, *answers: str | int) -> Play:
    return play(execute_event(s, card, side, by), *answers)


def all_on_map(s: State, kind: int) -> None:
    """Every Armor of a kind stands on the map."""
    move(s, kind, s.pieces[AVAILABLE * KINDS + kind], AVAILABLE, row("quang_nam"))


# --- lifting Armor (OPEN 3) ---------------------------------------------------------------------------------------


def test_armor_is_lifted_from_the_map_when_none_is_available() -> None:
    """1.4.1, OPEN 3: by ARVN in a Train, where it counts against Posture, and by the US."""
    s = begun()
    all_on_map(s, ARVN_ARMOR)
    flow = operation(s, ARVN, "train", "saigon", "armor", "hue", "armor", "quang_nam", "da_nang")
    assert at(s, row("saigon"))["arvn_armor"] == at(s, row("hue"))["arvn_armor"] == 1
    assert at(s, row("quang_nam"))["arvn_armor"] == 6
    assert "armor" not in flow.keys()
    s = begun(XS, "post_paris")
    all_on_map(s, ARVN_ARMOR)
    operation(s, US, "train", "kien_giang_an_xuyen", "armor")
    assert at(s, row("kien_giang_an_xuyen"))["arvn_armor"] == 1


def test_nva_lifts_its_armor_in_a_rally_and_an_infiltrate() -> None:
    """OPEN 3."""
    s = begun(trail=3)
    all_on_map(s, NVA_ARMOR)
    operation(s, NVA, "rally", "north_vietnam", "armor")
    assert at(s, row("north_vietnam"))["nva_armor"] == 1
    flow = activity(s, NVA, "infiltrate", "central_laos", "later", "done", "central_laos", "quang_nam")
    assert flow.over
    assert at(s, row("central_laos"))["nva_armor"] == 1


def test_captured_armor_is_never_lifted() -> None:
    """OPEN 3: leaving the map it would go Out of Play."""
    s = empty()
    put(s, row("hue"), captured_nva_armor=8, captured_arvn_armor=8)
    assert not liftable(s, row("saigon"), ARVN_ARMOR)
    assert not placeable(s, ARVN, row("saigon"), ARVN_ARMOR, 1)
    assert not placeable(s, NVA, row("north_vietnam"), NVA_ARMOR, 1)


# --- Ambush, Hamlets (OPEN 25, OPEN 40) ---------------------------------------------------------------------------


def test_an_ambush_sends_arvn_pieces_to_casualties_armor_after_troops_and_nva_armor_does_not_join() -> None:
    """OPEN 25: one piece only."""
    s = empty()
    put(s, row("hue"), nva_guerrilla=1, nva_armor=1, arvn_troops=1, arvn_armor=1, police=1)
    flow = play(s.era.activity_rules["ambush"].run(s, Activity(s, NVA, "ambush")))
    assert set(flow.keys()) == {"arvn_troops", "police"}
    flow.answer("arvn_troops")
    assert flow.over
    assert at(s, CASUALTIES) == {"arvn_troops": 1}
    put(s, row("hue"), nva_guerrilla=1)
    flow = play(s.era.activity_rules["ambush"].run(s, Activity(s, NVA, "ambush")))
    assert set(flow.keys()) == {"arvn_armor", "police"}


def test_hamlets_and_armor_are_each_shielded_by_their_own_rule() -> None:
    """OPEN 40: Police shield a Hamlet and not Armor; neither shields the other; Bases last."""
    s = empty(XS)
    s.era = era_named("after_retreat_diem_stays")
    sp = row("quang_tri_thua_thien")
    s.pieces[sp * KINDS + HAMLET] = 1
    put(s, sp, police=1, arvn_armor=1, arvn_base=1, nva_troops=2)
    assert exposed_to_attack(s, sp) == [POLICE, ARVN_ARMOR]
    put(s, sp, arvn_troops=1)
    assert exposed_to_attack(s, sp) == [ARVN_TROOPS, POLICE]
    for kind in (ARVN_TROOPS, POLICE):
        remove(s, sp, kind)
    assert exposed_to_attack(s, sp) == [HAMLET, ARVN_ARMOR]
    play(attack_in(s, Operation(s, NVA, "attack", free=True), sp), "hamlet")
    assert at(s, CASUALTIES)["hamlet"] == 1


# --- Capabilities -------------------------------------------------------------------------------------------------


def test_cobras_take_armor_once_no_troops_are_there() -> None:
    """Card 13 unshaded, OPEN 48 (F120): between Armor and Active Guerrillas it is free; Bases are shielded."""
    s = empty(effects=COBRAS)
    put(s, row("hue"), arvn_troops=1, nva_troops=1, nva_armor=1, nva_guerrilla_active=1, nva_base=1)
    assert set(play(sweep_space(s, ARVN, row("hue"))).keys()) == {"nva_troops", "done"}
    edit(s, "hue", arvn_troops=1, nva_armor=1, nva_guerrilla_active=1, nva_base=1)
    flow = play(sweep_space(s, ARVN, row("hue")))
    assert set(flow.keys()) == {"nva_armor", "nva_guerrilla_active", "done"}
    flow.answer("nva_armor")
    assert "nva_armor" not in at(s, row("hue"))


def test_buying_back_takes_the_place_of_both_pacifications_of_cords() -> None:
    """Card 19 unshaded, S3.2.1."""
    s = begun(XS, "after_retreat", effects=CORDS, posture=3)
    remove(s, row("saigon"), POLICE)
    flow = operation(s, US, "train", "saigon", "nothing", "hue", "nothing", "done")
    assert "buy_back" in flow.keys()
    flow.answer("buy_back")
    assert flow.over
    assert "train.pacify_second" not in flow.asked


def test_the_assault_of_armored_cavalry_includes_armor_that_stands_there() -> None:
    """Card 61 unshaded: Armor does not ride along."""
    s = empty(effects=ARMORED_CAVALRY)
    put(s, row("saigon"), arvn_troops=2, arvn_armor=1)
    put(s, row("can_tho"), arvn_armor=1, nva_troops=4)
    op = Operation(s, ARVN, "assault", activities=("transport",))
    act = Activity(s, ARVN, "transport", op)
    flow = play(s.era.activity_rules["transport"].run(s, act), "can_tho", 2)
    assert flow.over
    assert at(s, row("saigon")) == {"arvn_armor": 1}
    play(after_operation(s, op), "can_tho")
    assert at(s, row("can_tho")) == {"arvn_troops": 2, "arvn_armor": 1, "nva_troops": 1}


def test_an_assault_of_armor_alone_angers_the_province() -> None:
    """Card 28 shaded."""
    s = empty(effects=SEARCH_AND_DESTROY_SHADED)
    put(s, row("binh_dinh"), arvn_armor=1, nva_troops=2)
    set_support(s, row("binh_dinh"), 1)
    operation(s, ARVN, "assault")
    assert at(s, row("binh_dinh")) == {"arvn_armor": 1}
    assert s.support[row("binh_dinh")] == 0


def test_body_count_pays_for_guerrillas_that_armor_took_and_not_for_armor() -> None:
    """Card 72 unshaded: ARVN Assaults for nothing."""
    s = empty(effects=BODY_COUNT)
    put(s, row("hue"), arvn_armor=2, nva_armor=1, nva_guerrilla_active=2)
    before = s.resources[ARVN]
    operation(s, ARVN, "assault")
    assert at(s, row("hue")) == {"arvn_armor": 2}
    assert (s.aid, s.resources[ARVN]) == (36, before)


def test_armor_neither_fires_nor_is_hit_in_a_bombard() -> None:
    """S4.4.2, card 32 shaded."""
    s = empty(effects=LONG_RANGE_GUNS_SHADED)
    put(s, row("binh_dinh"), arvn_base=1, arvn_armor=3)
    put(s, row("pleiku_darlac"), nva_troops=3)
    assert not s.era.activity_rules["bombard"].can(s, Activity(s, NVA, "bombard"))
    put(s, row("binh_dinh"), arvn_troops=1)
    assert s.era.activity_rules["bombard"].can(s, Activity(s, NVA, "bombard"))
    edit(s, "pleiku_darlac", nva_troops=2, nva_armor=3)
    assert not s.era.activity_rules["bombard"].can(s, Activity(s, NVA, "bombard"))


# --- Events (OPEN 27) ---------------------------------------------------------------------------------------------


def test_easter_offensive_moves_armor_off_the_roads_and_it_joins_where_troops_attack() -> None:
    """Card 122, OPEN 27: not where it stands alone."""
    s = empty(XS, "post_paris")
    put(s, row("loc_hue_khe_sanh"), nva_armor=1)
    put(s, row("hue"), police=4, nva_troops=2)
    put(s, row("saigon"), nva_armor=1, police=2)
    flow = event(s, 122, "single", NVA)
    while not flow.over:
        flow.answer(
            next(key for key in ("no", "nva_armor@loc_hue_khe_sanh", "hue", flow.keys()[0]) if key in flow.keys())
        )
    assert at(s, row("hue")) == {"nva_troops": 2, "nva_armor": 1, "police": 1}
    assert at(s, row("saigon")) == {"nva_armor": 1, "police": 2}


def test_tet_is_for_guerrillas_alone() -> None:
    """Card 124, OPEN 27."""
    s = empty(XS, "post_paris")
    put(s, row("quang_nam"), vc_guerrilla_active=1, nva_armor=2, police=4)
    flow = event(s, 124, "single", VC)
    while not flow.over:
        flow.answer("6" if flow.decision is not None and flow.decision.kind == "attack.die" else flow.keys()[0])
    assert at(s, row("quang_nam"))["police"] == 4


def test_events_that_name_pieces_take_and_bring_armor() -> None:
    """OPEN 27: cards 2, 49, 51."""
    s = empty(XS, "post_paris")
    put(s, row("central_laos"), nva_armor=2)
    event(s, 51, "unshaded", US)
    assert at(s, row("central_laos")) == {}
    assert "arvn_armor@saigon" in event(s, 49, "unshaded", ARVN).keys()
    assert "nva_armor@the_fishhook" in event(s, 2, "shaded", NVA).keys()


@pytest.mark.parametrize(("card", "side", "by"), [(42, "unshaded", US), (53, "unshaded", ARVN), (71, "unshaded", ARVN)])
def test_events_that_name_nva_troops_spare_armor(card: int, side: str, by: int) -> None:
    """OPEN 27."""
    s = empty(XS, "post_paris")
    put(s, row("binh_dinh"), nva_armor=2, arvn_troops=1)
    flow = event(s, card, side, by)
    while not flow.over:
        flow.answer(flow.keys()[0])
    assert at(s, row("binh_dinh"))["nva_armor"] == 2


def test_armor_out_of_play_comes_back_by_an_event_that_takes_pieces_from_there() -> None:
    """S1.4.5: card 82."""
    s = begun(XS, "post_paris")
    move(s, ARVN_ARMOR, 2, AVAILABLE, OUT_OF_PLAY)
    flow = event(s, 82, "unshaded", ARVN)
    while not flow.over:
        keys = flow.keys()
        flow.answer(next((key for key in ("arvn", "arvn_armor", "2") if key in keys), keys[0]))
    assert "arvn_armor" not in at(s, OUT_OF_PLAY)


# --- pieces that are set aside (S1.4) -----------------------------------------------------------------------------


def test_vietnamization_brings_no_piece_that_is_set_aside() -> None:
    """S1.4, 2.3.8 (F04): 10 Troops, 3 Rangers and 2 Bases become Available."""
    s = set_up("extended-full-1964")
    flow = event(s, 123, "single", ARVN)
    found = at(s, AVAILABLE)
    assert (found["arvn_troops"], found["ranger"], found["arvn_base"]) == (18, 5, 3)
    assert at(s, SET_ASIDE) == {"ranger": 2, "arvn_base": 3, "arvn_armor": 8, "nva_armor": 8}
    assert not any("armor" in key for key in flow.keys())


@pytest.mark.parametrize(
    ("card", "side"), [(43, "unshaded"), (82, "unshaded"), (49, "unshaded"), (87, "unshaded"), (2, "shaded")]
)
def test_no_event_reaches_what_is_set_aside(card: int, side: str) -> None:
    """S1.4, OPEN 39."""
    s = set_up(XS)
    flow = event(s, card, side, ARVN)
    while not flow.over:
        keys = flow.keys()
        assert not any("armor" in key for key in keys)
        flow.answer(next((key for key in ("arvn",) if key in keys), keys[0]))
    assert at(s, SET_ASIDE) == {"ranger": 2, "arvn_base": 3, "arvn_armor": 8, "nva_armor": 8}
