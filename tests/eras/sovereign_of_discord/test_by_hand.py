"""Events carried out by hand, and steps of card packs, from 1961 to 1963: only what the board of these years allows."""

import random

import pytest

from fitl.board.factions import NVA, US
from fitl.board.pieces import CADRE, HAMLET, VC_BASE, VC_GUERRILLA
from fitl.board.spaces import AVAILABLE, CASUALTIES, OUT_OF_PLAY
from fitl.events.by_hand import by_hand
from fitl.lab.invariants import check_state
from fitl.rules.economy import add_resources, change_track, tracks_in_use
from fitl.rules.forces import count, fits, place
from fitl.state import State
from fitl.words import label
from tests.eras.sovereign_of_discord.support import D61, P61, P63, begun, edit, row
from tests.support import Play, at, play


def hand(s: State, *answers: str | int, by: int = US) -> Play:
    return play(by_hand(s, by), *answers)


def test_nothing_is_put_into_closed_countries() -> None:
    """P1.3.5."""
    s = begun()
    p = hand(s, "place", "available", "vc_guerrilla")
    assert not {"north_vietnam", "central_laos", "the_parrots_beak"} & {*p.keys()}
    p.answer("phuoc_long", 1, "terror")
    assert not {"north_vietnam", "central_laos", "the_parrots_beak"} & {*p.keys()}
    p.answer("phuoc_long", "move", "kien_hoa_vinh_binh")
    assert "the_parrots_beak" not in p.keys()


def test_a_province_takes_one_hamlet_and_a_city_none() -> None:
    """P1.4.2."""
    s = begun(P63)
    p = hand(s, "place", "hamlet")
    assert not {"saigon", "quang_duc_long_khanh"} & {*p.keys()}
    p.answer("phuoc_long", "done")
    assert at(s, row("phuoc_long")) == {"hamlet": 1}
    check_state(s)


def test_several_hamlets_are_put_down_one_by_one() -> None:
    """P1.4.2."""
    s = begun()
    p = hand(s, "place", "out_of_play", "phuoc_long")  # six Hamlets lie there, nothing else
    assert p.decision is not None
    assert p.decision.kind == "by_hand.what"
    check_state(s)


def test_cadres_come_to_vc_bases_and_leave_them() -> None:
    """P1.4: one to a Base."""
    s = begun(P63)
    p = hand(s, "cadre")
    assert p.keys() == ["kien_phong", "kien_hoa_vinh_binh"]
    p.answer("kien_phong", "uncadre", "tay_ninh", "done")
    assert at(s, row("kien_phong"))["vc_base_cadre"] == 1
    assert "vc_base_cadre" not in at(s, row("tay_ninh"))
    assert count(s, AVAILABLE, CADRE) == 2
    check_state(s)


@pytest.mark.parametrize("scenario", [P61, D61])
def test_there_are_no_tunnels_and_cadres_only_where_nva_plays(scenario: str) -> None:
    """P1.4."""
    found = hand(begun(scenario)).keys()
    assert "tunnel" not in found
    assert ("uncadre" in found) is (scenario == P61)


def test_a_track_moved_by_hand_releases_what_lies_in_its_boxes() -> None:
    """P6.8.4, P6.9.4: the US sets the Advisors, the rest is Available."""
    s = begun()
    p = hand(s, "track", "washington", 1)
    assert p.decision is not None
    assert (p.decision.actor, p.decision.kind) == (US, "advisor.space")
    p.answer("saigon", "hue", "track", "hanoi", 2, "done")
    assert (s.washington, s.hanoi) == (1, 2)
    assert at(s, row("washington_1")) == at(s, row("hanoi_2")) == {}
    check_state(s)


def test_regime_stability_moves_by_hand_with_what_each_step_costs() -> None:
    """P6.10.1, P6.10.3: two falls cost Aid, the Crisis side none; improving brings none."""
    s = begun(aid=30)
    p = hand(s, "track", "regime")
    assert p.keys() == ["unstable", "chaotic", "crisis"]
    p.answer("crisis", "track", "regime", "stable", "done")
    assert (s.regime, s.aid) == (0, 20)


def test_nva_has_no_resources_to_set() -> None:
    """P1.8."""
    s = begun()
    assert "nva_resources" not in hand(s, "track").keys()
    assert "nva_resources" not in tracks_in_use(s)
    assert add_resources(s, NVA, 5) == 0
    play(change_track(s, "nva_resources", 5))
    assert s.resources[NVA] == 0


def test_a_track_that_the_years_do_not_have_stays_as_it_is() -> None:
    """P6.7: no Trail."""
    s = begun()
    play(change_track(s, "trail", 2))
    assert s.trail == 0


def test_the_operations_of_the_years_are_given_free_by_hand() -> None:
    s = begun(washington=2)
    edit(s, "pleiku_darlac", vc_base_cadre=1, vc_guerrilla=2, irregular=1)
    p = hand(s, "free", "us")
    assert p.keys() == ["train", "advise", "interdict", "sa:advise", "air_lift"]
    assert p.decision is not None
    words = [label(p.decision, option, s.cards) for option in p.decision.options]
    assert words == ["Train", "Advise", "Interdict", "Advise, as a Special Activity", "Air Lift"]
    assert hand(s, "free", "nva").keys() == [*("infiltrate", "direct", "propagandize"), *("sa:direct", "bombard")]


def test_advisors_lie_in_any_box_of_the_us() -> None:
    """P3.3.3, OPEN 3."""
    s = begun(P63)
    p = hand(s, "remove", "hue", "advisor")
    assert p.keys() == ["available", "casualties", "out_of_play"]
    p.answer("casualties", "boxes", "casualties", "out_of_play", "done")
    assert (at(s, CASUALTIES), at(s, OUT_OF_PLAY)) == ({}, {"advisor": 1})


@pytest.mark.parametrize("scenario", [P61, D61, P63])
def test_changes_at_random_keep_every_limit(scenario: str) -> None:
    """P1.3.5, P1.4, P1.4.2, P1.8, P6.8, P6.9."""
    rng = random.Random(scenario)
    s = begun(scenario)
    p = hand(s)
    for _ in range(300):
        if p.decision is None:
            break
        if p.decision.kind == "by_hand.what":
            check_state(s)
        keys = [key for key in p.keys() if key not in ("done", "free")]
        p.answer(rng.choice(keys or p.keys()))


def test_a_piece_fits_where_it_may_stand_with_room_in_an_open_space() -> None:
    """1.4.2, P1.3.5, P1.4.2."""
    s = begun()
    assert fits(s, row("phuoc_long"), HAMLET)
    place(s, row("phuoc_long"), HAMLET, 1, OUT_OF_PLAY)
    assert not fits(s, row("phuoc_long"), HAMLET)
    assert not fits(s, row("central_laos"), VC_GUERRILLA)
    assert fits(s, row("phuoc_long"), VC_BASE)
    assert not fits(s, row("loc_hue_da_nang"), VC_BASE)
