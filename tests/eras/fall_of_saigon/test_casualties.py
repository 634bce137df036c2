"""Where ARVN pieces go that the map loses (S5.1.1, S6.8.2)."""

import pytest

from fitl.board.factions import ARVN, NVA, VC
from fitl.board.pieces import ARVN_TROOPS, CAPTURED_ARVN_ARMOR, CAPTURED_NVA_ARMOR, HAMLET, KIND_BY_ID, KINDS, POLICE
from fitl.board.spaces import AVAILABLE, CASUALTIES, OUT_OF_PLAY
from fitl.events.fall_of_saigon.vocabulary import return_casualties
from fitl.events.pivotal import vietnamization
from fitl.events.vocabulary import replace_piece
from fitl.rules.activities.subvert import subvert
from fitl.rules.control import recount
from fitl.rules.forces import remove
from fitl.rules.operation import Activity
from tests.eras.fall_of_saigon.support import BA, XS, begun, edit, empty, operation, row
from tests.support import at, play


@pytest.mark.parametrize(
    ("scenario", "era", "box"),
    [(XS, "", AVAILABLE), (XS, "post_paris", AVAILABLE), (XS, "after_retreat", CASUALTIES), (BA, "", CASUALTIES)],
)
def test_arvn_pieces_removed_by_an_event_are_casualties_after_a_us_retreat(scenario: str, era: str, box: int) -> None:
    """S5.1.1, S6.8.2."""
    s = begun(scenario, era)
    before = at(s, box).get("police", 0)
    remove(s, row("hue"), POLICE)
    assert at(s, box)["police"] == before + 1


@pytest.mark.parametrize(("kind", "name"), [(CAPTURED_NVA_ARMOR, "nva_armor"), (CAPTURED_ARVN_ARMOR, "arvn_armor")])
def test_captured_armor_that_is_removed_goes_out_of_play(kind: int, name: str) -> None:
    """S1.4.5: whoever holds it, also after a US Retreat."""
    s = begun()
    edit(s, "phuoc_long", **{"captured_" + name: 1})
    remove(s, row("phuoc_long"), kind)
    assert at(s, OUT_OF_PLAY)[name] == 1
    assert name not in at(s, CASUALTIES)


def test_cubes_that_arvn_trades_in_for_a_base_are_available() -> None:
    """S6.8.2, OPEN 10 (F36)."""
    s = begun()
    edit(s, "khanh_hoa", arvn_troops=1)  # its Base becomes Available
    before = at(s, AVAILABLE)
    operation(s, ARVN, "train", "saigon", "nothing", "done", "base", 1)
    assert at(s, row("saigon"))["arvn_base"] == 1
    assert at(s, AVAILABLE)["arvn_troops"] == before["arvn_troops"] + 1
    assert at(s, AVAILABLE)["police"] == before.get("police", 0) + 2
    assert not at(s, CASUALTIES)


@pytest.mark.parametrize(("substitute", "box"), [("nva_guerrilla", CASUALTIES), ("ranger", AVAILABLE)])
def test_what_an_enemy_replaces_is_a_casualty_what_arvn_replaces_is_not(substitute: str, box: int) -> None:
    """OPEN 45, OPEN 10."""
    s = begun()
    by = NVA if box == CASUALTIES else ARVN
    before = at(s, box).get("arvn_troops", 0)
    play(replace_piece(s, by, ARVN_TROOPS, row("saigon"), KIND_BY_ID[substitute]))
    assert at(s, box)["arvn_troops"] == before + 1


def test_cubes_that_vc_subverts_are_casualties_after_a_us_retreat() -> None:
    """S4.5.2, OPEN 45."""
    s = empty(XS, "after_retreat", patronage=20)
    edit(s, "hue", arvn_troops=1, police=1, vc_guerrilla=1)
    edit(s, "saigon", police=1, vc_guerrilla=1)
    play(subvert(s, Activity(s, VC, "subvert")), "hue", "remove", "saigon", "replace")
    assert at(s, CASUALTIES) == {"arvn_troops": 1, "police": 2}
    assert s.patronage == 19


def test_hamlets_among_the_casualties_come_back_by_event_too() -> None:
    """OPEN 40: under Diem a Hamlet lost after a Retreat is a Casualty; S49 returns pieces of any type."""
    s = begun(XS, "after_retreat_diem_stays")
    s.pieces[CASUALTIES * KINDS + HAMLET] = 2
    recount(s)
    done = play(return_casualties(s, ARVN, 3), 2)
    assert done.result == 2
    assert at(s, AVAILABLE)["hamlet"] == 2
    assert not at(s, CASUALTIES)


def test_arvn_pieces_in_the_text_of_a_card_are_hamlets_too() -> None:
    """OPEN 37 of the prequel: Vietnamization brings Hamlets that are Out of Play back under Diem."""
    s = begun(XS, "extended_diem_stays")
    s.pieces[OUT_OF_PLAY * KINDS + HAMLET] = 2
    recount(s)
    play(vietnamization(s, ARVN))
    assert at(s, AVAILABLE)["hamlet"] == 2
