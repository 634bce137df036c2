"""Victory with non-players: 7.1 for several players, 8.9 for one, both difficulty options, and our texts."""

from typing import Any

import pytest

from fitl.board.factions import ARVN, FACTIONS, NVA, US, VC
from fitl.cli.board import outcome_view
from fitl.game import Game
from fitl.lasting import AAA_SHADED, ARC_LIGHT, MAIN_FORCE_BNS_SHADED, PATTON, SA_2S_SHADED, SEARCH_AND_DESTROY_SHADED
from fitl.options import GameOptions, OptionsError
from fitl.rules.coup.victory import end_game, has_fallen_behind, victory_phase
from fitl.state import OVER, RESOURCES, Outcome, State
from fitl.verdict import DEFEAT, STALEMATE, TOGETHER, VICTORY, Verdict, lost_alike, standings, verdict
from tests.cli.support import ScriptedTerminal
from tests.support import blank, play

MARGIN = {US: "total_support", ARVN: "coin_population", NVA: "nva_population", VC: "total_opposition"}
BASE = {US: 50, ARVN: 50, NVA: 18, VC: 35}


def situation(options: GameOptions, **margins: int) -> State:
    """A situation in which the Factions have these margins (others -20)."""
    s = blank(options=options, patronage=0)
    for faction, name in enumerate(("us", "arvn", "nva", "vc")):
        # The map is empty: the US counts 46 Available pieces, the others nothing.
        wanted = margins.get(name, -20) + BASE[faction] - (46 if faction == US else 0)
        setattr(s, MARGIN[faction], wanted)
    return s


def one(*people: int, **more: Any) -> GameOptions:
    rest = tuple(faction for faction in FACTIONS if faction not in people)
    return GameOptions(seats=(people, *((faction,) for faction in rest)), non_players=rest, **more)


def several(*people: int) -> GameOptions:
    return GameOptions(non_players=tuple(faction for faction in FACTIONS if faction not in people))


def after_victory_phase(s: State) -> State:
    play(victory_phase(s))
    return s


# --- 8.9: one player ---


def test_one_player_never_wins_a_victory_phase() -> None:
    s = after_victory_phase(situation(one(US), us=10))
    assert s.stage == RESOURCES
    assert s.outcome is None


def test_a_non_player_over_its_threshold_ends_the_game_whatever_the_players_margin() -> None:
    s = after_victory_phase(situation(one(US), us=10, vc=1))
    assert s.stage == OVER
    assert s.outcome is not None
    assert s.outcome.winner == VC
    assert s.outcome.ranking[0] == VC
    assert verdict(s) == Verdict(DEFEAT, 9, VC)


def test_of_several_non_players_over_their_thresholds_the_highest_margin_wins_and_ties_go_by_7_1() -> None:
    s = after_victory_phase(situation(one(US), arvn=3, nva=3, vc=2))
    assert s.outcome is not None
    assert s.outcome.winner == ARVN
    s = after_victory_phase(situation(one(US), arvn=3, nva=3, vc=3))
    assert s.outcome is not None
    assert s.outcome.winner == VC


@pytest.mark.parametrize(
    ("margin", "grade", "faction"),
    [(1, VICTORY, US), (0, STALEMATE, US), (-4, STALEMATE, US), (-5, DEFEAT, VC), (-6, DEFEAT, VC)],
)
def test_after_the_last_coup_the_difference_decides(margin: int, grade: str, faction: int) -> None:
    s = situation(one(US), us=margin, vc=-5)
    end_game(s, final=True)
    assert verdict(s) == Verdict(grade, margin + 5, faction)


def test_a_tie_after_the_last_coup_goes_to_the_non_player() -> None:
    s = situation(one(VC), vc=-5, us=-5)
    end_game(s, final=True)
    assert s.outcome is not None
    assert s.outcome.winner == US
    assert verdict(s) == Verdict(DEFEAT, 0, US)


@pytest.mark.parametrize("pair", [(US, ARVN), (NVA, VC)])
def test_the_lower_margin_of_a_pair_counts(pair: tuple[int, int]) -> None:
    low, high = pair
    names = ("us", "arvn", "nva", "vc")
    s = situation(one(*pair), **{names[low]: 2, names[high]: 12})
    end_game(s, final=True)
    found = verdict(s)
    assert found is not None
    assert (found.grade, found.difference, found.faction) == (VICTORY, 22, low)


# --- option B ---


@pytest.mark.parametrize(("rounds", "behind"), [(0, False), (1, True), (2, True)])
def test_from_the_second_coup_round_on_the_player_may_not_fall_behind(rounds: int, behind: bool) -> None:
    s = situation(one(US, solo_margins=True), us=-10, nva=-9)
    s.coup_rounds = rounds
    assert has_fallen_behind(s) == behind
    after_victory_phase(s)
    assert (s.stage == OVER) == behind
    found = verdict(s)
    assert (found is not None) == behind
    if found is not None:
        assert (found.grade, found.faction) == (DEFEAT, NVA)


def test_an_equal_margin_is_not_behind_and_either_of_a_pair_counts() -> None:
    s = situation(one(US, solo_margins=True), us=-10, nva=-10)
    s.coup_rounds = 1
    assert not has_fallen_behind(s)
    s = situation(one(US, ARVN, solo_margins=True), us=5, arvn=-12, nva=-11)
    s.coup_rounds = 1
    assert has_fallen_behind(s)


