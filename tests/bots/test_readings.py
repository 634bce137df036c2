"""The readings of chapter 8: agreed on with the game, kept with it, followed by minds and hints; each alternative."""

import json
from dataclasses import fields
from pathlib import Path

import pytest

from fitl import journal
from fitl.board.factions import ARVN, FACTIONS, US
from fitl.board.spaces import (
    BA_XUYEN,
    BINH_DINH,
    DA_NANG,
    HUE,
    KHANH_HOA,
    KIEN_HOA,
    KIEN_PHONG,
    LOC_SAIGON_CAN_THO,
    PHU_BON,
    QUANG_TRI,
    QUI_NHON,
    SAIGON,
    TAY_NINH,
)
from fitl.bots.flowchart import FlowchartBot, answer
from fitl.bots.flowchart.us.air_lift import plan_lift
from fitl.bots.mind import Mind
from fitl.bots.select import random_space
from fitl.cli.main import main
from fitl.decisions import Decision, Flow, choice
from fitl.game import Game
from fitl.options import GameOptions, OptionsError
from fitl.position import PositionError, read_options, write_options
from fitl.readings import DEFAULT, VALUES, ReadingError, Settings, parse_readings, settings_of
from fitl.rules.cards import execute_event
from fitl.rules.control import set_support
from fitl.state import EVENT, State
from tests.bots.support import Table, board, flights_of
from tests.support import at, put

UNIFORM = (("random_spaces", "uniform"),)
Flight = tuple[int, int, int, int]
US_T, ARVN_T = 0, 4


# --- agreed on and kept -------------------------------------------------------------------------------------------


def test_every_reading_has_its_values_and_the_recommended_one_comes_first() -> None:
    assert list(VALUES) == [field.name for field in fields(Settings)]
    assert {name: values[0] for name, values in VALUES.items()} == {
        field.name: str(field.default) for field in fields(Settings)
    }


def test_readings_are_kept_with_the_options_of_a_game() -> None:
    options = GameOptions(non_players=FACTIONS, readings=UNIFORM)
    assert write_options(options)["readings"] == {"random_spaces": "uniform"}
    assert read_options(json.loads(json.dumps(write_options(options)))) == options
    assert "readings" not in write_options(GameOptions())


@pytest.mark.parametrize(
    ("readings", "said"),
    [
        ((("moon", "full"),), "no open point 'moon'; choose from"),
        ((("random_spaces", "dice"),), "one of: chart, other_chart, uniform"),
        ((("arvn_train_available", "0"),), "a number from 1 to 60"),
        ((*UNIFORM, *UNIFORM), "named twice"),
    ],
)
def test_a_reading_that_does_not_exist_is_refused_with_those_that_do(
    readings: tuple[tuple[str, str], ...], said: str
) -> None:
    with pytest.raises(OptionsError, match=said):
        GameOptions(readings=readings)
    if len(readings) == 1:
        with pytest.raises(PositionError, match=said):
            read_options({"readings": dict(readings)})


def test_readings_are_written_name_equals_value_and_the_recommended_ones_left_out() -> None:
    assert parse_readings(["random_spaces = uniform", "nva_base_units=nva"]) == UNIFORM
    assert settings_of(UNIFORM) == Settings(random_spaces="uniform")
    assert settings_of((("arvn_train_available", "9"),)).arvn_train_available == 9
    assert settings_of(()) is DEFAULT
    with pytest.raises(ReadingError, match="write NAME=VALUE"):
        parse_readings(["uniform"])


def test_a_mind_follows_the_readings_of_its_game_unless_it_is_given_others() -> None:
    game = Game.new("short-1965", seed=3, options=GameOptions(non_players=FACTIONS, readings=UNIFORM))
    assert game.decision is not None
    own, given = FlowchartBot(game.decision.actor), FlowchartBot(game.decision.actor, Settings(capability_roll="x"))
    for bot in (own, given):
        bot.deliberate(game, game.decision)
    assert own.mind.settings == Settings(random_spaces="uniform")
    assert given.mind.settings == Settings(capability_roll="x")


