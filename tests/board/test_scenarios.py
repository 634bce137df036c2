"""The scenarios (2.1, P2.1, S2.1) and the force pools (1.4)."""

from collections import Counter

import pytest

from fitl.board import pieces, spaces
from fitl.board.cards import CARDS, COUP_CARDS, FAILED_ATTEMPT_1, FAILED_ATTEMPT_2, KHANH, KY, THIEU, YOUNG_TURKS
from fitl.board.factions import ARVN, FACTIONS, NVA, VC
from fitl.board.facts import FactsError
from fitl.board.forces import BASE_UNDER, POOLS
from fitl.board.scenario import Goal, Pile, Scenario
from fitl.board.scenario_checks import controller, victory_totals
from fitl.board.scenarios import GOALS, SCENARIOS, engine_setup, load_scenarios
from fitl.board.spaces import AVAILABLE, CASUALTIES, OUT_OF_PLAY, POP, SPACE_BY_ID
from tests.board.damage import Damage, both, cut, damaged, put

BASE = ["short-1965", "medium-1968", "full-1964", "long-1964", "short-1967"]
BEFORE_1964 = ["four-player-1961", "diems-war-1961", "prequel-1963", "full-campaign-1961"]
TO_1975 = ["extended-short-1972", "extended-medium-1968", "extended-full-1964", "black-april-1973"]
PLAYABLE = [*BASE, *BEFORE_1964, *TO_1975, "extended-campaign-1961"]
every_scenario = pytest.mark.parametrize("scenario", SCENARIOS.values(), ids=lambda scenario: scenario.name)
playable_scenario = pytest.mark.parametrize("scenario", [SCENARIOS[n] for n in PLAYABLE], ids=lambda s: s.name)


def test_there_are_fourteen_scenarios_all_of_them_playable() -> None:
    assert len(SCENARIOS) == len({scenario.id for scenario in SCENARIOS.values()}) == 14
    assert sorted(name for name, scenario in SCENARIOS.items() if scenario.playable) == sorted(PLAYABLE)
    assert all(name == scenario.name for name, scenario in SCENARIOS.items())


@every_scenario
def test_map_boxes_and_tracks_hold_the_whole_pool(scenario: Scenario) -> None:
    found: Counter[str] = Counter()
    for holder in [place.pieces for place in scenario.setup.values()] + list(scenario.boxes.values()):
        found.update({piece: count for piece, count in holder.items() if piece not in BASE_UNDER})
    assert found == Counter(scenario.pool)


@every_scenario
def test_listed_control_follows_from_the_pieces(scenario: Scenario) -> None:
    for key, place in scenario.setup.items():
        wanted = "none" if spaces.is_loc(SPACE_BY_ID[key]) else controller(place.pieces)
        assert place.control == wanted, key


@every_scenario
def test_printed_totals_are_reproduced(scenario: Scenario) -> None:
    recount = victory_totals(scenario)
    assert scenario.published_totals
    assert scenario.published_totals == {total: recount[total] for total in scenario.published_totals}
    assert {goal.total for goals in GOALS.values() for goal in goals.values()} <= recount.keys()


@every_scenario
def test_no_space_holds_more_than_two_bases_and_only_peopled_spaces_take_sides(scenario: Scenario) -> None:
    for key, place in scenario.setup.items():
        bases = sum(count for piece, count in place.pieces.items() if piece.endswith("_base"))
        assert bases <= (0 if spaces.is_loc(SPACE_BY_ID[key]) else 2), key
        assert place.support == 0 or POP[SPACE_BY_ID[key]] > 0, key


