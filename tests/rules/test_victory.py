"""6.1, 7.x: the check in a Coup Round, ranking, players who run a pair, Hidden Agendas, Uncertain Victory."""

from typing import Any

import pytest

from fitl.board.factions import ARVN, NVA, US, VC
from fitl.board.spaces import PHUOC_LONG, SAIGON
from fitl.decisions import CHANCE
from fitl.options import GameOptions
from fitl.rules.control import set_support, victory_markers
from fitl.rules.coup.victory import end_game, victory_phase
from fitl.state import OVER, RESOURCES, Outcome, PileState, State
from tests.support import blank, play, put

MORE_COUPS = (PileState(events=3, period=0, coup=-1, last=4),)
AGENDA, ASSET, THREAT = "hidden_agenda", "hidden_asset", "empty_threat"

POLITBURO = ((0,), (1,), (2, 3))
SOVEREIGNTY = ((0, 1), (2,), (3,))


def with_margins(
    us: int, arvn: int, nva: int, vc: int, options: GameOptions | None = None, final: bool = False, **tracks: Any
) -> State:
    """A situation in which the Factions have these margins, with all pieces Available."""
    s = blank(options=options, piles=() if final else MORE_COUPS, **tracks)
    s.total_support = 50 + us - 46  # 40 Troops and 6 Bases are Available
    s.patronage = 50 + arvn
    s.nva_population = 18 + nva
    s.total_opposition = 35 + vc
    return s


def winner(s: State) -> int:
    assert s.outcome is not None
    return s.outcome.winner


# --- 7.2 ---


def test_on_the_threshold_nobody_wins_yet() -> None:
    s = with_margins(0, 0, 0, 0)
    assert victory_markers(s) == (50, 50, 18, 35)
    assert play(victory_phase(s)).over
    assert (s.stage, s.outcome) == (RESOURCES, None)


@pytest.mark.parametrize("faction", [US, ARVN, NVA, VC])
def test_one_point_above_the_threshold_wins(faction: int) -> None:
    margins = [-1, -2, -3, -4]
    margins[faction] = 1
    us, arvn, nva, vc = margins
    s = with_margins(us, arvn, nva, vc)
    play(victory_phase(s))
    assert s.stage == OVER
    assert s.outcome is not None
    assert (s.outcome.reason, s.outcome.winner) == ("victory", faction)
    assert s.outcome.margins == tuple(margins)
    assert s.outcome.ranking == (faction, *(each for each in (US, ARVN, NVA, VC) if each != faction))


def test_the_markers_come_from_the_map() -> None:
    s = blank(piles=MORE_COUPS, patronage=45)
    put(s, SAIGON, us_troops=7, vc_base=1)
    set_support(s, SAIGON, 2)
    assert victory_markers(s) == (12 + 33 + 6, 6 + 45, 0, 1)
    play(victory_phase(s))
    assert s.outcome == Outcome("victory", ARVN, (ARVN, US, NVA, VC), (1, 1, -18, -34))


def test_nva_bases_on_the_map_count_for_nva() -> None:
    s = with_margins(-1, -1, -1, -1)
    put(s, PHUOC_LONG, nva_tunnel=1, nva_base=1)
    s.nva_population = 17
    play(victory_phase(s))
    assert winner(s) == NVA


def test_the_highest_margin_wins_when_several_pass() -> None:
    s = with_margins(3, 5, 4, 1)
    play(victory_phase(s))
    assert s.outcome == Outcome("victory", ARVN, (ARVN, NVA, US, VC), (3, 5, 4, 1))


def test_ties_go_to_vc_then_arvn_then_nva_then_us() -> None:
    s = with_margins(2, 2, 2, 2)
    play(victory_phase(s))
    assert s.outcome == Outcome("victory", VC, (VC, ARVN, NVA, US), (2, 2, 2, 2))


def test_the_final_round_is_checked_too_before_it_goes_on() -> None:
    s = with_margins(1, -5, -5, -5, final=True)
    play(victory_phase(s))
    assert s.outcome == Outcome("victory", US, (US, VC, ARVN, NVA), (1, -5, -5, -5))


def test_after_the_final_round_the_highest_margin_wins_even_below_zero() -> None:
    s = with_margins(-9, -3, -4, -3, final=True)
    end_game(s, final=True)
    assert s.stage == OVER
    assert s.outcome == Outcome("final", VC, (VC, ARVN, NVA, US), (-9, -3, -4, -3))


# --- 1.5: one player runs a pair ---


def test_politburo_wins_a_coup_round_with_the_better_margin() -> None:
    s = with_margins(-1, -1, 2, -9, GameOptions(seats=POLITBURO))
    play(victory_phase(s))
    assert s.outcome == Outcome("victory", NVA, (NVA, VC, ARVN, US), (-1, -1, 2, 2))


def test_politburo_counts_the_worse_margin_after_the_last_coup() -> None:
    s = with_margins(-8, -9, 2, -9, GameOptions(seats=POLITBURO), final=True)
    end_game(s, final=True)
    assert s.outcome == Outcome("final", US, (US, VC, NVA, ARVN), (-8, -9, -9, -9))


