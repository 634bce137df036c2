"""State: the whole situation of a game as plain data, cheap to copy, without rules.

Pieces lie in one array of rows (47 spaces, then the Available, Casualties and Out of Play boxes) by kinds. What can be
derived from them and is asked for all the time (Faction totals per space, Control, populations, Support totals) is kept
beside them by the functions in `rules/forces.py` and `rules/control.py`, the only code that writes these arrays.
"""

from array import array
from hashlib import blake2b
from typing import Final, NamedTuple

from fitl.board.pieces import KINDS
from fitl.board.scenario import Scenario
from fitl.board.spaces import CONTROLLABLE, ROWS, SPACE_COUNT
from fitl.cardset import BASE, CardSet
from fitl.options import GameOptions

# Control of a Province or City (1.7).
UNCONTROLLED: Final = 0
COIN_CONTROL: Final = 1
NVA_CONTROL: Final = 2

# Support and Opposition (1.6).
ACTIVE_OPPOSITION: Final = -2
PASSIVE_OPPOSITION: Final = -1
NEUTRAL: Final = 0
PASSIVE_SUPPORT: Final = 1
ACTIVE_SUPPORT: Final = 2

# RVN leaders (2.4.1) are named by their Coup card; two values are no card.
MINH: Final = 0  # printed in the box
NO_LEADER: Final = -1  # Minh cancelled by a Failed Attempt

# Stages: where the outermost loop stands. Each is a checkpoint from which play goes on given the state alone.
SET_UP: Final = 0
PIVOTAL: Final = 1
TURN: Final = 2
END_OF_CARD: Final = 3
NEXT_CARD: Final = 4
COUP_CARD: Final = 5
VICTORY: Final = 6
RESOURCES: Final = 7
SUPPORT: Final = 8
REDEPLOY: Final = 9
COMMITMENT: Final = 10
RESET: Final = 11
OVER: Final = 12
STAGE_IDS: Final = (
    "set_up",
    "pivotal",
    "turn",
    "end_of_card",
    "next_card",
    "coup_card",
    "victory",
    "resources",
    "support",
    "redeploy",
    "commitment",
    "reset",
    "over",
)

# What a Faction did on the current card (2.3): its place in the sequence-of-play boxes.
EVENT: Final = "event"
OP_ONLY: Final = "op_only"
OP_AND_ACTIVITY: Final = "op_activity"
LIMITED_OP: Final = "limop"
PASS: Final = "pass"


class PileState(NamedTuple):
    """What is left of one pile of the deck (2.1), its order unknown until drawn."""

    events: int  # Event cards still to come
    period: int  # only Events of this period, 0 for any
    coup: int  # 0: drawn already; -1: one random Coup card to come; else the number of the card that serves as Coup
    last: int  # the Coup card is one of the last this-many cards of the pile

    @property
    def size(self) -> int:
        return self.events + (1 if self.coup else 0)


class LogEntry(NamedTuple):
    """One line of the story: a message id and what fills it."""

    message: str
    params: dict[str, object]


class Outcome(NamedTuple):
    """How the game ended (7.x)."""

    reason: str  # "victory" during a Coup Round (7.2) or "final" after the last one (7.3)
    winner: int  # Faction
    ranking: tuple[int, ...]  # Factions, best first (7.1)
    margins: tuple[int, ...]  # by Faction, as compared (7.3)