@pytest.mark.parametrize(
    ("name", "totals", "aid", "patronage", "trail", "resources"),
    [
        ("short-1965", (38, 41, 10, 23), 15, 18, 2, (0, 30, 15, 10)),
        ("medium-1968", (37, 44, 8, 23), 30, 15, 3, (0, 30, 20, 15)),
        ("full-1964", (38, 35, 4, 27), 15, 15, 1, (0, 30, 10, 5)),
        ("long-1964", (38, 35, 4, 27), 15, 15, 1, (0, 30, 10, 5)),
        ("short-1967", (34, 40, 8, 26), 30, 15, 3, (0, 30, 15, 10)),
    ],
)
def test_tracks_and_victory_markers_as_printed(
    name: str, totals: tuple[int, ...], aid: int, patronage: int, trail: int, resources: tuple[int, ...]
) -> None:
    scenario = SCENARIOS[name]
    markers = tuple(victory_totals(scenario)[GOALS["base"][faction].total] for faction in FACTIONS)
    assert markers == totals  # US, ARVN, NVA, VC
    assert scenario.tracks == {"aid": aid, "patronage": patronage, "econ": 15, "trail": trail}
    assert scenario.resources == resources
    assert scenario.eligible == scenario.factions == FACTIONS
    assert scenario.era == "base"
    assert GOALS["base"] == {
        0: Goal("support_available", 50),
        1: Goal("coin_patronage", 50),
        2: Goal("nva_bases", 18),
        3: Goal("opposition_bases", 35),
    }


@pytest.mark.parametrize(
    ("name", "leader", "leader_box", "coup_pool", "piles", "placement"),
    [
        ("short-1965", "young_turks", (KHANH, YOUNG_TURKS), (KY, THIEU, FAILED_ATTEMPT_1), [8, 8, 8], "whole_pile"),
        (
            "medium-1968",
            "ky",
            (KHANH, YOUNG_TURKS, KY),
            (THIEU, FAILED_ATTEMPT_1, FAILED_ATTEMPT_2),
            [12, 12, 12],
            "whole_pile",
        ),
        ("full-1964", "minh", (), COUP_CARDS, [12] * 6, "whole_pile"),
        ("long-1964", "minh", (), COUP_CARDS, [8, 8, 8], "with_bottom_4"),
        (
            "short-1967",
            "thieu",
            (KHANH, YOUNG_TURKS, THIEU),
            (KY, FAILED_ATTEMPT_1, FAILED_ATTEMPT_2),
            [8, 8, 8],
            "with_bottom_4",
        ),
    ],
)
def test_leader_box_and_deck_as_printed(
    name: str,
    leader: str,
    leader_box: tuple[int, ...],
    coup_pool: tuple[int, ...],
    piles: list[int],
    placement: str,
) -> None:
    scenario = SCENARIOS[name]
    assert (scenario.leader, scenario.leader_box) == (leader, leader_box)
    assert scenario.coup_pool == coup_pool
    assert [pile.events for pile in scenario.piles] == piles
    assert scenario.coup_placement == placement


def test_periods_of_the_piles() -> None:
    periods = {name: [(p.period, p.option_period) for p in SCENARIOS[name].piles] for name in BASE}
    assert periods == {
        "short-1965": [(None, 1965)] * 3,
        "medium-1968": [(None, 1968)] * 3,
        "full-1964": [(None, 1964), (None, 1965), (None, 1965), (None, 1968), (None, 1968), (None, 1968)],
        "long-1964": [(1964, None)] * 3,
        "short-1967": [(1965, None), (1968, None), (1968, None)],
    }


def test_pivotal_events_are_in_medium_and_full_only() -> None:
    assert {name: SCENARIOS[name].pivotal for name in BASE if SCENARIOS[name].pivotal} == {
        "medium-1968": (121, 122, 123, 124),
        "full-1964": (121, 122, 123, 124),
    }


def test_capabilities_at_the_start() -> None:
    found = {name: (SCENARIOS[name].capabilities_when, set(SCENARIOS[name].capabilities)) for name in BASE}
    medium = {(8, "unshaded"), (14, "unshaded"), (28, "shaded"), (31, "shaded"), (34, "shaded"), (104, "shaded")}
    assert found == {
        "short-1965": ("period_option", {(31, "shaded")}),
        "medium-1968": ("period_option", medium),
        "full-1964": ("never", set()),
        "long-1964": ("never", set()),
        "short-1967": ("always", {(31, "shaded")}),
    }


def test_us_policy_for_the_non_player_us() -> None:
    assert [SCENARIOS[name].us_policy for name in BASE] == ["lbj", "lbj", "jfk", "jfk", "lbj"]


