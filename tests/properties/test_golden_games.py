"""Recorded games of every scenario, optional rule and mix of players replay to the same end.

If one differs because a rule was corrected on purpose: look at `python tools/golden_games.py --diff`, then `--record`.
"""

import json
import os
import runpy
from collections.abc import Callable
from contextlib import suppress
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest

from fitl import journal
from fitl.board.pieces import KIND_BY_ID
from fitl.board.scenarios import SCENARIOS
from fitl.board.spaces import BOX_IDS, SPACE_BY_ID
from fitl.bot_types import KINDS
from fitl.compose import ERAS
from fitl.decisions import Flow
from fitl.entries import ANYBODY, ROLL, TRANSFER
from fitl.options import GameOptions, OptionsError
from fitl.rules.sequence import Stage
from fitl.rules.setup import check_options
from fitl.state import OVER, Outcome, State
from tests.support import break_passing

ROOT = Path(__file__).parents[2]
GOLDEN = ROOT / "tests" / "golden"
GAMES = sorted((GOLDEN / "games").glob("*.jsonl"))
ENDS = json.loads((GOLDEN / "ends.json").read_text(encoding="utf-8"))
# Won in a Coup Round, won after the last one, and written line by line with answers taken back.
BASE = [path for path in GAMES if path.stem.startswith("full-1964")]
SOME = [GOLDEN / "games" / f"{name}.jsonl" for name in ("full-1964-1", "short-1965-1", "short-1965-table")]

DRIFTING = GOLDEN / "games" / "long-1964-1.jsonl"  # its answers all fit even if `generous` is put into the rules


@pytest.fixture(scope="module")
def tool() -> dict[str, Any]:
    return runpy.run_path(str(ROOT / "tools" / "golden_games.py"))


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_golden_game_replays_to_its_end(path: Path, tool: dict[str, Any]) -> None:
    read = journal.read(path)
    game = journal.replay(read)
    assert journal.drift(read, game) == []
    assert game.decision is None
    assert tool["end_of"](game) == ENDS[path.stem]


# --- what the games are -------------------------------------------------------------------------------------------


def test_the_games_the_ends_and_the_names_the_tool_knows_are_the_same(tool: dict[str, Any]) -> None:
    names = sorted(golden.name for golden in tool["golden_games"]())
    assert len(names) >= 45
    assert [path.stem for path in GAMES] == names
    assert list(ENDS) == names


def test_every_option_is_used_by_some_game() -> None:
    """After adding an option, add a game to `varied_games` of the tool and record it."""
    used = {name for path in GAMES for name in journal.read(path).header["options"]}
    assert used == {field.name for field in fields(GameOptions) if _can_be_chosen(field.name, field.default)}


def _can_be_chosen(option: str, default: object) -> bool:
    """Does any scenario that can be played take this option? Of those that are no plain yes or no each does."""
    if option == "kinds" and len(KINDS) == 1:  # there is nothing to choose yet
        return False
    for scenario in SCENARIOS.values():
        with suppress(OptionsError):
            if scenario.playable:
                check_options(scenario, GameOptions() if default is not False else _switched(option))
                return True
    return False


def _switched(option: str) -> GameOptions:
    one_player: dict[str, Any] = {"non_players": (1, 2, 3)} if option.startswith("solo_") else {}
    return GameOptions(**{option: True}, **one_player)


def test_a_game_has_cards_of_a_pack() -> None:
    game = journal.replay(journal.read(GOLDEN / "games" / "medium-1968-pack.jsonl"))
    assert any(card in game.state.cards.texts for card in game.state.played)


def test_games_with_chance_by_hand_have_transfers_and_dice_of_non_players() -> None:
    games = [journal.read(path) for path in GAMES]
    actors_at_the_table = {
        entry.actor for read in games if read.header["manual_chance"] for entry in read.entries if entry.actor < 0
    }
    assert {TRANSFER, ROLL} <= actors_at_the_table


def test_some_games_are_kept_as_saved_and_some_as_played() -> None:
    texts = [path.read_text(encoding="utf-8") for path in GAMES]
    assert any('{"undo": ' in text for text in texts)


# --- a changed end is noticed -------------------------------------------------------------------------------------


