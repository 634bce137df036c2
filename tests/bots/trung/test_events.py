"""Events by the cards (12.4): when one has no effect for a Faction, and the choices that its note names."""

from collections.abc import Callable

import pytest

from fitl.board.factions import ARVN, NVA, US, VC
from fitl.board.pieces import KINDS_OF, NVA_GUERRILLA, POLICE, US_BASE, US_TROOPS, VC_BASE, VC_GUERRILLA
from fitl.board.spaces import (
    AVAILABLE,
    BA_XUYEN,
    BINH_DINH,
    CASUALTIES,
    CENTRAL_LAOS,
    DA_NANG,
    HUE,
    KHANH_HOA,
    KIEN_GIANG,
    KIEN_HOA,
    KIEN_PHONG,
    OUT_OF_PLAY,
    PHU_BON,
    PLEIKU,
    QUANG_NAM,
    QUANG_TIN,
    QUANG_TRI,
    QUI_NHON,
    SAIGON,
    TAY_NINH,
    THE_FISHHOOK,
)
from fitl.bots.trung.effective import is_effective
from fitl.bots.trung.marks import MARKS
from fitl.lasting import SEARCH_AND_DESTROY_SHADED
from fitl.rules.control import recount
from fitl.rules.forces import count
from fitl.state import ACTIVE_OPPOSITION, ACTIVE_SUPPORT, NEUTRAL, PASSIVE_OPPOSITION, PASSIVE_SUPPORT, State
from tests.bots.trung.support import Seat, board, event, hold
from tests.support import at, put

Board = Callable[[], State]


def tells(s: State, faction: int, card: int) -> bool:
    """Would the side that the mark names have an effect?"""
    s.card = card
    mark = MARKS[card][faction]
    assert mark is not None
    recount(s)
    return is_effective(Seat(s).minds[faction], s, mark.side)


def without(*kinds: int, **tracks: object) -> State:
    """A board on which nothing of these kinds is Available."""
    s = board(**tracks)
    for kind in kinds:
        hold(s, kind, 0)
    return s


def with_pieces(sp: int, **pieces: int) -> State:
    s = board(patronage=10, aid=10)
    put(s, sp, **pieces)
    return s


def at_opposition(s: State, *spaces: int) -> State:
    for sp in spaces:
        s.support[sp] = ACTIVE_OPPOSITION
    return s


# What changes something on the board, and yet is no reason for the Faction to take the Event.
NO_REASON: dict[str, tuple[int, int, Board]] = {
    "21 shaded, VC at Active Opposition alone": (
        *(21, VC),
        lambda: at_opposition(with_pieces(QUANG_TRI, us_troops=2, vc_guerrilla=2), QUANG_TRI),
    ),
    "25 unshaded, nobody near the Mekong": (25, ARVN, lambda: with_pieces(SAIGON, arvn_troops=4)),
    "36 unshaded, no Base in the Highlands": (36, ARVN, lambda: with_pieces(QUANG_TRI, us_troops=6)),
    "36 shaded, NVA's Base alone": (36, VC, lambda: with_pieces(QUANG_TRI, nva_base=1, us_troops=3)),
    "49 unshaded, from the map alone": (49, ARVN, lambda: arvn_on_the_map()),
    "62 unshaded, no Base in Cambodia": (62, US, lambda: with_pieces(SAIGON, us_troops=4, irregular=2)),
    "66 shaded, Saigon's Support alone": (66, VC, lambda: _support_of_saigon()),
    "75 unshaded, nobody in Cambodia": (75, US, lambda: with_pieces(TAY_NINH, us_troops=4)),
    "83 shaded, all Cities lost": (83, VC, lambda: at_opposition(board(aid=20), *range(8))),
    "89 shaded, Saigon lost": (89, VC, lambda: at_opposition(board(patronage=20), SAIGON)),
    "91 unshaded, a single Troop may go": (91, US, lambda: _hope(1)),
    "92 unshaded, Police that hit nobody": (92, ARVN, lambda: _police_by_can_tho()),
    "94, no Tunnel beside US Troops": (94, US, lambda: with_pieces(QUANG_TRI, us_troops=2, vc_base=1)),
    "94, VC's Base alone": (94, NVA, lambda: with_pieces(QUANG_TRI, vc_base=1)),
    "97 shaded, Terror alone": (97, VC, lambda: at_opposition(with_pieces(HUE, vc_guerrilla=1), HUE)),
    "98 unshaded, Guerrillas outside the Jungle": (
        *(98, ARVN),
        lambda: with_pieces(QUANG_TRI, us_troops=2, vc_guerrilla=4),
    ),
    "109 shaded, nothing Available": (109, VC, lambda: without(VC_GUERRILLA, VC_BASE)),
    "112 unshaded, Police on the map alone": (112, ARVN, lambda: arvn_on_the_map()),
}