def test_the_long_1964_shares_the_full_set_up_and_names_its_historical_coups() -> None:
    long, full = SCENARIOS["long-1964"], SCENARIOS["full-1964"]
    assert (long.setup, long.boxes, long.tracks) == (full.setup, full.boxes, full.tracks)
    assert long.historical_coups == (KHANH, FAILED_ATTEMPT_1, YOUNG_TURKS)
    assert full.historical_coups == ()
    assert long.title != full.title


def test_in_1967_tet_serves_as_the_first_coup_card() -> None:
    scenario = SCENARIOS["short-1967"]
    assert scenario.piles[0] == Pile(events=8, period=1965, option_period=None, coup_card=124)
    assert scenario.tet_as_coup
    assert scenario.no_commitment_add_or_withdraw
    assert not any(SCENARIOS[n].tet_as_coup for n in PLAYABLE if n != "short-1967")


@playable_scenario
def test_engine_setup_places_the_whole_pool_of_the_engine(scenario: Scenario) -> None:
    rows = engine_setup(scenario)
    assert all(count > 0 for row in rows.values() for count in row.values())
    for kind, states in pieces.COUNTED_AS.items():
        assert sum(row.get(state, 0) for row in rows.values() for state in states) == scenario.force_pool[kind]
    assert {AVAILABLE, CASUALTIES, OUT_OF_PLAY} <= rows.keys()
    for box in (AVAILABLE, CASUALTIES, OUT_OF_PLAY):
        assert set(rows[box]) <= set(pieces.PLAIN_KINDS)


def test_engine_setup_splits_off_tunneled_bases() -> None:
    rows = engine_setup(SCENARIOS["full-1964"])
    assert rows[spaces.TAY_NINH] == {pieces.VC_TUNNEL: 1, pieces.VC_GUERRILLA: 2}
    assert rows[spaces.SAIGON] == {
        pieces.US_BASE: 1,
        pieces.US_TROOPS: 2,
        pieces.ARVN_TROOPS: 2,
        pieces.POLICE: 3,
    }
    assert rows[CASUALTIES] == {}
    assert spaces.SIHANOUKVILLE not in rows


def test_sovereign_of_discord_keeps_pieces_on_the_tracks() -> None:
    boxes = SCENARIOS["four-player-1961"].boxes
    assert boxes["washington_2"] == {"advisor": 2, "arvn_troops": 2, "police": 2}
    assert boxes["hanoi_3"] == {"vc_base": 1, "vc_guerrilla": 5, "cadre": 2}


def test_opposition_under_a_strategic_hamlet_does_not_count() -> None:
    setup = SCENARIOS["prequel-1963"].setup
    hidden = {key for key, place in setup.items() if place.support < 0 and "hamlet" in place.pieces}
    assert hidden == {"quang_tin_quang_ngai", "binh_dinh", "quang_duc_long_khanh", "kien_phong"}


def test_two_player_scenarios_give_the_initiative() -> None:
    assert SCENARIOS["diems-war-1961"].initiative == (VC, ARVN)
    assert SCENARIOS["black-april-1973"].initiative == (NVA, ARVN)


def test_campaigns_name_their_phases() -> None:
    assert SCENARIOS["extended-campaign-1961"].phases == (
        ("deck", "four-player-1961"),
        ("transition", "fall_of_diem"),
        ("deck", "full-1964"),
        ("transition", "paris_peace"),
        ("deck", "fos_mini_deck"),
    )
    medium = SCENARIOS["extended-medium-1968"]
    assert medium.boxes["set_aside"] == {"arvn_base": 3, "ranger": 2, "arvn_armor": 8, "nva_armor": 8}
    assert medium.tracks == {**SCENARIOS["medium-1968"].tracks, "war_weary": 0, "anti_war": 0}