def test_an_end_that_was_recorded_otherwise_is_told_item_by_item(tool: dict[str, Any]) -> None:
    path = BASE[0]
    end = ENDS[path.stem]
    others = {"reason": "luck", "winner": "hue", "ranking": "vc us", "answers": 7, "state": "0"}
    for item, other in others.items():
        found = tool["difference"](path, {path.stem: end | {item: other}})
        assert found.reason == "it ends differently"
        assert found.details == [f"- {item}: {other}", f"+ {item}: {end[item]}"]
    margins = end["margins"] | {"nva": 75}
    found = tool["difference"](path, {path.stem: end | {"margins": margins}})
    assert found.details == ["- margins.nva: 75", f"+ margins.nva: {end['margins']['nva']}"]


def test_an_end_that_was_not_recorded_is_told(tool: dict[str, Any]) -> None:
    assert tool["difference"](BASE[0], {}).reason == "its end is not recorded yet"


def break_ending(monkeypatch: pytest.MonkeyPatch, spoil: Callable[[State], None]) -> None:
    """Put a fault into the rules: the situation in which a game ends is spoiled."""

    def spoiled(honest: Stage) -> Stage:
        def step(s: State) -> Flow[None]:
            yield from honest.step(s)
            if s.stage == OVER:
                spoil(s)

        return honest._replace(step=step)

    for stages in {id(era.stages): era.stages for era in ERAS.values()}.values():
        assert isinstance(stages, dict)
        for name, honest in list(stages.items()):
            monkeypatch.setitem(stages, name, spoiled(honest))


def _outcome(s: State) -> Outcome:
    assert s.outcome is not None
    return s.outcome


def wrong_winner(s: State) -> None:
    s.outcome = _outcome(s)._replace(winner=_outcome(s).ranking[1])


def wrong_ranking(s: State) -> None:
    first, second, third, fourth = _outcome(s).ranking
    s.outcome = _outcome(s)._replace(ranking=(first, second, fourth, third))


def wrong_margins(s: State) -> None:
    us, *others = _outcome(s).margins
    s.outcome = _outcome(s)._replace(margins=((us or 0) + 1, *others))


def wrong_reason(s: State) -> None:
    s.outcome = _outcome(s)._replace(reason="final" if _outcome(s).reason == "victory" else "victory")


def wrong_patronage(s: State) -> None:
    s.patronage += 1


