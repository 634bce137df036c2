"""The thinker at the table: it plays every era by the rules alone, knows what its seat knows, and says why."""

import pickle
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import pairwise, permutations

import pytest

from fitl import prng
from fitl.board.factions import ARVN, NVA, US, VC
from fitl.board.scenarios import SCENARIOS
from fitl.bot_types import KINDS, LEVELS, PRIVILEGED
from fitl.bots.reasons import sentence
from fitl.bots.table import NonPlayers
from fitl.casting import PlayersError, seated
from fitl.compose import new_state
from fitl.decisions import CHANCE
from fitl.entries import Entry
from fitl.game import Game
from fitl.options import GameOptions
from fitl.rules.coup.victory import plays_alone
from fitl.rules.deception import EMPTY_THREAT, HIDDEN_AGENDA, HIDDEN_ASSET, MARKER_KINDS, holders
from fitl.state import State
from fitl.thinker import levels
from fitl.thinker.determinize import known_to
from fitl.thinker.hint import advise
from fitl.thinker.levels import BUDGETS, INSTANT, Level
from fitl.thinker.lines import Line
from fitl.thinker.plan import since_checkpoint
from fitl.thinker.player import Thinker
from fitl.thinker.policy import Dice
from fitl.thinker.search import begin_line
from fitl.thinker.thought import GoOn, Question, Thought, think
from tests.support import asked_for_agendas, plain_build

TINY = Level(6, 3)
SAMPLES = Level(25, 5, 8)
COMPOSES = SAMPLES._replace(composes=True, minds_table=True)  # as deep ones do
READY = [name for name, each in SCENARIOS.items() if each.playable or each.set == "Sovereign of Discord"]


@contextmanager
def hasty(monkeypatch: pytest.MonkeyPatch, level: Level = TINY) -> Iterator[None]:
    """Thinkers of any level look at a few turns only."""
    for name in BUDGETS:
        monkeypatch.setitem(levels.BUDGETS, name, level)
    yield


def answers(game: Game, n: int) -> list[Entry]:
    """The next n answers of the non-players."""
    table = NonPlayers(game)
    begun = len(game.entries)
    while table.asked() and len(game.entries) - begun < n:
        table.play()
    return game.entries[begun : begun + n]