def arvn_on_the_map() -> State:
    s = board()
    put(s, SAIGON, police=3, arvn_troops=3)
    for kind in KINDS_OF[ARVN]:
        hold(s, kind, 0)
    return s


def _support_of_saigon() -> State:
    s = board(patronage=5)
    s.support[SAIGON] = ACTIVE_SUPPORT
    return s


def _hope(free: int) -> State:
    s = board()
    put(s, QUANG_NAM, us_troops=free)
    put(s, DA_NANG, arvn_troops=1)
    put(s, CASUALTIES, us_troops=3)
    return s


def _police_by_can_tho() -> State:
    s = board(effects=SEARCH_AND_DESTROY_SHADED)
    put(s, KIEN_HOA, police=1, vc_guerrilla_active=2)
    return s


@pytest.mark.parametrize("name", NO_REASON)
def test_an_event_that_serves_the_faction_in_nothing_is_not_effective(name: str) -> None:
    """16.15."""
    card, faction, make = NO_REASON[name]
    assert not tells(make(), faction, card)


def test_the_same_events_are_effective_once_their_condition_holds() -> None:
    assert tells(with_pieces(QUANG_TRI, us_troops=2, vc_guerrilla=2), VC, 21)
    assert tells(with_pieces(KIEN_PHONG, arvn_troops=2, vc_guerrilla=2), ARVN, 25)
    s = with_pieces(QUANG_TRI, vc_base=1)
    put(s, BINH_DINH, us_troops=2)
    assert tells(s, ARVN, 36)
    assert tells(with_pieces(QUANG_TRI, vc_base=1), VC, 36)
    assert tells(with_pieces(THE_FISHHOOK, nva_base=1), US, 62)
    assert tells(_hope(3), US, 91)
    assert tells(with_pieces(KIEN_HOA, arvn_troops=4, vc_guerrilla=2), ARVN, 92)
    assert tells(with_pieces(QUANG_TRI, us_troops=1, vc_tunnel=1), US, 94)
    assert tells(with_pieces(TAY_NINH, us_troops=1, vc_guerrilla=1), ARVN, 98)


# --- choices ------------------------------------------------------------------------------------------------------


@pytest.mark.node("trung.event.move")
def test_americal_gathers_two_from_the_map_and_two_from_out_of_play() -> None:
    """21: two must come from the map, though the move rules call for one."""
    s = board(us_policy="lbj")
    put(s, KIEN_PHONG, police=1)
    put(s, HUE, us_troops=4)
    s.support[HUE] = ACTIVE_SUPPORT
    put(s, OUT_OF_PLAY, us_troops=3)
    recount(s)
    event(s, US, 21, "unshaded")
    assert at(s, KIEN_PHONG) == {"police": 1, "us_troops": 4}


def test_hamburger_hill_is_a_highland_with_a_base() -> None:
    """36: and four Troops go there."""
    s = board()
    put(s, QUANG_TRI, us_troops=3)
    put(s, PLEIKU, vc_tunnel=1)
    put(s, SAIGON, us_troops=6)
    recount(s)
    event(s, ARVN, 36, "unshaded")
    assert at(s, PLEIKU) == {"us_troops": 4}


