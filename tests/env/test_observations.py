"""Observations: every index has its name and its value, and nobody observes what its seat may not know."""

import inspect
import re
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from fitl.board.factions import ARVN, FACTIONS, NVA, US, VC
from fitl.board.pieces import KINDS, US_TROOPS
from fitl.board.spaces import SAIGON
from fitl.board.tracks import TRACKS
from fitl.decisions import CHANCE
from fitl.entries import Entry
from fitl.env import observation, recent_answers
from fitl.env.aec import observation_space
from fitl.env.layout import layout
from fitl.env.observation import observe, seat_asked
from fitl.env.recent_answers import Memory
from fitl.env.vocabulary import Row, question_kinds, words
from fitl.game import Game
from fitl.lasting import ABRAMS_SHADED
from fitl.options import GameOptions
from fitl.rules.deception import margin_of
from fitl.state import FIELDS, OP_ONLY, TURN
from tests.support import asked_for_agendas

DOCS = Path(__file__).parents[2] / "docs"


def value(game: Game, name: str, seat: int = US) -> int:
    return int(observe(game, seat)["observation"][layout().index(name)])


def started(seed: int = 4, **options: object) -> Game:
    return Game.new("full-1964", seed=seed, options=GameOptions(**options), log=False)  # type: ignore[arg-type]


def test_names_are_as_many_as_numbers_and_each_is_used_once() -> None:
    names = layout().names
    assert len(names) == layout().size == len(set(names))
    assert all(layout().index(name) == place for place, name in enumerate(names))


def test_the_board_and_the_tracks_stand_where_their_names_say() -> None:
    game = started()
    s = game.state
    s.effects |= ABRAMS_SHADED
    s.acted = ((ARVN, OP_ONLY),)
    assert value(game, "board.saigon.us_troops") == s.pieces[SAIGON * KINDS + US_TROOPS] > 0
    assert value(game, "support.saigon") == s.support[SAIGON]
    assert value(game, "control.saigon") == 1
    assert value(game, "control.north_vietnam") == -1
    assert value(game, "track.trail") == s.trail
    assert value(game, "resources.vc") == s.resources[VC]
    assert [value(game, f"margin.{name}") for name in ("us", "arvn", "nva", "vc")] == [
        margin_of(s, faction) for faction in FACTIONS
    ]
    assert value(game, "effect.11.shaded") == 1
    assert value(game, "effect.11.unshaded") == 0
    assert value(game, "sequence.acted.arvn") == 2
    assert value(game, "card.number") == s.card
    assert value(game, f"card_known.{s.card}") == 1
    assert [value(game, f"seat.{name}", NVA) for name in ("us", "arvn", "nva", "vc")] == [0, 0, 1, 0]


def test_the_question_and_its_answers_are_told_to_whoever_is_asked() -> None:
    game = started()
    assert game.decision is not None
    asked = seat_asked(game)
    found = observe(game, asked)
    assert found["action_mask"].sum() == len(game.decision.options) == value(game, "question.answers", asked)
    assert question_kinds()[value(game, "question.kind", asked) - 1] == "turn.action"
    told = [words()[row[0] - 1] for row in found["options"][: len(game.decision.options)].tolist()]
    assert told == [option.key for option in game.decision.options]
    other = observe(game, (asked + 1) % 4)
    assert not other["action_mask"].any()
    assert not other["options"].any()
    assert question_kinds()[value(game, "question.kind", (asked + 1) % 4) - 1] == "turn.action"


def test_rows_name_spaces_pieces_and_numbers() -> None:
    game = Game.new("short-1965", seed=1, log=False)
    found = set()
    for _ in range(200):
        decision = game.decision
        if decision is None:
            break
        rows = observe(game, seat_asked(game))["options"].tolist()
        for row, option in zip(rows[:63], decision.options, strict=False):
            read = Row(*row)
            if not read.word:
                assert read.space == (option.spaces[0] + 1 if option.spaces else 0)
                assert read.piece == (0 if option.piece is None else option.piece + 1)
                assert read.amount == (0 if option.amount is None else option.amount + 1)
                found.add((bool(read.space), bool(read.piece), bool(read.amount)))
        game.choose(decision.options[game.number % len(decision.options)])
    assert {(True, False, False), (True, True, False), (False, False, True)} <= found


def test_the_answers_of_the_turn_are_remembered_the_last_first() -> None:
    game = started()
    asked = seat_asked(game)
    assert value(game, "turn_faction.0") == 0
    game.choose("op_only")
    assert words()[value(game, "turn.0.word") - 1] == "op_only"
    assert value(game, "turn_faction.0") == asked + 1
    assert game.decision is not None
    first = game.decision.options[0].key
    game.choose(first)
    assert words()[value(game, "turn.1.word") - 1] == "op_only"
    assert words()[value(game, "turn.0.word") - 1] == first


def test_a_memory_saves_time_and_changes_nothing() -> None:
    game = Game.new("short-1965", seed=6, log=False)
    memory = Memory()
    for number in range(150):
        if game.decision is None:
            break
        kept, fresh = observe(game, 0, memory=memory), observe(game, 0)
        assert np.array_equal(kept["observation"], fresh["observation"]), number
        game.choose(game.decision.options[number % len(game.decision.options)])
        if number % 7 == 6:
            game.undo(freely=True)
            assert game.decision is not None
            game.choose(game.decision.options[-1])


