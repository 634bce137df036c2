"""A table with non-players: their minds survive being saved, killed in the middle of a turn, and take-backs."""

import random
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from fitl import journal
from fitl.board.factions import ARVN, NVA, US, VC
from fitl.board.spaces import SAIGON
from fitl.bots.flowchart import FlowchartBot
from fitl.bots.flowchart.turn import EventSoFar, Turn
from fitl.bots.table import NonPlayers, play_non_players, recall
from fitl.decisions import CHANCE, Decision, Flow, Option
from fitl.entries import ROLL, Entry, Reason, last_answer
from fitl.game import Game
from fitl.refusals import NoUndo
from fitl.state import State
from tests.bots.games import ALL, game_of_bots, in_the_middle_of_a_bots_turn, play_on


def finish(game: Game, table: NonPlayers) -> str:
    while game.decision is not None:
        table.play()
    return game.state.digest()


def test_four_non_players_play_a_game_to_its_end() -> None:
    game = game_of_bots()
    play_non_players(game, {faction: FlowchartBot(faction) for faction in ALL})
    assert game.outcome is not None
    assert game.reasons()


def test_a_person_is_asked_between_non_players() -> None:
    game = game_of_bots(bots=(ARVN, NVA, VC))
    table = NonPlayers(game)
    asked = 0
    rng = random.Random(1)
    while game.decision is not None:
        if table.asked():
            table.play()
        else:
            assert game.decision.actor == US
            asked += 1
            game.choose(rng.choice(game.decision.options))
    assert asked > 10


def test_a_game_killed_in_the_middle_of_a_turn_goes_on_as_if_nothing_had_happened(tmp_path: Path) -> None:
    whole = game_of_bots(seed=11)
    expected = finish(whole, NonPlayers(whole))
    tried = 0
    game = game_of_bots(seed=11)
    journal.record(game, tmp_path / "game.jsonl")
    table = NonPlayers(game)
    while game.decision is not None and tried < 40:
        table.play()
        if not in_the_middle_of_a_bots_turn(game, table):
            continue
        tried += 1
        if tried % 8:
            continue
        loaded = journal.load(tmp_path / "game.jsonl").game  # as after a crash: no farewell, only what is on the disk
        fresh = NonPlayers(loaded)
        assert fresh.taken_back == 0
        assert loaded.entries == game.entries
        assert finish(loaded, fresh) == expected
    assert tried == 40


def test_a_game_killed_between_two_dice_of_a_thought_goes_on_as_if_nothing_had_happened() -> None:
    whole = game_of_bots(seed=12)
    expected = finish(whole, NonPlayers(whole))
    cuts = [number for number, entry in enumerate(whole.entries[:400]) if entry.actor == ROLL]
    for cut in cuts[::20]:
        game = game_of_bots(seed=12)
        started = Game(game.checkpoints[0].state.copy())
        started.begin(whole.entries[: cut + 1])
        fresh = NonPlayers(started)
        assert fresh.taken_back == 0
        assert finish(started, fresh) == expected


def test_dice_typed_for_an_unfinished_thought_are_not_asked_again() -> None:
    rng = random.Random(4)
    game = game_of_bots(manual=True)
    table = NonPlayers(game)
    tried = 0
    while tried < 3 and game.decision is not None:
        if table.asked():
            table.play()
        elif game.considered is not None and game.entries[-1].actor == ROLL:
            tried += 1
            loaded = Game(game.checkpoints[0].state.copy(), manual_chance=True)
            loaded.begin(game.entries)
            NonPlayers(loaded)
            assert loaded.entries == game.entries
            assert loaded.considered is not None
            assert loaded.decision is not None
            assert loaded.decision.kind == game.decision.kind
            game.choose(rng.choice(game.decision.options))
        else:
            game.choose(rng.choice(game.decision.options))
    assert tried == 3


class Fickle(FlowchartBot):
    """Answers the last thing it could, where a flowchart would say otherwise."""

    def deliberate(self, game: Game, decision: Decision) -> Flow[Option]:
        yield from ()
        return decision.options[-1]


class FullAtFirst:
    """A recorder that writes dice, but each answer only when it is tried again."""

    def __init__(self) -> None:
        self.refused = False

    def entry(self, entry: Entry, reasons: Sequence[Reason] = ()) -> None:
        if entry.actor >= 0:
            self.refused = not self.refused
            if self.refused:
                raise journal.SaveFailed("no space left")

    def checkpoint(self, state: State) -> None: ...

    def undo(self, kept: int) -> None: ...

    def failed(self, kept: int) -> None: ...


def test_a_mind_whose_answer_to_a_typed_die_could_not_be_written_thinks_again() -> None:
    game = game_of_bots(seed=3, manual=True)
    table = NonPlayers(game)
    game.recorder = FullAtFirst()
    rng = random.Random(2)
    failures = 0
    while game.decision is not None and failures < 150:
        typed = game.considered is not None
        try:
            if table.asked():
                table.play()
            else:
                game.choose(rng.choice(game.decision.options))
        except journal.SaveFailed:
            failures += typed
        if game.considered is None and last_answer(game.entries) == len(game.entries):
            assert recall(game).kept == len(game.entries)
    assert failures > 20


