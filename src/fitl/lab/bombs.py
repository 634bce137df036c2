"""Saved games made to wear out whoever opens them: small to send, valid or nearly so, costly to read.

Every one is a body for `POST /api/games/import`. A server must refuse it, or take it, and no other player may notice
(tools/faulting/bombs.py fires them; docs/faults.md counts them).
"""

import json
import random
from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final

from fitl.board.factions import NVA, VC
from fitl.entries import Reason
from fitl.game import Game
from fitl.journal import lines_of, to_text
from fitl.options import GameOptions
from fitl.packing import CHANGES, FIRST_REASONS, Chain, Packer, ReasonPacker, pack_text
from fitl.refusals import Refused

Body = dict[str, Any]

HEADER: Final = {"fitl_journal": 2, "rules": "0.1.0", "scenario": "short-1965", "seed": 1}


def journal_of(*lines: Any, **header: Any) -> Body:
    """An import of a journal with these lines."""
    return {"journal": "".join(map(to_text, [{**HEADER, **header}, *lines]))}


def with_pack(text: str) -> Body:
    return journal_of(packed_packs=[pack_text(text)])


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
    return journal_of(packed_packs=[pack_text(f'name = "{n}"\n' + "#" * 900_000) for n in range(50)])


def costly_steps() -> Body:
    """A card whose one side has as many alternatives as fit."""
    step = '{ do = "place", piece = "vc_guerrilla", in = { not = { adjacent_to = { not = {} } } } }'
    inner = ", ".join(f'{{ name = "{n}", steps = [{", ".join([step] * 50)}] }}' for n in range(30))
    sides = f'[card.single]\ntext = "t"\nsteps = [{{ do = "choose", between = [{inner}] }}]\n'
    order = 'order = ["us", "arvn", "nva", "vc"]\nperiod = 1965\n'
    return with_pack(f'name = "x"\n[[card]]\nnumber = 201\ntitle = "t"\n{order}{sides}')


def largest_pack() -> Body:
    """Costly but valid: as many steps as may be, which whoever opens the game must read."""
    step = '{do="place",piece="vc_guerrilla",in={kind="city"}}'
    side = f'text="t"\nsteps=[{",".join([step] * 4)}]\n'
    head = 'title="t"\norder=["us","arvn","nva","vc"]\nperiod=1965\n'
    cards = (f"[[card]]\nnumber={n}\n{head}[card.unshaded]\n{side}[card.shaded]\n{side}" for n in range(201, 650))
    return with_pack('name = "x"\n' + "".join(cards))


# --- packed situations and reasons --------------------------------------------------------------------------------


def _states(patches: Iterator[Any]) -> Body:
    game = Game.new("short-1965", seed=1)
    chain = Chain(Packer(game.state)._chain.told)
    text = (json.dumps(patch, separators=(",", ":")).encode() for patch in patches)
    lines = [{"card": 1, "hash": "x", "state": CHANGES + chain.pack(each)} for each in text]
    return journal_of(*lines)


def large_states() -> Body:
    """Each nearly as large as it may be unpacked."""
    return _states({"spaces": {f"k{n}": [place] * 400 for n in range(1_200)}} for place in range(60))


def growing_states() -> Body:
    """Small changes that add up, each of them a copy of all before."""
    return _states({"spaces": {f"k{place}_{n}": 0 for n in range(4_000)}} for place in range(90))


def many_states() -> Body:
    return _states({"aid": place % 70} for place in range(20_000))


def reasons_and_undos() -> Body:
    """Every line that takes back looks through all reasons."""
    packer = ReasonPacker()
    lines: list[Any] = ["x"]
    for _ in range(12):
        lines.append({"reasons": packer.pack([Reason(0, 0, "why.us.u1", {})] * 1_500, 1)})
    return journal_of(*lines, *[{"undo": 1}] * 40_000)


def dice_and_undos() -> Body:
    """Every line that takes back looks through all dice."""
    return journal_of({"answers": "*1 " * 25_000}, *[{"undo": 25_000}] * 5_000)


def many_reasons() -> Body:
    packer = ReasonPacker()
    return journal_of("x", *({"reasons": packer.pack([Reason(0, 0, "m", {})] * 3_000, 1)} for _ in range(40)))


NESTED: Final[dict[str, Any]] = {"n": [[[]] * 2_500] * 2}  # small to send, a hundred times as large in memory


def _explained(rows: Iterable[Any]) -> Body:
    """A game that would open, with these lines before its first answer."""
    game = Game.new("short-1965", seed=1)
    assert game.decision is not None
    game.choose(game.decision.options[0].key)
    lines = list(lines_of(game))
    first = next(n for n, line in enumerate(lines) if "answers" in line)
    return {"journal": "".join(map(to_text, [*lines[:first], *rows, *lines[first:]]))}


def _reasons_text(params: Any, count: int) -> bytes:
    return json.dumps([[0, 0, "why.us.u1", params]] * count, separators=(",", ":")).encode()


def nested_reasons() -> Body:
    """Parameters that are nested lists, in one chain."""
    chain = Chain(FIRST_REASONS)
    return _explained({"reasons": chain.pack(_reasons_text(NESTED, 4))} for _ in range(90))


def nested_old_reasons() -> Body:
    """The same packed by themselves, as journals of format 1 have them."""
    return _explained([{"why": pack_text(_reasons_text(NESTED, 4).decode())}] * 200)


def large_old_reasons() -> Body:
    """A megabyte in each line, all of it one reason's."""
    return _explained([{"why": pack_text(_reasons_text({"n": [[]] * 300_000}, 1).decode())}] * 200)


def cut_old_reasons() -> Body:
    """None can be read to its end."""
    return _explained([{"why": pack_text("[[" + "0," * 500_000)[:-30]}] * 900)


def wide_reasons() -> Body:
    """Reasons that can be told, as many and as large as there may be."""
    packer = ReasonPacker()
    reasons = [Reason(0, 0, "why.us.u1", {"n": ["ab"] * 190})] * 200
    return _explained({"reasons": packer.pack(reasons, 0)} for _ in range(5))


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
    return {"journal": "".join(map(to_text, lines)) + to_text({"answers": ">nva:1 >vc:1 " * 30_000})}


def many_answers() -> Body:
    return journal_of({"answers": "pass " * 400_000})


def long_answer() -> Body:
    return journal_of("x" * 1_900_000)


def many_lines() -> Body:
    return journal_of(*["x"] * 450_000)


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
        *(large_states, growing_states, many_states, reasons_and_undos, dice_and_undos, many_reasons),
        *(nested_reasons, nested_old_reasons, large_old_reasons, cut_old_reasons, wide_reasons),
        *(transfers, many_answers, long_answer, many_lines, deep_line, long_game, long_turn),
        *(answers_of_position, packs_of_position, wide_position, numbers_of_position, seats_of_import),
    )
}
