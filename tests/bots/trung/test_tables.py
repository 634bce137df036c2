"""Every column of the 27 tables on a board: which of two spaces it keeps; and how columns work together."""

from collections.abc import Callable

import pytest

from fitl.board.factions import ARVN, NVA, US, VC
from fitl.board.spaces import (
    BINH_DINH,
    CENTRAL_LAOS,
    DA_NANG,
    HUE,
    LOC_DA_NANG_DAK_TO,
    LOC_HUE_DA_NANG,
    LOC_HUE_KHE_SANH,
    PHU_BON,
    QUANG_NAM,
    QUANG_TRI,
    SAIGON,
    SOUTHERN_LAOS,
    TAY_NINH,
)
from fitl.bots.trung.tables import FILTERS, GOVERN, RAID, TABLES, Look, best_spaces, counts_now, narrow
from fitl.rules.control import recount
from fitl.state import ACTIVE_OPPOSITION, ACTIVE_SUPPORT, PASSIVE_SUPPORT, State
from tests.bots.trung.support import board
from tests.support import put


def levels(s: State, **by_space: int) -> None:
    for name, level in by_space.items():
        s.support[{"hue": HUE, "da_nang": DA_NANG, "quang_tri": QUANG_TRI}[name]] = level


Setup = Callable[[State], None]


def pieces(good: dict[str, int], bad: dict[str, int], spaces: tuple[int, int] = (QUANG_TRI, BINH_DINH)) -> Setup:
    def build(s: State) -> None:
        put(s, spaces[0], **good)
        put(s, spaces[1], **bad)

    return build


LAND = (QUANG_TRI, BINH_DINH)
ABROAD = (CENTRAL_LAOS, SOUTHERN_LAOS)
LOCS = (LOC_HUE_DA_NANG, LOC_HUE_KHE_SANH)
# By column: the space that it keeps and the one that it leaves out, and the board on which it does.
COLUMNS: dict[str, tuple[tuple[int, int], Setup]] = {
    "VulnBase": (LAND, pieces({"vc_base": 1}, {"vc_base": 1, "nva_guerrilla": 1})),
    "Prov-NoCB": (LAND, pieces({}, {"us_base": 1})),
    "Prov-USB-02": (LAND, pieces({"us_base": 1, "us_troops": 2}, {"us_base": 1, "us_troops": 3})),
    "US<UG@Sup": (
        (HUE, DA_NANG),
        lambda s: (
            put(s, HUE, us_troops=1, vc_guerrilla=2),
            put(s, DA_NANG, us_troops=2, vc_guerrilla=2),
            levels(s, hue=PASSIVE_SUPPORT, da_nang=PASSIVE_SUPPORT),
        )[-1],
    ),
    "COINctl": (LAND, pieces({"us_troops": 1}, {"us_troops": 1, "vc_guerrilla": 1})),
    "NotAS": ((HUE, DA_NANG), lambda s: levels(s, hue=PASSIVE_SUPPORT, da_nang=ACTIVE_SUPPORT)),
    "NotAO": ((HUE, DA_NANG), lambda s: levels(s, da_nang=ACTIVE_OPPOSITION)),
    "PolNoUS": (LAND, pieces({"police": 1}, {"police": 1, "us_troops": 1})),
    "FP<Vuln": (LAND, pieces({"us_troops": 1, "nva_troops": 2}, {"us_troops": 4, "nva_troops": 2})),
    "USBase": (LAND, pieces({"us_base": 1}, {"arvn_base": 1})),
    "MaxPop": ((SAIGON, HUE), pieces({}, {})),
    "EnBase": (LAND, pieces({"vc_tunnel": 1}, {"vc_guerrilla": 3})),
    "LoC+En": ((LOC_HUE_DA_NANG, HUE), pieces({"vc_guerrilla": 1}, {"vc_guerrilla": 1}, (LOC_HUE_DA_NANG, HUE))),
    "MaxOpp": ((HUE, DA_NANG), lambda s: levels(s, hue=ACTIVE_OPPOSITION, da_nang=ACTIVE_OPPOSITION)),
    "MaxSup": ((HUE, DA_NANG), lambda s: levels(s, hue=ACTIVE_SUPPORT, da_nang=ACTIVE_SUPPORT)),
    "Highland": ((QUANG_TRI, TAY_NINH), pieces({}, {})),
    "RaidLC": (ABROAD, pieces({"nva_guerrilla": 2}, {"nva_guerrilla": 3}, ABROAD)),
    "SVN-noCOIN": (LAND, pieces({}, {"us_troops": 1})),
    "MaxAFP": (LAND, pieces({"arvn_troops": 6}, {"arvn_troops": 3})),
    "MinEn": (LAND, pieces({"vc_guerrilla": 1}, {"vc_guerrilla": 2})),
    "VulnNVA": (LAND, pieces({"nva_base": 1}, {"nva_base": 1, "vc_guerrilla": 1})),
    "VulnVC": (LAND, pieces({"vc_tunnel": 1}, {"vc_base": 1, "nva_guerrilla": 1})),
    "MaxNVAG": (LAND, pieces({"nva_guerrilla": 1, "nva_guerrilla_active": 1}, {"nva_guerrilla": 1, "nva_troops": 4})),
    "MaxVCG": (LAND, pieces({"vc_guerrilla": 2}, {"vc_guerrilla_active": 1})),
    "MaxNVAB": (LAND, pieces({"nva_base": 1, "nva_tunnel": 1}, {"nva_base": 1})),
    "MaxVCB": (LAND, pieces({"vc_base": 1}, {"nva_base": 1})),
    "LC+COIN": ((CENTRAL_LAOS, QUANG_TRI), pieces({"ranger": 1}, {"ranger": 1}, (CENTRAL_LAOS, QUANG_TRI))),
    "AdjTroops": ((QUANG_TRI, SAIGON), pieces({}, {})),
    "SVN-noNVA": (LAND, pieces({"vc_guerrilla": 1}, {"nva_guerrilla": 1})),
    "NoUSBase": (LAND, pieces({"arvn_base": 1}, {"us_base": 1})),
    "VCBase": (LAND, pieces({"vc_base": 1}, {"nva_base": 1})),
    "MinNonNVA": (LAND, pieces({"nva_troops": 5, "vc_guerrilla": 1}, {"us_troops": 1, "vc_guerrilla": 1})),
    "MinNonVC": (LAND, pieces({"vc_guerrilla": 5}, {"nva_troops": 1})),
    "MinVC": (LAND, pieces({"nva_troops": 5}, {"vc_guerrilla": 1})),
    "MaxCubes": (LAND, pieces({"us_troops": 1, "police": 1}, {"ranger": 3, "us_troops": 1})),
    "MaxAdjPop": ((QUANG_NAM, CENTRAL_LAOS), pieces({}, {})),
    "NVActl": (LAND, pieces({"nva_troops": 1}, {"nva_troops": 1, "vc_guerrilla": 1})),
    "1-2VCG+room": (LAND, pieces({"vc_guerrilla": 2}, {"vc_guerrilla": 3})),
    "Econ1+": ((LOC_HUE_DA_NANG, LOC_DA_NANG_DAK_TO), pieces({}, {})),
}


