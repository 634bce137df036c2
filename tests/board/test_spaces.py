"""The map (1.3)."""

from pathlib import Path

import pytest

from fitl.board import spaces
from fitl.board.facts import FactsError, packaged
from fitl.board.spaces import ADJACENT, ECON, POP, SPACE_BY_ID, SPACES, TOWNS, load_map, mask_of, row_id, spaces_of
from tests.board.damage import Damage, both, cut, damaged, put

# The printed table of 1.3: Population, terrain, coast.
PRINTED = {
    "hue": (2, None, True),
    "da_nang": (1, None, True),
    "kontum": (1, None, False),
    "qui_nhon": (1, None, True),
    "cam_ranh": (1, None, True),
    "an_loc": (1, None, False),
    "saigon": (6, None, True),
    "can_tho": (1, None, False),
    "north_vietnam": (0, "highland", True),
    "central_laos": (0, "jungle", False),
    "southern_laos": (0, "jungle", False),
    "northeast_cambodia": (0, "jungle", False),
    "the_fishhook": (0, "jungle", False),
    "the_parrots_beak": (0, "jungle", False),
    "sihanoukville": (0, "jungle", True),
    "quang_tri_thua_thien": (2, "highland", True),
    "quang_nam": (1, "highland", True),
    "quang_tin_quang_ngai": (2, "lowland", True),
    "binh_dinh": (2, "highland", True),
    "pleiku_darlac": (1, "highland", False),
    "phu_bon_phu_yen": (1, "lowland", True),
    "khanh_hoa": (1, "highland", True),
    "phuoc_long": (0, "jungle", False),
    "quang_duc_long_khanh": (1, "jungle", False),
    "binh_tuy_binh_thuan": (1, "jungle", True),
    "tay_ninh": (2, "jungle", False),
    "kien_phong": (2, "lowland", False),
    "kien_hoa_vinh_binh": (2, "lowland", True),
    "ba_xuyen": (1, "lowland", True),
    "kien_giang_an_xuyen": (2, "lowland", True),
}
PRINTED_ECON = {
    "loc_saigon_can_tho": 2,
    "loc_da_nang_dak_to": 0,
    "loc_ban_me_thuot_da_lat": 0,
    "loc_can_tho_bac_lieu": 0,
}  # every other LoC is worth 1
COASTAL_LOCS = {
    "loc_hue_khe_sanh",
    "loc_hue_da_nang",
    "loc_da_nang_qui_nhon",
    "loc_qui_nhon_cam_ranh",
    "loc_saigon_cam_ranh",
    "loc_can_tho_bac_lieu",
    "loc_can_tho_long_phu",
}
# Constants named by the first half of a double Province; every other constant is its id in capitals.
SHORTENED = {
    "quang_tri_thua_thien": "QUANG_TRI",
    "quang_tin_quang_ngai": "QUANG_TIN",
    "pleiku_darlac": "PLEIKU",
    "phu_bon_phu_yen": "PHU_BON",
    "quang_duc_long_khanh": "QUANG_DUC",
    "binh_tuy_binh_thuan": "BINH_TUY",
    "kien_hoa_vinh_binh": "KIEN_HOA",
    "kien_giang_an_xuyen": "KIEN_GIANG",
}


def adjacent(one: str, other: str) -> bool:
    a, b = SPACE_BY_ID[one], SPACE_BY_ID[other]
    assert (b in ADJACENT[a]) == (a in ADJACENT[b])
    return b in ADJACENT[a]


def ids(mask: int) -> set[str]:
    return {SPACES[sp].id for sp in spaces_of(mask)}


def test_there_are_8_cities_22_provinces_and_17_locs_in_that_order() -> None:
    kinds = [space.kind for space in SPACES]
    assert kinds == ["city"] * 8 + ["province"] * 22 + ["loc"] * 17
    assert len(SPACES) == spaces.SPACE_COUNT
    assert tuple(map(tuple, (range(8), range(8, 30), range(30, 47)))) == (spaces.CITIES, spaces.PROVINCES, spaces.LOCS)
    assert len(spaces.CITIES) + len(spaces.PROVINCES) == spaces.CONTROLLABLE