@pytest.mark.parametrize("scenario", READY)
def test_a_thinker_plays_every_seat_of_every_scenario_by_the_rules_alone(
    scenario: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with hasty(monkeypatch):
        options = seated("thinker:quick", SCENARIOS[scenario].factions)
        game = Game(new_state(SCENARIOS[scenario], options, seed=2), log=False)
        game.begin()
        answers(game, 60)
    thinking = {reason.faction for reason in game.reasons()}
    assert thinking
    assert thinking <= set(game.state.options.non_players)
    for reason in game.reasons():
        assert sentence(reason)


@pytest.mark.parametrize("level", [SAMPLES, COMPOSES])
def test_the_same_position_gets_the_same_answers_whatever_chance_has_in_store(
    level: Level, monkeypatch: pytest.MonkeyPatch
) -> None:
    with hasty(monkeypatch, level):
        first = Game.new("short-1965", seed=4, options=seated("thinker:quick"), log=False)
        answers(first, 30)
        position = first.checkpoints[-1].state
        games = []
        for seed in (1, 2):
            state = position.copy()
            state.seed = seed
            games.append(Game(state, log=False, manual_chance=True))
            games[-1].begin()
        while games[0].decision is not None and games[0].decision.actor < 0:
            for game in games:
                game.choose(game.decision.options[0])  # type: ignore[union-attr]
        one, two = (answers(game, 12) for game in games)
    assert one == two
    assert one


@pytest.mark.parametrize("level", [SAMPLES, COMPOSES])
def test_markers_that_others_hold_unseen_change_nothing(level: Level, monkeypatch: pytest.MonkeyPatch) -> None:
    options = GameOptions(deception=True, non_players={"us": "thinker:quick"})  # type: ignore[arg-type]
    found = []
    with hasty(monkeypatch, level):
        for markers in ((HIDDEN_AGENDA, HIDDEN_AGENDA), (HIDDEN_ASSET, HIDDEN_ASSET)):
            game = Game.new("short-1965", seed=3, options=options, log=False)
            state = game.checkpoints[-1].state.copy()
            state.markers = (state.markers[US], markers, markers, ())
            game = Game(state, log=False, manual_chance=True)
            game.begin()
            while game.decision is not None and game.decision.actor != US:
                game.choose(game.decision.options[-1])
            found.append(answers(game, 12))
    assert found[0] == found[1] != []


@pytest.mark.parametrize("level", [SAMPLES, COMPOSES])
def test_who_says_yes_and_has_no_agenda_to_show_is_not_seen_to_have_said_it(level: Level) -> None:
    """7.3: both answers look the same to whoever is asked next."""
    thoughts = []
    for answered in ("yes", "no"):
        game = asked_for_agendas(answered)
        assert game.decision is not None
        assert (game.decision.actor, game.decision.kind) == (VC, "deception.reveal")
        thoughts.append(think(Question(known_to((VC,), game), VC, level, ())))
    assert thoughts[0] == thoughts[1]


@pytest.mark.parametrize(
    ("markers", "shown", "most"),
    [((HIDDEN_AGENDA, HIDDEN_ASSET), (HIDDEN_AGENDA,), 0), ((EMPTY_THREAT, HIDDEN_ASSET), (), 2)],
)
def test_who_has_shown_agendas_has_no_more_of_them(markers: tuple[str, ...], shown: tuple[str, ...], most: int) -> None:
    """7.3: all are shown at once; who has shown none may have any number."""
    known = known_to((VC,), asked_for_agendas("yes", markers=markers))
    held = set()
    for luck in range(100):
        line = Line(known.deal(luck), luck, known.given, known.factions, known.offered, known.showed)
        assert line.decision is not None
        assert line.decision.actor == VC
        assert line.state.revealed_markers[ARVN] == shown
        held.add(line.state.markers[ARVN].count(HIDDEN_AGENDA))
    assert max(held) == most


def test_a_thinker_is_a_player_by_the_rules_unless_it_has_the_privileges_of_8_1() -> None:
    plain = seated("us=thinker:quick,others=flowchart")
    assert plain.non_players == (US, ARVN, NVA, VC)
    assert plain.privileged == (ARVN, NVA, VC)
    assert plays_alone(Game.new("short-1965", options=plain, log=False).state)
    with_privileges = seated("us=thinker:quick:privileged,others=flowchart")
    assert with_privileges.privileged == (US, ARVN, NVA, VC)
    assert {kind for kind in KINDS if "privileged" in kind} | {"flowchart", "trung"} == PRIVILEGED


def test_a_thinker_has_deception_markers_like_any_player() -> None:
    options = GameOptions(deception=True, non_players={"us": "thinker:quick", "nva": "flowchart"})  # type: ignore[arg-type]
    game = Game.new("short-1965", seed=1, options=options, log=False)
    assert holders(game.state) == [US, ARVN, VC]
    assert [len(markers) for markers in game.state.markers] == [2, 2, 0, 2]


def test_a_plan_is_made_once_and_carried_out(monkeypatch: pytest.MonkeyPatch) -> None:
    with hasty(monkeypatch, Level(20, 5)):
        game = Game.new("short-1965", seed=5, options=seated("thinker:quick"), log=False)
        table = NonPlayers(game)
        while len(game.checkpoints) < 12:
            table.play()
    plans = [reason for reason in game.reasons() if reason.message != "why.thinker.anew" and "n" in reason.params]
    given = [entry for entry in game.entries if entry.actor >= 0]
    assert 0 < len(plans) < len(given)


def test_a_game_left_in_the_middle_of_a_thinkers_turn_goes_on_without_taking_anything_back(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with hasty(monkeypatch, Level(20, 5)):
        game = Game.new("short-1965", seed=5, options=seated("thinker:quick"), log=False)
        table = NonPlayers(game)
        while len(game.entries) - game.checkpoints[-1].entries < 3:
            table.play()
        entries = list(game.entries)
        again = NonPlayers(game)
        assert again.taken_back == 0
        again.play()
    assert game.entries[: len(entries)] == entries


def test_levels_and_privileges_are_words_of_the_grammar() -> None:
    assert isinstance(NonPlayers(Game.new("short-1965", options=seated("thinker:deep"))).bots[US], Thinker)
    assert Thinker(US, "deep").level == BUDGETS["deep"]
    assert seated("thinker").kind_of(VC) == "thinker"
    assert Thinker(VC).level == BUDGETS["steady"]
    with pytest.raises(PlayersError, match="thinker:wise"):
        seated("thinker:wise")


def test_a_deeper_thinker_looks_further() -> None:
    looks = [BUDGETS[name].looks for name in LEVELS]
    assert all(few * 3 <= many for few, many in pairwise(looks))


def test_in_table_mode_people_roll_for_a_thinker_and_it_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    with hasty(monkeypatch, Level(12, 3, 4)):
        game = Game.new("short-1965", seed=5, options=seated("thinker:quick"), manual_chance=True)
        table = NonPlayers(game)
        rolled = 0
        while len(game.checkpoints) < 14 and game.decision is not None:
            if table.asked():
                table.play()
            else:
                rolled += 1
                game.choose(game.decision.options[-1])
    assert rolled > 2
    assert {entry.actor for entry in game.entries} > {CHANCE}


def test_a_faction_that_joins_later_is_played_by_a_thinker_like_its_partner() -> None:
    options = GameOptions(
        seats=((ARVN,), (VC,)),
        non_players={"vc": "thinker:quick"},  # type: ignore[arg-type]
        continue_full_1964=True,
    ).for_factions((ARVN, VC), others_later=True)
    assert options.kind_of(NVA) == options.kind_of(VC) == "thinker:quick"
    assert options.privileged == ()


def test_thinkers_choose_markers_without_knowing_what_others_chose(monkeypatch: pytest.MonkeyPatch) -> None:
    kinds = dict.fromkeys(("us", "arvn", "nva", "vc"), "thinker:quick")
    options = GameOptions(deception=True, handicap=(VC, US), non_players=kinds)  # type: ignore[arg-type]
    found = []
    with hasty(monkeypatch, Level(10, 0, 2)):
        for first in (HIDDEN_AGENDA, HIDDEN_ASSET):
            game = Game.new("short-1965", seed=3, options=options, log=False)
            for _ in range(2):
                assert game.decision is not None
                assert (game.decision.actor, game.decision.kind) == (VC, "deception.choose")
                game.choose(first)
            found.append([entry.key for entry in answers(game, 2)])
    assert found[0] == found[1]
    assert len(found[0]) == 2


CHOOSERS = [order for n in (2, 3, 4) for order in permutations((US, ARVN, NVA, VC), n) if order[-1] == US]


@pytest.mark.parametrize("handicap", CHOOSERS)
@pytest.mark.parametrize("most", MARKER_KINDS)
def test_advice_on_markers_whatever_others_have_chosen(handicap: tuple[int, ...], most: str) -> None:
    options = GameOptions(deception=True, handicap=handicap)
    for mine in MARKER_KINDS:
        game = Game.new("short-1965", seed=3, options=options, log=False)
        while (decision := game.decision) is not None and decision.actor != US:
            game.choose(most if decision.find(most) else decision.options[0])
        assert decision is not None
        if decision.find(mine) is None:
            continue
        game.choose(mine)
        assert game.decision is not None
        assert advise(game, INSTANT)[0] in game.decision.options


@pytest.mark.parametrize("most", MARKER_KINDS)
def test_a_thinker_chooses_markers_last_whatever_is_left(most: str, monkeypatch: pytest.MonkeyPatch) -> None:
    kinds = {"us": "thinker:quick"}
    options = GameOptions(deception=True, handicap=(VC, NVA, ARVN, US), non_players=kinds)  # type: ignore[arg-type]
    with hasty(monkeypatch, Level(40, 0, 2)):
        game = Game.new("short-1965", seed=3, options=options, log=False)
        while game.decision is not None and game.decision.actor != US:
            game.choose(most if game.decision.find(most) else game.decision.options[-1])
        offered = [option.key for option in game.decision.options] if game.decision is not None else []
        assert most not in offered
        given = answers(game, 2)
    assert [entry.actor for entry in given] == [US, US]


def test_the_last_to_choose_markers_does_not_know_what_others_took_beyond_what_is_left(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    kinds = {"us": "thinker:quick"}
    options = GameOptions(deception=True, handicap=(VC, NVA, ARVN, US), non_players=kinds)  # type: ignore[arg-type]
    threats = [EMPTY_THREAT] * 4
    found = []
    with hasty(monkeypatch, Level(40, 0, 2)):
        for others in (
            [*threats, HIDDEN_ASSET, HIDDEN_ASSET],
            [HIDDEN_AGENDA, *threats, HIDDEN_AGENDA],
            [HIDDEN_AGENDA, HIDDEN_ASSET, *threats],
        ):
            game = Game.new("short-1965", seed=3, options=options, log=False)
            for kind in others:
                game.choose(kind)
            found.append(answers(game, 2))
    assert found[0] == found[1] == found[2]


def test_markers_drawn_anew_agree_with_what_is_offered() -> None:
    options = GameOptions(deception=True, handicap=(VC, NVA, ARVN, US))
    game = Game.new("short-1965", seed=3, options=options, log=False)
    for kind in (HIDDEN_AGENDA, HIDDEN_ASSET, *[EMPTY_THREAT] * 3, HIDDEN_AGENDA, EMPTY_THREAT):
        game.choose(kind)
    known = known_to((US,), game)
    seen = set()
    for luck in range(200):
        line = Line(known.deal(luck), prng.scramble(luck), known.given, known.factions, known.offered)
        assert line.decision is not None
        assert [option.key for option in line.decision.options] == [HIDDEN_AGENDA, HIDDEN_ASSET]
        seen.add(line.state.markers)
    assert len(seen) > 10


def test_what_does_not_fit_at_all_is_taken_as_it_is() -> None:
    game = Game.new("short-1965", seed=3, options=GameOptions(deception=True, handicap=(VC, US)), log=False)
    for kind in (HIDDEN_ASSET, HIDDEN_AGENDA, HIDDEN_ASSET):
        game.choose(kind)

    class Wrong:
        """Deals situations in which nothing is left of what was taken."""

        known = known_to((US,), game)
        factions, given, offered, showed = known.factions, known.given, known.offered, known.showed

        def copy(self) -> State:
            return game.checkpoints[-1].state.copy()

        def deal(self, seed: int) -> State:
            state = self.copy()
            state.markers = ((), (HIDDEN_ASSET,) * 4, (), ())
            return state

    line = begin_line(Wrong(), Dice(1))
    assert line.state.markers[US] == (HIDDEN_ASSET,)


def reopened(game: Game, n: int) -> list[Entry]:
    """The next n answers of non-players who are new before each."""
    begun = len(game.entries)
    while (table := NonPlayers(game)).asked() and len(game.entries) - begun < n:
        table.play()
    return game.entries[begun : begun + n]


@pytest.mark.parametrize("scenario", ["short-1965", "black-april-1973", "diems-war-1961"])
def test_a_thinker_whose_game_is_opened_anew_answers_as_it_would_have(
    scenario: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with hasty(monkeypatch, Level(12, 3, 2)):
        options = seated("thinker:quick", SCENARIOS[scenario].factions)
        at_once, by_turns = (Game(new_state(SCENARIOS[scenario], options, seed=7), log=False) for _ in range(2))
        at_once.begin()
        by_turns.begin()
        assert reopened(by_turns, 50) == answers(at_once, 50)


def middle_of_a_turn(answered: int) -> Game:
    """A game in which a thinker has answered so often in its turn."""
    game = Game.new("short-1965", seed=5, options=seated("thinker:quick"), log=False)
    table = NonPlayers(game)
    while game.decision is None or own_answers(game) < answered:
        table.play()
    return game


def own_answers(game: Game) -> int:
    asked = game.decision
    return sum(asked is not None and entry.actor == asked.actor for entry in since_checkpoint(game))


def never(part: float) -> bool:
    raise AssertionError("nobody is to think here")


def test_a_plan_that_was_forgotten_may_be_thought_about_elsewhere(monkeypatch: pytest.MonkeyPatch) -> None:
    with hasty(monkeypatch, Level(20, 5, 2)):
        game = middle_of_a_turn(3)
        decision = game.decision
        assert decision is not None
        thinker = Thinker(decision.actor)
        question = thinker.question(game, decision)
        assert question is not None
        assert question.forgotten
        expected = Thinker(decision.actor).answer(game.clone(), decision, game.explain)
        thinker.thought = think(pickle.loads(pickle.dumps(question)))
        thinker.go_on = never
        assert thinker.answer(game, decision, game.explain).key == expected.key


def test_answers_that_are_not_its_own_do_not_stop_a_thinker(monkeypatch: pytest.MonkeyPatch) -> None:
    with hasty(monkeypatch, Level(12, 3, 2)):
        for place in range(6):
            game = Game.new("short-1965", seed=place, options=seated("thinker:quick"), log=False)
            while game.decision is not None and own_answers(game) < 2:
                game.choose(game.decision.options[place % len(game.decision.options)])
            decision = game.decision
            assert decision is not None
            given = list(game.entries)
            new = NonPlayers(game)
            new.play()
            assert game.entries[: len(given) + 1] == [*given, Entry(decision.actor, game.entries[len(given)].key)]


def test_a_fault_in_what_was_thought_before_does_not_stop_the_rest_of_the_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    with hasty(monkeypatch, Level(12, 3, 2)):
        game = middle_of_a_turn(2)
        decision = game.decision
        assert decision is not None
        question = Thinker(decision.actor).question(game, decision)
        assert question is not None

        faults = [RuntimeError()]

        def fail_once(part: float) -> bool:
            if faults:
                raise faults.pop()
            return True

        assert think(question, fail_once).way == think(question._replace(forgotten=False)).way
        assert not faults


def test_whoever_waits_for_a_forgotten_plan_may_end_that(monkeypatch: pytest.MonkeyPatch) -> None:
    heard: list[float] = []

    def once(part: float) -> bool:
        heard.append(part)
        return False

    with hasty(monkeypatch, Level(100, 0, 2)):
        game = middle_of_a_turn(2)
        decision = game.decision
        assert decision is not None
        question = Thinker(decision.actor).question(game, decision)
        assert question is not None
        assert think(question, once).way
    assert len(heard) == 1


@plain_build
def test_a_hint_does_not_take_a_persons_answers_for_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    with hasty(monkeypatch, Level(12, 3, 2)):
        game = middle_of_a_turn(2)
        asked: list[Question] = []

        def heard(question: Question, go_on: GoOn) -> Thought:
            asked.append(question)
            return think(question, go_on)

        monkeypatch.setattr("fitl.thinker.player.think", heard)
        advise(game)
    assert [question.forgotten for question in asked] == [False]


def at_an_event(**options: bool) -> Game:
    """Somebody is asked which side of an Event to carry out."""
    game = Game.new("short-1965", seed=3, options=GameOptions(**options), log=False)  # type: ignore[arg-type]
    while game.decision is not None and game.decision.kind != "turn.side":
        event = game.decision.find("event")
        game.choose(event or game.decision.options[0])
    return game


@pytest.mark.parametrize("level", [SAMPLES, COMPOSES])
def test_no_thinker_changes_the_board_by_hand(level: Level, monkeypatch: pytest.MonkeyPatch) -> None:
    """Events by hand are for people who agree what a card says; a mind that is asked in the middle of one ends it."""
    with hasty(monkeypatch, level):
        game = at_an_event(by_hand=True)
        assert game.decision is not None
        assert game.decision.find("by_hand") is not None
        option, reasons = advise(game)
        assert option.key in ("unshaded", "shaded")
        assert all(sentence(reason) for reason in reasons)
        game.choose("by_hand")
        assert game.decision.kind == "by_hand.what"
        assert advise(game)[0].key == "done"