@pytest.mark.parametrize(
    ("found", "control"),
    [
        ({}, "none"),
        ({"us_troops": 1}, "coin"),
        ({"us_troops": 1, "vc_guerrilla": 1}, "none"),
        ({"nva_troops": 2, "vc_guerrilla": 1}, "nva"),
        ({"nva_troops": 1, "vc_guerrilla": 1}, "none"),
        ({"vc_guerrilla": 9}, "none"),
        ({"police": 2, "vc_base": 1, "vc_tunnel": 1}, "coin"),
        ({"police": 2, "vc_base": 1, "cadre": 1}, "coin"),
        ({"hamlet": 1, "advisor": 1, "vc_base": 1}, "coin"),
    ],
)
def test_control_by_pieces(found: dict[str, int], control: str) -> None:
    assert controller(found) == control


def test_the_pools_add_to_the_printed_number_of_pieces() -> None:
    assert {name: sum(pool.values()) for name, pool in POOLS.items()} == {
        "base": 229,
        "base_with_fos": 250,
        "sod": 115,
        "sod_diems_war": 99,
        "fos_black_april": 159,
    }


def test_every_capability_laid_out_is_one() -> None:
    for scenario in SCENARIOS.values():
        assert all(CARDS[number].capability is not None for number, _ in scenario.capabilities)


def scenario_path(name: str, *path: str | int) -> tuple[str | int, ...]:
    return ("scenarios", list(SCENARIOS).index(name), *path)


def change(name: str, *path: str | int, value: object) -> Damage:
    return put(*scenario_path(name, *path), value=value)


