"""Officer Coup (P2.4.2, P7.3): what it brings, who wins, and when the war goes on."""

from dataclasses import replace

import pytest

from fitl.board.factions import ARVN, NVA, US, VC
from fitl.board.scenarios import SCENARIOS
from fitl.eras.sovereign_of_discord.officer_coup import FALL_NORTH_VIETNAM, OFFICER_COUP
from fitl.options import GameOptions
from fitl.rules.control import margin
from fitl.rules.draft import deck_after
from fitl.state import COUP_CARD, OVER, VICTORY, State
from tests.eras.sovereign_of_discord.support import D61, P61, P63, begun, edit, row
from tests.support import Play, at, play

CAMPAIGN = "full-campaign-1961"


def officers_strike(s: State, **options: object) -> Play:
    s.options = replace(s.options, **options)  # type: ignore[arg-type]
    s.card, s.next_card, s.piles, s.stage = OFFICER_COUP, 0, (), COUP_CARD
    return play(s.era.stages[COUP_CARD].step(s))


def test_a_government_that_stands_gains_patronage_and_the_highest_margin_wins() -> None:
    """P7.3: in the set-up of 1961 ARVN comes to 39 and wins with -1."""
    s = begun(P61)
    assert officers_strike(s).over
    assert s.patronage == 16
    assert [margin(s, faction) for faction in range(4)] == [-10, -1, -6, -23]
    assert s.outcome is not None
    assert (s.outcome.reason, s.outcome.winner, s.stage) == ("final", ARVN, OVER)


@pytest.mark.parametrize("regime", [2, 3])
def test_a_chaotic_government_loses_a_hamlet_and_two_cities_turn_to_the_us(regime: int) -> None:
    """P7.3, OPEN 23: VC chooses the Hamlet, which becomes Available, the US the Cities, none at Active Support."""
    s = begun(P63, regime=regime)
    flow = officers_strike(s)
    assert flow.decision is not None
    assert (flow.decision.actor, flow.decision.kind) == (VC, "officer_coup.hamlet")
    assert set(flow.keys()) == {
        *("khanh_hoa", "quang_tin_quang_ngai", "binh_dinh", "quang_duc_long_khanh", "kien_phong"),
    }
    flow.answer("binh_dinh")
    assert flow.decision.actor == US
    assert "saigon" not in flow.keys()
    assert flow.decision.params == {"left": 2}
    flow.answer("hue")
    assert "hue" not in flow.keys()
    assert flow.decision.params == {"left": 1}
    flow.answer("da_nang")
    assert s.support[row("hue")] == s.support[row("da_nang")] == 2
    assert "hamlet" not in at(s, row("binh_dinh"))
    assert s.patronage == 10


def test_without_a_hamlet_on_the_map_none_is_removed() -> None:
    """P7.3, OPEN 23."""
    s = begun(P61, regime=2)
    flow = officers_strike(s)
    assert flow.decision is not None
    assert flow.decision.kind == "officer_coup.city"


def test_fewer_cities_are_shifted_if_fewer_can_be() -> None:
    """P7.3, OPEN 23."""
    s = begun(P61, regime=2)
    for city in ("saigon", "can_tho", "da_nang", "hue", "qui_nhon", "kontum", "cam_ranh"):
        s.support[row(city)] = 2
    flow = officers_strike(s)
    assert flow.over
    assert s.support[row("an_loc")] == 2


def test_in_diems_war_no_city_shifts_and_equal_margins_are_vcs() -> None:
    """P7.3, 7.1."""
    s = begun(D61, regime=2)
    edit(s, "binh_dinh", hamlet=1, arvn_troops=2, police=1, vc_guerrilla=1)
    edit(s, "khanh_hoa", hamlet=1, police=1)
    levels = list(s.support)
    s.patronage += margin(s, VC) - margin(s, ARVN)
    flow = officers_strike(s)
    flow.answer("khanh_hoa")
    assert flow.over
    assert list(s.support) == levels
    assert s.outcome is not None
    assert s.outcome.winner == VC
    assert s.outcome.ranking == (VC, ARVN)


# --- going on (OPEN 24) -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("option", ["continue_full_1964", "continue_long_1964"])
@pytest.mark.parametrize("scenario", [P61, D61])
def test_if_agreed_the_fall_of_diem_follows_when_nobody_is_past_its_goal(scenario: str, option: str) -> None:
    """P7.3, OPEN 24."""
    s = begun(scenario)
    assert officers_strike(s, **{option: True}).over
    assert s.stage == FALL_NORTH_VIETNAM
    assert s.outcome is None


def test_a_margin_above_0_ends_the_game_even_if_going_on_was_agreed() -> None:
    """P7.3, OPEN 24: exceeded, not reached."""
    s = begun(P61, patronage=11)
    officers_strike(s, continue_full_1964=True)
    assert s.stage == FALL_NORTH_VIETNAM  # ARVN at 40
    s = begun(P61, patronage=12)
    officers_strike(s, continue_full_1964=True)
    assert s.outcome is not None
    assert s.outcome.winner == ARVN


