"""What people type and what it means."""

import pytest

from fitl.board.factions import US
from fitl.board.pieces import ARVN_TROOPS, US_TROOPS
from fitl.board.spaces import (
    AVAILABLE,
    DA_NANG,
    HANOI_1,
    HUE,
    LOC_DA_NANG_DAK_TO,
    LOC_SAIGON_CAN_THO,
    OUT_OF_PLAY,
    SAIGON,
    SPACES,
    WASHINGTON_1,
)
from fitl.cli.board import space_names
from fitl.cli.matching import Choices, matches, words_of
from fitl.decisions import DONE_OPTION, Decision, Option, amounts, choice, piece_at_option, space_option
from fitl.game import Game
from fitl.words import row_name


def choices(*options: Option, kind: str = "sweep.space") -> Choices:
    return Choices(Decision(US, kind, "3.2.3", options))


def found(of: Choices, typed: str) -> list[str]:
    return [each.key for each in of.find(typed)]


SPACE_CHOICES = choices(
    space_option(SAIGON), space_option(LOC_SAIGON_CAN_THO), space_option(DA_NANG), space_option(LOC_DA_NANG_DAK_TO)
)


def test_words_are_compared_without_case_and_punctuation() -> None:
    assert words_of("Saigon-Can Tho") == words_of("saigon  CAN_tho") == ["saigon", "can", "tho"]


def test_a_number_means_the_place_in_the_list() -> None:
    assert found(SPACE_CHOICES, "3") == ["da_nang"]
    assert found(SPACE_CHOICES, "3)") == ["da_nang"]
    assert found(SPACE_CHOICES, "0") == []
    assert found(SPACE_CHOICES, "5") == []


def test_a_number_means_itself_where_the_answers_are_numbers() -> None:
    counts = choices(*amounts(0, 3), DONE_OPTION)
    assert found(counts, "0") == ["0"]
    assert found(counts, "3") == ["3"]
    assert found(counts, "4") == []
    assert found(counts, "done") == ["done"]
    assert counts.plain_numbers() == [0, 1, 2, 3]


def test_a_key_is_understood() -> None:
    assert found(SPACE_CHOICES, "loc_saigon_can_tho") == ["loc_saigon_can_tho"]


def test_a_whole_name_wins_over_longer_ones() -> None:
    assert found(SPACE_CHOICES, "saigon") == ["saigon"]
    assert found(SPACE_CHOICES, "Da Nang") == ["da_nang"]


def test_an_ambiguous_beginning_finds_all_that_fit() -> None:
    assert found(SPACE_CHOICES, "sai") == ["saigon", "loc_saigon_can_tho"]
    assert found(SPACE_CHOICES, "da") == ["da_nang", "loc_da_nang_dak_to"]


def test_a_word_inside_a_name_is_found_if_no_name_begins_so() -> None:
    assert found(SPACE_CHOICES, "dak") == ["loc_da_nang_dak_to"]
    assert found(SPACE_CHOICES, "tho sai") == ["loc_saigon_can_tho"]


def test_pieces_are_found_by_piece_and_space() -> None:
    pieces = choices(
        piece_at_option(US_TROOPS, HUE), piece_at_option(ARVN_TROOPS, HUE), piece_at_option(US_TROOPS, SAIGON)
    )
    assert found(pieces, "us hue") == ["us_troops@hue"]
    assert found(pieces, "hue us") == ["us_troops@hue"]
    assert found(pieces, "troops hue") == ["us_troops@hue", "arvn_troops@hue"]
    assert found(pieces, "us_troops@saigon") == ["us_troops@saigon"]


def test_actions_are_found_by_their_words() -> None:
    actions = choices(choice("event"), choice("op_only"), choice("op_activity"), choice("pass"), kind="turn.action")
    assert found(actions, "pass") == ["pass"]
    assert found(actions, "op") == ["op_only", "op_activity"]
    assert found(actions, "ope without") == ["op_only"]
    assert found(actions, "limop") == []


def test_a_word_is_used_once() -> None:
    assert matches("da da", [("Da Lat",), ("Da Nang-Da Lat",)]) == [1]


@pytest.mark.parametrize("typed", ["", "   ", "!?", "xyzzy", "١٢٣"])
def test_nonsense_finds_nothing(typed: str) -> None:
    assert found(SPACE_CHOICES, typed) == []


def test_every_space_is_found_by_each_of_its_names() -> None:
    names = space_names(Game.new("short-1965").state)
    for sp, space in enumerate(SPACES):
        for name in (space.id, space.name, space.short):
            assert matches(name, names) == [sp]


def test_boxes_are_found_by_name_in_the_games_that_have_them() -> None:
    """P6.8, P6.9."""
    names = space_names(Game.new("four-player-1961").state)
    for box in (AVAILABLE, OUT_OF_PLAY, WASHINGTON_1, WASHINGTON_1 + 2, HANOI_1):
        assert matches(row_name(box), names) == [box]
    assert matches("washington", space_names(Game.new("short-1965").state)) == []