@pytest.mark.parametrize("name", FILTERS)
def test_a_column_keeps_the_space_that_it_asks_for(name: str) -> None:
    (good, bad), build = COLUMNS[name]
    s = board()
    build(s)
    recount(s)
    look = Look(s, RAID if name == "RaidLC" else "", {HUE: 3, TAY_NINH: 1})
    assert narrow(FILTERS[name], look, [bad, good]) == [good]


@pytest.mark.parametrize("table", TABLES)
def test_every_table_narrows_by_its_columns_in_order(table: str) -> None:
    """Each column that counts is asked of what those before it have left."""
    s = board(US)  # people play the others, so that all columns about people count
    put(s, QUANG_TRI, nva_base=1, nva_guerrilla=2, us_troops=1)
    put(s, BINH_DINH, us_base=1, vc_guerrilla=2, police=1)
    put(s, SAIGON, arvn_troops=3, us_troops=2)
    put(s, PHU_BON, vc_base=1)
    put(s, LOC_HUE_DA_NANG, vc_guerrilla=1)
    recount(s)
    look = Look(s)
    spaces = [QUANG_TRI, BINH_DINH, SAIGON, PHU_BON, HUE, LOC_HUE_DA_NANG, CENTRAL_LAOS]
    left = list(spaces)
    for column in TABLES[table]:
        if counts_now(table, column, look):
            left = narrow(FILTERS[column.filter], look, left)
    assert best_spaces(table, look, spaces)[0] == left
    assert left


@pytest.mark.parametrize(
    ("table", "filter_", "faction"),
    [("US-Base", "COINctl", ARVN), ("VC-Guer", "NVActl", NVA), ("VC-Shift", "MaxSup", US), ("US-Shift", "MaxOpp", VC)],
)
def test_columns_about_people_count_only_if_a_person_plays(table: str, filter_: str, faction: int) -> None:
    column = next(each for each in TABLES[table] if each.filter == filter_)
    everybody = [each for each in (US, ARVN, NVA, VC) if each != faction]
    assert counts_now(table, column, Look(board(*everybody)))
    assert not counts_now(table, column, Look(board()))


def test_a_column_that_fits_nobody_is_passed_over_and_locs_drop_out_of_those_about_land() -> None:
    s = board()
    assert narrow(FILTERS["USBase"], Look(s), [HUE, QUANG_TRI]) == [HUE, QUANG_TRI]
    assert narrow(FILTERS["MaxPop"], Look(s), [LOC_HUE_DA_NANG, HUE]) == [HUE]
    assert narrow(FILTERS["MinEn"], Look(s), list(LOCS)) == list(LOCS)
    put(s, HUE, vc_guerrilla=2)
    assert narrow(FILTERS["MinEn"], Look(s), [LOC_HUE_DA_NANG, HUE, DA_NANG]) == [DA_NANG]


def test_govern_scores_only_where_patronage_can_be_taken() -> None:
    s = board()
    put(s, HUE, us_troops=2)
    put(s, DA_NANG, arvn_troops=2)
    assert best_spaces("ARVN-Govern", Look(s, GOVERN), [HUE, DA_NANG])[0] == [DA_NANG]
