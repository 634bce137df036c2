"""Whatever the game has, the terminal and the page have words for: kinds of cards, stages, tracks, decisions, nodes."""

import ast
import json
import re
from collections.abc import Iterable, Iterator
from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console

from fitl import journal
from fitl.board.card import KINDS_OF_CARD
from fitl.board.expansion_cards import ALL_CARDS
from fitl.board.factions import FACTION_IDS
from fitl.board.pieces import CADRE, KIND_IDS, PLAIN
from fitl.board.scenarios import SCENARIOS
from fitl.board.spaces import BOX_IDS, SPACES
from fitl.board.tracks import TRACKS
from fitl.bot_types import KINDS
from fitl.bots.flowchart import nodes
from fitl.bots.flowchart.instructions import INSTRUCTIONS, Instruction
from fitl.bots.reasons import BotTurn
from fitl.catalogue import catalogue
from fitl.cli import session
from fitl.cli.board import board_view, card_view
from fitl.cli.main import main
from fitl.cli.session import Session
from fitl.compose import ERAS, STAGE_IDS
from fitl.era import Era
from fitl.game import Game
from fitl.lasting import CAPABILITY, FLAGS, MOMENTARY
from fitl.position.words import LEVEL_IDS
from fitl.rulebook import BOOKS
from fitl.rules.deception import MARKER_KINDS
from fitl.server.library import facts
from fitl.state import (
    ACTIVE_OPPOSITION,
    ACTIVE_SUPPORT,
    COIN_CONTROL,
    EVENT,
    LIMITED_OP,
    MINH,
    NVA_CONTROL,
    OP_AND_ACTIVITY,
    OP_ONLY,
    OVER,
    PASS,
    UNCONTROLLED,
    State,
)
from fitl.words import card_name
from tests.cli.support import SOURCE, ScriptedTerminal
from tests.cli.test_session import after, sit, table_game
from tests.eras.sovereign_of_discord.support import begun

BOXES = (EVENT, OP_ONLY, OP_AND_ACTIVITY, LIMITED_OP, PASS)
SIDES = sorted({side for card in ALL_CARDS.values() for side in card.sides})
LEADERS = {card.number: card.leader for card in ALL_CARDS.values() if card.leader}
COUP_PHASES = sorted({phase for era in ERAS.values() for phase in era.coup_round})
OPERATIONS = sorted({name for era in ERAS.values() for names in era.operations.values() for name in names})
ACTIVITIES = sorted({name for era in ERAS.values() for names in era.accompanying.values() for name in names})

SPACE_KINDS = {space.kind for space in SPACES}
TERRAINS = {space.terrain for space in SPACES if space.terrain}
LEVELS = [str(level) for level in range(ACTIVE_OPPOSITION, ACTIVE_SUPPORT + 1)]
CONTROLS = [str(control) for control in (UNCONTROLLED, COIN_CONTROL, NVA_CONTROL)]
OUTCOMES = ("victory", "final")
STANCES = ("war", "peace")
SOURCES = ("ours", "printed", "pack")
HOLDERS = sorted({FACTION_IDS[faction] for era in ERAS.values() for faction in era.holders})
LETTERS = {book.letter for book in BOOKS.values()}
TILES = [  # what each level of a tile allows: washington_arvn.2 is for one Faction
    f"{track.id}.{level}"
    for track in TRACKS.values()
    if track.where not in ("edge", "trail")
    for level in range(track.least, track.most + 1)
]