def test_a_mind_that_would_now_answer_otherwise_takes_its_turn_back_and_plays_it_anew() -> None:
    rng = random.Random(2)
    game = game_of_bots(seed=13)
    table = NonPlayers(game)
    while not in_the_middle_of_a_bots_turn(game, table):
        table.play()
    before = game.checkpoints[-1].entries
    changed = NonPlayers(game, Fickle)
    assert changed.taken_back >= 1
    assert len(game.entries) >= before
    assert recall(game, Fickle).kept == len(game.entries)
    play_on(game, rng, 5000, changed)
    assert game.outcome is not None


def test_recalling_changes_nothing() -> None:
    game = game_of_bots(seed=14)
    table = NonPlayers(game)
    while not in_the_middle_of_a_bots_turn(game, table):
        table.play()
    before = game.state.digest(), list(game.entries), list(game.reasons())
    assert recall(game).kept == len(game.entries)
    assert (game.state.digest(), game.entries, game.reasons()) == before


def test_a_mind_keeps_each_plan_until_another_moment_or_until_it_is_begun_anew() -> None:
    mind = FlowchartBot(US).mind
    mind.room(Turn).operation = "train"
    assert mind.room(Turn).operation == "train"
    assert mind.room(EventSoFar).space is None  # a room of its own
    thought = mind.in_thought()
    thought.room(Turn).operation = "sweep"
    assert mind.room(Turn).operation == "train"
    mind.room(EventSoFar, "one Event").space = SAIGON
    assert mind.room(EventSoFar, "one Event").space == SAIGON
    assert mind.room(EventSoFar, "another").space is None
    assert mind.room(Turn, anew=True).operation == ""
    mind.keep(Turn(operation="patrol"))
    assert mind.room(Turn).operation == "patrol"
    mind.forget()
    assert mind.room(Turn).operation == ""


def test_a_mind_remembers_nothing_from_before_the_last_checkpoint() -> None:
    game = game_of_bots(seed=15)
    bots = {faction: FlowchartBot(faction) for faction in ALL}
    seen: set[Any] = set()
    while game.decision is not None:
        bot = bots[game.decision.actor]
        place = game.decision.actor, len(game.checkpoints)
        if place not in seen:
            seen.add(place)
            bot.mind.room(Turn).operation = "left over"
        game.consult(bot.deliberate(game, game.decision))
        assert bot.mind.room(Turn).operation != "left over"


# --- taking back ---


def test_taking_back_goes_to_the_last_answer_of_a_person_and_asks_it_again() -> None:
    game = game_of_bots(bots=(NVA, VC), seed=21)
    rng = random.Random(3)
    table = play_on(game, rng, 60)
    while game.decision is not None and table.asked():
        table.play()
    people = [number for number, entry in enumerate(game.entries) if entry.actor in (US, ARVN)]
    last = people[-1]
    kept = list(game.entries[:last])
    table.take_back(freely=True)
    assert game.entries == kept
    assert game.decision is not None
    assert game.decision.actor in (US, ARVN)


def test_taking_back_stops_at_dice_unless_everybody_agrees() -> None:
    game = game_of_bots(bots=(ARVN, NVA, VC), seed=22)
    table = NonPlayers(game)
    rng = random.Random(1)
    while True:
        assert game.decision is not None
        if table.asked():
            table.play()
            continue
        people = [number for number, entry in enumerate(game.entries) if entry.actor == US]
        if people and any(entry.actor in (CHANCE, ROLL) for entry in game.entries[people[-1] :]):
            break
        game.choose(rng.choice(game.decision.options))
    before = list(game.entries)
    with pytest.raises(NoUndo, match="consent"):
        table.take_back(freely=False)
    assert game.entries == before
    table.take_back(freely=True)
    assert len(game.entries) < len(before)


def test_there_is_nothing_to_take_back_where_only_non_players_acted() -> None:
    game = game_of_bots(seed=23)
    table = NonPlayers(game)
    table.play()
    with pytest.raises(NoUndo, match="nothing"):
        table.take_back(freely=True)


def test_after_a_take_back_the_same_dice_lead_to_the_same_game() -> None:
    game = game_of_bots(bots=(ARVN, NVA, VC), seed=24)
    table = NonPlayers(game)
    rng = random.Random(6)
    for tried in range(40):
        while table.asked():
            table.play()
        if game.decision is None:
            assert tried > 10
            break
        key = rng.choice(game.decision.options).key
        game.choose(key)
        while table.asked():
            table.play()
        after = list(game.entries)
        table.take_back(freely=True)
        game.choose(key)
        while table.asked():
            table.play()
        assert game.entries == after


def test_the_reasons_of_an_answer_go_when_one_of_its_dice_is_taken_back() -> None:
    game = game_of_bots(seed=12)
    table = NonPlayers(game)
    tried = 0
    while tried < 5:
        begun, thoughts = len(game.entries), list(game.thoughts)
        table.play()
        rolls = next(n for n, entry in enumerate(game.entries[begun:]) if entry.actor != ROLL)
        if rolls < 2:
            continue
        tried += 1
        game.rewind(begun + 1)
        assert game.thoughts == thoughts
        table.restore()
        table.play()
    assert len(thoughts) > 5