def test_da_nang_calls_nobody_from_available() -> None:
    """22."""
    s = board()
    put(s, OUT_OF_PLAY, us_troops=5)
    event(s, US, 22, "unshaded")
    assert at(s, DA_NANG) == {"us_troops": 3}


@pytest.mark.node("trung.event.amount")
def test_bob_hope_moves_two_troops_for_each_casualty() -> None:
    """91: an even number, as many as may leave."""
    s = _hope(7)
    recount(s)
    event(s, US, 91, "unshaded")
    assert (count(s, QUANG_NAM, US_TROOPS), count(s, DA_NANG, US_TROOPS)) == (1, 6)
    assert count(s, CASUALTIES, US_TROOPS) == 0


def test_rach_ba_rai_brings_a_guerrilla_if_there_is_one() -> None:
    """100."""
    for guerrillas, found in ((5, "vc_guerrilla"), (0, "vc_base")):
        s = board()
        put(s, KIEN_GIANG, vc_guerrilla_active=1)
        hold(s, VC_GUERRILLA, guerrillas)
        event(s, VC, 100, "shaded")
        assert found in at(s, KIEN_GIANG)


def test_rach_ba_rai_hunts_whoever_has_more_in_the_space() -> None:
    """100: NVA's other pieces if they are as many as VC's."""
    for nva, left in ((1, {"us_troops", "nva_guerrilla"}), (3, {"us_troops", "vc_guerrilla"})):
        s = board()
        put(s, KIEN_GIANG, us_troops=1, vc_guerrilla=2, nva_guerrilla=nva)
        event(s, US, 100, "unshaded")
        assert set(at(s, KIEN_GIANG)) == left


def test_tri_quang_brings_a_base_unless_saigon_stays_at_support() -> None:
    """114."""
    for support, kind in ((PASSIVE_SUPPORT, "vc_base"), (ACTIVE_SUPPORT, "vc_guerrilla")):
        s = board()
        s.support[SAIGON] = support
        event(s, VC, 114, "shaded")
        assert at(s, SAIGON) == {kind: 1}


def test_korean_arms_come_as_a_base_where_two_guerrillas_are() -> None:
    """118."""
    s = board()
    put(s, QUANG_NAM, vc_guerrilla=2)
    event(s, VC, 118, "shaded")
    assert at(s, QUANG_NAM)["vc_base"] == 1
    assert at(s, SAIGON) == {"vc_guerrilla": 1}


@pytest.mark.node("trung.table.arvn_cubes")
def test_corps_troops_go_one_by_one() -> None:
    """117: all to the space that still lacks Control after each."""
    s = board()
    put(s, SAIGON, nva_troops=4, arvn_troops=1)
    recount(s)
    event(s, ARVN, 117, "unshaded")
    assert at(s, SAIGON)["arvn_troops"] == 4


def test_thi_places_where_people_can_be_won() -> None:
    """87."""
    s = board()
    event(s, US, 87, "unshaded")
    assert s.support[HUE] > NEUTRAL


@pytest.mark.node("trung.table.us_cubes")
def test_long_tan_lands_where_cubes_are_wanted() -> None:
    """98: by US Cubes, and only if fewer than four Guerrillas would go."""
    s = board()
    put(s, OUT_OF_PLAY, us_troops=2)
    put(s, TAY_NINH, us_troops=1, vc_guerrilla=2)
    put(s, QUANG_TRI, vc_guerrilla=5)
    put(s, BA_XUYEN, us_base=1)
    event(s, US, 98, "unshaded")
    assert at(s, BA_XUYEN)["us_troops"] == 2