@pytest.mark.parametrize("space", SPACES, ids=lambda space: space.id)
def test_each_space_has_a_named_constant_and_predicates_agree_with_its_kind(space: spaces.Space) -> None:
    assert getattr(spaces, SHORTENED.get(space.id, space.id.upper())) == space.index
    assert spaces.is_city(space.index) == (space.kind == "city")
    assert spaces.is_province(space.index) == (space.kind == "province")
    assert spaces.is_loc(space.index) == (space.kind == "loc")
    assert spaces.in_south(space.index) == (space.region == "south_vietnam")
    assert spaces.in_laos_cambodia(space.index) == (space.region in ("laos", "cambodia"))


@pytest.mark.parametrize(("name", "printed"), PRINTED.items())
def test_cities_and_provinces_are_as_printed(name: str, printed: tuple[int, str | None, bool]) -> None:
    """1.3.2, 1.3.3, 1.3.7: population, terrain and coast."""
    space = SPACES[SPACE_BY_ID[name]]
    assert (space.population, space.terrain, space.coastal) == printed
    assert POP[space.index] == space.population
    assert (space.highway, space.mekong) == (False, False)


def test_locs_are_as_printed_and_their_econ_adds_to_15() -> None:
    for sp in spaces.LOCS:
        space = SPACES[sp]
        assert space.econ == ECON[sp] == PRINTED_ECON.get(space.id, 1)
        assert space.coastal == (space.id in COASTAL_LOCS)
        assert space.population == POP[sp] == 0
    assert sum(ECON) == 15
    assert sum(ECON[: spaces.CONTROLLABLE]) == 0


def test_the_three_mekong_locs_touch_can_tho() -> None:
    mekong = {"loc_saigon_can_tho", "loc_can_tho_chau_doc", "loc_can_tho_long_phu"}
    assert ids(spaces.MEKONG_MASK) == mekong
    assert all(adjacent("can_tho", loc) for loc in mekong)
    assert [SPACES[sp].id for sp in spaces_of(spaces.MEKONG_MASK) if SPACES[sp].highway] == ["loc_saigon_can_tho"]


def test_population_adds_to_35() -> None:
    assert sum(POP) == 35


def test_adjacency_is_symmetric_and_never_reflexive() -> None:
    pairs = {(a, b) for a, neighbours in enumerate(ADJACENT) for b in neighbours}
    assert all((b, a) in pairs and a != b for a, b in pairs)
    assert len(pairs) == 2 * 143
    assert [mask_of(neighbours) for neighbours in ADJACENT] == list(spaces.ADJACENT_MASK)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("quang_duc_long_khanh", "loc_cam_ranh_da_lat"),  # they meet at Da Lat
        ("quang_duc_long_khanh", "khanh_hoa"),  # only a LoC lies between
        ("khanh_hoa", "loc_saigon_an_loc_ban_me_thuot"),  # they meet at Ban Me Thuot
        ("loc_da_nang_dak_to", "loc_kontum_dak_to"),  # they meet at Dak To
        ("kien_hoa_vinh_binh", "loc_can_tho_long_phu"),
        ("the_fishhook", "an_loc"),
    ],
)
def test_spaces_that_touch_or_meet_at_a_town_are_adjacent(one: str, other: str) -> None:
    assert adjacent(one, other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("loc_hue_khe_sanh", "da_nang"),
        ("loc_hue_khe_sanh", "quang_nam"),
        ("loc_hue_da_nang", "quang_tin_quang_ngai"),
        ("loc_hue_da_nang", "binh_dinh"),
        ("loc_hue_khe_sanh", "loc_hue_da_nang"),  # a City lies between, not a Town
        ("hue", "da_nang"),
    ],
)
def test_spaces_apart_are_not_adjacent(one: str, other: str) -> None:
    assert not adjacent(one, other)


@pytest.mark.parametrize("town", TOWNS, ids=lambda town: town.id)
def test_everything_that_meets_at_a_town_is_adjacent(town: spaces.Town) -> None:
    around = town.locs + town.meets
    for one in around:
        for other in around:
            assert one == other or other in ADJACENT[one]
    assert all(town.id in SPACES[loc].ends for loc in town.locs)


def test_there_are_seven_towns_and_locs_run_between_cities_and_towns() -> None:
    assert {town.id for town in TOWNS} == {
        "khe_sanh",
        "dak_to",
        "ban_me_thuot",
        "da_lat",
        "chau_doc",
        "bac_lieu",
        "long_phu",
    }
    for sp in spaces.LOCS:
        assert len(SPACES[sp].ends) == 2
        assert len(SPACES[sp].polyline) >= 3
        assert SPACES[sp].xy is None
        for end in SPACES[sp].ends + SPACES[sp].passes:
            assert end not in SPACE_BY_ID or SPACE_BY_ID[end] in ADJACENT[sp]


