"""The fuzzer finds what is wrong, keeps it as a short journal, and finds nothing wrong here."""

import ast
import random
import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import count
from pathlib import Path
from types import SimpleNamespace

import pytest

from fitl import game as game_module
from fitl import journal
from fitl.bots.flowchart import FlowchartBot
from fitl.cli.main import main
from fitl.decisions import Flow, Option
from fitl.entries import Entry, Reason
from fitl.game import Game
from fitl.journal import JournalWriter, explained_lines
from fitl.lab import deep_checks, fuzz, shrink
from fitl.lab.deep_checks import (
    Shadow,
    check_copies,
    check_ending,
    check_independence,
    check_options,
    check_undo,
    deep_check,
)
from fitl.lab.forgery import Standstill, check_forgeries, snapshot
from fitl.lab.fuzz import STYLES, Walk, numbered_walk, random_setting
from fitl.lab.fuzz_report import RULES, Report
from fitl.lab.invariants import Violation, check_state, check_views
from fitl.lab.shrink import Failure, failure_of
from fitl.lab.soak import Walker
from fitl.lab.soak import fuzz as run
from fitl.options import GameOptions
from fitl.refusals import NotOffered, Refused, Stale, WrongSeat
from fitl.rules.sequence import STAGES
from fitl.state import TURN, State
from tests.support import break_passing


def walker(folder: Path, seed: int, style: str, closely: float = 1.0) -> Walker:
    """Walks of one style, whose failures are kept in the folder."""
    return partial(numbered_walk, seed, styles=(style,), folder=folder, closely=closely)


# --- walks --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("number", "seed"), [*enumerate((34, 9, 10, 8))], ids=STYLES)
def test_a_walk_of_each_style_finds_nothing(number: int, seed: int) -> None:
    """A game of two, one of 1961, and two short ones."""
    report = numbered_walk(seed, number, closely=0.02)
    assert report.failures == []
    assert report.games == 1
    assert report.decisions > 50


@pytest.mark.parametrize("number", range(4), ids=STYLES)
def test_a_walk_checks_everything_after_every_answer(number: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fuzz, "time", SimpleNamespace(monotonic=count().__next__))  # a second is a step, on any machine
    report = numbered_walk(5, number, seconds=40)
    assert report.failures == []
    assert report.deep_checks >= report.decisions > 10  # more by the answers that were transfers
    assert report.forgeries > 25 * report.decisions


def test_a_walk_follows_from_seed_and_number_alone() -> None:
    assert numbered_walk(23, 0, seconds=1e9, closely=0.02).to_json() == numbered_walk(23, 0, closely=0.02).to_json()


def test_every_option_of_a_game_comes_up() -> None:
    rng = random.Random(1)
    settings = [random_setting(rng, style) for _ in range(200) for style in STYLES]
    seen = {name for setting in settings for name, _ in setting.options.chosen()}
    assert seen == set(GameOptions.__slots__)
    assert {setting.scenario for setting in settings} == set(fuzz.PLAYABLE)
    assert (
        {bool(setting.packs) for setting in settings}
        == {setting.manual_chance for setting in settings}
        == {True, False}
    )
    bots = [setting for setting in settings if setting.style == "bots"]
    assert all(setting.options.non_players for setting in bots)


def test_a_run_in_two_processes_adds_up(tmp_path: Path) -> None:
    heard: list[int] = []
    walk = walker(tmp_path, 23, "random", closely=0.05)
    report = run(walk, 4, jobs=2, progress=lambda so_far: heard.append(so_far.walks))
    assert report.failures == []
    assert report.walks == heard[-1] >= 1
    assert heard == sorted(heard)
    assert report.decisions == report.kinds.total() > 0
    assert report.seconds > 0


# --- forged answers -----------------------------------------------------------------------------------------------


def test_every_kind_of_forged_answer_is_refused() -> None:
    game = Game.new("full-1964", seed=3)
    earlier = game.decision
    game.choose("pass")
    tried = check_forgeries(game, earlier)
    assert set(tried) == {
        *("wrong type", "unknown key", "huge", "option of another decision", "stale number", "replayed"),
        *("wrong seat", "forged transfer", "step back out of range"),
    }
    assert tried.total() > 70


def test_an_answer_after_the_end_is_refused() -> None:
    game = _finished()
    assert check_forgeries(game) == Counter({"after the end": 2})


def test_a_forged_answer_that_is_accepted_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = Game.choose

    def careless(self: Game, answer: str | Option, **message: int) -> None:
        message.pop("number", None)
        honest(self, answer, **message)  # type: ignore[arg-type]

    monkeypatch.setattr(Game, "choose", careless)
    with pytest.raises(Violation, match="accepted"):
        check_forgeries(Game.new("full-1964", seed=3))


