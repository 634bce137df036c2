"""Answers say beforehand what they will do, and never more than anybody may know."""

import random
import re

from fitl.board.factions import ARVN, US
from fitl.board.pieces import KINDS, NVA_GUERRILLA, US_TROOPS, VC_GUERRILLA
from fitl.board.spaces import SPACE_BY_ID
from fitl.catalogue import catalogue
from fitl.decisions import CHANCE
from fitl.game import Game
from fitl.lesson import lesson
from fitl.lesson.course import new_game
from fitl.lookback import moment
from fitl.preview import LINES, forecast, previews
from fitl.rules.forces import place
from fitl.rules.operations.sweep import finds
from fitl.state import LogEntry
from fitl.words import line, prompt
from tests.eras.sovereign_of_discord.test_fall_of_diem import falling
from tests.support import blank

NOW = re.compile(r"(?<!{)\bnow\b")


def asked(game: Game, kind: str, rng: random.Random) -> Game:
    """Play at random until a question of this kind is asked."""
    while game.decision is not None and game.decision.kind != kind:
        game.choose(rng.choice(game.decision.options))
    assert game.decision is not None, f"{kind} was never asked"
    return game


def of(game: Game, key: str) -> list[str]:
    assert game.decision is not None
    return previews(game, [option for option in game.decision.options if option.key == key])[key].lines


def test_a_payment_says_of_what_and_what_is_left() -> None:
    game = asked(Game.new("short-1965", seed=7), "coup.pacify", random.Random(3))
    assert game.decision is not None
    key = next(option.key for option in game.decision.options if option.spaces)
    before = game.state.resources[ARVN]
    assert any(told.endswith(f", {before} to {before - 4}") and "4 ARVN Resources" in told for told in of(game, key))
    assert "goes to" in [told[:7] for told in of(game, key)], "the answer names the space already"


def test_what_is_foretold_is_what_happens_unless_a_die_is_rolled() -> None:
    rng = random.Random(8)
    game = Game.new("short-1965", seed=11)
    told = 0
    for _ in range(250):
        if game.decision is None:
            break
        option = rng.choice(game.decision.options)
        before = len(game.log or ())
        foretold = previews(game, [option])[option.key]
        game.choose(option)
        story = {str(entry.params.get(name)) for entry in (game.log or [])[before:] for name in ("left", "now")}
        for words in foretold.lines:
            if " to " in words and "Resource" in words and ", " in words:
                told += 1
                assert words.rsplit(" ", 1)[1] in story, words
    assert told > 10


def test_what_is_told_beforehand_does_not_say_now() -> None:
    now = {message for message, words in catalogue().items() if message.startswith("log.") and NOW.search(words)}
    merged = {message for message in now if message.endswith("_of_several")}  # by the story alone
    assert {"log.support", "log.resources", "log.track_now"} <= now
    assert {f"ahead.{message.removeprefix('log.')}" for message in now - merged} <= catalogue().keys()
    told = LogEntry("log.support", {"space": SPACE_BY_ID["hue"], "level": 1})
    assert line(told, tables=("ahead",)) == "Hue goes to Passive Support"


def test_a_preview_leaves_the_game_and_its_future_alone() -> None:
    game = Game.new("short-1965", seed=5)
    rng = random.Random(5)
    for _ in range(60):
        assert game.decision is not None
        state, entries, story = game.state.digest(), list(game.entries), len(game.log or ())
        previews(game, game.decision.options)
        assert (game.state.digest(), game.entries, len(game.log or ())) == (state, entries, story)
        game.choose(rng.choice(game.decision.options))


def test_a_preview_ends_before_a_die_and_says_so() -> None:
    game = Game.new("short-1965", seed=7)
    rng = random.Random(1)
    for _ in range(4000):
        if game.decision is None:
            game = Game.new("short-1965", seed=rng.randrange(100))
        assert game.decision is not None
        for option in game.decision.options[:4]:
            copy, _ = moment(game, len(game.entries))
            copy.choose(option.key)
            same = len(copy.checkpoints) == len(moment(game, len(game.entries))[0].checkpoints)
            if same and copy.decision is not None and copy.decision.actor == CHANCE and len(copy.decision.options) == 6:
                assert previews(game, [option])[option.key].lines[-1] == "then a die decides"
                return
        game.choose(rng.choice(game.decision.options))
    raise AssertionError("no answer led to a die")