class State:
    """The situation. Mutated only by the rules; copied at every checkpoint."""

    __slots__ = (
        "acted",
        "aid",
        "card",
        "cards",
        "coin_population",
        "control",
        "control_frozen",
        "coup_pool",
        "coup_rounds",
        "econ",
        "effects",
        "eligible",
        "executing",
        "force",
        "last_was_coup",
        "leader",
        "leader_box",
        "leader_silenced",
        "log",
        "made_ineligible",
        "markers",
        "next_card",
        "nva_population",
        "options",
        "order",
        "outcome",
        "passed",
        "patronage",
        "pieces",
        "piles",
        "pivotal_held",
        "played",
        "resources",
        "revealed_markers",
        "scenario",
        "seed",
        "seen",
        "stage",
        "stay_eligible",
        "support",
        "terror",
        "total_opposition",
        "total_support",
        "trail",
        "us_policy",
    )

    def __init__(self, scenario: Scenario, options: GameOptions, seed: int, cards: CardSet = BASE) -> None:
        self.scenario = scenario
        self.options = options
        self.cards = cards
        self.seed = seed
        # The board.
        self.pieces = bytearray(ROWS * KINDS)
        self.force = bytearray(ROWS * 4)  # pieces per row and Faction
        self.support = array("b", bytes(CONTROLLABLE))
        self.control = bytearray(CONTROLLABLE)
        self.terror = bytearray(SPACE_COUNT)  # Terror on Provinces and Cities, Sabotage on LoCs
        self.control_frozen = False  # inside 6.4 and 6.5 Control is adjusted only at the end
        # Derived totals (1.6, 1.7).
        self.total_support = 0
        self.total_opposition = 0
        self.coin_population = 0
        self.nva_population = 0
        # Tracks (1.8, 6.7).
        self.resources = [0, 0, 0, 0]  # by Faction; the US entry stays 0
        self.aid = 0
        self.patronage = 0
        self.econ = 0
        self.trail = 0
        # Lasting effects and leaders.
        self.effects = 0
        self.leader = MINH
        self.leader_box: tuple[int, ...] = ()  # Coup cards in the box, bottom first
        self.leader_silenced = False  # card 97
        # The deck.
        self.piles: tuple[PileState, ...] = ()
        self.coup_pool: tuple[int, ...] = ()
        self.seen = 0  # bit per Event card that can no longer be drawn
        self.card = 0
        self.next_card = 0
        self.played: tuple[int, ...] = ()
        self.last_was_coup = False
        self.coup_rounds = 0
        self.pivotal_held = 0  # bit per Faction
        # The card being played (2.3).
        self.stage = SET_UP
        self.order: tuple[int, ...] = ()
        self.eligible = 0b1111
        self.passed = 0
        self.acted: tuple[tuple[int, str], ...] = ()
        self.stay_eligible = 0
        self.made_ineligible = 0
        self.executing = -1  # the Faction in the middle of an Operation, Special Activity or Event
        # Deception markers (7.3) by Faction: held unseen, and shown.
        self.markers: tuple[tuple[str, ...], ...] = ((), (), (), ())
        self.revealed_markers: tuple[tuple[str, ...], ...] = ((), (), (), ())
        self.us_policy = "lbj"  # 8.8.1: of a non-player US: jfk, lbj or nixon
        self.outcome: Outcome | None = None
        self.log: list[LogEntry] | None = None  # not part of the situation

    def copy(self) -> "State":
        """An independent copy (without the log). Everything not copied here is immutable."""
        new = State.__new__(State)
        new.scenario = self.scenario
        new.options = self.options
        new.cards = self.cards
        new.seed = self.seed
        new.pieces = self.pieces[:]
        new.force = self.force[:]
        new.support = self.support[:]
        new.control = self.control[:]
        new.terror = self.terror[:]
        new.control_frozen = self.control_frozen
        new.total_support = self.total_support
        new.total_opposition = self.total_opposition
        new.coin_population = self.coin_population
        new.nva_population = self.nva_population
        new.resources = self.resources[:]
        new.aid = self.aid
        new.patronage = self.patronage
        new.econ = self.econ
        new.trail = self.trail
        new.effects = self.effects
        new.leader = self.leader
        new.leader_box = self.leader_box
        new.leader_silenced = self.leader_silenced
        new.piles = self.piles
        new.coup_pool = self.coup_pool
        new.seen = self.seen
        new.card = self.card
        new.next_card = self.next_card
        new.played = self.played
        new.last_was_coup = self.last_was_coup
        new.coup_rounds = self.coup_rounds
        new.pivotal_held = self.pivotal_held
        new.stage = self.stage
        new.order = self.order
        new.eligible = self.eligible
        new.passed = self.passed
        new.acted = self.acted
        new.stay_eligible = self.stay_eligible
        new.made_ineligible = self.made_ineligible
        new.executing = self.executing
        new.markers = self.markers
        new.revealed_markers = self.revealed_markers
        new.us_policy = self.us_policy
        new.outcome = self.outcome
        new.log = None
        return new

    def facts(self) -> tuple[object, ...]:
        """Everything that makes two situations the same."""
        return tuple(
            bytes(value)
            if isinstance(value, bytearray)
            else tuple(value)
            if isinstance(value, (list, array))
            else value
            for name in self.__slots__
            if name not in ("log", "scenario", "cards")
            for value in (getattr(self, name),)
        )

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, State)
            and self.scenario.id == other.scenario.id
            and self.cards.digest == other.cards.digest
            and self.facts() == other.facts()
        )

    __hash__ = None  # type: ignore[assignment]  # mutable; use digest()

    def digest(self) -> str:
        """A short hash of the situation, for journals and drift checks."""
        return blake2b(repr((self.scenario.id, self.cards.digest, self.facts())).encode(), digest_size=8).hexdigest()

    def note(self, message: str, **params: object) -> None:
        """Tell the story: append a message of the catalogue to the log, if anybody listens."""
        if self.log is not None:
            self.log.append(LogEntry(message, params))
