"""The terminal's board and answers of the eras before 1964 and after 1972."""

from dataclasses import replace
from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console

from fitl.board.factions import ARVN, NVA, US, VC
from fitl.cli.board import board_view
from fitl.decisions import Decision, Option
from fitl.game import Game
from fitl.options import GameOptions
from fitl.state import RESOURCES
from fitl.words import label
from tests.cli.test_session import after, sit
from tests.eras.fall_of_saigon.support import BA
from tests.eras.fall_of_saigon.support import begun as begun_1973
from tests.eras.fall_of_saigon.test_looking_back import in_paris
from tests.eras.sovereign_of_discord.support import D61, P61, P63, begun


@pytest.mark.parametrize("scenario", [P61, D61, P63])
def test_the_terminal_shows_tracks_boxes_and_leader_of_1961_to_1963(scenario: str) -> None:
    """P2.4.3, P6.8, P6.9, P6.10."""
    paper = StringIO()
    console = Console(width=120, file=paper)
    console.print(board_view(begun(scenario), console))
    told = " ".join(paper.getvalue().split())  # lines may break anywhere
    assert "Washington " in told
    assert "Regime Stability Stable" in told or scenario == P63
    assert "Regime Stability" in told
    assert "Ngo Dinh Diem" in told
    assert "SH Strategic Hamlet." in told
    assert ("A Advisors." in told) == (scenario != D61)
    assert ("Hanoi 2" in told) == (scenario != P63)  # in 1963 the boxes are empty


@pytest.mark.parametrize(("scenario", "faction"), [(P61, US), (P61, NVA), (P61, VC), (D61, ARVN)])
def test_every_operation_of_the_era_is_offered_by_its_name(scenario: str, faction: int) -> None:
    """P3.2, P3.3."""
    s = begun(scenario)
    decision = Decision(faction, "turn.operation", "3.1", [Option(name, name) for name in s.era.operations[faction]])
    named = [label(decision, option) for option in decision.options]
    assert [name.lower() for name in named] == [*s.era.operations[faction]]
    assert all(name[0].isupper() for name in named)


def test_the_terminal_shows_posture_war_weary_and_armor_of_1973() -> None:
    """S1.4, S6.9, S7.2: without Econ, Anti-War, the US and VC."""
    paper = StringIO()
    console = Console(width=120, file=paper)
    console.print(board_view(begun_1973(BA), console))
    told = " ".join(paper.getvalue().split())  # lines may break anywhere
    for part in ("US Posture Limited Backing", "War Weary 15", "M Armor, Mc captured.", "ARVN T12 R2 M8"):
        assert part in told
    for part in ("Econ", "Anti-War", "VC "):
        assert part not in told


def test_the_terminal_names_first_and_second_where_two_play() -> None:
    """S2.3.1: nobody is Eligible there."""
    s = begun_1973(BA, card=2001, order=(NVA, ARVN))
    paper = StringIO()
    console = Console(width=120, file=paper)
    console.print(board_view(s, console))
    assert "First NVA TO ACT   Second ARVN waits" in paper.getvalue()
    assert "eligible" not in paper.getvalue()


@pytest.mark.parametrize(("source", "words"), [("ours", "our own"), ("pack", "from a card pack")])
def test_the_terminal_shows_the_table_in_paris_and_says_whose_values_it_has(source: str, words: str) -> None:
    """S6.8.1: 9 and 21 meet in the second row and the second column."""
    s = in_paris().state
    s.cards = replace(s.cards, talks=replace(s.cards.talks, source=source))
    paper = StringIO()
    console = Console(width=120, file=paper)
    console.print(board_view(s, console))
    told = paper.getvalue()
    assert "NVA 9 in the rows, US 21 in the columns" in told
    assert "> NVA War +10 or Peace " in told
    assert "> US War +5 or Peace -10" in told
    assert told.count("> ") == 2
    assert words in " ".join(told.split())
    s.stage = RESOURCES
    console.print(board_view(s, console))
    assert paper.getvalue().count("in the rows") == 1


def test_beside_a_physical_board_a_draft_is_told_once_and_then_how_to_shuffle(tmp_path: Path) -> None:
    """P2.1: the board stays as it is while Events are picked."""
    game = Game.new(D61, manual_chance=True)
    typed = ("p22", "p47", "p72", "p22", "p16", "show", "p42", "p61", "p2", "pass", "pass")
    terminal = sit(game, tmp_path / "game.jsonl", *typed)
    assert "Nothing offered here fits 'p22'" in terminal.text, "it is in the deck already"
    picks = terminal.text.partition("p72")[0]
    assert picks.count("Available ") == 1, "the board is not shown with every pick"
    assert "Drafted 1961: P22 Exterminate Traitors P16 Catholic Refugees" in " ".join(terminal.text.split())
    shown = " ".join(after(terminal, "p61").split())
    assert (
        "deal Events face down to join those picked and shuffle the deck, from the top: 8 Events of 1961 with P73"
        in shown
    )
    assert "First VC TO ACT Second ARVN waits" in shown
    assert "besides the pieces named above: 1. VC Resources 5 to 6." in shown
    assert "Put the VC cylinder in the Pass box." in shown


def test_beside_a_physical_board_the_deck_of_a_first_game_is_told(tmp_path: Path) -> None:
    """P2.1: which Events are advised, and how the deck is made."""
    game = Game.new(P63, manual_chance=True, options=GameOptions(first_game_draft=True))
    shown = " ".join(sit(game, tmp_path / "game.jsonl", "p50").text.split())
    assert "Put P72 Thich Quang Duc with the Events picked for 1963." in shown
    assert "8 Events of 1963 with P75 Officer Coup among the last five." in shown


def test_beside_a_physical_board_what_is_taken_back_is_told_again(tmp_path: Path) -> None:
    game = Game.new(D61, manual_chance=True, options=GameOptions(first_game_draft=True))
    terminal = sit(game, tmp_path / "game.jsonl", "p2", "pass", "undo!", "pass")
    assert terminal.text.count("1. VC Resources 5 to 6.") == 2


def test_show_leaves_out_neighbours_that_are_not_in_play(tmp_path: Path) -> None:
    """P1.3.5."""
    terminal = sit(Game.new(P61), tmp_path / "game", "show quang tri")
    told = after(terminal, "show quang tri")
    assert "Hue" in told
    assert "Laos" not in told
    assert "North Vietnam" not in told


@pytest.mark.parametrize(("scenario", "offered"), [("short-1965", True), (P61, False), (BA, False)])
def test_help_offers_a_transfer_only_where_one_may_be(tmp_path: Path, scenario: str, offered: bool) -> None:
    """1.5.2, P1.8, S1.5."""
    terminal = sit(Game.new(scenario), tmp_path / "game", "?")
    assert ("transfer FACTION N" in after(terminal, "?")) == offered
