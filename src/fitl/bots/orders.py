"""A non-player's turn as instructions for a physical board: what to move, flip, mark and count, in order.

Pieces follow the story (the log says where each came from); whatever the story leaves out, and everything whose order
does not matter (levels, Control, markers, tracks, cylinders, cards), is read off the difference of the two situations.
Carrying the orders out on the first situation gives the second: `pieces_after` does so for the pieces.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby, zip_longest
from typing import Any, Final, NamedTuple

from fitl.board.expansion_cards import DIEM
from fitl.board.factions import FACTIONS
from fitl.board.pieces import (
    ACTIVE_OF,
    ADVISOR,
    CADRE,
    CAPTURED,
    FACTION_OF,
    KINDS,
    NVA_BASE,
    NVA_TUNNEL,
    PLAIN,
    PLAIN_KINDS,
    US_TROOPS,
    VC_BASE,
    VC_BASE_CADRE,
    VC_TUNNEL,
)
from fitl.board.pivotals import PIVOTAL_BIT, PIVOTALS
from fitl.board.scenarios import MINI_DECKS
from fitl.board.spaces import AVAILABLE, CASUALTIES, CONTROLLABLE, ROWS, SPACE_COUNT
from fitl.board.tracks import TRACKS
from fitl.cardset import CardSet
from fitl.compose import BASE
from fitl.lasting import MOMENTUM_CARDS, PEACE_TALKS, effects_in_force
from fitl.rules.control import victory_marker
from fitl.rules.deck import cards_left, piles_of
from fitl.rules.draft import deck_after
from fitl.rules.two_players import BY_INITIATIVE
from fitl.state import END_OF_CARD, PIVOTAL, TURN, LogEntry, PileState, State
from fitl.words import level_name, say

ELIGIBLE: Final = "eligible"
INELIGIBLE: Final = "ineligible"
FIRST: Final = "first"
SECOND: Final = "second"
PASSED: Final = "passed"
ON_A_CARD: Final = (PIVOTAL, TURN, END_OF_CARD)  # stages at which cylinders stand on what was done
MINI_DECK_YEARS: Final = frozenset(year for deck in MINI_DECKS.values() for year in deck.years)
NOWHERE: Final = -1  # in place of a row: outside the game
TUNNEL_OF: Final = {NVA_BASE: NVA_TUNNEL, VC_BASE: VC_TUNNEL}
CAPTURED_OF: Final = {PLAIN[kind]: kind for kind in CAPTURED}
# The two faces that a piece may be turned between where it lies.
_PAIRS: Final = (*ACTIVE_OF.items(), *TUNNEL_OF.items(), *CAPTURED_OF.items(), (VC_BASE, VC_BASE_CADRE))
_FACES: Final = (*(each for one, two in _PAIRS for each in ((one, two), (two, one))), (ADVISOR, US_TROOPS))  # P7.4
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
    return [*map(_piece_order, piece_steps(before, after, log)), *_besides_pieces(before, after)]


def orders_beside_story(before: State, after: State, log: Sequence[LogEntry]) -> list[Order]:
    """The same for a person who has read the story and moved the pieces that it names."""
    pieces = pieces_after(before.pieces, told_steps(before, log))
    besides = [order for order in _besides_pieces(before, after) if order.message != "order.drafted"]
    return [*map(_piece_order, _merged(_left_out(pieces, after.pieces))), *besides]


def _besides_pieces(before: State, after: State) -> list[Order]:
    return [
        *_markers(before, after),
        *_tracks(before, after),
        *_cards(before, after),
        *_deck(before, after),
        *_cylinders(before, after),
    ]


# --- pieces -------------------------------------------------------------------------------------------------------


def piece_steps(before: State, after: State, log: Sequence[LogEntry]) -> list[Step]:
    """The moves of pieces as the story tells them, then whatever it left out."""
    told = told_steps(before, log)
    return _merged([*told, *_left_out(pieces_after(before.pieces, told), after.pieces)])


def told_steps(before: State, log: Sequence[LogEntry]) -> list[Step]:
    """The moves of pieces as the story tells them."""
    pieces = before.pieces[:]
    steps = []
    for entry in log:
        for step in _told(entry):
            if step.origin == NOWHERE or pieces[step.origin * KINDS + step.kind] >= step.n > 0:
                _carry_out(pieces, step)
                steps.append(step)
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


def _merged(steps: Iterable[Step]) -> list[Step]:
    """The steps, those that follow each other and do the same as one."""
    found: list[Step] = []
    for step in steps:
        if found and found[-1]._replace(n=0) == step._replace(n=0):
            found[-1] = step._replace(n=found[-1].n + step.n)
        else:
            found.append(step)
    return found


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
        case "log.armor.captured":
            return [Step(told["piece"], 1, told["space"], told["space"], CAPTURED_OF[told["piece"]])]
        case "log.armor.retaken":
            return [Step(CAPTURED_OF[told["piece"]], 1, told["space"], told["space"], told["piece"])]
        case "log.enter_game":
            return [Step(told["piece"], told["n"], NOWHERE, told["box"], told["piece"])]
        case "log.leave_game":
            return [Step(told["piece"], told["n"], told["space"], NOWHERE, told["piece"])]
        case "log.air_strike.migs":
            return [Step(told["piece"], 1, AVAILABLE, CASUALTIES, told["piece"])]
        case _:
            return []


def _left_out(pieces: bytearray, goal: bytearray) -> Iterator[Step]:
    """What still differs: pieces flipped where they are, then pieces that changed their place."""
    left = pieces[:]
    if left == goal:
        return
    for row in range(ROWS):
        for one, two in _FACES:
            surplus = left[row * KINDS + one] - goal[row * KINDS + one]
            n = min(surplus, goal[row * KINDS + two] - left[row * KINDS + two])
            if n > 0:
                step = Step(one, n, row, row, two)
                _carry_out(left, step)
                yield step
    for plain in PLAIN_KINDS:
        differing = [divmod(i, KINDS) for i in range(len(goal)) if left[i] != goal[i] and PLAIN[i % KINDS] == plain]
        wanted = [each for each in differing for _ in range(goal[_place(each)] - left[_place(each)])]
        spare = [each for each in differing for _ in range(left[_place(each)] - goal[_place(each)])]
        nowhere = (NOWHERE, plain)  # pieces leave the game and come into it (P7.4, S6.8)
        for (origin, kind), (destination, becomes) in zip_longest(spare, wanted, fillvalue=nowhere):
            step = Step(kind, 1, origin, destination, becomes)
            _carry_out(left, step)
            yield step


def _place(where: tuple[int, int]) -> int:
    row, kind = where
    return row * KINDS + kind


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
        if kind == ADVISOR:
            return Order("order.advisors_are_troops", {"n": n, "space": origin})
        if kind in CAPTURED or becomes in CAPTURED:  # S1.4.5
            message = "order.captured" if becomes in CAPTURED else "order.retaken"
            return Order(message, {"piece": PLAIN[kind], "n": n, "space": origin, "faction": FACTION_OF[becomes]})
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
            message = "order.support" if after.support[sp] else "order.neutral"
            yield Order(message, {"space": sp, "level": after.support[sp]})
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
    """The tracks that changed: Resources, then the others in the order of their table.

    Tiles and markers come and go with the eras (P7.4, S6.8).
    """
    found = [
        Order("order.resources", {"faction": faction, "n": before.resources[faction], "now": after.resources[faction]})
        for faction in FACTIONS[1:]
        if before.resources[faction] != after.resources[faction]
    ]
    for name in TRACKS:
        n, now = level_name(name, getattr(before, name)), level_name(name, getattr(after, name))
        if name not in after.era.tracks:
            if name in before.era.tracks:
                found.append(Order(f"order.{_what(name)}_leaves", {"track": name}))
        elif name not in before.era.tracks:
            found.append(Order(f"order.{_what(name)}_comes", {"track": name, "now": now}))
        elif n != now:
            found.append(Order("order.track", {"track": name, "n": n, "now": now}))
    return found


def _what(track: str) -> str:
    """Is it a tile of its own, or a marker on a track that all games have?"""
    return "marker" if TRACKS[track].where in ("edge", "trail") else "tile"


def _tracks(before: State, after: State) -> Iterator[Order]:
    yield from track_orders(before, after)
    for faction in after.era.factions:
        now = victory_marker(after, faction)
        if faction not in before.era.factions:  # P7.4: its marker was not on the track
            yield Order("order.victory_comes", {"faction": faction, "now": now})
        elif (n := victory_marker(before, faction)) != now:
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
            yield Order(_pivotal(before, after, each.card), {"faction": each.holder, "card": each.card})
    if before.leader == DIEM != after.leader:  # P7.4: he has fallen, or another leader covers him
        yield Order("order.diem_leaves", {"card": DIEM})
    if before.leader_box != after.leader_box:
        yield Order(
            "order.leader_box",
            {"names": ", ".join(say("order.card", {"card": card}) for card in after.leader_box) or "-"},
        )
    if before.leader_silenced != after.leader_silenced:
        yield Order("order.leader_down" if after.leader_silenced else "order.leader_up", {})
    if before.us_policy != after.us_policy:
        yield Order("order.policy", {"name": say(f"order.president.{after.us_policy}")})


def _pivotal(before: State, after: State, card: int) -> str:
    """A Pivotal Event is played over the current card, given out or back, or put away unplayed (P7.4, S6.8.3)."""
    if after.pivotal_held & PIVOTAL_BIT[card]:
        return "order.pivotal_given"
    return "order.pivotal" if before.era is after.era or card == after.card else "order.pivotal_leaves"


def _deck(before: State, after: State) -> Iterator[Order]:
    """P2.1, S2.1: Events drafted into the piles, and the deck once all are; P7.4: a new deck without a draft."""
    known = {card for pile in before.piles for card in pile.chosen}
    for pile in after.piles:
        for card in pile.chosen:
            if card not in known:
                yield Order("order.drafted", {"card": card, "year": pile.period})
    if before.draft and not after.draft:
        yield Order("order.dealt", {"piles": _piles([pile for pile in after.piles if pile.period in MINI_DECK_YEARS])})
    elif cards_left(after) > cards_left(before) and not after.draft:
        following = deck_after(after.scenario, after.options)
        if following is not None:
            yield Order("order.deck", {"piles": _piles(piles_of(following, after.options))})


def deck_orders(s: State) -> list[Order]:
    """2.1, P2.1: the deck that a game begins with, where no draft is to come: what it holds, and Events known to."""
    known = [Order("order.drafted", {"card": card, "year": pile.period}) for pile in s.piles for card in pile.chosen]
    return [*known, Order("order.first_deck", {"piles": _piles(s.piles)})]


def _piles(piles: Sequence[PileState]) -> str:
    """What the piles of a deck hold, from the top, those that are alike at once."""
    told = [_pile(pile) for pile in piles]
    found = []
    for sentence, same in groupby(told):
        n = len(list(same))
        found.append(sentence if n == 1 else say("order.piles_alike", {"n": n, "pile": sentence}))
    return "; ".join(found)


def _pile(pile: PileState) -> str:
    n = pile.events + len(pile.chosen)
    events = say("order.events_of" if pile.period else "order.events", {"n": n, "year": pile.period})
    coup = say("order.card", {"card": pile.coup}) if pile.coup > 0 else say("order.some_coup")
    return say("order.pile_rhythm" if pile.last <= n else "order.pile", {"events": events, "coup": coup})


def _cylinders(before: State, after: State) -> Iterator[Order]:
    """2.3: where the Factions' cylinders stand; P2.3, S2.3: who is First of two."""
    was, now = _places(before), _places(after)
    for faction, place in now.items():
        if place != was.get(faction) and place not in (ELIGIBLE, INELIGIBLE, FIRST, SECOND):
            yield _box_order(after, faction, place)
    for name in ("stay_eligible", "made_ineligible"):
        for faction in FACTIONS:
            if getattr(after, name) & ~getattr(before, name) & 1 << faction:
                yield Order(f"order.cylinder.{name}", {"faction": faction})
    for place in (ELIGIBLE, INELIGIBLE):
        there = [faction for faction in now if now[faction] == place]
        if any(was.get(faction) != place for faction in there):
            yield Order(f"order.cylinder.{place}", {"factions": there})
    for faction, place in now.items():
        if place in (FIRST, SECOND) and was.get(faction) != place:
            yield Order(f"order.cylinder.{place}", {"faction": faction})


