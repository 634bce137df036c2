"""What a thinker's reasons tell everybody: nothing of Deception markers that it has not shown (7.3)."""

from typing import Any

import pytest

from fitl.board.factions import ARVN, NVA, US, VC
from fitl.bots.reasons import as_data, compact, sentence, turns_of
from fitl.bots.secrecy import discreet
from fitl.bots.table import NonPlayers
from fitl.entries import Reason
from fitl.game import Game
from fitl.options import GameOptions
from fitl.rules.deception import HIDDEN_ASSET, MARKER_KINDS
from fitl.state import LIMITED_OP, OP_AND_ACTIVITY, OP_ONLY, OVER, TURN, VICTORY, State
from fitl.thinker import levels, reasons
from fitl.thinker.hint import advise
from fitl.thinker.levels import BUDGETS, Level
from fitl.thinker.search import Found, Imagined, Search, Way
from fitl.words import label
from tests.support import plain_build

KEPT = "VC keeps its use of Deception markers secret until the game is over (7.3)"
LIMITED_RALLY: Way = (("turn.action", LIMITED_OP), ("turn.operation", "rally"))
ASSET_RALLY: Way = (("turn.action", HIDDEN_ASSET), ("turn.operation", "rally"))
ASSET_MARCH: Way = (("turn.action", HIDDEN_ASSET), ("turn.operation", "march"))
LIMITED_MARCH: Way = (("turn.action", LIMITED_OP), ("turn.operation", "march"))
PASSES: Way = (("turn.action", "pass"),)


