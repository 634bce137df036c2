"""What a seat observes of a game, as numbers: the vector of `layout.py`, the answers offered and which may be given.

All of it follows from the game, the seat and the page that is turned up; nothing that the seat may not know is in it
(compare `view.py`): others' Deception markers are counted, not named, and only the seat that is asked sees the answers.
"""

from functools import cache, lru_cache
from operator import attrgetter
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from fitl.board.expansion_cards import ALL_CARDS
from fitl.board.factions import FACTIONS
from fitl.board.pieces import KINDS
from fitl.board.pivotals import PIVOTALS
from fitl.board.spaces import CONTROLLABLE, ROWS, SPACE_COUNT
from fitl.board.tracks import TRACKS
from fitl.compose import ERAS, STAGE_IDS
from fitl.decisions import CHANCE, Decision
from fitl.env.layout import ABOUT, ACTIONS, COLUMNS, NEXT_PAGE, PAGE, layout
from fitl.env.recent_answers import Memory
from fitl.env.vocabulary import kind_numbers, rows_of_options
from fitl.game import Game
from fitl.lasting import LASTING
from fitl.rules.control import margin
from fitl.rules.deception import MARKER_KINDS, margin_of
from fitl.rules.deck import is_coup
from fitl.state import EVENT, LIMITED_OP, OP_AND_ACTIVITY, OP_ONLY, OPERATION, PileState, State
from fitl.view import SECRET_KINDS

Numbers = NDArray[np.int16]
Observation = dict[str, NDArray[Any]]

NOBODY: Final = -1
KEPT: Final = 256  # sets of bits that change once a card or less, so that they are not spread out at each answer

_LAYOUT: Final = layout()
_BOARD: Final = _LAYOUT.slice("board")
_SUPPORT: Final = _LAYOUT.slice("support")
_CONTROL: Final = _LAYOUT.slice("control")
_TERROR: Final = _LAYOUT.slice("terror")
_EFFECT: Final = _LAYOUT.slice("effect")
_PIVOTAL: Final = _LAYOUT.slice("pivotal")
_KNOWN: Final = _LAYOUT.slice("card_known")
_REST: Final = slice(_LAYOUT.sections["resources"].begin, _LAYOUT.sections["turn_faction"].begin)

_NUMBER: Final = np.dtype("<i2")
_PACKED: Final = np.dtype("<u8")  # four numbers side by side (`Row.packed`)
_CARDS: Final = np.array(sorted(ALL_CARDS))
_PLACE_OF_CARD: Final = {int(card): _KNOWN.start + place for place, card in enumerate(_CARDS)}
_CARD_BYTES: Final = int(_CARDS[-1]) // 8 + 1
_CARD_BITS: Final = (1 << 8 * _CARD_BYTES) - 1  # cards of packs have numbers in between, which are left out
_EFFECT_BYTES: Final = len(LASTING) // 8 + 1
_EFFECT_BITS: Final = (1 << len(LASTING)) - 1
_PIVOTAL_BYTES: Final = len(PIVOTALS) // 8 + 1
_SIGN_OF_CONTROL: Final = np.array((0, 1, -1), np.int16)
_BOXES: Final = {EVENT: 1, OP_ONLY: 2, OP_AND_ACTIVITY: 3, LIMITED_OP: 4, OPERATION: 5}
_BITS: Final = tuple(tuple(mask >> faction & 1 for faction in FACTIONS) for mask in range(1 << len(FACTIONS)))
_NO_MARKERS: Final = [0] * sum(len(_LAYOUT.sections[name].labels) for name in ("marker", "own_marker"))
_NO_QUESTION: Final = [0] * sum(len(_LAYOUT.sections[name].labels) for name in ("asked", "question"))
_POLICIES: Final = ("jfk", "lbj", "nixon")
_tracks_of: Final = attrgetter(*TRACKS)
_ERA_NUMBERS: Final = {name: place for place, name in enumerate(ERAS, 1)}
_STAGE_NUMBERS: Final = {name: place for place, name in enumerate(STAGE_IDS, 1)}


def seat_asked(game: Game) -> int:
    """The number of the seat whose answer is awaited; NOBODY once the game is over."""
    decision = game.decision
    return NOBODY if decision is None else game.state.options.seat_of(decision.actor)


def _question_of(game: Game) -> Decision | None:
    """What some seat is asked; None while a die or a card is awaited from outside (manual chance)."""
    decision = game.decision
    return None if decision is None or decision.actor == CHANCE else decision