@pytest.mark.node("trung.table.nva_base", "trung.event.kind")
def test_nva_digs_under_its_own_base() -> None:
    """94 and 102."""
    s = board()
    put(s, QUANG_TRI, vc_base=1)
    put(s, QUANG_TIN, nva_base=1, vc_base=1)
    event(s, NVA, 94, "single")
    assert at(s, QUANG_TIN)["nva_tunnel"] == 1
    s = board()
    put(s, QUANG_TRI, nva_guerrilla=5)
    put(s, QUANG_TIN, nva_base=1)
    event(s, NVA, 102, "shaded")
    assert at(s, QUANG_TIN)["nva_tunnel"] == 1


def test_westmoreland_assaults_where_nobody_is_left() -> None:
    """95: most enemies first, then a Sweep in place; never an Assault that leaves some."""
    s = board(us_policy="jfk")
    put(s, HUE, us_troops=1, vc_guerrilla=2)
    put(s, QUI_NHON, us_troops=3, vc_guerrilla_active=3)
    event(s, US, 95, "unshaded")
    assert at(s, QUI_NHON) == {"us_troops": 3}
    assert at(s, HUE)["vc_guerrilla"] == 1


def test_new_jersey_fires_where_arvn_would_remove() -> None:
    """30: a City of two people before Provinces of one, which the table of Air Strikes would take."""
    s = board()
    for sp in (HUE, KHANH_HOA, PHU_BON, BA_XUYEN):
        put(s, sp, nva_troops=2)
    recount(s)
    event(s, ARVN, 30, "unshaded")
    assert at(s, HUE) == {}


def test_a_strike_of_one_space_by_an_event_names_no_other() -> None:
    s = board()
    put(s, QUANG_TIN, nva_troops=4)
    put(s, PLEIKU, us_troops=1, nva_troops=4)
    recount(s)
    seat = event(s, ARVN, 30, "unshaded")
    assert at(s, QUANG_TIN) == {"nva_troops": 2}
    assert PLEIKU not in [params.get("space") for _, params in seat.reasons]


@pytest.mark.node("trung.event.most")
def test_masher_goes_where_most_are_removed() -> None:
    """99: not where the table would Sweep."""
    s = board()
    put(s, QUANG_NAM, arvn_troops=4, vc_guerrilla_active=1, nva_troops=3)
    put(s, QUANG_TRI, arvn_troops=2, vc_guerrilla_active=1, nva_base=1, vc_guerrilla=4)
    put(s, PHU_BON, arvn_troops=6, vc_guerrilla_active=5)
    recount(s)
    event(s, ARVN, 99, "unshaded")
    assert at(s, PHU_BON) == {"arvn_troops": 6}


@pytest.mark.parametrize(("guerrillas", "tells_it"), [(3, False), (4, True)])
def test_no_march_by_masher_where_all_guerrillas_gather_for_bases(guerrillas: int, tells_it: bool) -> None:
    """99: three in each space stay for a Base (K11), so the Event has no effect."""
    s = board()
    put(s, CENTRAL_LAOS, nva_guerrilla=guerrillas, nva_base=1)
    put(s, QUANG_TRI, nva_guerrilla=3, us_troops=2)
    recount(s)
    assert tells(s, NVA, 99) is tells_it


@pytest.mark.node("trung.table.vc_guer")
def test_deserters_are_followed_by_a_guerrilla_where_vc_wants_one() -> None:
    """84: by VC Guerrillas, not by its table of shifts."""
    s = board()
    for sp in (QUANG_NAM, BINH_DINH, KIEN_PHONG, TAY_NINH):
        put(s, sp, arvn_troops=3)
    put(s, QUANG_NAM, vc_base=1)
    s.support[BINH_DINH] = PASSIVE_OPPOSITION
    event(s, VC, 84, "shaded")
    assert at(s, QUANG_NAM)["vc_guerrilla"] == 1


def test_pieces_from_out_of_play_come_in_order_without_looking_for_friends() -> None:
    """1: a Base first, though no forces are there."""
    s = board()
    put(s, OUT_OF_PLAY, us_base=1, us_troops=6)
    event(s, US, 1, "unshaded")
    assert sum(count(s, sp, US_BASE) for sp in range(8)) == 1