def test_nobody_wins_in_the_war_of_1961_if_nobody_is_to_win_before_paris() -> None:
    """S6.8.1: neither in its Coup Rounds nor at Officer Coup."""
    s = begun("extended-campaign-1961", patronage=70)
    s.options = replace(s.options, win_only_after_paris=True)
    s.stage = VICTORY
    play(s.era.stages[VICTORY].step(s))
    assert s.outcome is None
    officers_strike(s)
    assert s.stage == FALL_NORTH_VIETNAM


def test_campaigns_go_on_by_themselves_and_the_prequel_whoever_is_ahead() -> None:
    """P7.3, P2.1."""
    s = begun(CAMPAIGN)
    officers_strike(s)
    assert s.stage == FALL_NORTH_VIETNAM
    s = begun(P63, patronage=40)
    officers_strike(s)
    assert s.stage == FALL_NORTH_VIETNAM


def test_the_prequel_goes_on_into_the_long_war_unless_the_short_one_was_chosen() -> None:
    """P2.1, P7.4: and a scenario of 1961 goes nowhere unless that was agreed."""
    for options, following in ((GameOptions(), "full-1964"), (GameOptions(continue_long_1964=True), "long-1964")):
        deck = deck_after(SCENARIOS[P63], options)
        assert deck is not None
        assert deck.name == following
    assert deck_after(SCENARIOS[P61], GameOptions()) is None


def test_what_lay_beneath_officer_coup_is_not_played() -> None:
    """P2.4.2, P7.4: the era is over; the next deck is all there is."""
    s = begun(P61)
    s.options = replace(s.options, continue_full_1964=True)
    s.card, s.next_card, s.stage = OFFICER_COUP, 1060, COUP_CARD
    play(s.era.stages[COUP_CARD].step(s))
    assert s.stage == FALL_NORTH_VIETNAM
    assert (s.piles, s.next_card) == ((), 0)


def test_whether_to_go_on_is_asked_of_every_faction_of_a_pair_by_itself() -> None:
    """P1.5, P7.3, OPEN 42: the lower margin of a pair ranks, but the higher one ends the war."""
    s = begun(CAMPAIGN, patronage=12)
    officers_strike(s, seats=((US, ARVN), (NVA, VC)))
    assert s.outcome is not None
    assert s.outcome.winner == US  # -10 is what US and ARVN have together; NVA and VC have -23
    assert s.outcome.margins == (-10, -10, -23, -23)


def test_under_uncertain_victory_a_win_here_is_too_early() -> None:
    """Variant, OPEN 33: a marker is drawn, and the Fall of Diem follows."""
    s = begun(CAMPAIGN, patronage=20)
    flow = officers_strike(s, uncertain_victory=True)
    assert flow.decision is not None
    assert flow.decision.kind == "deception.draw"
    flow.answer("hidden_agenda")
    assert s.markers[ARVN] == ("hidden_agenda",)
    assert s.stage == FALL_NORTH_VIETNAM


def test_in_diems_war_who_draws_a_marker_is_called_by_a_faction_that_plays() -> None:
    """7.3, P7.4: ARVN's player runs the US later and keeps its markers there, but no US is in the game yet."""
    s = begun(D61, patronage=30)
    s.options = s.options.for_factions((ARVN, VC), others_later=True)
    flow = officers_strike(s, uncertain_victory=True, continue_full_1964=True)
    assert flow.decision is not None
    assert flow.decision.params == {"by": ARVN}
    flow.answer("hidden_agenda")
    assert s.log is not None
    assert [entry.params["faction"] for entry in s.log if entry.message == "log.deception.taken"] == [ARVN]


def test_a_hidden_agenda_shown_at_officer_coup_may_win() -> None:
    """7.3, section 3: an Agenda adds to the margin of the era."""
    s = begun(CAMPAIGN, patronage=11)
    s.markers = ((), ("hidden_agenda",), (), ())
    flow = officers_strike(s, deception=True)
    assert flow.decision is not None
    assert flow.decision.kind == "deception.reveal"
    flow.answer("yes")
    assert s.outcome is not None
    assert (s.outcome.winner, s.outcome.margins[ARVN]) == (ARVN, 1)


# --- options ------------------------------------------------------------------------------------------------------


def test_nobody_goes_on_two_ways() -> None:
    """P7.3."""
    with pytest.raises(ValueError, match="choose one"):
        GameOptions(continue_full_1964=True, continue_long_1964=True)


@pytest.mark.parametrize(("patronage", "drawn"), [(11, 0), (12, 1)])
def test_under_uncertain_victory_only_who_is_past_its_goal_draws(patronage: int, drawn: int) -> None:
    """P7.3, OPEN 24, OPEN 33: at 40 ARVN has reached its goal and not passed it."""
    s = begun(CAMPAIGN, patronage=patronage)
    flow = officers_strike(s, uncertain_victory=True)
    assert flow.asked.count("deception.draw") == drawn
    assert flow.over == (not drawn)