def test_pieces_that_would_be_lifted_from_the_map_are_told_apart() -> None:
    rng = random.Random(2)
    for seed in range(40):
        game = Game.new("short-1965", seed=seed)
        while game.decision is not None:
            if game.decision.kind == "train.amount" and game.decision.actor == US:
                found = previews(game, game.decision.options)
                lifts = [found[option.key].lifts for option in game.decision.options]
                if any(lifts):
                    assert lifts == sorted(lifts), prompt(game.decision)
                    return
            options = game.decision.options
            wanted = [option for option in options if option.key in ("train", "irregulars", "op_only", "limop")]
            game.choose(rng.choice(wanted or list(options)))
    raise AssertionError("nobody had to lift a piece")


def test_a_long_event_is_told_in_a_few_lines() -> None:
    rng = random.Random(4)
    for seed in range(2):
        game = Game.new("short-1965", seed=seed)
        while game.decision is not None and len(game.entries) < 200:
            for option in game.decision.options[:8]:
                assert len(previews(game, [option])[option.key].lines) <= LINES
            game.choose(rng.choice(game.decision.options))


def test_everything_in_the_lesson_can_be_foretold_and_told() -> None:
    game = new_game()
    for step in lesson()["steps"]:
        assert game.decision is not None
        previews(game, game.decision.options[:6])
        game.choose(step["key"])
    assert all(line(entry, game.state.cards) for entry in game.log or ())


def test_a_space_for_a_sweep_tells_whom_the_pieces_there_would_find() -> None:
    """3.2.3: in Jungle one for two; nothing is logged before all Troops have moved, so it is told beforehand."""
    game = asked(Game.new("short-1965", seed=7), "sweep.space", random.Random(3))
    assert game.decision is not None
    s = game.state
    for option in game.decision.options:
        if not option.spaces:
            continue
        row = option.spaces[0] * KINDS
        hidden = s.pieces[row + NVA_GUERRILLA] + s.pieces[row + VC_GUERRILLA]
        expected = f"of {hidden} Underground Guerrilla" if hidden else "nobody is Underground there"
        assert expected in of(game, option.key)[-1]


def test_two_pieces_find_one_guerrilla_in_jungle_and_two_elsewhere() -> None:
    s = blank()
    names = ("hue", "binh_dinh", "tay_ninh")
    for name in names:
        place(s, SPACE_BY_ID[name], US_TROOPS, 2)
    assert [finds(s, US, SPACE_BY_ID[name], (US_TROOPS,)) for name in names] == [2, 2, 1]


def test_what_all_answers_have_in_common_is_told_once() -> None:
    """P7.4, step 2: wherever VC digs, its Provinces harden and the others cool down afterwards."""
    game = Game(falling())
    game.begin()
    assert game.decision is not None
    anyway, answers = forecast(game, game.decision.options)
    assert any("Neutral" in words for words in anyway)
    assert not any("Neutral" in words for preview in answers.values() for words in preview.lines)
    digging = [answers[option.key].lines for option in game.decision.options if option.spaces]
    assert all(len(lines) == 1 and lines[0].startswith("VC digs a Tunnel") for lines in digging)
    assert answers["done"].lines == []


def test_what_is_paid_stays_with_each_answer() -> None:
    """Also where all answers cost the same."""
    game = asked(Game.new("short-1965", seed=7), "coup.pacify", random.Random(3))
    assert game.decision is not None
    answers = forecast(game, game.decision.options).answers
    assert all("ARVN Resources" in answers[option.key].lines[0] for option in game.decision.options if option.spaces)


def test_a_space_is_not_told_to_be_what_it_is_chosen_for() -> None:
    """Where one is asked where to Train, "US Trains in Kontum" says nothing of Kontum."""
    game = asked(Game.new("full-1964", seed=5), "train.space", random.Random(2))
    assert game.decision is not None
    told = [words for preview in forecast(game, game.decision.options).answers.values() for words in preview.lines]
    assert not any("Trains in" in words for words in told)