def test_observations_lie_within_their_space() -> None:
    game = Game.new("short-1965", seed=9, log=False)
    space = observation_space()
    for _ in range(120):
        if game.decision is None:
            break
        assert all(space.contains(observe(game, seat)) for seat in range(4))
        game.choose(game.decision.options[-1])


def test_games_that_differ_in_hidden_markers_alone_look_alike_to_others() -> None:
    options = GameOptions(deception=True)
    one, other = (Game.new("short-1965", seed=2, options=options, log=False) for _ in range(2))
    markers = (("hidden_agenda", "hidden_agenda"), *one.state.markers[1:])
    others = (("empty_threat", "hidden_asset"), *one.state.markers[1:])
    one.state.markers, other.state.markers = markers, others
    for seat in (ARVN, NVA, VC):
        for name, numbers in observe(one, seat).items():
            assert np.array_equal(numbers, observe(other, seat)[name]), name
    assert not np.array_equal(observe(one, US)["observation"], observe(other, US)["observation"])
    assert value(one, "own_marker.hidden_agenda", US) == 2
    assert value(one, "marker.held.us", VC) == 2


def test_who_says_yes_and_has_no_agenda_to_show_is_not_observed_to_have_said_it() -> None:
    """7.3: both answers look the same to all others."""
    one, other = asked_for_agendas("yes"), asked_for_agendas("no")
    assert np.array_equal(observe(one, VC)["observation"], observe(other, VC)["observation"])
    assert value(one, "turn_faction.0", VC) == ARVN + 1, "that somebody was asked is known"


def test_an_asset_that_is_played_is_observed() -> None:
    """7.3: it is shown."""
    game = Game.new("short-1965", seed=2, options=GameOptions(deception=True), log=False)
    memory = Memory()
    vector = np.zeros(len(layout().names), np.int16)
    while game.checkpoints[-1].state.stage != TURN:
        assert game.decision is not None
        game.choose(game.decision.options[0])
    assert game.decision is not None
    game.entries.append(Entry(game.decision.actor, "hidden_asset"))
    memory.write(game, vector)
    assert vector[layout().index("turn.0.word")] == words().index("hidden_asset") + 1


def test_the_chance_to_come_is_not_observed() -> None:
    one, other = started(), started()
    other.state.seed ^= 0xFFFF
    for seat in range(4):
        for name, numbers in observe(one, seat).items():
            assert np.array_equal(numbers, observe(other, seat)[name]), name


def test_what_somebody_chose_among_secrets_is_not_remembered_for_others() -> None:
    options = GameOptions(handicap=(VC,))
    game = Game.new("short-1965", seed=2, options=options, log=False)
    assert game.decision is not None
    assert game.decision.kind == "deception.choose"
    assert value(game, "question.answers", US) == 0
    game.choose("hidden_asset")
    assert game.entries[-1].actor != CHANCE
    assert value(game, "turn_faction.0", US) == VC + 1
    assert value(game, "turn.0.word", US) == 0


# What of a state is not observed as such: what nobody may know, what is told in other words, what all games share.
UNSEEN = frozenset(
    (
        *("seed", "log", "options", "scenario", "cards", "outcome", "era_named"),
        *("force", "coin_population", "nva_population", "total_support", "total_opposition"),  # counted from the board
        *("played", "coup_pool", "leader_box"),  # cards: known, to come (from what is known), how many
        *("trung_deck", "untracked"),  # of bots that follow a deck of their own, which no agent does
        *("draft", "control_frozen"),  # the question says who picks; Control stands as it is counted
    )
)


def test_every_fact_of_a_state_is_observed_or_left_out_on_purpose() -> None:
    sources = (inspect.getsource(module) for module in (observation, recent_answers))
    read = {name for source in sources for name in re.findall(r"\bs\.(\w+)", source)} | set(TRACKS)
    assert sorted(set(FIELDS) - read - UNSEEN) == [], "observe it, or say here why not"
    assert sorted(UNSEEN - set(FIELDS)) == []


def test_the_digest_tells_layouts_apart() -> None:
    assert re.fullmatch("[0-9a-f]{16}", layout().digest)
    shorter = replace(layout(), sections=dict(list(layout().sections.items())[1:]))
    assert shorter.digest != layout().digest


def test_every_section_is_described_in_the_documentation() -> None:
    text = (DOCS / "research.md").read_text(encoding="utf-8")
    for section in layout().sections.values():
        row = re.search(rf"^\| `{section.name}` \|.*$", text, re.MULTILINE)
        assert row, section.name
        if section.name in ("situation", "question", "card", "sequence", "marker"):  # which name what no table has
            for label in section.labels:
                assert re.search(rf"`\.?{label.partition('.')[0]}\b", row[0]), label


def test_an_index_that_does_not_exist_is_an_error() -> None:
    with pytest.raises(KeyError):
        layout().index("moon.saigon")
    with pytest.raises(ValueError, match="not in"):
        layout().index("board.moon")