# What the catalogue names by which ids: in the terminal (`cli.`), on the page (`web.`) and for both.
TABLES: dict[str, Iterable[str]] = {
    "cli.card": KINDS_OF_CARD,
    "web.panels.cards.kinds": KINDS_OF_CARD,
    "cli.side": SIDES,
    "side": SIDES,
    "web.table.side": SIDES,
    "web.panels.cards.side": SIDES,
    "cli.stage": STAGE_IDS,
    "web.table.phase": COUP_PHASES,
    "track": TRACKS,
    "track_mark": (track.id for track in TRACKS.values() if track.where == "edge"),
    "piece": KIND_IDS,
    "cli.letter": (name for kind, name in enumerate(KIND_IDS) if kind != CADRE),  # on the map they are under a Base
    "cli.box_letter": (name for kind, name in enumerate(KIND_IDS) if PLAIN[kind] == kind),
    "box": BOX_IDS,
    "cli.leader": (*LEADERS.values(), "minh", "none"),
    "web.table.leader": (str(number) for number in (MINH, *LEADERS)),
    "cli.acted": BOXES,
    "web.table.box_of": BOXES,
    "cli.markers": MARKER_KINDS,
    "web.table.marker": MARKER_KINDS,
    "cli.played_by": (kind.removesuffix(":privileged").replace(":", "_") for kind in KINDS),
    "operation": OPERATIONS,
    "activity": ACTIVITIES,
    "cli.effect": (CAPABILITY, MOMENTARY, *(flag for flag in FLAGS if flag == "peace_talks")),
    "cli.kind": SPACE_KINDS | TERRAINS,
    "cli.terrain": TERRAINS | {"city"},
    "web.map.kind": SPACE_KINDS,
    "web.map.terrain": TERRAINS,
    "cli.level": LEVELS,
    "level": LEVELS,
    "web.map.support": LEVEL_IDS,
    "cli.control": CONTROLS,
    "control": CONTROLS,
    "cli.outcome": OUTCOMES,
    "web.lookback.end_title": OUTCOMES,
    "cli.talks": STANCES,
    "cli.talks.source": SOURCES,
    "web.table.paris": STANCES,
    "web.table.paris.source": SOURCES,
    "web.table.tile": TILES,
    "web.table.track": (*(f"res_{who}" for who in HOLDERS), *(f"goal_{who}" for who in FACTION_IDS)),
    "web.panels.rules.era": (letter or "base" for letter in LETTERS),
}


@pytest.mark.parametrize("table", TABLES)
def test_there_is_a_word_for_each(table: str) -> None:
    names = list(TABLES[table])
    assert names
    assert [name for name in names if f"{table}.{name}" not in catalogue()] == []


def test_every_stage_has_a_title_on_the_page() -> None:
    titles = ("web.table.chapter.{}.title", "web.table.stage.{}")
    assert [name for name in STAGE_IDS if not any(title.format(name) in catalogue() for title in titles)] == []


def test_words_of_rows_are_for_rows_that_there_are() -> None:
    """A name that is written wrongly, or whose row is gone, is found."""
    rows = {"piece": {*KIND_IDS, "in_box"}, "piece.in_box": KIND_IDS, "box": BOX_IDS, "track": TRACKS}
    rows |= {"cli.stage": STAGE_IDS, "web.table.phase": COUP_PHASES, "cli.board.letters": KIND_IDS}
    rows |= {"cli.letter": KIND_IDS, "cli.box_letter": KIND_IDS, "web.table.stage": (*STAGE_IDS, "other", "coup_round")}
    told = [message.rpartition(".") for message in catalogue()]
    assert [f"{table}.{name}" for table, _, name in told if table in rows and name not in rows[table]] == []


def test_every_kind_of_piece_has_its_drawing_in_the_order_of_the_rows() -> None:
    page = (SOURCE / "fitl" / "web" / "static" / "js" / "pieces.js").read_text(encoding="utf-8")
    assert re.findall(r"^  (\w+): {.*\bshape: ", page, flags=re.MULTILINE) == list(KIND_IDS)


def test_the_facts_of_the_page_name_every_row() -> None:
    """`/api/facts`: with all words there, none of them is an error."""
    found = facts()
    assert list(found["pieces"]) == list(found["kinds"]) == list(KIND_IDS)
    assert list(found["boxes"]) == list(BOX_IDS)
    assert list(found["tracks"]) == list(TRACKS)
    assert list(found["factions"]) == list(FACTION_IDS)


# --- decisions and nodes ---


def kinds_asked() -> Iterator[tuple[str, str]]:
    """Each kind of decision written in the rules, with the table its words are in: `roll` for dice."""
    for file in (SOURCE / "fitl").rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name) or len(node.args) < 2:
                continue
            kind = node.args[1]
            table = {"Decision": "ask", "confirm": "ask", "roll": "roll"}.get(node.func.id)
            if table and isinstance(kind, ast.Constant) and isinstance(kind.value, str):
                yield table, kind.value