@pytest.mark.parametrize("number", [1.0, "1", True, 10**5000], ids=["fraction", "text", "flag", "huge"])
def test_numbers_of_another_type_are_no_numbers(number: object) -> None:
    game = Game.new("full-1964", seed=3)
    game.choose("pass")
    with pytest.raises(Stale):
        game.choose("pass", number=number)  # type: ignore[arg-type]
    with pytest.raises((WrongSeat, NotOffered)):
        game.choose("pass", seat=number)  # type: ignore[arg-type]


# --- what the checks find -----------------------------------------------------------------------------------------


def _finished() -> Game:
    game = Game.new("short-1965", seed=1)
    rng = random.Random(1)
    while game.decision is not None:
        game.choose(rng.choice(list(game.decision.options)))
    return game


@pytest.fixture
def game() -> Game:
    game = Game.new("full-1964", seed=3, options=GameOptions(deception=True))
    for key in ("op_only", "march") if game.decision and game.decision.find("op_only") else ():
        if game.decision is not None and game.decision.find(key):
            game.choose(key)
    return game


def test_undo_check_passes_where_a_card_is_revealed() -> None:
    game = Game.new("full-1964", seed=3)
    for _ in range(3):
        game.choose("pass")
    check_undo(game, random.Random(1))


def test_an_undo_that_forgets_something_is_found(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    honest = Game.undo

    def forgetful(self: Game, *, seat: int | None = None, freely: bool = False) -> None:
        honest(self, seat=seat, freely=freely)
        self.state.aid += 1

    monkeypatch.setattr(Game, "undo", forgetful)
    with pytest.raises(Violation, match="undo is not exact"):
        check_undo(game, random.Random(1))


def test_an_undo_past_chance_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    game = Game.new("full-1964", seed=3)
    for _ in range(3):
        game.choose("pass")
    honest = Game.undo
    monkeypatch.setattr(Game, "undo", lambda self, seat=None, freely=False: honest(self, freely=True))
    with pytest.raises(Violation, match="past"):
        check_undo(game, random.Random(1))


def test_a_clone_that_shares_the_state_is_found(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(State, "copy", lambda self: self)
    with pytest.raises((Violation, Refused)):
        deep_check(game, random.Random(1))


def test_a_position_that_forgets_something_is_found(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    honest = Game.position
    monkeypatch.setattr(Game, "position", lambda self: honest(self) | {"trail": 4})
    with pytest.raises(Violation, match="the position is another situation"):
        check_copies(game, random.Random(1))


def test_an_option_that_raises_is_found(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(s: State) -> None:
        raise KeyError("pass")

    break_passing(monkeypatch, fail)
    fresh = Game.new("full-1964", seed=3)
    with pytest.raises(KeyError):
        check_options(fresh)


def test_a_turn_that_does_not_end_is_found(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(deep_checks, "LONGEST_TURN", 1)
    fresh = Game.new("full-1964", seed=3)
    fresh.choose("op_only")
    with pytest.raises(Violation, match="does not end"):
        check_ending(fresh, random.Random(1))


def test_a_view_that_depends_on_a_secret_is_found(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    check_views(game)
    honest = game_module.build_view

    def leaky(s: State, *args: object) -> dict[str, object]:
        return honest(s, *args) | {"cards_left": s.seed % 7 + len(s.markers[0][0])}  # type: ignore[arg-type]

    monkeypatch.setattr(game_module, "build_view", leaky)
    with pytest.raises(Violation, match="must not know"):
        check_views(game)


def test_a_story_that_tells_a_secret_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def gossip(s: State) -> None:
        s.note("log.deception.hidden_agenda" if "hidden_agenda" in s.markers[0] else "log.pass", faction=0)

    game = Game.new("full-1964", seed=3, options=GameOptions(deception=True))
    honest = STAGES[TURN]

    def told(s: State) -> Flow[None]:
        gossip(s)
        yield from honest.step(s)

    check_views(game)
    monkeypatch.setitem(STAGES, TURN, honest._replace(step=told))
    with pytest.raises(Violation, match="must not know"):
        check_views(game)


def test_a_view_that_shows_everything_to_everybody_is_found(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    honest = Game.view
    monkeypatch.setattr(Game, "view", lambda self, seats=None: honest(self, None))
    with pytest.raises(Violation):
        check_views(game)


def test_an_undo_past_chance_by_somebody_at_a_seat_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    game = Game.new("full-1964", seed=3)
    for _ in range(3):
        game.choose("pass")
    honest = Game.undo
    monkeypatch.setattr(
        Game, "undo", lambda self, seat=None, freely=False: honest(self, seat=seat, freely=freely or seat is not None)
    )
    with pytest.raises(Violation, match="past"):
        check_undo(game, random.Random(1))


@pytest.mark.parametrize("what", ["log", "thoughts", "entries"])
def test_a_past_that_is_rewritten_is_found(what: str) -> None:
    game = Game.new("full-1964", seed=3)
    game.choose("pass")
    game.explain(0, "why.us.u1")
    before = Standstill(game)
    assert before.holds(game)
    past = getattr(game, what)
    past[-1] = past[-1]._replace(**({"key": "rally"} if what == "entries" else {"message": "log.other"}))
    assert not before.holds(game)


def test_a_clone_that_shares_its_checkpoint_is_found(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    check_independence(game, random.Random(1))
    monkeypatch.setattr(Game, "_resume", _without_a_copy(Game._resume))
    with pytest.raises((Violation, Refused)):
        check_independence(game, random.Random(1))


def _without_a_copy(honest: Callable[[Game, State], None]) -> Callable[[Game, State], None]:
    """`_resume` as it would be if going back did not copy the checkpoint's situation."""

    def resume(self: Game, state: State) -> None:
        last = self.checkpoints[-1].state
        honest(self, last if self.decision is not None and state == last else state)

    return resume


# --- a disk that fails, and rules that do not end -----------------------------------------------------------------


def test_a_walk_goes_through_failures_of_the_disk() -> None:
    report = numbered_walk(8, 3, closely=0.0)
    assert report.failures == []
    assert report.full_disks > 5


def test_an_answer_that_is_taken_though_it_could_not_be_written_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def careless(self: Game, entry: Entry) -> None:
        self.entries.append(entry)  # before it is written
        if self.recorder is not None:
            self.recorder.entry(entry)

    monkeypatch.setattr(Game, "_note", careless)
    assert numbered_walk(18, 3, closely=0.0).failures != []


def test_a_writer_that_goes_on_after_what_was_never_written_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def careless(self: JournalWriter, entry: Entry, reasons: Sequence[Reason] = ()) -> None:
        self._entries += 1
        self._write(*explained_lines(entry, reasons, self._entries - 1))

    monkeypatch.setattr(JournalWriter, "entry", careless)
    assert numbered_walk(8, 3, closely=0.0).failures != []


def test_a_rule_that_never_ends_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    def for_ever(s: State) -> None:
        while True:
            pass

    monkeypatch.setattr(fuzz, "LONGEST_STEP", 1.0)
    break_passing(monkeypatch, for_ever)
    report = numbered_walk(1, 0, ("adversarial",), closely=0.0)
    assert "TooLong" in report.failures[0]


def test_a_journal_that_leads_elsewhere_is_found() -> None:
    game = Game.new("full-1964", seed=3)
    shadow = Shadow(game)
    game.choose("pass")
    shadow.follow(game)
    game.state.patronage += 1
    with pytest.raises(Violation, match="another situation"):
        shadow.follow(game)


SPOILED = {
    "pieces": "the pool has",
    "aid": "out of 0 to 75",
    "trail": "out of 0 to 4",
    "control": "Control differs",
    "total_support": "Support and Opposition differ",
    "terror": "Terror",
    "played": "resolved twice",
}


@pytest.mark.parametrize(("what", "words"), SPOILED.items())
def test_a_spoiled_state_is_found(what: str, words: str) -> None:
    s = Game.new("full-1964", seed=3).state.copy()
    check_state(s)
    if what == "pieces":
        s.pieces[0] += 1
    elif what == "control":
        s.control[0] ^= 3
    elif what == "terror":
        s.terror[0] = 16
    elif what == "played":
        s.played = (125, 125)
    else:
        setattr(s, what, 99)
    with pytest.raises(Violation, match=words):
        check_state(s)


# --- failures are kept, as short as they can be -------------------------------------------------------------------


def test_a_broken_rule_is_kept_as_one_answer_that_replay_opens(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def generous(s: State) -> None:
        s.aid = 90

    break_passing(monkeypatch, generous)
    report = run(walker(tmp_path, 1, "random"), 60, most_failures=1)
    assert "out of 0 to 75" in report.failures[0]
    (path,) = tmp_path.glob("*.jsonl")
    assert str(path) in report.failures[0]
    kept = journal.read(path)
    assert [entry.key for entry in kept.entries] == ["pass"]
    with pytest.raises(Violation, match="out of 0 to 75"):
        check_state(journal.replay(kept).state)  # as long as the rule is broken the journal shows it
    monkeypatch.undo()
    assert main(["replay", str(path)]) == 0
    assert "pass" in capsys.readouterr().out.lower()


def test_an_answer_that_raises_is_named_beside_the_journal_before_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(s: State) -> None:
        raise RuntimeError("nobody may pass")

    break_passing(monkeypatch, fail)
    report = run(walker(tmp_path, 1, "adversarial"), 60, most_failures=1)
    assert "RuntimeError: nobody may pass" in report.failures[0]
    (path,) = tmp_path.glob("*.jsonl")
    kept = journal.read(path)
    assert len(kept.entries) <= 1
    game = journal.replay(kept)
    if "then answer pass" in report.failures[0]:
        with pytest.raises(RuntimeError, match="nobody may pass"):
            game.choose("pass")


def test_a_failure_of_a_non_player_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(self: object, game: Game, decision: object) -> Iterator[object]:
        raise LookupError("no idea")
        yield

    monkeypatch.setattr(FlowchartBot, "deliberate", fail)
    report = run(walker(tmp_path, 5, "bots"), 60, most_failures=1)  # short-1965, which flowcharts can play
    assert "LookupError: no idea" in report.failures[0]
    (path,) = tmp_path.glob("*.jsonl")
    assert journal.replay(journal.read(path)).decision is not None


def test_a_failure_that_needs_several_answers_is_shrunk_to_just_those() -> None:
    game = Game.new("full-1964", seed=5)
    rng = random.Random(5)
    for _ in range(400):
        assert game.decision is not None
        game.choose("pass" if game.decision.find("pass") and rng.random() < 0.7 else rng.choice(game.decision.options))

    def probe(reached: Game) -> None:
        passes = {entry.actor for entry in reached.entries if entry.key == "pass"}
        if len(passes) >= 3:
            raise RuntimeError(f"{len(passes)} have passed")

    wanted = Failure("RuntimeError", "_ have passed")
    start = game.checkpoints[0].state
    found = shrink.shrink([(start, 0)], game.entries, wanted, probe, False)
    assert found is not None
    assert len(found.entries) < 12
    assert [entry.key for entry in found.entries].count("pass") == 3
    for left_out in range(len(found.entries)):  # none of them can be spared
        fewer: list[Entry] = [*found.entries[:left_out], *found.entries[left_out + 1 :]]
        assert shrink._try(start, fewer, wanted, probe, False) is None


def test_a_failure_that_does_not_show_again_is_kept_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(self: Walk) -> None:
        raise OSError("once")

    monkeypatch.setattr(Walk, "check", fail)
    report = run(walker(tmp_path, 1, "random"), 60, most_failures=1)
    assert "OSError: once" in report.failures[0]
    assert len(list(tmp_path.glob("*.jsonl"))) == 1


def test_failures_are_the_same_whatever_numbers_they_name() -> None:
    assert failure_of(Violation("3 Bases in saigon")) == failure_of(Violation("4 Bases in saigon"))
    assert failure_of(Violation("3 Bases in saigon")) != failure_of(Violation("3 Bases in hue"))
    assert failure_of(KeyError("a")) != failure_of(ValueError("a"))


def test_reports_name_what_was_not_seen() -> None:
    report = Report()
    report.sides[(1, "shaded")] += 1
    found = report.to_json()
    assert "1 shaded" not in found["sides_not_executed"]
    assert "1 unshaded" in found["sides_not_executed"]
    assert found["sides"] == 1
    assert found["all_sides"] == 242
    assert found["rules_not_applied"] == sorted(RULES)


def test_every_rule_that_asks_is_listed() -> None:
    """The numbers that stand in the code as such are those of decisions."""
    source = Path(__file__).parents[2] / "src" / "fitl"
    cited: set[object] = set()
    for part in ("rules", "events", "bots"):
        for path in (source / part).rglob("*.py"):
            if path.name == "two_players.py":
                continue  # its numbers get the letter of the era
            tree = ast.parse(path.read_text(encoding="utf-8"))
            rows = [node for node in ast.walk(tree) if isinstance(node, ast.Call) and ast.unparse(node.func) == "Stage"]
            stages = {
                constant for row in rows for constant in ast.walk(row)
            }  # a stage cites its rule, and asks nothing
            constants = (node for node in ast.walk(tree) if isinstance(node, ast.Constant) and node not in stages)
            cited |= {node.value for node in constants}
    assert {text for text in cited if isinstance(text, str) and re.fullmatch(r"[1-8](\.\d+){1,2}", text)} == RULES


def test_looking_at_a_game_changes_nothing() -> None:
    game = Game.new("short-1967", seed=4)
    before = snapshot(game)
    deep_check(game, random.Random(1))
    assert snapshot(game) == before
