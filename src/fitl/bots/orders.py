"""A non-player's turn as instructions for a physical board: what to move, flip, mark and count, in order.

Pieces follow the story (the log says where each came from); whatever the story leaves out, and everything whose order
does not matter (levels, Control, markers, tracks, cylinders, cards), is read off the difference of the two situations.
Carrying the orders out on the first situation gives the second: `pieces_after` does so for the pieces.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import zip_longest
from typing import Any, Final, NamedTuple

from fitl.board.factions import FACTIONS
from fitl.board.pieces import (
    ACTIVE_OF,
    CADRE,
    KINDS,
    NVA_BASE,
    NVA_TUNNEL,
    PLAIN,
    PLAIN_KINDS,
    VC_BASE,
    VC_BASE_CADRE,
    VC_TUNNEL,
)
from fitl.board.pivotals import PIVOTAL_BIT, PIVOTALS
from fitl.board.spaces import AVAILABLE, CASUALTIES, CONTROLLABLE, ROWS, SPACE_COUNT
from fitl.board.tracks import TRACKS
from fitl.cardset import BASE, CardSet
from fitl.lasting import MOMENTUM_CARDS, PEACE_TALKS, effects_in_force
from fitl.rules.control import victory_marker
from fitl.state import LogEntry, State
from fitl.words import say

NOWHERE: Final = -1  # in place of a row: outside the game
TUNNEL_OF: Final = {NVA_BASE: NVA_TUNNEL, VC_BASE: VC_TUNNEL}
# The two faces that a piece may be turned between where it lies.
_PAIRS: Final = (*ACTIVE_OF.items(), *TUNNEL_OF.items(), (VC_BASE, VC_BASE_CADRE))
_FACES: Final = tuple(each for one, two in _PAIRS for each in ((one, two), (two, one)))
_MOMENTUM: Final = frozenset(card for _, card, _ in MOMENTUM_CARDS)


class Order(NamedTuple):
    """One instruction: a message of the catalogue and what fills it."""

    message: str
    params: dict[str, Any]

    def text(self, cards: CardSet = BASE) -> str:
        return say(self.message, self.params, cards)


class Step(NamedTuple):
    """Pieces of one kind taken from one row of the board and put down in another, perhaps in another state."""

    kind: int
    n: int
    origin: int
    destination: int
    becomes: int


def orders(before: State, after: State, log: Sequence[LogEntry]) -> list[Order]:
    """What to do on the board to get from one situation to the other, given the story in between."""
    return [
        *map(_piece_order, piece_steps(before, after, log)),
        *_markers(before, after),
        *_tracks(before, after),
        *_cards(before, after),
        *_cylinders(before, after),
    ]


# --- pieces -------------------------------------------------------------------------------------------------------


def piece_steps(before: State, after: State, log: Sequence[LogEntry]) -> list[Step]:
    """The moves of pieces as the story tells them, then whatever it left out."""
    pieces = before.pieces[:]
    steps: list[Step] = []
    for entry in log:
        for step in _told(entry):
            if pieces[step.origin * KINDS + step.kind] >= step.n > 0:
                _carry_out(pieces, step)
                _append(steps, step)
    for step in _left_out(pieces, after.pieces):
        _append(steps, step)
    return steps


def pieces_after(pieces: bytearray, steps: Iterable[Step]) -> bytearray:
    """The pieces once the steps are carried out."""
    found = pieces[:]
    for step in steps:
        _carry_out(found, step)
    return found


def _carry_out(pieces: bytearray, step: Step) -> None:
    """A Cadre comes from and goes to Available with its Base (P1.4)."""
    if step.origin != NOWHERE:
        pieces[step.origin * KINDS + step.kind] -= step.n
    if step.destination != NOWHERE:
        pieces[step.destination * KINDS + step.becomes] += step.n
    if (step.kind == VC_BASE_CADRE) != (step.becomes == VC_BASE_CADRE):
        pieces[AVAILABLE * KINDS + CADRE] += step.n if step.kind == VC_BASE_CADRE else -step.n


def _append(steps: list[Step], step: Step) -> None:
    """Add a step, to the last one if it does the same."""
    if steps and steps[-1]._replace(n=0) == step._replace(n=0):
        steps[-1] = step._replace(n=steps[-1].n + step.n)
    else:
        steps.append(step)


def _told(entry: LogEntry) -> list[Step]:
    """The steps one line of the story stands for."""
    message, told = entry.message, dict[str, Any](entry.params)
    match message:
        case "log.move" | "log.between_boxes":
            kind, origin, destination = told["piece"], told["origin"], told["destination"]
            return [Step(kind, told["n"], origin, destination, kind if destination < SPACE_COUNT else PLAIN[kind])]
        case "log.remove":
            return [Step(told["piece"], told["n"], told["space"], told["box"], PLAIN[told["piece"]])]
        case "log.place":
            return [Step(told["piece"], told["n"], told["box"], told["space"], told["piece"])]
        case "log.activate":
            return [Step(told["piece"], told["n"], told["space"], told["space"], ACTIVE_OF[told["piece"]])]
        case "log.hide":
            return [Step(ACTIVE_OF[told["piece"]], told["n"], told["space"], told["space"], told["piece"])]
        case "log.lift":
            return [Step(told["was"], 1, told["origin"], told["space"], told["piece"])]
        case "log.tunnel":
            return [Step(told["piece"], 1, told["space"], told["space"], TUNNEL_OF[told["piece"]])]
        case "log.infiltrate.tunnel":
            return [Step(NVA_BASE, 1, told["space"], told["space"], NVA_TUNNEL)]
        case "log.assault.tunnel" | "log.untunnel":
            plain = PLAIN[told["piece"]]
            return [Step(TUNNEL_OF[plain], 1, told["space"], told["space"], plain)]
        case "log.cadre_placed":
            return [Step(VC_BASE, 1, told["space"], told["space"], VC_BASE_CADRE)]
        case "log.cadre_removed":
            return [Step(VC_BASE_CADRE, 1, told["space"], told["space"], VC_BASE)]
        case "log.leave_game":
            return [Step(told["piece"], told["n"], told["space"], NOWHERE, told["piece"])]
        case "log.air_strike.migs":
            return [Step(told["piece"], 1, AVAILABLE, CASUALTIES, told["piece"])]
        case _:
            return []


def _left_out(pieces: bytearray, goal: bytearray) -> Iterator[Step]:
    """What still differs: pieces flipped where they are, then pieces that changed their place."""
    left = pieces[:]
    for row in range(ROWS):
        for one, two in _FACES:
            surplus = left[row * KINDS + one] - goal[row * KINDS + one]
            n = min(surplus, goal[row * KINDS + two] - left[row * KINDS + two])
            if n > 0:
                step = Step(one, n, row, row, two)
                _carry_out(left, step)
                yield step
    for plain in PLAIN_KINDS:
        wanted = [
            (row, kind)
            for row in range(ROWS)
            for kind in range(KINDS)
            if PLAIN[kind] == plain
            for _ in range(goal[row * KINDS + kind] - left[row * KINDS + kind])
        ]
        spare = [
            (row, kind)
            for row in range(ROWS)
            for kind in range(KINDS)
            if PLAIN[kind] == plain
            for _ in range(left[row * KINDS + kind] - goal[row * KINDS + kind])
        ]
        nowhere = (NOWHERE, plain)  # pieces leave the game and come into it (P7.4, S6.8)
        for (origin, kind), (destination, becomes) in zip_longest(spare, wanted, fillvalue=nowhere):
            step = Step(kind, 1, origin, destination, becomes)
            _carry_out(left, step)
            yield step


def _piece_order(step: Step) -> Order:
    kind, n, origin, destination, becomes = step
    params = {"piece": kind, "n": n, "origin": origin, "destination": destination, "space": destination}
    if origin == NOWHERE:
        return Order("order.enter", {"piece": becomes, "n": n, "space": destination})
    if destination == NOWHERE:
        return Order("order.leave", {"piece": kind, "n": n, "space": origin})
    if origin == destination:
        if ACTIVE_OF.get(kind) == becomes:
            return Order("order.activate", params)
        if ACTIVE_OF.get(becomes) == kind:
            return Order("order.hide", params)
        if VC_BASE_CADRE in (kind, becomes):
            return Order("order.cadre" if becomes == VC_BASE_CADRE else "order.uncadre", {"n": n, "space": origin})
        return Order("order.tunnel" if becomes in TUNNEL_OF.values() else "order.untunnel", params)
    if origin >= SPACE_COUNT and destination < SPACE_COUNT:
        return Order("order.place", params | {"piece": becomes})
    if origin < SPACE_COUNT <= destination:
        return Order("order.remove", params)
    if kind == becomes:
        return Order("order.move", params)
    return Order(
        "order.lift",
        params | {"becomes": say("order.state." + ("active" if becomes in ACTIVE_OF.values() else "plain"))},
    )


# --- everything else ----------------------------------------------------------------------------------------------


def _markers(before: State, after: State) -> Iterator[Order]:
    """Support, Control, Terror and Sabotage, space by space."""
    for sp in range(CONTROLLABLE):
        if before.support[sp] != after.support[sp]:
            yield Order("order.support", {"space": sp, "level": after.support[sp]})
    for sp in range(SPACE_COUNT):
        n = after.terror[sp] - before.terror[sp]
        if n:
            what = "terror" if sp < CONTROLLABLE else "sabotage"
            yield Order(f"order.{what}" if n > 0 else f"order.{what}_off", {"space": sp, "n": abs(n)})
    for sp in range(CONTROLLABLE):
        if before.control[sp] != after.control[sp]:
            message = "order.control" if after.control[sp] else "order.no_control"
            yield Order(message, {"space": sp, "control": after.control[sp]})


def track_orders(before: State, after: State) -> list[Order]:
    """The tracks that changed: Resources, then the others in the order of their table."""
    found = [
        Order("order.resources", {"faction": faction, "n": before.resources[faction], "now": after.resources[faction]})
        for faction in FACTIONS[1:]
        if before.resources[faction] != after.resources[faction]
    ]
    for name in TRACKS:
        n, now = getattr(before, name), getattr(after, name)
        if n != now:
            found.append(Order(f"order.{name}", {"n": n, "now": now}))
    return found


def _tracks(before: State, after: State) -> Iterator[Order]:
    yield from track_orders(before, after)
    for faction in after.era.factions:
        if faction not in before.era.factions:  # P7.4: its marker was not on the track
            continue
        n, now = victory_marker(before, faction), victory_marker(after, faction)
        if n != now:
            yield Order("order.victory", {"faction": faction, "n": n, "now": now})


def _cards(before: State, after: State) -> Iterator[Order]:
    """Lasting effects, leaders, Pivotal Events and the US policy."""
    old, new = effects_in_force(before.effects), effects_in_force(after.effects)
    for card, side in new:
        if (card, side) not in old:
            message = "order.momentum" if card in _MOMENTUM else "order.capability"
            yield Order(message, {"card": card, "side": side})
    for card, side in old:
        if (card, side) not in new:
            yield Order("order.effect_ends", {"card": card, "side": side})
    if (before.effects ^ after.effects) & PEACE_TALKS:
        yield Order("order.peace_talks" if after.effects & PEACE_TALKS else "order.peace_talks_end", {})
    for each in PIVOTALS:
        if (before.pivotal_held ^ after.pivotal_held) & PIVOTAL_BIT[each.card]:
            played = before.pivotal_held & PIVOTAL_BIT[each.card]
            message = "order.pivotal" if played else "order.pivotal_back"
            yield Order(message, {"faction": each.holder, "card": each.card})
    if before.leader_box != after.leader_box:
        yield Order(
            "order.leader_box",
            {"names": ", ".join(say("order.card", {"card": card}) for card in after.leader_box) or "-"},
        )
    if before.leader_silenced != after.leader_silenced:
        yield Order("order.leader_down" if after.leader_silenced else "order.leader_up", {})
    if before.us_policy != after.us_policy:
        yield Order("order.policy", {"name": say(f"order.president.{after.us_policy}")})


def _cylinders(before: State, after: State) -> Iterator[Order]:
    """2.3: where the Factions' cylinders stand."""
    known = len(before.acted)
    if after.acted[:known] == before.acted:
        for place, (faction, action) in enumerate(after.acted[known:], known + 1):
            yield Order(f"order.cylinder.{action}", {"faction": faction, "place": say(f"order.place_{place}")})
    for name in ("passed", "stay_eligible", "made_ineligible"):
        for faction in FACTIONS:
            if getattr(after, name) & ~getattr(before, name) & 1 << faction:
                yield Order(f"order.cylinder.{name}", {"faction": faction})
    if before.eligible != after.eligible:
        both = [[faction for faction in FACTIONS if after.eligible >> faction & 1 == state] for state in (1, 0)]
        for name, factions in zip(("eligible", "ineligible"), both, strict=True):
            if factions:
                yield Order(f"order.cylinder.{name}", {"factions": factions})