def test_every_kind_of_decision_and_every_die_has_its_question() -> None:
    found = set(kinds_asked()) - {("ask", "null")}  # the measuring engine asks that, and nobody reads it
    assert len(found) > 100
    assert sorted(f"{table}.{kind}" for table, kind in found if f"{table}.{kind}" not in catalogue()) == []


class Passed(ast.NodeVisitor):
    """The nodes that the code of non-players passes: whole names, and shapes of those that it puts together."""

    def __init__(self) -> None:
        self.names: set[str] = set()
        self.shapes: set[str] = set()

    def visit_Constant(self, node: ast.Constant) -> None:
        if re.fullmatch(r"(us|arvn|nva|vc)(\.\w+)+", str(node.value)):
            self.names.add(str(node.value))

    def visit_JoinedStr(self, node: ast.JoinedStr) -> None:
        parts = (re.escape(str(each.value)) if isinstance(each, ast.Constant) else r"\w+" for each in node.values)
        self.shapes.add("".join(parts))

    def visit_BinOp(self, node: ast.BinOp) -> None:
        if isinstance(node.left, ast.Constant) and isinstance(node.op, ast.Add):
            self.shapes.add(re.escape(str(node.left.value)) + r"\w*")
        else:
            self.generic_visit(node)

    def visit_Call(self, node: ast.Call) -> None:
        self.generic_visit(node)
        if getattr(node.func, "attr", "") == "visit":
            said = node.args[0]
            for each in (said.body, said.orelse) if isinstance(said, ast.IfExp) else (said,):
                if isinstance(each, ast.Constant):
                    self.names.add(str(each.value))


def test_every_node_of_the_flowcharts_has_a_sentence() -> None:
    """The catalogue lists the nodes: the code passes those and no others."""
    passed = Passed()
    for path in sorted((SOURCE / "fitl" / "bots").rglob("*.py")):
        passed.visit(ast.parse(path.read_text(encoding="utf-8")))
    plain = Instruction("")
    names = passed.names
    names |= {f"event.refused.{each.code}" for each in INSTRUCTIONS.values() if each.refuses is not plain.refuses}
    names |= {
        f"event.instruction.{each.code}"
        for each in INSTRUCTIONS.values()
        if each.choices or each.side is not plain.side
    }
    assert len(names) > 300
    ties = {message for message in catalogue() if message.startswith("why.tie.")}
    assert sorted(node for node in names if f"why.{node}" not in catalogue() and f"why.tie.{node}" not in ties) == []
    shapes = re.compile("|".join(shape for shape in passed.shapes if "." in shape))
    assert sorted(node for node in nodes() if node not in names and not shapes.fullmatch(node)) == []


# --- all of it on a screen ---


def some_state(era: Era) -> State:
    scenarios = {scenario.era: name for name, scenario in SCENARIOS.items() if scenario.playable}
    return begun(scenarios.get(era.id, "extended-campaign-1961"), era=era)


def shown(thing: object) -> str:
    paper = StringIO()
    Console(width=80, file=paper).print(thing)
    return paper.getvalue()


@pytest.mark.parametrize("era", [era for era in ERAS.values() if era.id != "toy"], ids=lambda era: era.id)
def test_the_board_is_shown_at_every_stage_of_every_era_under_every_leader(era: Era) -> None:
    s = some_state(era)
    console = Console(width=80, file=StringIO())
    for stage in (*era.stages, OVER):
        s.stage = stage
        assert shown(board_view(s, console))
        assert BotTurn(era.factions[0], s.card, stage, 0, [], [], []).title()
    for leader in (MINH, *LEADERS):
        s.leader = leader
        assert shown(board_view(s, console))


@pytest.mark.parametrize("number", ALL_CARDS)
def test_every_card_is_shown(number: int) -> None:
    told = shown(card_view(number))
    assert card_name(number) in told
    assert all(f"  {catalogue()[f'cli.side.{side}']}" in told for side in ALL_CARDS[number].sides)


