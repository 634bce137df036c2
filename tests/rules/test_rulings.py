"""Readings of `docs/rulings.md` that belong to no single rule's tests."""

from fitl.board.factions import ARVN, NVA, US, VC
from fitl.board.spaces import CAN_THO, CENTRAL_LAOS, HUE, NORTH_VIETNAM, QUANG_TRI, SAIGON, TAY_NINH
from fitl.game import Game
from fitl.lasting import CADRES, ORISKANY_SHADED
from fitl.rules.cards import execute_event
from fitl.rules.economy import degrade_trail
from fitl.rules.sequence import pivotal_window
from fitl.state import PIVOTAL, State
from tests.support import Play, at, blank, play, put


def everybody_could_play_a_pivotal_event() -> State:
    s = blank(leader_box=(125, 126), leader=126, pivotal_held=0b1111, stage=PIVOTAL)
    put(s, TAY_NINH, nva_troops=1, vc_guerrilla=21)
    return s


def asked(p: Play) -> tuple[int, str]:
    assert p.decision is not None
    return p.decision.actor, p.decision.kind


def test_pivotal_events_are_asked_of_vc_arvn_nva_us_and_those_who_declined_may_still_trump() -> None:
    p = play(pivotal_window(everybody_could_play_a_pivotal_event()))
    for faction in (VC, ARVN, NVA):
        assert asked(p) == (faction, "pivotal.play")
        p.answer("no")
    assert asked(p) == (US, "pivotal.play")
    p.answer("yes")
    for faction in (VC, ARVN, NVA):
        assert asked(p) == (faction, "pivotal.trump")
        p.answer("no")


def test_a_trumped_pivotal_event_stays_with_its_owner() -> None:
    s = everybody_could_play_a_pivotal_event()
    p = play(pivotal_window(s), "no", "no", "yes")  # NVA plays
    assert asked(p) == (VC, "pivotal.trump")
    p.answer("no", "yes")  # ARVN trumps
    assert asked(p) == (VC, "pivotal.trump")  # and could be trumped in turn
    p.answer("no")
    assert s.card == 123
    assert s.pivotal_held == 0b1111 & ~(1 << ARVN)


def test_a_pass_closes_the_pivotal_window() -> None:
    game = Game.from_position(
        {
            "fitl": 1,
            "scenario": "full-1964",
            "stage": "pivotal",
            "card": 107,
            "next_card": 55,
            "spaces": {"tay_ninh": {"pieces": {"vc_guerrilla": 21}}},
            "leader": 126,
            "leader_box": [125, 126],
            "pivotal": ["vc"],
        }
    )
    assert game.decision is not None
    assert (game.decision.actor, game.decision.kind) == (VC, "pivotal.play")
    game.choose("no")
    for faction in (VC, NVA, ARVN, US):
        assert (game.decision.actor, game.decision.kind) == (faction, "turn.action")
        game.choose("pass")


def test_medium_has_two_nva_guerrillas_in_tay_ninh() -> None:
    assert at(Game.new("medium-1968").state, TAY_NINH)["nva_guerrilla"] == 2


def test_only_an_event_degrades_the_trail_under_shaded_oriskany() -> None:
    s = blank(trail=3, effects=ORISKANY_SHADED)
    assert not degrade_trail(s)
    assert degrade_trail(s, 2, by_event=True)
    assert s.trail == 1


def tet(markers_used: int) -> Play:
    """The beginning of Tet with VC Underground in three Cities."""
    s = blank(card=124)
    for city in (HUE, SAIGON, CAN_THO):
        put(s, city, vc_guerrilla=1)
    s.terror[TAY_NINH] = markers_used
    return play(execute_event(s, 124, "single", VC))


def test_tet_asks_for_the_order_of_terror_only_when_markers_are_short() -> None:
    assert asked(tet(12))[1] != "event.tet_terror"
    p = tet(13)
    assert asked(p) == (VC, "event.tet_terror")
    assert p.keys() == ["hue", "saigon", "can_tho"]
    p.answer("saigon", "hue")
    assert p.asked.count("event.tet_terror") == 2


def test_tet_under_unshaded_cadres_needs_two_guerrillas_for_terror() -> None:
    s = blank(card=124, effects=CADRES)
    put(s, HUE, vc_guerrilla=1)
    put(s, SAIGON, vc_guerrilla=3)
    play(execute_event(s, 124, "single", VC))
    assert (s.terror[HUE], s.terror[SAIGON]) == (0, 1)
    assert at(s, HUE) == {"vc_guerrilla": 1}


def test_linebacker_ii_cannot_force_tunneled_bases_out_even_if_nva_has_no_others() -> None:
    """5.1.1."""
    s = blank(card=121)
    put(s, NORTH_VIETNAM, nva_tunnel=1)
    put(s, CENTRAL_LAOS, nva_base=1)
    p = play(execute_event(s, 121, "single", US))
    assert asked(p)[0] == NVA
    p.answer("nva_base@central_laos")
    assert p.keys() == ["nva_tunnel@north_vietnam", "done"]
    p.answer("done")
    assert at(s, NORTH_VIETNAM) == {"nva_tunnel": 1}
    assert at(s, CENTRAL_LAOS) == {}


def test_card_71_shaded_marches_with_troops_only() -> None:
    s = blank(card=71, trail=0)
    put(s, QUANG_TRI, nva_troops=2, nva_guerrilla=3)
    put(s, HUE, police=2)
    p = play(execute_event(s, 71, "shaded", NVA))
    assert asked(p) == (NVA, "march.amount")
    assert p.keys() == ["1", "2"]
    p.answer(2)
    assert at(s, QUANG_TRI) == {"nva_guerrilla": 3}
    assert at(s, HUE) == {"nva_troops": 2}  # two Attacks, a piece each