def test_without_option_b_falling_behind_is_no_matter() -> None:
    s = situation(one(US), us=-20, nva=-1)
    s.coup_rounds = 3
    assert after_victory_phase(s).stage == RESOURCES


# --- option A ---


@pytest.mark.parametrize("people", [(US,), (ARVN,), (US, ARVN)])
def test_option_a_begins_with_the_capabilities_against_a_coin_player(people: tuple[int, ...]) -> None:
    s = Game.new("full-1964", options=one(*people, solo_capabilities=True)).state
    assert s.effects == AAA_SHADED | MAIN_FORCE_BNS_SHADED | SA_2S_SHADED | SEARCH_AND_DESTROY_SHADED
    assert all(s.seen >> card & 1 for card in (28, 31, 34, 104))


@pytest.mark.parametrize("people", [(NVA,), (VC,), (NVA, VC)])
def test_option_a_begins_with_the_capabilities_against_an_insurgent_player(people: tuple[int, ...]) -> None:
    s = Game.new("full-1964", options=one(*people, solo_capabilities=True)).state
    assert s.effects == ARC_LIGHT | PATTON
    assert all(s.seen >> card & 1 for card in (8, 14))


@pytest.mark.parametrize("option", ["solo_capabilities", "solo_margins"])
def test_the_options_are_for_one_player_against_non_players(option: str) -> None:
    more: dict[str, Any] = {option: True}
    for others in ({}, {"non_players": (2, 3)}, {"non_players": (0, 1, 2, 3)}):
        with pytest.raises(OptionsError, match="one player against bots"):
            GameOptions(**more, **others)


# --- 7.1: several players ---


def test_a_non_player_over_its_threshold_beats_all_players() -> None:
    s = after_victory_phase(situation(several(US, VC), us=12, vc=3, nva=1))
    assert s.outcome is not None
    assert s.outcome.winner == NVA
    assert verdict(s) == Verdict(TOGETHER, 11, NVA)
    assert set(lost_alike(s)) == {US, VC}
    assert standings(s.outcome, lost_alike(s)) == [(1, NVA), (None, US), (None, VC), (None, ARVN)]


def test_players_who_lose_to_a_non_player_are_not_ranked_below_other_non_players() -> None:
    """8.9: a player at -3 is no worse than a non-player at -18; only the winner has a place."""
    s = after_victory_phase(situation(one(US), us=-3, arvn=-18, nva=-9, vc=1))
    assert s.outcome is not None
    lost = lost_alike(s)
    assert lost == (US,)
    assert standings(s.outcome, lost) == [(1, VC), (None, US), (None, NVA), (None, ARVN)]
    terminal = ScriptedTerminal((), 80)
    terminal.print(outcome_view(s.outcome, lost))
    shown = terminal.text
    rows = shown.splitlines()[1:]
    assert [row.split()[0] for row in rows] == ["1.", "US", "NVA", "ARVN"]
    assert "lost, as all players have (8.9)" in shown
    assert "2." not in shown


def test_a_player_ahead_of_the_non_player_that_wins_is_not_told_a_difference() -> None:
    s = after_victory_phase(situation(one(US), us=10, vc=1))
    found = verdict(s)
    assert found is not None
    assert found.text.startswith("Defeat: VC, a bot, passes its threshold first")


def test_without_a_winning_non_player_everybody_has_a_place() -> None:
    s = after_victory_phase(situation(several(US, VC), us=2, nva=0))
    assert s.outcome is not None
    assert lost_alike(s) == ()
    assert standings(s.outcome, ()) == list(enumerate(s.outcome.ranking, 1))


def test_a_player_among_several_may_win_a_victory_phase() -> None:
    s = after_victory_phase(situation(several(US, VC), us=2, nva=0))
    assert s.outcome is not None
    assert s.outcome.winner == US
    assert verdict(s) is None


def test_of_equal_margins_at_the_end_a_non_player_comes_first() -> None:
    s = situation(several(US, VC), us=-3, nva=-3)
    end_game(s, final=True)
    assert s.outcome is not None
    assert s.outcome.winner == NVA


def test_four_non_players_end_a_victory_phase_like_players() -> None:
    s = after_victory_phase(situation(several(), arvn=2))
    assert s.outcome is not None
    assert s.outcome.winner == ARVN
    assert verdict(s) is None
    assert after_victory_phase(situation(several(), arvn=0)).stage == RESOURCES


# --- texts ---


@pytest.mark.parametrize("faction", FACTIONS)
def test_every_outcome_has_a_text_of_its_own(faction: int) -> None:
    found = {Verdict(DEFEAT, difference, faction).text.partition(". ")[2] for difference in (-20, -6, -5, 0, 4)}
    assert len(found) == 2
    found = {Verdict(VICTORY, difference, faction).text.partition(". ")[2] for difference in (6, 11, 12, 30)}
    assert len(found) == 2
    assert Verdict(STALEMATE, 3, faction).text
    assert Verdict(TOGETHER, -3, faction).text


def test_a_game_without_non_players_or_people_has_no_verdict() -> None:
    s = blank()
    assert verdict(s) is None
    s.outcome = Outcome("final", US, FACTIONS, (1, 0, 0, 0))
    assert verdict(s) is None
