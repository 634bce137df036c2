"""The Paris Peace Talks (S6.8): War, Peace and choice, the Retreats, and what comes into the game at their end."""

from typing import Any

import pytest

from fitl.board.cards import card_number
from fitl.board.factions import ARVN, NVA, US, VC
from fitl.board.pieces import ARVN_BASE, BASES_OF, KINDS, KINDS_OF
from fitl.board.spaces import AVAILABLE, CONTROLLABLE, OUT_OF_PLAY, SET_ASIDE, SOUTH_MASK, SPACE_COUNT
from fitl.compose import era_named
from fitl.era import POST_PARIS, US_RETREATED
from fitl.eras.fall_of_saigon import paris
from fitl.lab.invariants import check_state
from fitl.rules.control import set_support, victory_marker
from fitl.rules.economy import can_afford
from fitl.rules.forces import move
from fitl.rules.pivotal import held_pivotals
from fitl.state import COUP_CARD, NEXT_CARD, RESOURCES, VICTORY, PileState, State
from fitl.view import build_view
from fitl.words import prompt
from tests.eras.fall_of_saigon.support import XS, edit, empty, row
from tests.eras.fall_of_saigon.support import begun as later
from tests.eras.sovereign_of_discord.support import begun
from tests.support import Play, at, play, put

FULL = "extended-full-1964"
OUTSIDE = [sp for sp in range(SPACE_COUNT) if not SOUTH_MASK >> sp & 1]


def talking(scenario: str = XS, **fields: Any) -> State:
    """Nobody has won at the base game's last Coup card, so the Talks begin."""
    return begun(scenario, **{"piles": (), "coup_pool": (), "card": 127, "next_card": 0, "stage": paris.TALKS} | fields)


def step(s: State, *answers: str | int) -> Play:
    """One step of the Talks, begun as the game begins it and answered as far as said."""
    return play(s.era.stages[s.stage].step(s), *answers)


def through(s: State, *prefer: str) -> None:
    """To the end of the Talks: what is preferred, else done, or the first option."""
    while s.stage not in (RESOURCES, NEXT_CARD):
        flow = step(s)
        while not flow.over:
            keys = flow.keys()
            flow.answer(next((key for key in (*prefer, "done") if key in keys), keys[0]))
        check_state(s)


def on_map(s: State, kinds: tuple[int, ...], south: bool) -> int:
    spaces = (sp for sp in range(SPACE_COUNT) if bool(SOUTH_MASK >> sp & 1) == south)
    return sum(s.pieces[sp * KINDS + kind] for sp in spaces for kind in kinds)


# --- War, Peace or choice -----------------------------------------------------------------------------------------


def test_the_markers_are_set_and_both_choose_nva_first() -> None:
    """S6.8.1 steps 1 to 3: scores of 9 and 36 - 15 leave both a choice, the US knowing what NVA chose."""
    s = talking(anti_war=3, war_weary=3)
    flow = step(s)
    assert (s.war_weary, s.anti_war) == (0, 15)
    assert (victory_marker(s, NVA), victory_marker(s, US)) == (9, 21)
    assert flow.decision is not None
    assert (flow.decision.actor, flow.keys()) == (NVA, ["war", "peace"])
    assert s.log is not None
    assert [entry.params["faction"] for entry in s.log if entry.message == "log.paris.offer.war_or_peace"] == [NVA, US]
    assert "War, with War Weary +10, or Peace, with War Weary unchanged?" in prompt(flow.decision)
    flow.answer("war")
    assert flow.decision is not None
    assert (flow.decision.actor, flow.keys()) == (US, ["war", "peace"])


def test_everybody_sees_the_whole_table_and_the_scores_while_war_or_peace_is_decided() -> None:
    """S6.8.1."""
    s = talking()
    flow = step(s)
    for seats in ((), (VC,), (NVA,)):
        seen = build_view(s, flow.decision, 0, None, seats)["talks"]
        assert (seen["source"], seen["scores"]) == ("ours", {"nva": 9, "us": 21})
        assert seen["cells"][1][1] == {"nva": {"war": 10, "peace": 0}, "us": {"war": 5, "peace": -10}}
    flow.answer("war", "war")
    assert build_view(s, None, 0, None, ())["talks"] is None


