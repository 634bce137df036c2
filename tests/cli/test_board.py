"""The board on the screen."""

import pytest

from fitl.board.factions import US, VC
from fitl.board.pieces import KINDS, NVA_TROOPS, VC_GUERRILLA_ACTIVE
from fitl.board.scenarios import SCENARIOS
from fitl.board.spaces import AVAILABLE, LOC_SAIGON_CAN_THO, SAIGON, SPACES
from fitl.cli import board
from fitl.cli.board import board_view, card_view, outcome_view, space_view
from fitl.cli.files import playable
from fitl.game import Game
from fitl.lab.players import parse_players, seat_players
from fitl.lasting import ABRAMS_SHADED, PEACE_TALKS, TYPHOON_KATE
from fitl.options import GameOptions
from fitl.state import NO_LEADER, Outcome, State
from tests.cli.support import ScriptedTerminal
from tests.support import blank, put


def drawn(s: State, width: int = 80) -> str:
    terminal = ScriptedTerminal(width=width)
    terminal.print(board_view(s, terminal.console))
    return terminal.text


def row(text: str, name: str) -> str:
    """The line of the board that begins with this name, its columns one space apart."""
    return next(" ".join(line.split()) for line in text.splitlines() if line.startswith(name))


def played(scenario: str, answers: int, seed: int = 1, **kwargs: object) -> Game:
    game = Game.new(scenario, seed=seed, **kwargs)  # type: ignore[arg-type]
    players = seat_players(parse_players("random"), seed)
    for _ in range(answers):
        if game.decision is None:
            break
        game.choose(players[game.decision.actor].answer(game, game.decision))
    return game


def test_a_space_shows_population_terrain_support_control_terror_and_pieces() -> None:
    s = Game.new("full-1964").state
    s.terror[SAIGON] = 2
    text = drawn(s)
    assert row(text, "Saigon") == "Saigon 6C PS COIN 2 T2 B1 T2 P3"
    assert row(text, "Tay Ninh") == "Tay Ninh 2J AO Gu2 Tn1"
    assert row(text, "North Vietnam") == "North Vietnam 0H NVA Gu3 B1"


def test_locs_are_shown_only_with_something_on_them() -> None:
    s = blank()
    assert "LoCs" not in drawn(s)
    put(s, LOC_SAIGON_CAN_THO, vc_guerrilla_active=1, police=2)
    assert row(drawn(s), "LoCs") == "LoCs Saigon-Can Tho 2 ARVN P2 VC Ga1"
    s.terror[LOC_SAIGON_CAN_THO] = 1
    assert "Saigon-Can Tho 2 Sabotaged ARVN P2" in drawn(s)


def test_empty_spaces_are_named_in_one_line() -> None:
    text = drawn(Game.new("full-1964").state)
    assert row(text, "Nothing in") == "Nothing in: NE Cambodia, Fishhook, Sihanoukville, Phuoc Long"


def test_tracks_boxes_cards_turn_and_victory_are_shown() -> None:
    text = drawn(Game.new("full-1964", seed=8).state)
    assert row(text, "Available") == "Available US T21 B2 I3 ARVN T8 P10 R2 B1 NVA T40 G8 B5 VC G14 B2"
    assert row(text, "Out of Play") == "Out of Play US T10 B2 ARVN T10 R3 B2"
    assert row(text, "Tracks").startswith("Tracks ARVN 30 NVA 10 VC 5 Aid 15 Patronage 15 Econ 15 Trail 1")
    assert row(text, "Victory") == "Victory US 38/50 (-12) ARVN 35/50 (-15) NVA 4/18 (-14) VC 27/35 (-8)"
    assert "Coups to come: 6 in 76 cards" in text
    assert "TO ACT" in row(text, "Turn")
    assert "Duong Van Minh" in row(text, "RVN leader")


def test_what_the_factions_did_is_shown() -> None:
    s = blank(acted=((US, "op_activity"),), passed=1 << VC, eligible=0b1101, card=1)
    assert row(drawn(s), "Turn") == "Turn US Op + Special Activity ARVN ineligible NVA TO ACT VC passed"


def test_lasting_effects_leaders_and_markers_are_shown() -> None:
    s = blank(effects=ABRAMS_SHADED | TYPHOON_KATE | PEACE_TALKS, leader=NO_LEADER)
    s.markers = (("hidden_asset", "hidden_asset"), (), (), ())
    s.revealed_markers = ((), (), ("hidden_agenda",), ())
    text = drawn(s)
    assert "#11 Abrams (shaded)" in text
    assert "#115 Typhoon Kate (Event, until Reset)" in text
    assert "Linebacker II above 25" in text
    assert row(text, "RVN leader") == "RVN leader nobody"
    assert row(text, "Deception") == "Deception US 2 unseen NVA 0 unseen, Hidden Agenda"
    assert "Hidden Asset" not in text  # what is held unseen is nobody's business