# --- cards by what people call them (P73 is a Coup card, P80 Ngo Dinh Diem, P4 a card with a star) ---

NAMED = [
    ("47", 47),
    ("#47", 47),
    ("P73", 1073),
    ("p73", 1073),
    ("p4", 1004),
    ("P4*", 1004),
    ("S12", 2012),
    ("1080", 1080),
    ("ngo dinh diem", 1080),
    ("NGO DINH DIEM", 1080),
    ("gulf of tonkin", 1),
]


@pytest.mark.parametrize("scenario", ["short-1965", "four-player-1961", "black-april-1973"])
def test_a_session_knows_each_card_by_number_id_and_title(tmp_path: Path, scenario: str) -> None:
    terminal = sit(Game.new(scenario), tmp_path / "game", *(f"card {typed}" for typed, _ in NAMED))
    for typed, number in NAMED:
        assert card_name(number) in after(terminal, f"card {typed}").partition("> ")[0]


@pytest.mark.parametrize(("typed", "number"), NAMED)
def test_so_does_the_command(capsys: pytest.CaptureFixture[str], typed: str, number: int) -> None:
    assert main(["cards", *typed.split(), "--json"]) == 0
    assert [card["number"] for card in json.loads(capsys.readouterr().out)] == [number]
    assert main(["cards", *typed.split()]) == 0
    assert card_name(number) in capsys.readouterr().out


def test_words_that_fit_several_cards_list_them(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["cards", "diem"]) == 0
    listed = capsys.readouterr().out
    assert "Ngo Dinh Diem" in listed
    assert len(listed.splitlines()) > 1


@pytest.mark.parametrize("arguments", [["--set", "sod"], ["--search", "diem"], ["--set", "fos"]])
def test_lists_with_cards_of_the_expansions_are_shown(capsys: pytest.CaptureFixture[str], arguments: list[str]) -> None:
    assert main(["cards", *arguments]) == 0
    assert len(capsys.readouterr().out.splitlines()) > 1


@pytest.mark.parametrize("typed", ["P81", "0", "99999999999999999999", "no such card", "²", "1" * 5000])
def test_a_card_that_is_not_there_is_refused_with_what_would_be_right(
    capsys: pytest.CaptureFixture[str], typed: str
) -> None:
    assert main(["cards", typed]) == 2
    assert "its number in an expansion (P73, S12)" in " ".join(capsys.readouterr().err.split())


# --- a fault beside the game ---


def broken(*_: object, **__: object) -> None:
    raise KeyError("oops")


COMMANDS = {
    "show": "board_view",
    "show saigon": "space_view",
    "card": "card_view",
    "log": "story_line",
    "?": "question_view",
    "why": "rule_in",
}


@pytest.mark.parametrize("typed", COMMANDS)
def test_a_fault_in_a_command_does_not_break_off_the_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, typed: str
) -> None:
    monkeypatch.setattr(session, COMMANDS[typed], broken)
    game = table_game()
    terminal = sit(game, tmp_path / "game", typed, "pass")
    told = " ".join(after(terminal, typed).split())
    assert "bug in the program, not your mistake: KeyError: 'oops'. The game itself is not affected" in told
    assert [entry.key for entry in game.entries][-1] == "pass"


@pytest.mark.parametrize("name", ["board_view", "question_view", "story_line"])
def test_a_fault_in_what_is_shown_does_not_break_it_off_either(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.setattr(session, name, broken)
    game = table_game()
    terminal = sit(game, tmp_path / "game", "pass", "pass")
    assert "The game itself is not affected" in " ".join(terminal.text.split())
    assert [entry.key for entry in game.entries][-2:] == ["pass", "pass"]


def test_nobody_to_write_to_ends_a_session(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A closed pipe is no fault of the program: `running` knows what to do."""

    def closed(*_: object) -> None:
        raise BrokenPipeError

    monkeypatch.setattr(session, "card_view", closed)
    game = table_game()
    writer = journal.record(game, tmp_path / "game")
    with pytest.raises(BrokenPipeError):
        Session(game, ScriptedTerminal(["card"]), tmp_path / "game").run()
    writer.close()
