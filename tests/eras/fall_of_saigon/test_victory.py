"""Who wins from 1972 to 1975, and when (S2.4.2, S6.1, S7.2, S7.3)."""

from dataclasses import replace
from typing import Any

import pytest

from fitl.board.card import card_number
from fitl.board.factions import ARVN, NVA, US, VC
from fitl.board.scenarios import SCENARIOS
from fitl.options import GameOptions, OptionsError
from fitl.rules.control import margin, recount
from fitl.rules.coup.victory import victory_phase
from fitl.rules.setup import check_options
from fitl.state import COUP_CARD, NEXT_CARD, OVER, VICTORY, State
from tests.eras.fall_of_saigon.support import BA, XS, begun, edit, empty
from tests.support import play

WATERGATE, NIXON_RESIGNS, SAIGON_STANDS_ALONE = (card_number(name) for name in ("s73", "s74", "s75"))


def at_the_end(scenario: str = XS, era: str = "after_retreat", **fields: Any) -> State:
    """An empty map, where nobody has anything."""
    s = empty(scenario, era, **({"patronage": 0, "anti_war": 0, "war_weary": 0} | fields))
    s.piles = ()
    s.support[:] = type(s.support)("b", bytes(len(s.support)))
    recount(s)
    return s


def hold(s: State, space: str, faction: int) -> None:
    edit(s, space, **({"police": 1} if faction == ARVN else {"nva_troops": 1}))


def won(s: State) -> int | None:
    """Who wins the Victory Phase, if anybody does."""
    play(s.era.stages[VICTORY].step(s))
    assert (s.outcome is None) == (s.stage != OVER)
    return None if s.outcome is None else s.outcome.winner


@pytest.mark.parametrize("card", [WATERGATE, NIXON_RESIGNS])
@pytest.mark.parametrize("scenario", [XS, BA])
def test_arvn_needs_coin_control_of_saigon(scenario: str, card: int) -> None:
    """S7.2, F100: above 50 without it ARVN does not win."""
    s = at_the_end(scenario, "" if scenario == BA else "after_retreat", card=card, patronage=55)
    assert margin(s, ARVN) == 5
    assert won(s) is None
    hold(s, "saigon", ARVN)
    assert won(s) == ARVN


def test_the_us_needs_coin_control_of_saigon() -> None:
    """S7.2, F100: also at War, where a COIN piece of ARVN will do."""
    s = at_the_end(era="post_paris", card=NIXON_RESIGNS)
    s.support[:] = type(s.support)("b", [2] * len(s.support))
    recount(s)
    assert margin(s, US) > 0
    assert won(s) is None
    hold(s, "saigon", ARVN)
    assert won(s) == US


@pytest.mark.parametrize("scenario", [XS, BA])
def test_nva_needs_nva_control_of_saigon(scenario: str) -> None:
    """S7.2: its score less War Weary above 18 is not enough."""
    s = at_the_end(scenario, "" if scenario == BA else "after_retreat", card=WATERGATE, war_weary=0)
    for space in ("hue", "da_nang", "kien_phong", "kien_hoa_vinh_binh", "ba_xuyen", "kien_giang_an_xuyen", "can_tho"):
        hold(s, space, NVA)
    for space in ("binh_dinh", "tay_ninh", "quang_tin_quang_ngai", "quang_tri_thua_thien", "phu_bon_phu_yen"):
        hold(s, space, NVA)
    before = margin(s, NVA)
    assert before > 0
    assert won(s) is None
    hold(s, "saigon", NVA)
    s.war_weary += 6  # what Saigon adds
    assert margin(s, NVA) == before
    assert won(s) == NVA


def opposition(s: State) -> None:
    s.support[:] = type(s.support)("b", [-2] * len(s.support))
    recount(s)


def test_vc_needs_nothing_more() -> None:
    """S7.2."""
    s = at_the_end(card=WATERGATE)
    opposition(s)
    assert won(s) == VC


def test_who_lacks_saigon_does_not_bar_another_and_ranks_behind_the_winner() -> None:
    """S7.2, OPEN 36: by margin, however far ahead."""
    s = at_the_end(card=WATERGATE, patronage=75)
    opposition(s)
    s.support[:13] = type(s.support)("b", bytes(13))
    recount(s)
    assert margin(s, ARVN) > margin(s, VC) > 0
    assert won(s) == VC
    assert s.outcome is not None
    assert s.outcome.ranking[:2] == (VC, ARVN)


def test_before_the_talks_saigon_plays_no_part() -> None:
    """S7.2, F84: Extended Short begins with ARVN at 51."""
    s = begun(XS, card=127)
    edit(s, "saigon", nva_troops=3)
    s.patronage += 6
    recount(s)
    assert margin(s, ARVN) == 1
    assert won(s) == ARVN


def test_with_the_option_nobody_wins_before_the_talks() -> None:
    """S6.8.1, F104: at Watergate the same score wins."""
    s = begun(XS, card=127)
    s.options = replace(s.options, win_only_after_paris=True)
    s.patronage = 40
    assert won(s) is None
    s = begun(XS, "after_retreat", card=WATERGATE, patronage=40)
    s.options = replace(s.options, win_only_after_paris=True)
    assert won(s) == ARVN


@pytest.mark.parametrize("scenario", ["extended-medium-1968", "extended-full-1964", "extended-campaign-1961"])
def test_to_win_only_after_paris_is_agreed_where_there_are_rounds_before(scenario: str) -> None:
    """S2.1: in Extended Short, Black April and games without Paris it is refused with a sentence."""
    check_options(SCENARIOS[scenario], GameOptions(win_only_after_paris=True))
    for other in (XS, BA, "full-1964", "full-campaign-1961"):
        with pytest.raises(OptionsError, match="no Coup Rounds before the Paris talks"):
            check_options(SCENARIOS[other], GameOptions(win_only_after_paris=True))


