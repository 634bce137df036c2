"""Saved games made to wear out anyone who opens them: small to send, valid or nearly so, costly to read.

Every one is a body for `POST /api/games/import`. A server must refuse it, or take it, and no other player may notice
(tools/faulting/bombs.py fires them; docs/faults.md counts them).
"""

import json
import random
from collections.abc import Callable, Iterable
from typing import Any, Final

from fitl.board.factions import NVA, VC
from fitl.game import Game
from fitl.journal import lines_of, to_text
from fitl.journal.lines import FORMAT
from fitl.options import GameOptions
from fitl.refusals import Refused

Body = dict[str, Any]

HEADER: Final = {"fitl_journal": FORMAT, "rules": "1.0.0", "scenario": "short-1965", "seed": 1}


def journal_of(*lines: Any, **header: Any) -> Body:
    """An import of a journal with these lines."""
    return {"journal": "".join(map(to_text, [{**HEADER, **header}, *lines]))}


def with_pack(text: str) -> Body:
    return journal_of(packs=[text])


# --- packs --------------------------------------------------------------------------------------------------------


def dotted_key() -> Body:
    """One key of a hundred thousand parts."""
    return with_pack("a." * 100_000 + "a = 1\n")


def dotted_keys() -> Body:
    """Keys each of which may be, with a new last part."""
    return with_pack("".join(f"a.b.c.d.e.f.g.h{n}=1\n" for n in range(10_000)))


def dotted_header() -> Body:
    return with_pack("[" + "a." * 50_000 + "a]\n")


def many_cards() -> Body:
    return with_pack('name = "x"\n' + "[[card]]\n" * 25_000)


def wrong_cards() -> Body:
    """Each has something wrong with it that would be told."""
    return with_pack('name = "x"\n' + f'[[card]]\nnumber = 201\ntitle = "{"x" * 900}"\n' * 250)


def nested_lists() -> Body:
    return with_pack("x = [" + ("[" * 39 + "1" + "]" * 39 + ",") * 3_000 + "]\n")


def many_packs() -> Body:
    return journal_of(packs=[f'name = "{n}"\n' + "#" * 30_000 for n in range(50)])


def costly_steps() -> Body:
    """A card whose one side has as many alternatives as fit."""
    step = '{ do = "place", piece = "vc_guerrilla", in = { not = { adjacent_to = { not = {} } } } }'
    inner = ", ".join(f'{{ name = "{n}", steps = [{", ".join([step] * 50)}] }}' for n in range(30))
    sides = f'[card.single]\ntext = "t"\nsteps = [{{ do = "choose", between = [{inner}] }}]\n'
    order = 'order = ["us", "arvn", "nva", "vc"]\nperiod = 1965\n'
    return with_pack(f'name = "x"\n[[card]]\nnumber = 201\ntitle = "t"\n{order}{sides}')


def largest_pack() -> Body:
    """Costly but valid: as many steps as may be, which anyone who opens the game must read."""
    step = '{do="place",piece="vc_guerrilla",in={kind="city"}}'
    side = f'text="t"\nsteps=[{",".join([step] * 4)}]\n'
    head = 'title="t"\norder=["us","arvn","nva","vc"]\nperiod=1965\n'
    cards = (f"[[card]]\nnumber={n}\n{head}[card.unshaded]\n{side}[card.shaded]\n{side}" for n in range(201, 650))
    return with_pack('name = "x"\n' + "".join(cards))


# --- situations and reasons ---------------------------------------------------------------------------------------


def _states(states: Iterable[Any]) -> Body:
    return journal_of(*({"card": 1, "hash": "x", "state": state} for state in states))


def large_states() -> Body:
    """Each nearly as large as it may be."""
    return _states({"spaces": {f"k{n}": [place] * 14 for n in range(1_000)}} for place in range(10, 40))


def larger_state() -> Body:
    """One that would take a hundred times as much in memory."""
    return _states([{"spaces": [[]] * 400_000}])


def many_states() -> Body:
    return _states({"aid": place % 70} for place in range(20_000))


def explained(message: str = "why.us.u1", **params: Any) -> dict[str, Any]:
    """The line of a reason."""
    return {"reason": message, "faction": "us", "with": params}


def reasons_and_undos() -> Body:
    """Every line that takes back looks through all reasons."""
    return journal_of("x", *[explained("m")] * 18_000, *[{"undo": 1}] * 50_000)