def test_monsoon_is_shown() -> None:
    assert "Monsoon" in drawn(blank(card=1, next_card=128))
    assert "Monsoon" not in drawn(blank(card=1, next_card=2))


@pytest.mark.parametrize("scenario", playable())
@pytest.mark.parametrize("width", [80, 120])
def test_the_board_of_any_situation_fits_the_screen(scenario: str, width: int) -> None:
    for answers in (0, 150, 400, 10_000):
        text = drawn(played(scenario, answers).state, width)
        assert max(map(len, text.splitlines())) <= width


def test_even_the_most_crowded_board_is_readable_at_80_columns() -> None:
    s = blank()
    crowd = {"us_troops": 12, "us_base": 1, "irregular": 3, "irregular_active": 3, "arvn_troops": 12, "police": 12}
    put(s, SAIGON, **crowd, ranger=3, ranger_active=3, nva_troops=12, nva_guerrilla=10, nva_guerrilla_active=10)
    put(s, SAIGON, vc_guerrilla=14, vc_guerrilla_active=15, vc_tunnel=1)
    text = drawn(s)
    assert max(map(len, text.splitlines())) <= 80
    for group in ("T12", "Iu3", "Ia3", "P12", "Ru3", "Ra3", "Gu10", "Ga10", "Gu14", "Ga15", "Tn1"):
        assert group in text


def test_the_two_halves_of_the_map_stand_side_by_side_where_they_fit() -> None:
    s = Game.new("full-1964").state
    assert len(drawn(s, 120).splitlines()) < len(drawn(s, 80).splitlines()) - 10
    assert any("Cities" in line and "Provinces" in line for line in drawn(s, 120).splitlines())


def test_one_space_is_shown_with_its_neighbours() -> None:
    terminal = ScriptedTerminal()
    s = Game.new("full-1964").state
    terminal.print(space_view(s, SAIGON))
    assert "City, Population 6, Passive Support, COIN Control, coastal" in terminal.text
    assert "2 US Troops" in terminal.text
    for neighbour in SPACES[SAIGON].adjacent:
        assert SPACES[neighbour].short in terminal.text
    terminal = ScriptedTerminal()
    terminal.print(space_view(s, AVAILABLE))
    assert f"{s.pieces[AVAILABLE * KINDS + NVA_TROOPS]} NVA Troops" in terminal.text


def test_a_loc_is_shown_with_its_marker() -> None:
    terminal = ScriptedTerminal()
    s = blank()
    s.terror[LOC_SAIGON_CAN_THO] = 1
    terminal.print(space_view(s, LOC_SAIGON_CAN_THO))
    assert "Line of Communication, Econ 2, Sabotaged" in terminal.text
    assert "no pieces" in terminal.text


def test_every_card_can_be_shown() -> None:
    terminal = ScriptedTerminal()
    for number in range(1, 131):
        terminal.print(card_view(number))
    assert "#11 Abrams" in terminal.text
    assert "US Capability" in terminal.text
    assert "VC NVA ARVN US" in terminal.text


def test_an_outcome_is_shown_in_order() -> None:
    terminal = ScriptedTerminal()
    terminal.print(outcome_view(Outcome("final", VC, (3, 2, 1, 0), (-9, -5, -1, 4))))
    lines = [" ".join(line.split()) for line in terminal.text.splitlines()]
    assert lines == [
        "The war is over: VC wins.",
        "1. VC margin +4",
        "2. NVA margin -1",
        "3. ARVN margin -5",
        "4. US margin -9",
    ]


def test_every_playable_scenario_has_a_board() -> None:
    for name in playable():
        assert "Saigon" in drawn(Game.new(name).checkpoints[0].state)
    assert set(playable()) <= set(SCENARIOS)


def test_every_piece_has_a_letter() -> None:
    s = blank()
    put(s, SAIGON, vc_guerrilla_active=1)
    assert board.pieces_of(s, SAIGON, VC) == "Ga1"
    assert s.pieces[SAIGON * KINDS + VC_GUERRILLA_ACTIVE] == 1


def test_the_terminal_says_which_countries_are_closed_and_not_what_nva_has_not() -> None:
    """P1.3.5, P1.8."""
    shown = drawn(Game.new("four-player-1961", options=GameOptions(first_game_draft=True)).state)
    assert "Closed in these years: North Vietnam, Central Laos" in shown
    assert "ARVN 20  VC 5" in shown