@pytest.mark.parametrize(
    ("nva", "us", "war_weary", "anti_war", "stage"),
    [
        ("war", "war", 10, 20, paris.END_OF_TALKS),
        ("war", "peace", 10, 5, paris.US_RETREAT),
        ("peace", "war", 0, 20, paris.NVA_RETREAT),
        ("peace", "peace", 0, 5, paris.BOTH_RETREAT),
    ],
)
def test_what_the_two_sides_choose_decides_who_retreats(
    nva: str, us: str, war_weary: int, anti_war: int, stage: str
) -> None:
    """S6.8.1 steps 3 and 4, OPEN 32: by our table."""
    s = talking()
    step(s, nva, us)
    assert (s.war_weary, s.anti_war, s.stage) == (war_weary, anti_war, stage)


@pytest.mark.parametrize(
    ("bases", "saigon", "asked", "war_weary"), [(6, 0, False, 0), (7, 0, True, 0), (8, 1, True, 0), (9, 1, False, 15)]
)
def test_the_nva_score_decides_alone_below_7_and_from_15_on(
    bases: int, saigon: int, asked: bool, war_weary: int
) -> None:
    """OPEN 32: scores of 6, 7, 14 (Saigon has 6) and 15, with War Weary at 0 when they are compared."""
    s = empty(XS, piles=(), next_card=0, stage=paris.TALKS)
    for i in range(bases):
        put(s, OUTSIDE[i // 2], nva_base=1)
    put(s, row("saigon"), nva_troops=saigon)
    flow = step(s)
    assert ("paris.nva" in flow.asked) == asked
    assert s.war_weary == war_weary


@pytest.mark.parametrize(
    ("score", "asked", "anti_war"), [(14, False, 10), (15, True, None), (34, True, None), (35, False, 15)]
)
def test_the_us_score_decides_alone_below_15_and_from_35_on(score: int, asked: bool, anti_war: int | None) -> None:
    """OPEN 32: after Anti-War 15 is taken off."""
    s = talking()
    for sp in range(CONTROLLABLE):
        set_support(s, sp, 0)
    s.pieces[AVAILABLE * KINDS] = score + 15
    flow = step(s, "war")
    assert (not flow.over) == asked
    if anti_war is not None:
        assert s.anti_war == anti_war


def test_everything_set_aside_goes_out_of_play_when_the_talks_begin() -> None:
    """S6.8.1 step 1, OPEN 39."""
    s = talking()
    assert at(s, SET_ASIDE) == {"ranger": 2, "arvn_base": 3, "arvn_armor": 8, "nva_armor": 8}
    step(s)
    assert not at(s, SET_ASIDE)
    assert at(s, OUT_OF_PLAY)["arvn_armor"] == at(s, OUT_OF_PLAY)["nva_armor"] == 8


# --- NVA Retreat --------------------------------------------------------------------------------------------------


def test_nva_bases_in_the_south_become_available_and_its_other_pieces_leave() -> None:
    """S6.8.1: in the state they are in, where NVA wants; LoCs are South."""
    s = talking()
    edit(s, "pleiku_darlac", nva_tunnel=1, nva_troops=2, nva_guerrilla_active=2, arvn_troops=1)
    edit(s, "loc_saigon_can_tho", nva_guerrilla=1)
    patronage, outside, before = s.patronage, on_map(s, KINDS_OF[NVA], south=False), s.copy()
    step(s, "peace", "war")
    flow = step(s, "the_fishhook", 2, "central_laos", 1, "southern_laos", 3, "north_vietnam", 1, "sihanoukville")
    assert flow.decision is not None
    assert (flow.decision.actor, flow.decision.kind) == (VC, "paris.vc_base")
    flow.answer("vc_tunnel@tay_ninh")
    assert flow.over
    assert on_map(s, KINDS_OF[NVA], south=True) == 0
    assert on_map(s, KINDS_OF[NVA], south=False) == outside + 8
    assert at(s, row("sihanoukville"))["nva_guerrilla_active"] == 1
    assert at(s, row("central_laos"))["nva_guerrilla"] == at(before, row("central_laos"))["nva_guerrilla"] + 1
    assert at(s, row("tay_ninh")) == {"vc_guerrilla": 2}
    assert s.patronage == patronage + 5
    check_state(s)


def test_without_a_vc_base_in_the_south_none_is_given_up() -> None:
    """S6.8.1."""
    s = talking()
    for sp in range(SPACE_COUNT):
        for kind in BASES_OF[VC]:
            s.pieces[AVAILABLE * KINDS + 16] += s.pieces[sp * KINDS + kind]
            s.pieces[sp * KINDS + kind] = 0
    step(s, "peace", "war")
    flow = step(s, "north_vietnam", 6)
    assert flow.over
    assert "paris.vc_base" not in flow.asked


@pytest.mark.parametrize(
    ("nva", "us", "flags"),
    [
        ("war", "war", POST_PARIS),
        ("peace", "war", POST_PARIS),
        ("war", "peace", POST_PARIS | US_RETREATED),
        ("peace", "peace", POST_PARIS | US_RETREATED),
    ],
)
def test_post_paris_is_after_retreat_only_if_the_us_retreated(nva: str, us: str, flags: int) -> None:
    """S6.8.2, S6.8.4: Posture takes the place of the Econ marker, and the Trail is better by two."""
    s = talking()
    step(s, nva, us)
    through(s)
    assert s.era.flags == flags
    retreated = bool(flags & US_RETREATED)
    assert ("econ" in s.era.tracks, "posture" in s.era.tracks) == (not retreated, retreated)
    assert (s.econ, s.posture, s.trail) == ((0, 2, 4) if retreated else (15, 0, 3))
    assert s.stage == RESOURCES


# --- both Retreat -------------------------------------------------------------------------------------------------


def test_if_both_retreat_nva_relocates_its_bases_tunnels_and_all() -> None:
    """S6.8.1, OPEN 28, OPEN 29: NVA first."""
    s = talking()
    edit(s, "pleiku_darlac", nva_tunnel=1, arvn_troops=1)
    edit(s, "tay_ninh", nva_base=1)
    before = on_map(s, BASES_OF[NVA], south=False)
    step(s, "peace", "peace")
    flow = step(s)
    assert flow.decision is not None
    assert flow.decision.kind == "paris.base"
    assert "sihanoukville" in flow.keys()
    assert "central_laos" not in flow.keys()  # two Bases are there
    flow.answer("sihanoukville", "sihanoukville", "vc_base@binh_dinh")
    assert at(s, row("sihanoukville"))["nva_tunnel"] == at(s, row("sihanoukville"))["nva_base"] == 1
    assert on_map(s, BASES_OF[NVA], south=False) == before + 2
    assert s.stage == paris.US_RETREAT_TOO


def test_a_base_that_finds_no_room_outside_the_south_becomes_available() -> None:
    """OPEN 49 (F116): every space there holds two Bases."""
    s = empty(XS, piles=(), next_card=0, stage=paris.BOTH_RETREAT)
    for i, sp in enumerate(OUTSIDE):
        put(s, sp, **({"nva_base": 2} if i < 4 else {"vc_base": 2}))
    put(s, row("hue"), nva_tunnel=1)
    step(s)
    assert at(s, AVAILABLE)["nva_base"] == 1
    assert at(s, row("hue")) == {}


def test_if_both_retreat_us_casualties_are_treated_normally_otherwise_all_go_out_of_play() -> None:
    """S6.8.1, OPEN 34: which Commitment follows."""
    for nva, era in (("war", "us_leaving"), ("peace", "after_retreat")):
        s = talking()
        step(s, nva, "peace")
        through(s)
        assert s.era.id == era


# --- US Retreat ---------------------------------------------------------------------------------------------------


def test_the_us_may_swap_its_bases_for_arvn_bases_that_are_not_on_the_map() -> None:
    """S6.8.1 (a): Saigon, Da Nang and Cam Ranh; three new ARVN Bases are Out of Play."""
    s = talking()
    step(s, "war", "peace")
    flow = step(s)
    assert flow.keys() == ["da_nang", "cam_ranh", "saigon", "done"]
    flow.answer("saigon", "da_nang", "done")
    assert at(s, row("saigon"))["arvn_base"] == at(s, row("da_nang"))["arvn_base"] == 1
    assert at(s, row("cam_ranh"))["us_base"] == 1
    assert at(s, AVAILABLE)["us_base"] == 2
    assert at(s, OUT_OF_PLAY)["arvn_base"] == 1
    assert s.stage == paris.END_OF_TALKS


def test_a_swap_keeps_two_bases_in_a_space_and_lifts_no_base_from_the_map() -> None:
    """1.4.2 (F116)."""
    s = empty(XS, stage=paris.US_RETREAT, trail=1)
    put(s, row("hue"), us_base=1, nva_base=1)
    put(s, row("saigon"), us_base=1)
    put(s, row("da_nang"), arvn_base=2)
    put(s, row("qui_nhon"), arvn_base=2)
    put(s, row("can_tho"), arvn_base=1)
    flow = step(s, "hue")
    assert at(s, row("hue")) == {"arvn_base": 1, "nva_base": 1}
    assert flow.over
    assert at(s, row("saigon")) == {"us_base": 1}
    assert s.trail == 3


def test_a_swap_never_changes_control_on_the_way() -> None:
    """1.7: one COIN Base takes the place of another."""
    s = empty(XS, stage=paris.US_RETREAT)
    put(s, row("hue"), us_base=1)
    s.log = []
    step(s, "hue")
    assert "log.control" not in [entry.message for entry in s.log]
    assert not s.control_frozen


def test_at_the_talks_nobody_asks_where_an_arvn_base_comes_from() -> None:
    """S6.8.3: all of them become Available in the end."""
    s = talking()
    step(s, "war", "peace")
    move(s, ARVN_BASE, 1, OUT_OF_PLAY, AVAILABLE)
    assert "paris.swap_from" not in step(s, "saigon", "done").asked


def test_the_trail_rises_before_the_income_of_that_round() -> None:
    """S6.8.1 (b), 6.2.4: NVA earns for Trail 4, not 2."""
    s = talking(trail=2)
    s.resources[NVA] = 0
    step(s, "war", "peace")
    through(s)
    step(s)
    assert s.trail == 4
    assert s.resources[NVA] == 6 + 2 * 4


def test_after_a_us_retreat_the_us_spends_arvn_resources_down_to_0() -> None:
    """S1.8.1."""
    s = talking()
    assert not can_afford(s, US, 30)
    step(s, "war", "peace")
    through(s)
    s.resources[ARVN] = 30
    assert can_afford(s, US, 30)
    assert "econ" not in s.era.tracks
    assert s.econ == 0


# --- the end of the Talks -----------------------------------------------------------------------------------------


def test_the_new_pieces_come_into_the_game_whatever_came_of_the_talks() -> None:
    """S1.4, S6.8.3."""
    s = talking()
    step(s, "war", "war")
    through(s)
    assert not at(s, SET_ASIDE)
    assert at(s, OUT_OF_PLAY) == {"us_troops": 10, "us_base": 3}
    for name, n in (("ranger", 2), ("arvn_base", 3), ("arvn_armor", 8), ("nva_armor", 8)):
        assert at(s, AVAILABLE)[name] == n


def test_other_pieces_out_of_play_stay_there() -> None:
    """S6.8.3 (F96): without Vietnamization."""
    s = talking(FULL)
    flow = step(s)
    while not flow.over:
        flow.answer("war" if "war" in flow.keys() else flow.keys()[0])
    s.stage = paris.END_OF_TALKS
    through(s)
    assert at(s, OUT_OF_PLAY).get("arvn_base", 0) == 0
    assert at(s, OUT_OF_PLAY)["ranger"] == 3
    assert at(s, OUT_OF_PLAY)["arvn_troops"] == 10


def test_pivotal_events_change_hands() -> None:
    """S6.8.3 (F92): the base game's are put away unplayed, everybody holds the new one."""
    s = talking()
    assert held_pivotals(s, US) == [121]
    step(s, "war", "war")
    through(s)
    assert [held_pivotals(s, faction) for faction in s.era.factions] == [
        [card_number(card)] for card in ("s76", "s78", "s77", "s79")
    ]


def test_the_deck_of_1973_is_drafted_and_laid_under_what_is_left() -> None:
    """S6.8.3, S2.1: VC, ARVN, NVA, US pick for each year; a base card that already shows stays next."""
    s = talking()
    s.piles, s.next_card = (PileState(2, 1968, 0, 5),), 44
    step(s, "war", "war")
    step(s)
    assert s.stage == paris.DRAFT
    assert s.draft == tuple((faction, year) for year in (1973, 1974, 1975) for faction in (VC, ARVN, NVA, US))
    through(s)
    assert (s.draft, s.next_card, s.stage) == ((), 44, RESOURCES)
    assert [(pile.period, pile.size) for pile in s.piles] == [(1968, 2), (1973, 9), (1974, 9), (1975, 9)]


# --- when they are held -------------------------------------------------------------------------------------------


def test_the_talks_come_at_the_last_coup_card_of_the_base_game_only() -> None:
    """S6.1: before it the Round goes on at once."""
    s = talking(patronage=0)
    s.stage = VICTORY
    step(s)
    assert s.stage == paris.TALKS
    s.piles = (PileState(8, 1968, -1, 5),)
    step(s)
    assert s.stage == RESOURCES
    assert (s.anti_war, s.era.id) == (0, "extended")


def test_a_last_coup_card_right_after_another_brings_the_talks_without_a_round() -> None:
    """OPEN 31."""
    s = talking(last_was_coup=True)
    s.stage = COUP_CARD
    step(s)
    assert s.stage == paris.TALKS
    assert s.leader == 127
    step(s, "war", "peace")
    through(s)
    assert s.stage == NEXT_CARD
    assert s.era.id == "us_leaving"  # its Commitment comes at Watergate


@pytest.mark.parametrize(("after_a_coup", "coups_left", "stage"), [(False, 0, VICTORY), (True, 1, NEXT_CARD)])
def test_any_other_coup_card_is_played_as_ever(after_a_coup: bool, coups_left: int, stage: str) -> None:
    """2.4, 6.0."""
    s = talking(last_was_coup=after_a_coup, card=126, piles=(PileState(2, 1968, -1, 5),) * coups_left)
    s.stage = COUP_CARD
    step(s)
    assert (s.stage, s.leader) == (stage, 126)


@pytest.mark.parametrize(("answer", "era"), [("yes", "us_leaving"), ("no", "post_paris")])
def test_the_us_may_retreat_by_itself_after_the_check_for_victory(answer: str, era: str) -> None:
    """S6.1, OPEN 30: at Watergate, if nobody won."""
    s = later(XS, "post_paris", card=card_number("s73"), patronage=0, stage=VICTORY, trail=1)
    step(s)
    assert s.stage == paris.UNILATERAL_RETREAT
    flow = step(s, answer)
    if answer == "yes":
        flow.answer("done")
    assert (s.era.id, s.stage) == (era, RESOURCES)
    assert (s.trail, s.posture) == ((3, 2) if answer == "yes" else (1, 0))


def test_once_the_us_has_left_nobody_asks_again() -> None:
    """S6.1."""
    s = later(XS, "after_retreat", card=card_number("s74"), patronage=0, stage=VICTORY)
    step(s)
    assert s.stage == RESOURCES


def test_a_base_swapped_later_comes_from_available_or_out_of_play_as_the_us_likes() -> None:
    """S6.8.1 (a): at the Talks that makes no difference."""
    s = later(XS, "post_paris", stage=paris.UNILATERAL_RETREAT)
    move(s, ARVN_BASE, 1, AVAILABLE, OUT_OF_PLAY)
    flow = step(s, "yes", "saigon")
    assert flow.keys() == ["available", "out_of_play"]
    flow.answer("out_of_play")
    assert "arvn_base" not in at(s, OUT_OF_PLAY)


def test_a_campaign_from_1961_keeps_its_own_pieces_through_the_talks() -> None:
    """P7.4, S6.8: with Diem still in office his Hamlets stay in the pool."""
    s = talking("extended-full-1964")
    s.era = era_named("extended_diem_stays")
    s.stage = paris.END_OF_TALKS
    step(s)
    assert s.era.id == "post_paris_diem_stays"