@pytest.fixture(autouse=True)
def _short_thoughts(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in BUDGETS:
        monkeypatch.setitem(levels.BUDGETS, name, Level(12, 0))


def with_handicap(kind: str = "thinker:quick") -> Game:
    options = GameOptions(deception=True, handicap=(VC,), non_players={"vc": kind})  # type: ignore[arg-type]
    return Game.new("short-1965", seed=3, options=options)


def chosen() -> Game:
    """VC has chosen its markers."""
    game = with_handicap()
    table = NonPlayers(game)
    while not all(len(markers) == 2 for markers in game.state.markers):
        table.play()
    return game


def test_which_markers_a_thinker_chose_is_told_when_the_game_is_over() -> None:
    game = chosen()
    [turn] = turns_of(game)
    assert compact(turn.reasons) == [KEPT]
    assert not any(kind in str(as_data(turn)) for kind in MARKER_KINDS)
    game.state.stage = OVER
    [turn] = turns_of(game)
    assert len(turn.reasons) > 2
    assert f"deception.choose {turn.answers[0]}" in str(turn.reasons)
    assert len(turn.answers) == 2


def test_a_question_about_agendas_betrays_neither_answers_nor_values() -> None:
    """Two answers of equal worth would tell that there is no Agenda."""
    said = [
        Reason(7, VC, "why.thinker.way", {"way": "deception.reveal yes", "value": 8.4, "n": 12}),
        Reason(7, VC, "why.thinker.expects", {"own": 1, "by": NVA, "n": 2}),
        Reason(7, VC, "why.thinker.instead_way", {"way": "deception.reveal no", "value": 8.4}),
        Reason(9, VC, "why.thinker.way", {"way": "support.space hue", "value": 1.0, "n": 12}),
    ]
    begun = with_handicap().checkpoints[0].state.copy()
    begun.stage = VICTORY
    kept, open_to_all = discreet(said, begun)
    assert sentence(kept) == KEPT
    assert kept.at == 7
    assert kept.params == {}
    assert open_to_all == said[3]


def test_whoever_asks_for_a_hint_hears_all_of_it() -> None:
    options = GameOptions(deception=True, handicap=(VC,))
    game = Game.new("short-1965", seed=3, options=options)
    option, thoughts = advise(game)
    assert game.decision is not None
    assert game.decision.kind == "deception.choose"
    assert compact(thoughts)[0].startswith(label(game.decision, option))


# --- an Asset that is kept ---


def second_after(box: str) -> State:
    """VC is to act after somebody who took that box."""
    game = Game.new("short-1965", seed=3, options=GameOptions(deception=True))
    s = game.checkpoints[-1].state.copy()
    s.stage = TURN
    s.order, s.acted, s.eligible = (US, VC, NVA, ARVN), ((US, box),), 1 << VC
    return s


@plain_build
@pytest.mark.parametrize(
    ("best", "others", "told"),
    [
        (LIMITED_RALLY, (ASSET_RALLY, LIMITED_MARCH, PASSES), ["instead_limited", "instead_way"]),
        (ASSET_RALLY, (ASSET_MARCH, LIMITED_MARCH, PASSES), ["instead_operation", "instead_limited"]),
    ],
)
def test_an_asset_is_no_alternative_unless_one_is_used(
    best: Way, others: tuple[Way, ...], told: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another alternative takes its place, so that not even their number tells."""
    search = Search(VC, Imagined(second_after(OP_ONLY)), lambda s: 0.0, 1)
    search.best = [Found(1.0, best, True)]
    monkeypatch.setattr(search, "alternatives", lambda: [Found(0.0, way, True) for way in others])
    monkeypatch.setattr(reasons, "_expect", lambda *args: None)
    said: list[str] = []
    reasons.explain_plan(lambda who, message, **params: said.append(message), VC, search, True, 0)
    assert [message.removeprefix("why.thinker.") for message in said[1:]] == told


@plain_build
def test_nor_is_it_expected_of_a_partner(monkeypatch: pytest.MonkeyPatch) -> None:
    ways = [Found(2.0, ASSET_RALLY, True), Found(1.0, LIMITED_MARCH, True)]
    monkeypatch.setattr(Search, "run", lambda self, budget: ways)
    said: list[tuple[str, dict[str, Any]]] = []
    reasons._expect_reply(lambda who, message, **params: said.append((message, params)), NVA, second_after(OP_ONLY), 5)
    assert said == [("why.thinker.reply_limited", {"by": VC, "operation": "march"})]
    del ways[1]
    reasons._expect_reply(lambda who, message, **params: said.append((message, params)), NVA, second_after(OP_ONLY), 5)
    assert len(said) == 1


@pytest.mark.parametrize(
    ("box", "taken", "told"),
    [
        (OP_ONLY, "limited", False),
        (OP_AND_ACTIVITY, "side", False),
        (OP_ONLY, "operation", True),  # the Asset was used
    ],
)
def test_older_journals_do_not_tell_of_an_asset_either(box: str, taken: str, told: bool) -> None:
    first = Reason(4, VC, "why.thinker." + taken, {"operation": "rally", "side": "shaded", "value": -9.6, "n": 12})
    instead = Reason(4, VC, "why.thinker.instead_operation", {"operation": "rally", "value": -9.4})
    assert discreet([first, instead], second_after(box)) == ([first, instead] if told else [first])


def test_a_full_operation_is_an_alternative_where_everybody_may_have_one() -> None:
    s = second_after(OP_ONLY)
    s.acted = ()
    first = Reason(4, VC, "why.thinker.with_activity", {"operation": "rally", "value": -9.6, "n": 12})
    instead = Reason(4, VC, "why.thinker.instead_operation", {"operation": "rally", "value": -9.4})
    assert discreet([first, instead], s) == [first, instead]


def test_a_turn_of_which_nothing_may_be_told_is_none() -> None:
    """A journal written by hand may have such a one."""
    game = chosen()
    table = NonPlayers(game)
    while game.checkpoints[-1].state.stage != TURN:
        table.play()
    state = game.checkpoints[-1].state
    state.acted, state.stage = ((US, OP_ONLY),), TURN
    before = len(turns_of(game))
    at = game.checkpoints[-1].entries
    game.thoughts.append(Reason(at, VC, "why.thinker.instead_operation", {"operation": "rally", "value": 0.0}))
    assert len(turns_of(game)) == before