def test_sovereignty_needs_both_conditions_to_stop_the_game() -> None:
    s = with_margins(5, 0, -1, -1, GameOptions(seats=SOVEREIGNTY))
    play(victory_phase(s))
    assert (s.stage, s.outcome) == (RESOURCES, None)
    s = with_margins(5, 1, -1, -1, GameOptions(seats=SOVEREIGNTY))
    play(victory_phase(s))
    assert s.outcome == Outcome("victory", ARVN, (ARVN, US, VC, NVA), (1, 1, -1, -1))


def test_sovereignty_counts_the_worse_margin_at_the_end() -> None:
    s = with_margins(5, -4, -3, -5, GameOptions(seats=SOVEREIGNTY), final=True)
    end_game(s, final=True)
    assert s.outcome == Outcome("final", NVA, (NVA, ARVN, US, VC), (-4, -4, -3, -5))


def test_two_players_politburo_better_against_sovereignty_worse() -> None:
    s = with_margins(9, 3, -9, 4, GameOptions(seats=((0, 1), (2, 3))))
    play(victory_phase(s))
    assert s.outcome == Outcome("victory", VC, (VC, NVA, ARVN, US), (3, 3, 4, 4))


def test_equal_margins_of_a_pair_stand_in_tie_order() -> None:
    s = with_margins(-2, -2, -6, -6, GameOptions(seats=((0, 1), (2, 3))), final=True)
    end_game(s, final=True)
    assert s.outcome is not None
    assert s.outcome.ranking == (ARVN, US, VC, NVA)


# --- Hidden Agendas (7.3) ---

DECEPTION = GameOptions(deception=True)


def test_a_player_may_show_hidden_agendas_to_win_the_check() -> None:
    s = with_margins(-1, -1, 0, -1, DECEPTION, markers=((), (), (AGENDA, ASSET), ()))
    p = play(victory_phase(s))
    assert p.decision is not None
    assert (p.decision.actor, p.decision.kind) == (NVA, "deception.reveal")
    p.answer("yes")
    assert s.outcome == Outcome("victory", NVA, (NVA, VC, ARVN, US), (-1, -1, 1, -1))


def test_politburo_may_show_agendas_for_the_better_of_its_margins() -> None:
    """1.5, 7.3: in a Coup Round the better margin counts, so it is the one that Agendas can carry over."""
    options = GameOptions(deception=True, seats=POLITBURO)
    s = with_margins(-1, -1, -5, 0, options, markers=((), (), (AGENDA, ASSET), ()))
    p = play(victory_phase(s))
    assert p.asked == ["deception.reveal"]
    p.answer("yes")
    assert (s.stage, winner(s)) == (OVER, VC)


def test_declining_keeps_the_agenda_hidden_and_the_game_going() -> None:
    s = with_margins(-1, -1, 0, -1, DECEPTION, markers=((), (), (AGENDA, ASSET), ()))
    play(victory_phase(s), "no")
    assert (s.stage, s.markers[NVA], s.revealed_markers[NVA]) == (RESOURCES, (AGENDA, ASSET), ())


def test_two_agendas_are_offered_where_two_are_needed_and_none_where_they_cannot_help() -> None:
    s = with_margins(-1, -2, -1, -1, DECEPTION, markers=((AGENDA, AGENDA), (AGENDA, AGENDA), (AGENDA,), ()))
    p = play(victory_phase(s))
    assert p.decision is not None
    assert (p.decision.actor, p.decision.params) == (US, {"n": 2})
    p.answer("no")
    assert p.over  # ARVN at -2 and NVA at -1 would not pass
    assert s.stage == RESOURCES


def test_an_agenda_shown_earlier_counts_in_later_checks() -> None:
    s = with_margins(-1, -1, 0, -1, DECEPTION, revealed_markers=((), (), (AGENDA,), ()))
    play(victory_phase(s))
    assert winner(s) == NVA


def test_when_another_wins_every_marker_is_turned_up_and_agendas_count() -> None:
    s = with_margins(1, -1, 0, -1, DECEPTION, markers=((THREAT,), (), (AGENDA, AGENDA), ()))
    play(victory_phase(s), "no")  # NVA does not stop the game, but the US does
    assert s.markers == ((), (), (), ())
    assert s.outcome == Outcome("victory", NVA, (NVA, US, VC, ARVN), (1, -1, 2, -1))


def test_agendas_decide_the_final_ranking() -> None:
    s = with_margins(-3, -4, -5, -5, DECEPTION, final=True, markers=((), (), (), (AGENDA, AGENDA)))
    end_game(s, final=True)
    assert s.outcome == Outcome("final", VC, (VC, US, ARVN, NVA), (-3, -4, -5, -3))


# --- Uncertain Victory variant ---

UNCERTAIN = GameOptions(uncertain_victory=True)