@pytest.mark.parametrize(
    ("fault", "items"),
    [
        (wrong_winner, ["winner", "state"]),
        (wrong_ranking, ["ranking", "state"]),
        (wrong_margins, ["margins.us", "state"]),
        (wrong_reason, ["reason", "state"]),
        (wrong_patronage, ["state"]),
    ],
)
def test_a_fault_at_the_end_of_the_game_is_noticed(
    fault: Callable[[State], None], items: list[str], tool: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    break_ending(monkeypatch, fault)
    for path in SOME:
        found = tool["difference"](path, ENDS)
        assert found.reason == "it ends differently"
        assert [line.split(":")[0] for line in found.details] == [f"{sign} {item}" for item in items for sign in "-+"]


def test_a_fault_at_the_end_is_noticed_by_every_game(tool: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    break_ending(monkeypatch, wrong_patronage)
    unnoticed = [path.stem for path in GAMES if tool["difference"](path, ENDS) is None]
    assert unnoticed == []


# --- the tool that records them -----------------------------------------------------------------------------------


def _changed(path: Path, change: Callable[[list[str]], None]) -> Path:
    """A copy of a golden game, its lines changed."""
    lines = BASE[0].read_text(encoding="utf-8").splitlines()
    change(lines)
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def _copy(path: Path, folder: Path, situations: int = 1000) -> Path:
    """A golden game written anew by the present rules, with the situations of its last so many cards."""
    folder.mkdir(exist_ok=True)
    copy = folder / path.name
    lines = list(journal.lines_of(journal.replay(journal.read(path))))
    cards = [line for line in lines if isinstance(line, dict) and "card" in line]
    for line in cards[:-situations]:
        del line["state"]
    copy.write_text("".join(map(journal.to_text, lines)), encoding="utf-8")
    return copy


def test_the_tool_finds_no_difference_where_there_is_none(tool: dict[str, Any], tmp_path: Path) -> None:
    assert tool["difference"](BASE[0], ENDS) is None
    assert tool["difference"](_copy(BASE[0], tmp_path), ENDS) is None
    assert tool["difference"](_copy(BASE[0], tmp_path, 8), ENDS) is None


def test_the_tool_shows_what_is_offered_instead_of_an_answer(tool: dict[str, Any], tmp_path: Path) -> None:
    read = journal.read(BASE[0])
    place = next(i for i, entry in enumerate(read.entries) if entry.actor == ANYBODY)
    game = journal.replay(read)
    game.rewind(place)
    offered = game.decision
    assert offered is not None
    broken = read._replace(entries=[*read.entries[:place], read.entries[place]._replace(key="retreat")])
    details = list(tool["_where_refused"](broken))
    assert details[-2].startswith("- line ")
    assert details[-2].endswith(": retreat")
    assert details[-1] == f"+ {offered.kind} offers {', '.join(option.key for option in offered.options)}"


def test_the_tool_shows_what_is_asked_where_a_game_stops_too_early(tool: dict[str, Any], tmp_path: Path) -> None:
    def without_last_answers(lines: list[str]) -> None:
        while lines.pop().startswith("{"):
            pass

    short = _changed(tmp_path / BASE[0].name, without_last_answers)
    found = tool["difference"](short, ENDS)
    assert found.reason == "the game does not end where it ended"
    assert " is asked: " in found.details[0]
    assert found.replayed is None


def test_the_tool_shows_how_a_situation_differs_item_by_item(tool: dict[str, Any]) -> None:
    old = {"aid": 5, "spaces": {"saigon": {"support": "neutral"}, "hue": {"terror": 1}}}
    new = {"aid": 5, "spaces": {"saigon": {"support": "active_support"}}}
    assert list(tool["changed"](old, new)) == [
        "- spaces.saigon.support: neutral",
        "+ spaces.saigon.support: active_support",
        '- spaces.hue: {"terror": 1}',
        "+ spaces.hue: null",
    ]


def generous(s: State) -> None:
    s.aid = min(75, s.aid + 1)


def test_the_tool_names_the_first_card_at_which_a_rule_makes_a_difference(
    tool: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    break_passing(monkeypatch, generous)
    for path in BASE[:3]:  # whether the game goes on differently or stops at an answer
        found = tool["difference"](path, ENDS)
        assert found.reason.startswith("line ")
        assert [line[:7] for line in found.details if "aid" in line][:2] == ["- aid: ", "+ aid: "]


def _first_drift(path: Path) -> journal.CardLine:
    """The first card whose situation is another now, in a game whose answers are all still offered."""
    read = journal.read(path)
    (line,) = {text.split(":")[0] for text in journal.drift(read, journal.replay(read))[:1]}
    return next(card for card in read.cards if line == f"line {card.line}")


def test_a_difference_at_a_card_without_a_situation_is_shown_at_the_next_that_has_one(
    tool: dict[str, Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    exact = _copy(DRIFTING, tmp_path / "exact")
    saved = _copy(DRIFTING, tmp_path / "saved", 8)
    break_passing(monkeypatch, generous)
    first = _first_drift(saved)
    assert first.state is None
    with_one = next(card for card in journal.read(saved).cards if card.line > first.line and card.state)
    details = tool["difference"](saved, ENDS).details
    assert details[:2] == [
        f"  line {first.line}, after {first.entries} answers: differs; its situation is not recorded",
        f"  line {with_one.line}, after {with_one.entries} answers:",
    ]
    assert [line[:7] for line in details[2:4]] == ["- aid: ", "+ aid: "]
    head, old, new, *_ = tool["difference"](exact, ENDS).details
    assert head == f"  line {first.line}, after {first.entries} answers:"
    assert int(new.removeprefix("+ aid: ")) == int(old.removeprefix("- aid: ")) + 1


def test_a_difference_on_the_way_is_told_with_the_end_it_leads_to(
    tool: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    break_passing(monkeypatch, generous)
    details = tool["difference"](DRIFTING, ENDS).details
    end = details.index("  at the end:")
    assert details[end + 1] == f"- state: {ENDS[DRIFTING.stem]['state']}"


def test_the_tool_says_what_is_wrong_with_a_damaged_recording(tool: dict[str, Any], tmp_path: Path) -> None:
    damaged = _changed(tmp_path / "game.jsonl", lambda lines: lines.insert(3, "{"))
    assert "line 4" in tool["difference"](damaged, ENDS).reason


@pytest.fixture
def in_a_folder_of_its_own(tool: dict[str, Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The tool with one short game of each way of keeping, nothing recorded yet; their names."""
    wanted = ["short-1965-1", "medium-1968-pairs", "short-1965-table"]
    games = [golden for golden in tool["golden_games"]() if golden.name in wanted]
    inside = tool["main"].__globals__
    monkeypatch.setitem(inside, "FOLDER", tmp_path / "games")
    monkeypatch.setitem(inside, "ENDS", tmp_path / "ends.json")
    monkeypatch.setitem(inside, "golden_games", lambda: games)
    monkeypatch.setattr(os, "fsync", lambda descriptor: None)  # hundreds of them; nobody pulls the plug here
    return wanted


def test_what_the_tool_records_replays(
    tool: dict[str, Any],
    in_a_folder_of_its_own: list[str],
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    names = in_a_folder_of_its_own
    assert tool["main"]([]) == 1
    assert tool["main"](["--record"]) == 0
    plain, saved, played = (journal.read(tmp_path / "games" / f"{name}.jsonl") for name in names)
    assert all(card.state for card in (*plain.cards, *saved.cards, *played.cards))
    assert '{"undo": ' in (tmp_path / "games" / f"{names[2]}.jsonl").read_text(encoding="utf-8")
    capsys.readouterr()
    assert tool["main"]([]) == 0
    assert capsys.readouterr().out == "All 3 games replay to the same end.\n"


def test_recording_a_changed_end_leaves_the_journal_as_it_is(
    tool: dict[str, Any],
    in_a_folder_of_its_own: list[str],
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    tool["main"](["--record"])
    name = in_a_folder_of_its_own[0]
    journal_file, ends_file = tmp_path / "games" / f"{name}.jsonl", tmp_path / "ends.json"
    _changed(journal_file, lambda lines: None)  # of another game, in format 1
    tool["main"](["--record"])
    right, before = ends_file.read_text(encoding="utf-8"), journal_file.read_bytes()
    ends = json.loads(right)
    winner, ends[name]["winner"] = ends[name]["winner"], "hue"
    tool["write_ends"](ends, ends_file)
    capsys.readouterr()
    assert tool["main"](["--diff"]) == 1
    told = f"{name} (random): it ends differently\n    - winner: hue\n    + winner: {winner}\n"
    assert capsys.readouterr().out == told
    assert tool["main"](["--record"]) == 0
    assert ends_file.read_text(encoding="utf-8") == right
    assert journal_file.read_bytes() == before


# --- hashes -------------------------------------------------------------------------------------------------------


def test_a_hash_depends_only_on_options_that_are_not_the_default() -> None:
    """A new option with a default must leave the hashes of all journals as they are."""
    state = journal.replay(journal.read(BASE[0])).checkpoints[0].state
    assert state.options.chosen() == ()
    assert "GameOptions" not in repr(state.facts())
    assert GameOptions(deception=True, by_hand=True).chosen() == (("by_hand", True), ("deception", True))
    assert json.dumps(GameOptions().chosen()) == "[]"


def test_a_hash_is_made_of_named_facts_without_those_that_are_nothing() -> None:
    """A new kind of piece, box, track or other field must leave the hashes of all journals as they are."""
    state = journal.replay(journal.read(BASE[0])).checkpoints[-1].state
    facts = state.facts()
    assert all(facts.values())
    assert not any(isinstance(value, (bytes, bytearray)) for value in facts.values())
    pieces = facts["pieces"]
    assert isinstance(pieces, list)
    assert pieces == sorted(pieces)
    assert all(row in SPACE_BY_ID or row in BOX_IDS for row, _, _ in pieces)
    assert all(kind in KIND_BY_ID and n > 0 for _, kind, n in pieces)