def test_a_city_touches_at_least_one_loc_and_one_province() -> None:
    for city in spaces.CITIES:
        assert spaces.ADJACENT_MASK[city] & spaces.LOC_MASK
        assert spaces.ADJACENT_MASK[city] & spaces.PROVINCE_MASK


def test_masks_split_the_map() -> None:
    everywhere = (1 << spaces.SPACE_COUNT) - 1
    assert everywhere == spaces.CITY_MASK | spaces.PROVINCE_MASK | spaces.LOC_MASK
    assert spaces.JUNGLE_MASK | spaces.HIGHLAND_MASK | spaces.LOWLAND_MASK == spaces.PROVINCE_MASK
    assert not spaces.JUNGLE_MASK & spaces.HIGHLAND_MASK
    assert not spaces.LOWLAND_MASK & (spaces.JUNGLE_MASK | spaces.HIGHLAND_MASK)
    north = 1 << spaces.NORTH_VIETNAM
    assert spaces.SOUTH_MASK | spaces.LAOS_CAMBODIA_MASK | north == everywhere
    assert ids(spaces.LAOS_CAMBODIA_MASK) == {
        "central_laos",
        "southern_laos",
        "northeast_cambodia",
        "the_fishhook",
        "the_parrots_beak",
        "sihanoukville",
    }
    assert mask_of(spaces.LAOS_CAMBODIA) == spaces.LAOS_CAMBODIA_MASK
    coast = {name for name, (_, _, coastal) in PRINTED.items() if coastal} | COASTAL_LOCS
    assert ids(spaces.COAST_MASK) == coast


def test_spaces_of_lists_the_bits_of_a_mask_in_order() -> None:
    assert spaces_of(0) == []
    assert spaces_of(mask_of([46, 0, 17])) == [0, 17, 46]


def test_rows_have_stable_ids() -> None:
    assert [row_id(row) for row in (spaces.HUE, spaces.LOC_CAN_THO_LONG_PHU)] == ["hue", "loc_can_tho_long_phu"]
    assert [row_id(row) for row in spaces.COMMON_BOXES] == ["available", "casualties", "out_of_play"]
    assert [row_id(row) for row in (spaces.SET_ASIDE, spaces.WASHINGTON_1, spaces.HANOI_1)] == [
        "set_aside",
        "washington_1",
        "hanoi_1",
    ]
    assert (spaces.AVAILABLE, spaces.CASUALTIES, spaces.OUT_OF_PLAY, spaces.ROWS) == (47, 48, 49, 57)


def test_a_map_can_be_read_from_a_file(tmp_path: Path) -> None:
    path = tmp_path / "map.json"
    path.write_text(packaged("map.json"), encoding="utf-8")
    assert load_map(path) == spaces.MAP