# --- pairs and markers --------------------------------------------------------------------------------------------


def test_who_runs_both_insurgents_wins_by_the_one_that_meets_everything() -> None:
    """1.5, S7.2: NVA ahead but without Saigon, VC past its threshold."""
    s = at_the_end(card=WATERGATE)
    s.options = GameOptions(seats="us,arvn,nva+vc")  # type: ignore[arg-type]
    opposition(s)
    s.support[:6] = type(s.support)("b", bytes(6))
    for space in ("hue", "da_nang", "kien_phong", "kien_hoa_vinh_binh", "ba_xuyen", "kien_giang_an_xuyen", "can_tho"):
        hold(s, space, NVA)
    for space in ("binh_dinh", "tay_ninh", "quang_tin_quang_ngai", "quang_tri_thua_thien", "phu_bon_phu_yen"):
        hold(s, space, NVA)
    assert margin(s, VC) > 0
    s.war_weary = 0
    assert margin(s, NVA) > 0
    assert won(s) == VC


@pytest.mark.parametrize("saigon", [True, False])
def test_agendas_are_asked_for_only_where_they_could_win(saigon: bool) -> None:
    """7.3, S7.2: they count at Watergate but do not replace Saigon."""
    s = at_the_end(card=WATERGATE, patronage=44)
    s.options = replace(s.options, deception=True)
    s.markers = ((), ("hidden_agenda", "hidden_agenda"), (), ())
    hold(s, "saigon", ARVN if saigon else NVA)
    s.patronage = 44 if saigon else 50  # Saigon itself has a Population of 6
    assert margin(s, ARVN) == 0
    flow = play(victory_phase(s))
    assert flow.asked == (["deception.reveal"] if saigon else [])


# --- the end ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("scenario", [XS, BA])
@pytest.mark.parametrize(("holder", "patronage"), [(ARVN, 25), (NVA, 20)])
def test_saigon_stands_alone_ends_the_game_at_once(scenario: str, holder: int, patronage: int) -> None:
    """S2.4.2, S7.3: Patronage first if Saigon stands; no Round, no Saigon condition, final margins."""
    s = begun(scenario, "" if scenario == BA else "after_retreat", card=SAIGON_STANDS_ALONE, patronage=20)
    if holder == NVA:
        edit(s, "saigon", nva_troops=4)
    leaders = s.leader_box
    rounds = s.coup_rounds
    flow = play(s.era.stages[COUP_CARD].step(s))
    assert flow.asked == []
    assert (s.stage, s.patronage, s.coup_rounds, s.leader_box) == (OVER, patronage, rounds, leaders)
    assert s.outcome is not None
    assert s.outcome.reason == "final"
    assert s.outcome.margins[ARVN] == margin(s, ARVN)
    assert set(s.outcome.ranking) == set(s.era.factions)


def test_patronage_of_the_last_card_stops_at_75() -> None:
    """S7.3, 1.8."""
    s = begun(BA, card=SAIGON_STANDS_ALONE, patronage=73)
    play(s.era.stages[COUP_CARD].step(s))
    assert s.patronage == 75


@pytest.mark.parametrize("card", [WATERGATE, NIXON_RESIGNS])
def test_the_coup_cards_of_this_era_are_no_leaders_and_bring_a_round(card: int) -> None:
    """S2.4.1."""
    s = begun(XS, "after_retreat", card=card)
    leaders, leader = s.leader_box, s.leader
    play(s.era.stages[COUP_CARD].step(s))
    assert (s.leader_box, s.leader, s.stage) == (leaders, leader, VICTORY)


def test_the_scores_of_the_end_are_less_anti_war_and_war_weary() -> None:
    """S7.3: and never below 0, so the least margins are -50 and -18."""
    s = at_the_end(anti_war=75, war_weary=75)
    assert (margin(s, US), margin(s, NVA)) == (-50, -18)
    s.anti_war = s.war_weary = 0
    us, nva = margin(s, US), margin(s, NVA)
    s.anti_war = 3
    assert (margin(s, US), margin(s, NVA)) == (us - 3, nva)


def test_of_equal_margins_in_black_april_arvn_is_ahead_of_nva() -> None:
    """7.1, OPEN 37: ARVN at 32 and NVA at 0 are both 18 short; a non-player goes before a player."""
    for non_players, winner in (((), ARVN), ((NVA,), NVA)):
        s = at_the_end(BA, "", card=SAIGON_STANDS_ALONE, patronage=32)
        s.options = replace(s.options, non_players=non_players)
        assert margin(s, ARVN) == margin(s, NVA) == -18
        play(s.era.stages[COUP_CARD].step(s))
        assert s.outcome is not None
        assert s.outcome.winner == winner


@pytest.mark.parametrize(("scenario", "era"), [(XS, "after_retreat"), (BA, "")])
def test_no_coup_round_ends_the_game_after_the_talks(scenario: str, era: str) -> None:
    """S6.4.5: even if no Coup card were left."""
    s = begun(scenario, era, card=NIXON_RESIGNS)
    s.piles = ()
    for phase in s.era.coup_round[1:]:
        s.stage = phase
        flow = play(s.era.stages[phase].step(s))
        while not flow.over:
            flow.answer("done" if "done" in flow.keys() else flow.keys()[0])
    assert s.stage == NEXT_CARD