def test_readings_come_back_with_a_saved_game(tmp_path: Path) -> None:
    game = Game.new("short-1965", seed=3, options=GameOptions(non_players=FACTIONS, readings=UNIFORM))
    journal.save(game, tmp_path / "game.fitl")
    assert journal.load(tmp_path / "game.fitl").game.state.options.readings == UNIFORM


def test_the_command_line_takes_readings_and_says_what_is_wrong_with_one(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", open("/dev/null"))  # noqa: SIM115  (nobody types anything)
    path = tmp_path / "game.fitl"
    main(["play", "short-1965", "--as", "us", "--reading", "random_spaces=uniform", "--fast", "--file", str(path)])
    assert json.loads(path.read_text().splitlines()[0])["options"]["readings"] == {"random_spaces": "uniform"}
    capsys.readouterr()
    assert main(["play", "short-1965", "--as", "us", "--reading", "card69_us=map"]) != 0
    assert "one of: flowchart, sheet" in "".join(capsys.readouterr())


# --- Air Lift (8.8.2) ---------------------------------------------------------------------------------------------


def lifted(s: State, *dice: int, operation: str = "", **readings: str) -> set[Flight]:
    table = Table(s, US, *dice, settings=Settings(**readings))  # type: ignore[arg-type]
    found: set[Flight] = set()

    def flow() -> object:
        found.update(flights_of((yield from plan_lift(table.mind, s, operation, [KIEN_HOA] if operation else []))))

    table.run(flow())
    return found


def police_posts() -> State:
    s = board(US, trail=0, econ=20, us_policy="jfk")
    put(s, SAIGON, us_troops=9)
    put(s, BA_XUYEN, police=1, vc_guerrilla=1)  # lacks COIN Control
    for sp in (KIEN_HOA, KIEN_PHONG, QUANG_TRI):
        put(s, sp, police=1)  # lacks only a US Troop
    return s


@pytest.mark.node("us.air_lift.5", "us.air_lift.5b")
def test_air_lift_police_goal() -> None:
    by_order = lifted(police_posts(), 1, 4, 6, 4)  # Ba Xuyen first, then Kien Hoa and Kien Phong
    assert {flight[2] for flight in by_order} == {BA_XUYEN, KIEN_HOA, KIEN_PHONG}
    either = lifted(police_posts(), 1, 4, 6, 4, 2, 6, air_lift_police_goal="either")  # one roll among all four
    assert {flight[2] for flight in either} == {KIEN_HOA, KIEN_PHONG, QUANG_TRI}
    only = lifted(police_posts(), air_lift_police_goal="control_only")
    assert {flight[2] for flight in only} == {BA_XUYEN}


@pytest.mark.node("us.air_lift.2")
def test_air_lift_origin_count() -> None:
    s = board(US, trail=0, econ=20, us_policy="jfk")
    put(s, HUE, us_troops=4)  # three to spare
    put(s, DA_NANG, us_troops=3, arvn_troops=3)  # five to spare, of which three are US
    put(s, KIEN_HOA, vc_guerrilla=1)
    assert lifted(s.copy(), 3, 3, operation="sweep") == {(US_T, HUE, KIEN_HOA, 2)}  # tied: by the chart
    counted = lifted(s.copy(), operation="sweep", air_lift_origin_count="all_movable")
    assert counted == {(US_T, DA_NANG, KIEN_HOA, 2)}


@pytest.mark.node("us.air_lift.1")
def test_a_loc_is_left_before_other_origins() -> None:
    s = board(US, trail=0, econ=20, us_policy="jfk")
    put(s, LOC_SAIGON_CAN_THO, us_troops=2)
    put(s, SAIGON, us_troops=9)
    put(s, BA_XUYEN, police=1, vc_guerrilla=1)
    assert lifted(s) == {(US_T, LOC_SAIGON_CAN_THO, BA_XUYEN, 2)}  # evacuated as a whole


# --- cards 69 and 70 ----------------------------------------------------------------------------------------------


@pytest.mark.node("us.granted.sheet", "us.granted.activity")
@pytest.mark.parametrize(
    ("policy", "by_flow", "by_sheet"), [("jfk", "air_lift", "advise"), ("lbj", "advise", "air_strike")]
)
def test_card69_us(policy: str, by_flow: str, by_sheet: str) -> None:
    s = board(US, trail=0, econ=20, card=69, us_policy=policy)
    s.executing, s.acted = US, ((US, EVENT),)
    put(s, SAIGON, us_troops=9)
    put(s, BA_XUYEN, police=1, vc_guerrilla=1)
    put(s, TAY_NINH, arvn_troops=2, vc_guerrilla_active=1)
    if policy == "jfk":
        set_support(s, BA_XUYEN, 1)  # a hidden Guerrilla at Support: Sweep
    options = [choice(name) for name in ("air_lift", "air_strike", "advise") if policy == "jfk" or name != "air_lift"]
    decision = Decision(US, "event.macv_activity", "5.1", options, {"card": 69})
    found = {
        reading: Table(s, US, settings=Settings(card69_us=reading)).ask(decision).key
        for reading in ("flowchart", "sheet")
    }
    assert found["sheet"] == by_sheet
    if policy == "jfk":
        assert found["flowchart"] == by_flow


@pytest.mark.node("us.koreans.1")
def test_card70_arvn() -> None:
    def executed(reading: str, *dice: int) -> tuple[dict[str, int], list[str]]:
        s = board(ARVN, executing=ARVN, acted=((ARVN, EVENT),), card=70)
        put(s, PHU_BON, vc_guerrilla=2, vc_base=1)
        put(s, KHANH_HOA, police=1, arvn_troops=1, us_troops=4)
        put(s, BINH_DINH, nva_troops=2, us_troops=4)
        table = Table(s, ARVN, *dice, settings=Settings(card70_arvn=reading))
        table.run(execute_event(s, 70, "unshaded", ARVN))
        return at(s, PHU_BON), table.nodes

    pieces, nodes = executed("sheet")
    assert pieces == {"police": 1, "arvn_troops": 1, "us_troops": 1}  # Police, then ARVN, then US Troops
    assert "event.instruction.c70" in nodes
    pieces, nodes = executed("flowchart", 2, 3)
    assert "event.instruction.c70" not in nodes
    assert not any(node.startswith("us.koreans") for node in nodes)


def test_the_documentation_names_every_reading_and_its_values() -> None:
    text = (Path(__file__).parents[2] / "docs" / "bots.md").read_text(encoding="utf-8")
    for name, values in VALUES.items():
        (row,) = [line for line in text.splitlines() if line.startswith(f"| `{name}` |")]
        cells = row.split("|")
        assert cells[2].strip().startswith(f"`{values[0]}`")
        if name != "arvn_train_available":
            assert [value for value in values[1:] if f"`{value}`" not in cells[3]] == []


# --- random spaces ------------------------------------------------------------------------------------------------


def test_random_spaces_by_the_other_chart() -> None:
    """A 52 is Khanh Hoa by the other chart, Qui Nhon by the recommended one, and equal chance rolls once."""
    for reading, dice, expected in (
        ("chart", (5, 2), QUI_NHON),
        ("other_chart", (5, 2), KHANH_HOA),
        ("uniform", (2,), KHANH_HOA),
    ):
        mind = Mind(US, answer, Settings(random_spaces=reading))
        flow = random_space(mind, [QUI_NHON, KHANH_HOA])
        assert run_dice(flow, dice) == expected


def run_dice(flow: Flow[int], dice: tuple[int, ...]) -> int:
    next(flow)
    for die in dice:
        try:
            flow.send(die)
        except StopIteration as stop:
            return int(stop.value)
    raise AssertionError("dice are asked for that nobody rolls")