HUE_KHE_SANH = spaces.LOC_HUE_KHE_SANH
DAMAGES: list[tuple[str, Damage, str]] = [
    ("missing key", cut("spaces", 3, "population"), 'spaces[3]: missing key "population"'),
    ("unknown key", put("spaces", 3, "popluation", value=1), 'spaces[3]: unknown key "popluation"'),
    (
        "wrong type",
        put("spaces", 3, "population", value="1"),
        "spaces[3].population: expected a whole number, found a text",
    ),
    (
        "true is no number",
        put("spaces", 3, "population", value=True),
        "spaces[3].population: expected a whole number, found true or false",
    ),
    (
        "a number is no flag",
        put("spaces", 3, "coastal", value=1),
        "spaces[3].coastal: expected true or false, found a whole number",
    ),
    ("negative", put("spaces", 3, "population", value=-1), "spaces[3].population: -1 is below 0"),
    ("no list", put("spaces", value={}), "spaces: expected a list, found an object"),
    ("no object", put("spaces", 3, value=[]), "spaces[3]: expected an object, found a list"),
    ("duplicate id", put("spaces", 1, "id", value="hue"), 'spaces[1].id: duplicate id "hue"'),
    ("duplicate town", put("towns", 1, "id", value="khe_sanh"), 'towns[1].id: duplicate id "khe_sanh"'),
    (
        "unknown neighbour",
        put("spaces", 0, "adjacent", 0, value="hanoi"),
        'spaces[0].adjacent[0]: unknown space "hanoi"',
    ),
    (
        "own neighbour",
        put("spaces", 0, "adjacent", 0, value="hue"),
        "spaces[0].adjacent[0]: a space is not adjacent to itself",
    ),
    (
        "neighbour twice",
        put("spaces", 0, "adjacent", 1, value="quang_tri_thua_thien"),
        'spaces[0].adjacent[1]: "quang_tri_thua_thien" is listed twice',
    ),
    (
        "one-way neighbour",
        put("spaces", 0, "adjacent", 0, value="saigon"),
        "adjacency: hue lists saigon but saigon does not list hue",
    ),
    (
        "missing neighbour",
        cut("spaces", 0, "adjacent", 0),
        "adjacency: quang_tri_thua_thien lists hue but hue does not list quang_tri_thua_thien",
    ),
    (
        "unknown kind",
        put("spaces", 0, "kind", value="town"),
        'spaces[0].kind: "town" is not one of city, province, loc',
    ),
    (
        "unknown region",
        put("spaces", 0, "region", value="china"),
        'spaces[0].region: "china" is not one of south_vietnam, north_vietnam, laos, cambodia',
    ),
    (
        "unknown terrain",
        put("spaces", 8, "terrain", value="desert"),
        'spaces[8].terrain: "desert" is not one of lowland, highland, jungle',
    ),
    (
        "terrain of a City",
        put("spaces", 0, "terrain", value="lowland"),
        "spaces[0].terrain: a Province has a terrain, no other space does (1.3.2)",
    ),
    (
        "Econ of a City",
        put("spaces", 0, "econ", value=1),
        "spaces[0].econ: a LoC has an Econ value, no other space does (1.3.4)",
    ),
    (
        "Population of a LoC",
        put("spaces", HUE_KHE_SANH, "population", value=1),
        "spaces[30].population: a LoC has no Population (1.3.4)",
    ),
    (
        "LoC without road",
        put("spaces", HUE_KHE_SANH, "highway", value=False),
        "spaces[30]: a LoC, and only a LoC, is a Highway, the Mekong or both (1.3.4)",
    ),
    ("three coordinates", put("spaces", 0, "xy", value=[1, 2, 3]), "spaces[0].xy: a point has 2 coordinates, not 3"),
    (
        "City gone",
        both(put("spaces", 0, "kind", value="province"), put("spaces", 0, "terrain", value="lowland")),
        "spaces: expected 8 Cities, found 7 (1.3.1)",
    ),
    (
        "order",
        lambda doc: doc["spaces"].insert(0, doc["spaces"].pop(8)),
        "spaces[0]: expected a city here, found the province north_vietnam "
        "(Cities come first, then Provinces, then LoCs)",
    ),
    (
        "total Population",
        put("spaces", 0, "population", value=3),
        "counts.population: the file states 35, its spaces add to 36",
    ),
    ("total Econ", put("counts", "econ", value=14), "counts.econ: the file states 14, its spaces add to 15"),
    (
        "unknown end",
        put("spaces", HUE_KHE_SANH, "ends", 1, value="vinh"),
        'loc_hue_khe_sanh: unknown City or Town "vinh"',
    ),
    (
        "wrong end",
        put("spaces", HUE_KHE_SANH, "ends", 1, value="dak_to"),
        "loc_hue_khe_sanh ends at dak_to but dak_to does not list it",
    ),
    ("town at sea", put("towns", 0, "meets", 0, value="sea"), 'towns[0].meets[0]: unknown space "sea"'),
    ("format", put("format", value="fitl-map/2"), 'format: "fitl-map/2" is not one of fitl-map/1'),
    ("extra part", put("notes", value=[]), 'unknown key "notes"'),
]


@pytest.mark.parametrize(("damage", "reason"), [d[1:] for d in DAMAGES], ids=[d[0] for d in DAMAGES])
def test_a_damaged_map_is_refused_with_the_reason(damage: Damage, reason: str) -> None:
    with pytest.raises(FactsError) as refusal:
        load_map(damaged("map.json", damage))
    assert str(refusal.value) == reason


def test_text_that_is_no_json_is_refused() -> None:
    with pytest.raises(FactsError, match=r"^not JSON: Expecting value: line 1 column 1 \(char 0\)$"):
        load_map("the map")


def test_a_key_given_twice_is_refused() -> None:
    with pytest.raises(FactsError, match=r'^duplicate key "format"$'):
        load_map('{"format": "fitl-map/1", "format": "fitl-map/1"}')