SHORT, FULL = "short-1965", "full-1964"
SHORT_HUE = ("spaces", "hue")
DAMAGES: list[tuple[str, Damage, str]] = [
    ("unknown space", change(SHORT, "spaces", "hanoi", value={}), 'scenarios[0].spaces.hanoi: unknown space "hanoi"'),
    ("space gone", cut(*scenario_path(SHORT, *SHORT_HUE)), 'scenarios[0].spaces: missing key "hue"'),
    (
        "unknown piece",
        change(SHORT, *SHORT_HUE, "pieces", "arvn_navy", value=1),
        'scenarios[0].spaces.hue.pieces.arvn_navy: unknown piece "arvn_navy"',
    ),
    (
        "unknown piece in a box",
        change(SHORT, "boxes", "available", "vc_tunnel", value=1),
        'scenarios[0].boxes.available.vc_tunnel: unknown piece "vc_tunnel"',
    ),
    (
        "half a piece",
        change(SHORT, *SHORT_HUE, "pieces", "police", value=1.5),
        "scenarios[0].spaces.hue.pieces.police: expected a whole number, found a fraction",
    ),
    (
        "piece too few",
        change(SHORT, "spaces", "da_nang", "pieces", "us_troops", value=2),
        "short-1965: us_troops: 39 in all, expected 40",
    ),
    (
        "piece too many",
        change(SHORT, "boxes", "casualties", "us_base", value=1),
        "short-1965: us_base: 7 in all, expected 6",
    ),
    (
        "foreign piece",
        change(SHORT, "boxes", "available", "nva_armor", value=1),
        "short-1965: nva_armor: 1 in all, expected 0",
    ),
    ("box gone", cut(*scenario_path(SHORT, "boxes", "casualties")), 'scenarios[0].boxes: missing key "casualties"'),
    ("unknown box", change(SHORT, "boxes", "hanoi", value={}), 'scenarios[0].boxes: unknown key "hanoi"'),
    (
        "full track box",
        change("four-player-1961", "boxes", "hanoi_2", "vc_guerrilla", value=6),
        "scenarios[3].boxes.hanoi_2.vc_guerrilla: 6 is more than that box holds (P6.8, P6.9)",
    ),
    (
        "too many Bases",
        both(
            change(SHORT, "spaces", "north_vietnam", "pieces", "nva_base", value=3),
            change(SHORT, "boxes", "available", "nva_base", value=0),
        ),
        "short-1965: north_vietnam: 3 Bases, at most 2 may be there (1.4.2)",
    ),
    (
        "Base on a LoC",
        both(
            change(
                SHORT, "spaces", "loc_hue_da_nang", value={"control": None, "support": None, "pieces": {"us_base": 1}}
            ),
            change(SHORT, "boxes", "available", "us_base", value=1),
        ),
        "short-1965: loc_hue_da_nang: a Base on a LoC (1.4.2)",
    ),
    (
        "Control of a LoC",
        change(SHORT, "spaces", "loc_hue_da_nang", value={"control": "coin", "support": None, "pieces": {}}),
        "scenarios[0].spaces.loc_hue_da_nang: a LoC has neither Control nor Support (1.6, 1.7)",
    ),
    (
        "US in the North",
        both(
            change(SHORT, "spaces", "north_vietnam", "pieces", "us_troops", value=1),
            change(SHORT, "boxes", "available", "us_troops", value=11),
        ),
        "short-1965: north_vietnam: US or ARVN pieces in North Vietnam (1.4.2)",
    ),
    (
        "Tunnel without Base",
        change(SHORT, "spaces", "kien_phong", "pieces", "vc_tunnel", value=1),
        "short-1965: kien_phong: more Tunnels than Bases (1.4.4)",
    ),
    (
        "too many Tunnels",
        change(SHORT, "spaces", "tay_ninh", "pieces", "vc_tunnel", value=7),
        "short-1965: 7 Tunnel markers, there are 6",
    ),
    (
        "Cadre without Base",
        both(
            change("prequel-1963", "spaces", "hue", "pieces", "cadre", value=1),
            change("prequel-1963", "boxes", "available", "cadre", value=1),
        ),
        "prequel-1963: hue: more Cadres than VC Bases (P1.4.2)",
    ),
    (
        "Hamlet in a City",
        both(
            change("prequel-1963", "spaces", "hue", "pieces", "hamlet", value=1),
            change("prequel-1963", "boxes", "available", "hamlet", value=0),
        ),
        "prequel-1963: hue: more than one Strategic Hamlet, or one outside a Province (P1.4.2)",
    ),
    (
        "wrong Control",
        change(SHORT, *SHORT_HUE, "control", value="nva"),
        "short-1965: hue: Control is given as nva, its pieces make it coin",
    ),
    (
        "unknown Control",
        change(SHORT, *SHORT_HUE, "control", value="vc"),
        'scenarios[0].spaces.hue.control: "vc" is not one of coin, nva, none',
    ),
    (
        "unknown Support",
        change(SHORT, *SHORT_HUE, "support", value="mild"),
        'scenarios[0].spaces.hue.support: unknown level of Support "mild"',
    ),
    (
        "Support of nobody",
        change(SHORT, "spaces", "phuoc_long", "support", value="passive_support"),
        "scenarios[0].spaces.phuoc_long.support: a space without Population stays Neutral (1.6)",
    ),
    (
        "wrong total",
        change(SHORT, "published_totals", "support_available", value=39),
        "short-1965: support_available is given as 39, the set-up makes it 38",
    ),
    (
        "wrong Support",
        change(SHORT, *SHORT_HUE, "support", value="passive_support"),
        "short-1965: support_available is given as 38, the set-up makes it 40",
    ),
    (
        "wrong Patronage",
        change(SHORT, "tracks", "patronage", value=17),
        "short-1965: coin_patronage is given as 41, the set-up makes it 40",
    ),
    ("unknown total", change(SHORT, "published_totals", "glory", value=1), 'short-1965: unknown total "glory"'),
    ("Trail", change(SHORT, "tracks", "trail", value=5), "scenarios[0].tracks.trail: 5 is above 4"),
    ("Aid", change(SHORT, "tracks", "aid", value=76), "scenarios[0].tracks.aid: 76 is above 75"),
    ("unknown track", change(SHORT, "tracks", "luck", value=1), 'scenarios[0].tracks: unknown key "luck"'),
    ("US Resources", change(SHORT, "resources", "us", value=5), 'scenarios[0].resources: unknown key "us"'),
    (
        "Event as Coup card",
        change(SHORT, "deck", "coup_pool", 0, value=31),
        "scenarios[0].deck.coup_pool[0]: card 31 is no Coup card",
    ),
    (
        "Coup card twice",
        change(SHORT, "deck", "coup_pool", 0, value=128),
        "scenarios[0].deck.coup_pool[1]: card 128 is listed twice",
    ),
    (
        "Coup card in two places",
        change(SHORT, "deck", "coup_pool", 0, value=125),
        "short-1965: card 125 is both in the RVN Leader box and in the deck",
    ),
    ("Coup card gone", cut(*scenario_path(SHORT, "deck", "coup_pool", 0)), "short-1965: 3 piles but only 2 Coup cards"),
    (
        "historical Coup",
        change("long-1964", "deck", "historical_coups", value=[125]),
        "long-1964: the historical Coup cards must be 3 cards of the Coup pool",
    ),
    (
        "Event in the place of Tet",
        change("short-1967", "deck", "piles", 0, "coup_card", value=1),
        "scenarios[9].deck.piles[0].coup_card: card 1 cannot serve as a Coup card",
    ),
    (
        "no such Events",
        change(SHORT, "deck", "piles", 0, "option_period", value=1966),
        "scenarios[0].deck.piles[0].option_period: there are no Events of 1966",
    ),
    (
        "too few Events",
        change("long-1964", "deck", "piles", 0, "events", value=9),
        "long-1964: 25 Events of 1964 needed, there are 24",
    ),
    (
        "no Capability",
        change(SHORT, "capabilities", "shaded", value=[1]),
        "scenarios[0].capabilities.shaded[0]: card 1 is no Capability",
    ),
    (
        "no Pivotal Event",
        change(FULL, "pivotal", value=[120]),
        "scenarios[2].pivotal[0]: card 120 is no Pivotal Event",
    ),
    (
        "leader",
        change(SHORT, "leader", value="khanh"),
        "short-1965: leader khanh is not the top card of the RVN Leader box (2.4.1)",
    ),
    (
        "leader from nowhere",
        change(FULL, "leader", value="thieu"),
        "full-1964: leader thieu is not the top card of the RVN Leader box (2.4.1)",
    ),
    ("unknown faction", change(SHORT, "factions", 0, value="ussr"), 'scenarios[0].factions[0]: unknown faction "ussr"'),
    ("name twice", change("medium-1968", "name", value=SHORT), 'scenarios[1].name: duplicate name "short-1965"'),
    (
        "unknown source",
        change("long-1964", "set_up_from", value="full-1954"),
        'scenarios[8].set_up_from: unknown scenario "full-1954"',
    ),
    (
        "source of a source",
        change("full-campaign-1961", "set_up_from", value="long-1964"),
        'scenarios[6].set_up_from: scenario "long-1964" is itself set up from another',
    ),
    (
        "unknown deck",
        change("full-campaign-1961", "phases", 2, "deck", value="full-1954"),
        'full-campaign-1961: unknown deck "full-1954" among its phases',
    ),
    (
        "unknown transition",
        change("full-campaign-1961", "phases", 1, "transition", value="fall_of_minh"),
        'scenarios[6].phases[1].transition: "fall_of_minh" is not one of fall_of_diem, paris_peace',
    ),
    (
        "year of another deck",
        change("prequel-1963", "deck", "years", value=[1964]),
        "scenarios[5].deck.years: the sod deck covers 1961, 1962, 1963",
    ),
    ("one year", change(SHORT, "years", value=[1965]), "scenarios[0].years: expected the first and the last year"),
    (
        "unknown victory total",
        put("victory_schemes", "base", "us", "total", value="easy"),
        'victory_schemes.base.us.total: "easy" is not one of support_available, support_available_anti_war, '
        "support_minus_2x_washington, coin_patronage, nva_bases, nva_bases_war_weary, uncontrolled_cadres, "
        "opposition_bases",
    ),
    (
        "unknown special rule",
        change(SHORT, "special", value=["snow"]),
        'scenarios[0].special[0]: "snow" is not one of tet_as_coup, no_commitment_add_or_withdraw, no_victory',
    ),
    ("misspelt key", change(SHORT, "eligable", value=[]), 'scenarios[0]: unknown key "eligable"'),
]


@pytest.mark.parametrize(("damage", "reason"), [d[1:] for d in DAMAGES], ids=[d[0] for d in DAMAGES])
def test_a_damaged_scenario_file_is_refused_with_the_reason(damage: Damage, reason: str) -> None:
    with pytest.raises(FactsError) as refusal:
        load_scenarios(damaged("scenarios.json", damage))
    assert str(refusal.value) == reason