def test_an_early_winner_draws_a_marker_instead() -> None:
    s = with_margins(3, 5, -1, 2, UNCERTAIN)
    p = play(victory_phase(s))
    assert p.decision is not None
    assert (p.decision.actor, p.decision.kind, p.decision.params) == (CHANCE, "deception.draw", {"by": ARVN})
    p.answer(AGENDA)
    assert p.over  # only the one player who would have won
    assert (s.stage, s.outcome, s.markers) == (RESOURCES, None, ((), (AGENDA,), (), ()))


def test_agendas_are_not_shown_before_the_final_round() -> None:
    s = with_margins(-1, 0, -1, -1, UNCERTAIN, markers=((), (AGENDA,), (), ()))
    assert play(victory_phase(s)).asked == []
    assert (s.stage, s.revealed_markers) == (RESOURCES, ((), (), (), ()))


def test_nobody_draws_below_the_threshold() -> None:
    s = with_margins(-1, 0, -1, -1, UNCERTAIN)
    assert play(victory_phase(s)).asked == []
    assert s.markers == ((), (), (), ())


def test_in_the_final_round_victory_is_certain_and_agendas_may_be_shown() -> None:
    s = with_margins(-1, 0, -1, -1, UNCERTAIN, final=True, markers=((), (AGENDA,), (), ()))
    play(victory_phase(s), "yes")
    assert s.outcome == Outcome("victory", ARVN, (ARVN, VC, NVA, US), (-1, 1, -1, -1))


def test_a_pair_draws_for_its_player() -> None:
    s = with_margins(-1, -1, -9, 2, GameOptions(uncertain_victory=True, seats=((0, 1), (2, 3))))
    play(victory_phase(s), ASSET)
    assert s.markers == ((), (), (ASSET,), ())


# --- 7.1, 8.9: non-players ---

ALONE_AS_US = GameOptions(non_players=(ARVN, NVA, VC))
ALONE_AS_INSURGENTS = GameOptions(seats=((0,), (1,), (2, 3)), non_players=(US, ARVN))
TWO_AGAINST_TWO = GameOptions(non_players=(NVA, VC))


def test_a_non_player_that_passes_the_check_beats_all_players() -> None:
    s = with_margins(9, -1, 1, -5, options=TWO_AGAINST_TWO)
    play(victory_phase(s))
    assert s.outcome is not None
    assert s.outcome.ranking == (NVA, VC, US, ARVN)


def test_among_several_players_one_may_win_the_check_if_no_non_player_does() -> None:
    s = with_margins(1, -1, 0, 0, options=TWO_AGAINST_TWO)
    play(victory_phase(s))
    assert winner(s) == US


def test_of_equal_margins_a_non_player_stands_before_a_player() -> None:
    s = with_margins(-9, 3, 3, -9, options=TWO_AGAINST_TWO, final=True)
    end_game(s, final=True)
    assert s.outcome is not None
    assert s.outcome.ranking == (NVA, ARVN, VC, US)


def test_one_player_never_wins_a_victory_phase_but_a_non_player_does() -> None:
    s = with_margins(9, 0, 0, 0, options=ALONE_AS_US)
    play(victory_phase(s))
    assert (s.stage, s.outcome) == (RESOURCES, None)
    s = with_margins(9, 1, 0, 2, options=ALONE_AS_US)
    play(victory_phase(s))
    assert s.outcome is not None
    assert s.outcome.ranking == (VC, ARVN, NVA, US)


def test_one_player_with_a_pair_counts_the_lower_margin_even_in_a_coup_round() -> None:
    s = with_margins(-9, -9, 5, -1, options=ALONE_AS_INSURGENTS, final=True)
    play(victory_phase(s))
    assert s.outcome is None
    end_game(s, final=True)
    assert s.outcome is not None
    assert (s.outcome.winner, s.outcome.margins) == (VC, (-9, -9, -1, -1))


@pytest.mark.parametrize(("margin", "wins"), [(4, False), (5, True)])
def test_one_player_must_be_above_every_non_player_in_the_end(margin: int, wins: bool) -> None:
    s = with_margins(margin, -3, 4, 2, options=ALONE_AS_US, final=True)
    end_game(s, final=True)
    assert winner(s) == (US if wins else NVA)


@pytest.mark.parametrize(
    ("us", "rounds", "ends"),
    [(-4, 0, False), (-4, 1, True), (-3, 1, False)],  # from the second Coup Round on; equal is fine
)
def test_option_b_ends_the_game_when_the_player_falls_behind(us: int, rounds: int, ends: bool) -> None:
    options = GameOptions(non_players=(ARVN, NVA, VC), solo_margins=True)
    s = with_margins(us, -5, -6, -3, options=options, coup_rounds=rounds)
    play(victory_phase(s))
    assert (s.stage == OVER) == ends
    if ends:
        assert s.outcome is not None
        assert (s.outcome.reason, s.outcome.ranking) == ("victory", (VC, ARVN, NVA, US))  # 7.1: the player comes last


def test_without_option_b_falling_behind_is_allowed() -> None:
    s = with_margins(-4, -5, -6, -3, options=ALONE_AS_US, coup_rounds=2)
    play(victory_phase(s))
    assert s.stage == RESOURCES