def dice_and_undos() -> Body:
    """Every line that takes back looks through all dice."""
    return journal_of(*[{"roll": "1"}] * 25_000, *[{"undo": 25_000}] * 5_000)


def many_reasons() -> Body:
    return journal_of("x", *[explained("m")] * 20_001)


NESTED: Final[dict[str, Any]] = {"n": [[[]] * 2_500] * 2}  # small to send, a hundred times as large in memory


def _before_first_answer(rows: Iterable[Any]) -> Body:
    """A game that would open, with these lines before its first answer."""
    game = Game.new("short-1965", seed=1)
    assert game.decision is not None
    game.choose(game.decision.options[0].key)
    lines = list(lines_of(game))
    return {"journal": "".join(map(to_text, [*lines[:-1], *rows, lines[-1]]))}


def nested_reasons() -> Body:
    """Parameters that are nested lists."""
    return _before_first_answer([explained(**NESTED)] * 90)


def wide_reasons() -> Body:
    """Reasons that can be told, as many and as large as there may be."""
    return _before_first_answer([explained(n=["ab"] * 160)] * 1_050)


# --- answers ------------------------------------------------------------------------------------------------------


def _while_insurgents_act() -> Game:
    game = Game.new("short-1965", seed=1)
    rng = random.Random(1)
    while True:
        for giver in (NVA, VC):
            try:
                game.transfer(giver, 1)
                return game
            except Refused:
                pass
        assert game.decision is not None
        game.choose(rng.choice(game.decision.options))


def transfers() -> Body:
    """Resources that go to and fro for ever."""
    lines = list(lines_of(_while_insurgents_act()))
    return {
        "journal": "".join(map(to_text, lines))
        + (to_text({"transfer": "nva:1"}) + to_text({"transfer": "vc:1"})) * 1_500
    }


def many_answers() -> Body:
    return journal_of(*["pass"] * 30_001)


def long_answer() -> Body:
    return journal_of("x" * 1_900_000)


def many_lines() -> Body:
    return journal_of(*["x"] * 300_000)


def deep_line() -> Body:
    return {"journal": json.dumps(HEADER) + "\n" + "[" * 900_000 + "]" * 900_000 + "\n"}


def _by_hand(answers: int) -> Body:
    game = Game.new("short-1965", seed=1, options=GameOptions(by_hand=True))
    rng = random.Random(1)
    while game.decision is not None and len(game.entries) < answers:
        keys = [option for option in game.decision.options if "hand" in option.key and option.key != "done"]
        others = [option for option in game.decision.options if option.key not in ("done", "pass")]
        game.choose(rng.choice(keys or others or list(game.decision.options)))
    return {"journal": "".join(map(to_text, lines_of(game)))}


def long_game() -> Body:
    """Costly but valid: as many changes by hand as the rules allow."""
    return _by_hand(12_000)


def long_turn() -> Body:
    """The same in the middle of a turn: hints, forecasts and looks back must play hundreds of answers again."""
    return _by_hand(420)


# --- positions ----------------------------------------------------------------------------------------------------


def answers_of_position() -> Body:
    return {"position": {**Game.new("short-1965", seed=1).position(), "answers": [["vc", "pass"]] * 100_000}}


def packs_of_position() -> Body:
    return {"position": {**Game.new("short-1965", seed=1).position(), "packs": ["a." * 400_000 + "a = 1"]}}


def wide_position() -> Body:
    return {"position": {**Game.new("short-1965", seed=1).position(), "seen": [1] * 600_000}}


def numbers_of_position() -> Body:
    return {"position": {**Game.new("short-1965", seed=1).position(), "aid": int("9" * 4_000)}}


def seats_of_import() -> Body:
    """What comes beside the saved game is work, too."""
    seats = [{"factions": ["us"], "kind": "me", "name": "x"}] * 40_000
    return {"position": Game.new("short-1965", seed=1).position(), "seats": seats}


BOMBS: Final[dict[str, Callable[[], Body]]] = {
    made.__name__.replace("_", " "): made
    for made in (
        *(dotted_key, dotted_keys, dotted_header, many_cards, wrong_cards, nested_lists, many_packs, costly_steps),
        largest_pack,
        *(large_states, larger_state, many_states, reasons_and_undos, dice_and_undos, many_reasons),
        *(nested_reasons, wide_reasons),
        *(transfers, many_answers, long_answer, many_lines, deep_line, long_game, long_turn),
        *(answers_of_position, packs_of_position, wide_position, numbers_of_position, seats_of_import),
    )
}