def test_cubes_that_an_event_removes_take_turns() -> None:
    """117 shaded, one after the other."""
    s = board()
    put(s, HUE, arvn_troops=4, police=4)
    event(s, NVA, 117, "shaded", Seat(s, die=4))
    assert at(s, HUE) == {"arvn_troops": 2, "police": 2}


def test_attleboro_removes_tunneled_bases_as_others() -> None:
    """23: played by a person; the US takes forces, then a Base, Tunnel or not."""
    s = board(US, ARVN, VC)
    put(s, TAY_NINH, us_troops=4, nva_guerrilla_active=1, vc_tunnel=1, nva_tunnel=1)
    event(s, NVA, 23, "unshaded")
    assert at(s, TAY_NINH) == {"us_troops": 4}


def test_an_event_that_runs_out_of_guerrillas_takes_none_from_the_map() -> None:
    """25 and 29: what is Available goes where the table says, and then it is over."""
    s = board(aid=10)
    put(s, QUANG_TRI, vc_guerrilla=4)
    hold(s, VC_GUERRILLA, 1)
    event(s, VC, 25, "shaded")
    assert (at(s, QUANG_TRI), count(s, AVAILABLE, VC_GUERRILLA)) == ({"vc_guerrilla": 4}, 0)
    s = board(patronage=10)
    put(s, QUANG_TRI, vc_guerrilla=4)
    put(s, KIEN_PHONG, irregular=1)
    put(s, SAIGON, irregular=2)
    hold(s, VC_GUERRILLA, 2)
    event(s, VC, 29, "shaded")
    assert (at(s, QUANG_TRI), at(s, SAIGON)) == ({"vc_guerrilla": 4}, {"vc_guerrilla": 2})
    assert not at(s, KIEN_PHONG)


def test_what_replaces_a_piece_is_available() -> None:
    """81, 84 and 87: another kind, or none at all, before one is taken from the map."""
    s = board()
    put(s, QUANG_TRI, vc_guerrilla=1)
    put(s, SAIGON, police=3)
    hold(s, POLICE, 0)
    event(s, US, 81, "unshaded")
    assert (at(s, SAIGON), at(s, QUANG_TRI)) == ({"police": 3}, {"ranger": 1})
    s = board()
    put(s, QUANG_TRI, police=1)
    put(s, KIEN_PHONG, vc_base=1)
    hold(s, VC_BASE, 0)
    event(s, VC, 87, "shaded")
    assert (at(s, KIEN_PHONG), at(s, QUANG_TRI)) == ({"vc_base": 1}, {"vc_guerrilla": 1})
    s = board()
    put(s, QUANG_TRI, arvn_troops=3)
    put(s, KIEN_PHONG, vc_guerrilla=2)
    hold(s, VC_GUERRILLA, 0)
    event(s, VC, 84, "shaded")
    assert (at(s, KIEN_PHONG), at(s, QUANG_TRI)) == ({"vc_guerrilla": 2}, {"arvn_troops": 2})


def test_rostows_guerrillas_are_the_actors_own_where_its_table_wants_them_most() -> None:
    """90: two of VC's, first beside its Base without Guerrillas, then where it has a Base; NVA's elsewhere."""
    s = board()
    for sp in (QUANG_TRI, BINH_DINH, TAY_NINH, KIEN_PHONG):
        put(s, sp, police=1)
    put(s, KIEN_PHONG, vc_base=1)
    put(s, TAY_NINH, vc_tunnel=1, vc_guerrilla=1)
    hold(s, VC_GUERRILLA, 2)
    event(s, VC, 90, "shaded")
    assert [count(s, sp, VC_GUERRILLA) for sp in (QUANG_TRI, BINH_DINH, TAY_NINH, KIEN_PHONG)] == [0, 0, 2, 1]
    assert [count(s, sp, NVA_GUERRILLA) for sp in (QUANG_TRI, BINH_DINH, TAY_NINH, KIEN_PHONG)] == [1, 1, 0, 0]