def pages_of(decision: Decision) -> int:
    """On how many pages the answers stand."""
    return -(-len(decision.options) // PAGE)


def observe(game: Game, seat: int, page: int = 0, memory: Memory | None = None) -> Observation:
    """What this seat observes; `page` is the page of answers that lies before the seat that is asked.

    Anyone who observes the same game again and again lends it a `memory`, which only saves time.
    """
    decision = _question_of(game)
    mine = decision is not None and game.state.options.seat_of(decision.actor) == seat
    rows = np.zeros(ACTIONS, _PACKED)
    mask = np.zeros(ACTIONS, np.int8)
    if decision is not None and mine:
        begin = page * PAGE
        shown = decision.options[begin : begin + PAGE]
        rows[: len(shown)] = rows_of_options(shown, begin)
        mask[: len(shown)] = 1
        mask[NEXT_PAGE] = len(decision.options) > PAGE
    table = rows.view(_NUMBER).reshape(ACTIONS, len(COLUMNS))
    return {"observation": _vector(game, seat, page, mine, memory), "options": table, "action_mask": mask}


def _bits(number: int, size: int) -> NDArray[np.uint8]:
    return np.unpackbits(np.frombuffer(number.to_bytes(size, "little"), np.uint8), bitorder="little")


@lru_cache(KEPT)
def _effects(effects: int) -> NDArray[np.uint8]:
    return _bits(effects & _EFFECT_BITS, _EFFECT_BYTES)[: len(LASTING)]


@lru_cache(KEPT)
def _pivotals(held: int) -> NDArray[np.uint8]:
    return _bits(held, _PIVOTAL_BYTES)[: len(PIVOTALS)]


@lru_cache(KEPT)
def _cards_seen(seen: int) -> NDArray[np.uint8]:
    found: NDArray[np.uint8] = _bits(seen & _CARD_BITS, _CARD_BYTES)[_CARDS]
    return found


def _vector(game: Game, seat: int, page: int, mine: bool, memory: Memory | None) -> Numbers:
    s = game.state
    vector = np.zeros(_LAYOUT.size, np.int16)
    vector[_BOARD] = np.frombuffer(s.pieces, np.uint8, ROWS * KINDS)
    vector[_SUPPORT] = np.frombuffer(s.support, np.int8, CONTROLLABLE)
    vector[_CONTROL] = _SIGN_OF_CONTROL[np.frombuffer(s.control, np.uint8, CONTROLLABLE)]
    vector[_TERROR] = np.frombuffer(s.terror, np.uint8, SPACE_COUNT)
    vector[_EFFECT] = _effects(s.effects)
    vector[_PIVOTAL] = _pivotals(s.pivotal_held)
    vector[_KNOWN] = _cards_seen(s.seen)
    for pile in s.piles:
        for card in pile.chosen:
            if card in _PLACE_OF_CARD:
                vector[_PLACE_OF_CARD[card]] = 2
    vector[_REST] = [
        *_tracks(s),
        *_bits_of(s.options.seats[seat]),
        *_sequence(s),
        *_card(s, s.card),
        *_card(s, s.next_card),
        *_situation(s),
        *_markers(s, seat),
        *_question(_question_of(game), page, mine),
    ]
    (memory or Memory()).write(game, vector)
    return vector


def _tracks(s: State) -> list[int]:
    """Resources, tracks, margins (7.3) and who is in the game."""
    playing = s.era.factions
    measure = margin_of if any(s.revealed_markers) else margin
    return [
        *s.resources,
        *_tracks_of(s),
        *(measure(s, faction) if faction in playing else 0 for faction in FACTIONS),
        *_bits_of(playing),
    ]


@cache
def _bits_of(factions: tuple[int, ...]) -> tuple[int, ...]:
    """1 for each Faction among these."""
    return tuple(int(faction in factions) for faction in FACTIONS)  # numpy reads a list of numbers alone much faster


def _card(s: State, card: int) -> list[int]:
    head = s.cards.facts.get(card)
    return [card, int(is_coup(s, card)), *_places(head.order if head is not None else ())]


@cache
def _places(order: tuple[int, ...]) -> tuple[int, ...]:
    """The place of each Faction in an order, counted from 1; 0 if it has none."""
    return tuple(order.index(faction) + 1 if faction in order else 0 for faction in FACTIONS)


def _sequence(s: State) -> list[int]:
    acted = dict(s.acted)
    box = _BOXES.get
    return [
        *_places(s.order),
        *(box(acted.get(faction, ""), 0) for faction in FACTIONS),
        *_BITS[s.eligible & ~s.made_ineligible],
        *_BITS[s.passed],
        *_BITS[s.made_ineligible],
        *_BITS[s.stay_eligible],
        *(_BITS[1 << s.executing] if s.executing >= 0 else _BITS[0]),
        *(_BITS[0] if s.era.sequence.look_ahead else _BITS[1 << s.initiative]),
    ]


def _situation(s: State) -> list[int]:
    return [
        *(_ERA_NUMBERS.get(s.era.id, 0), s.era.flags, _STAGE_NUMBERS[s.stage]),
        *(s.leader, int(s.leader_silenced), s.leaders(), _POLICIES.index(s.us_policy) + 1),
        *_deck(s.piles),
        *(s.coup_rounds, int(is_coup(s, s.next_card)), int(s.last_was_coup)),
    ]


@lru_cache(KEPT)
def _deck(piles: tuple[PileState, ...]) -> tuple[int, int, int]:
    """How many cards are left, how many Coup cards among them, and of which period or year the next ones are."""
    left = [pile for pile in piles if pile.size]
    return sum(pile.size for pile in left), sum(pile.coup != 0 for pile in left), left[0].period if left else 0


def _markers(s: State, seat: int) -> list[int]:
    """7.3: everybody sees how many markers are held and which are shown; which are held, only their holder."""
    if not any(s.markers) and not any(s.revealed_markers):
        return _NO_MARKERS
    own = [marker for faction in s.options.seats[seat] for marker in s.markers[faction]]
    return [
        *map(len, s.markers),
        *(shown.count(kind) for shown in s.revealed_markers for kind in MARKER_KINDS),
        *map(own.count, MARKER_KINDS),
    ]


def _question(decision: Decision | None, page: int, mine: bool) -> list[int]:
    if decision is None:
        return _NO_QUESTION
    asked = _BITS[1 << decision.actor]
    kind = kind_numbers().get(decision.kind, 0)
    if decision.kind in SECRET_KINDS and not mine:
        return [*asked, 0, kind, -1, *(0,) * 8]
    params = decision.params
    n = params.get("n")
    return [
        *asked,
        *(int(mine), kind, -1 if decision.cost is None else decision.cost),
        *((len(decision.options), page, pages_of(decision)) if mine else (0, 0, 0)),
        *(params[name] + 1 if name in params else 0 for name in ABOUT),
        params["piece"] + 1 if "piece" in params else 0,
        n if type(n) is int else 0,
    ]