def _places(s: State) -> dict[int, str]:
    """In which box each cylinder stands: of an action until the card is over, of those to come afterwards."""
    by_initiative = s.era.sequence.id == BY_INITIATIVE.id
    found: dict[int, str] = {}
    for faction in s.scenario.factions if s.era.control_frozen else s.era.factions:  # P7.4: others come at its end
        if by_initiative:
            found[faction] = FIRST if faction == s.initiative else SECOND
        else:
            found[faction] = ELIGIBLE if s.eligible >> faction & 1 else INELIGIBLE
        if s.stage in ON_A_CARD and s.passed >> faction & 1:
            found[faction] = PASSED
    if s.stage in ON_A_CARD:
        for place, (faction, action) in enumerate(s.acted, 1):
            found[faction] = f"{action}_{place}"
    return found


def _box_order(s: State, faction: int, place: str) -> Order:
    """Two players share their boxes (P2.3.2, S2.3.2)."""
    if place == PASSED:
        return Order("order.cylinder.passed", {"faction": faction})
    action, _, number = place.rpartition("_")
    if s.era.sequence.id == BY_INITIATIVE.id:
        return Order(f"order.cylinder.of_two.{action}", {"faction": faction})
    return Order(f"order.cylinder.{action}", {"faction": faction, "place": say(f"order.place_{number}")})
