"""State: the whole situation of a game as plain data, cheap to copy, without rules.

Pieces lie in one array of rows (47 spaces, then the Available, Casualties and Out of Play boxes) by kinds. What can be
derived from them and is asked for all the time (Faction totals per space, Control, populations, Support totals) is kept
beside them by the functions in `rules/forces.py` and `rules/control.py`, the only code that writes these arrays.
"""

from array import array
from collections.abc import Mapping, Sequence
from hashlib import blake2b
from typing import Final, NamedTuple

from fitl.board.factions import FACTION_IDS
from fitl.board.pieces import KIND_IDS, KINDS
from fitl.board.scenario import Scenario
from fitl.board.spaces import CONTROLLABLE, ROWS, SPACE_COUNT, row_id
from fitl.cardset import BASE, CardSet
from fitl.era import Era, era_named
from fitl.lasting import effects_in_force, flags_in_force
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
STAGE_IDS: Final = [
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
]


def new_stage(name: str) -> int:
    """A stage that an era adds. Its name is what positions and journals know; its number may be another elsewhere."""
    STAGE_IDS.append(name)
    return len(STAGE_IDS) - 1


def is_added(stage: int) -> bool:
    """Is it a stage that an era adds: a step of the Fall of Diem (P7.4) or of the Paris talks (S6.8)?"""
    return stage > OVER


# What a Faction did on the current card (2.3): its place in the sequence-of-play boxes.
EVENT: Final = "event"
OP_ONLY: Final = "op_only"
OP_AND_ACTIVITY: Final = "op_activity"
LIMITED_OP: Final = "limop"
PASS: Final = "pass"
OPERATION: Final = "operation"  # where two play: chosen first, its box is settled by what was done (P2.3.2, S2.3.2)


class PileState(NamedTuple):
    """What is left of one pile of the deck (2.1), its order unknown until drawn."""

    events: int  # Event cards still to come that nobody knows
    period: int  # only Events of this period, 0 for any
    coup: int  # 0: drawn already; -1: one random Coup card to come; else the number of the card that serves as Coup
    last: int  # the Coup card is one of the last this-many cards of the pile
    chosen: tuple[int, ...] = ()  # Events that were drafted into the pile and are still to come (P2.1, S2.1)

    @property
    def size(self) -> int:
        return self.events + len(self.chosen) + (1 if self.coup else 0)


class LogEntry(NamedTuple):
    """One line of the story: a message id and what fills it."""

    message: str
    params: dict[str, object]


class Outcome(NamedTuple):
    """How the game ended (7.x)."""

    reason: str  # "victory" during a Coup Round (7.2) or "final" after the last one (7.3)
    winner: int  # Faction
    ranking: tuple[int, ...]  # Factions, best first (7.1)
    margins: tuple[int | None, ...]  # by Faction, as compared (7.3); None for those not in the game

    def margin(self, faction: int) -> int:
        """The margin of a Faction that was in the game."""
        found = self.margins[faction]
        assert found is not None
        return found


# The names of everything a state holds, whichever way the package was built.
FIELDS: Final = (
    "acted",
    "aid",
    "anti_war",
    "card",
    "cards",
    "coin_population",
    "control",
    "control_frozen",
    "coup_pool",
    "coup_rounds",
    "draft",
    "econ",
    "effects",
    "eligible",
    "era",
    "executing",
    "force",
    "hanoi",
    "initiative",
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
    "posture",
    "regime",
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
    "war_weary",
    "washington",
)

# What `State.facts` does not tell under the field's own name and value: what is no part of the situation, what is told
# in words of its own, and what follows from other facts.
_TOLD_OTHERWISE: Final = frozenset(
    (
        *("log", "scenario", "cards", "stage", "era"),
        *("options", "pieces", "support", "control", "terror", "resources"),
        *("markers", "revealed_markers", "effects", "seen", "piles", "outcome"),
        *("force", "coin_population", "nva_population", "total_support", "total_opposition"),
    )
)

# The present way of making a digest. Those of earlier versions have no mark: they hashed the layout of the memory.
DIGEST_MARK: Final = "2-"


def _by_faction(values: Sequence[object]) -> list[tuple[str, object]]:
    return [(FACTION_IDS[faction], value) for faction, value in enumerate(values) if value]


def _by_space(values: Sequence[int]) -> list[tuple[str, int]]:
    return sorted((row_id(sp), value) for sp, value in enumerate(values) if value)


def _by_piece(pieces: Sequence[int]) -> list[tuple[str, str, int]]:
    return sorted((row_id(i // KINDS), KIND_IDS[i % KINDS], n) for i, n in enumerate(pieces) if n)


def _by_name(values: Mapping[str, object]) -> list[tuple[str, object]]:
    return sorted((name, value) for name, value in values.items() if value)


class State:
    """The situation. Mutated only by the rules; copied at every checkpoint.

    Made by `empty_state` or `copy`, not by a constructor: a copy costs little because nothing is made first that it
    would throw away.
    """

    __slots__ = FIELDS

    # Given when the game begins.
    scenario: Scenario
    options: GameOptions
    cards: CardSet
    era: Era  # which rules hold; a campaign changes it
    seed: int
    # The board.
    pieces: bytearray
    force: bytearray  # pieces per row and Faction
    support: "array[int]"
    control: bytearray
    terror: bytearray  # Terror on Provinces and Cities, Sabotage on LoCs
    control_frozen: bool  # inside 6.4 and 6.5 Control is adjusted only at the end
    # Derived totals (1.6, 1.7).
    total_support: int
    total_opposition: int
    coin_population: int
    nva_population: int
    # Tracks (1.8, 6.7).
    resources: list[int]  # by Faction; the US entry stays 0
    aid: int
    patronage: int
    econ: int
    trail: int
    # Tracks of the expansions (P6.8-P6.10, S6.9, S7.2).
    washington: int
    hanoi: int
    regime: int
    posture: int
    war_weary: int
    anti_war: int
    # Lasting effects and leaders.
    effects: int
    leader: int
    leader_box: tuple[int, ...]  # Coup cards in the box, bottom first
    leader_silenced: bool  # card 97
    # The deck.
    piles: tuple[PileState, ...]
    coup_pool: tuple[int, ...]
    seen: int  # bit per Event card that can no longer be drawn at random
    draft: tuple[tuple[int, int], ...]  # P2.1, S2.1: who has still to pick an Event of which year, in order
    card: int
    next_card: int
    played: tuple[int, ...]
    last_was_coup: bool
    coup_rounds: int
    pivotal_held: int  # bit per Pivotal Event by its place in `PIVOTALS`: the base game's four by Faction, then others
    # The card being played (2.3).
    stage: int
    order: tuple[int, ...]
    initiative: int  # P2.3, S2.3: the Faction that is First, where two play
    eligible: int
    passed: int
    acted: tuple[tuple[int, str], ...]
    stay_eligible: int
    made_ineligible: int
    executing: int  # the Faction in the middle of an Operation, Special Activity or Event
    # Deception markers (7.3) by Faction: held unseen, and shown.
    markers: tuple[tuple[str, ...], ...]
    revealed_markers: tuple[tuple[str, ...], ...]
    us_policy: str  # 8.8.1: of a non-player US: jfk, lbj or nixon
    outcome: Outcome | None
    log: list[LogEntry] | None  # not part of the situation

    def copy(self) -> "State":
        """An independent copy (without the log). Everything not copied here is immutable."""
        new = State()
        new.scenario = self.scenario
        new.options = self.options
        new.cards = self.cards
        new.era = self.era
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
        new.washington = self.washington
        new.hanoi = self.hanoi
        new.regime = self.regime
        new.posture = self.posture
        new.war_weary = self.war_weary
        new.anti_war = self.anti_war
        new.effects = self.effects
        new.leader = self.leader
        new.leader_box = self.leader_box
        new.leader_silenced = self.leader_silenced
        new.piles = self.piles
        new.coup_pool = self.coup_pool
        new.seen = self.seen
        new.draft = self.draft
        new.card = self.card
        new.next_card = self.next_card
        new.played = self.played
        new.last_was_coup = self.last_was_coup
        new.coup_rounds = self.coup_rounds
        new.pivotal_held = self.pivotal_held
        new.stage = self.stage
        new.order = self.order
        new.initiative = self.initiative
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

    def __getstate__(self) -> dict[str, object]:
        return {name: getattr(self, name) for name in FIELDS}

    def __setstate__(self, values: dict[str, object]) -> None:
        for name, value in values.items():
            setattr(self, name, value)

    def facts(self) -> dict[str, object]:
        """Everything that makes two situations the same (scenario and cards apart), by name.

        Nothing here depends on how a state is laid out: pieces and markers are told by the ids of where they are and
        what they are, and what is nothing (0, none, no) is left out. So a new kind of piece, box, track, option or
        other field leaves the hashes of all games that do not use it as they are. What follows from other facts is not
        told again.
        """
        found: dict[str, object] = {"stage": STAGE_IDS[self.stage]}
        if self.era.id != self.scenario.era:
            found["era"] = self.era.id
        for name in FIELDS:
            if name not in _TOLD_OTHERWISE and (value := getattr(self, name)):
                found[name] = value
        told: dict[str, object] = {
            "options": self.options.chosen(),
            "pieces": _by_piece(self.pieces),
            "support": _by_space(self.support),
            "control": _by_space(self.control),
            "terror": _by_space(self.terror),
            "resources": _by_faction(self.resources),
            "markers": _by_faction(self.markers),
            "revealed_markers": _by_faction(self.revealed_markers),
            "effects": (*effects_in_force(self.effects), *flags_in_force(self.effects)),
            "seen": tuple(card for card in range(self.seen.bit_length()) if self.seen >> card & 1),
            "piles": tuple(_by_name(pile._asdict()) for pile in self.piles),
            "outcome": None if self.outcome is None else _by_name(self.outcome._asdict()),
        }
        return found | {name: value for name, value in told.items() if value}

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, State)
            and self.scenario.id == other.scenario.id
            and self.cards.digest == other.cards.digest
            and self.facts() == other.facts()
        )

    __hash__ = None  # type: ignore[assignment]  # mutable; use digest()

    def digest(self) -> str:
        """A short hash of the situation, for journals and drift checks; it begins with the way it was made."""
        told = (self.scenario.id, self.cards.digest, sorted(self.facts().items()))
        return DIGEST_MARK + blake2b(repr(told).encode(), digest_size=8).hexdigest()

    def leaders(self) -> int:
        """2.4.1: how many cards lie in the RVN Leader box, those face down beneath included (S2.1)."""
        return len(self.leader_box) + self.scenario.unseen_in_leader_box

    def everybody(self) -> int:
        """All Factions of the era, as a mask."""
        return sum(1 << faction for faction in self.era.factions)

    def note(self, message: str, **params: object) -> None:
        """Tell the story: append a message of the catalogue to the log, if anybody listens."""
        if self.log is not None:
            self.log.append(LogEntry(message, params))


def empty_state(scenario: Scenario, options: GameOptions, seed: int, cards: CardSet = BASE) -> State:
    """A state before set-up: no piece anywhere, all tracks at 0."""
    s = State()
    s.scenario = scenario
    s.options = options
    s.cards = cards
    s.era = era_named(scenario.era)
    s.seed = seed
    s.pieces = bytearray(ROWS * KINDS)
    s.force = bytearray(ROWS * 4)
    s.support = array("b", bytes(CONTROLLABLE))
    s.control = bytearray(CONTROLLABLE)
    s.terror = bytearray(SPACE_COUNT)
    s.control_frozen = False
    s.total_support = s.total_opposition = 0
    s.coin_population = s.nva_population = 0
    s.resources = [0] * len(FACTION_IDS)
    s.aid = s.patronage = s.econ = s.trail = 0
    s.washington = s.hanoi = s.regime = s.posture = s.war_weary = s.anti_war = 0
    s.effects = 0
    s.leader = MINH
    s.leader_box = ()
    s.leader_silenced = False
    s.piles = ()
    s.coup_pool = ()
    s.seen = 0
    s.draft = ()
    s.card = s.next_card = 0
    s.played = ()
    s.last_was_coup = False
    s.coup_rounds = 0
    s.pivotal_held = 0
    s.stage = SET_UP
    s.order = ()
    s.initiative = 0
    s.eligible = sum(1 << faction for faction in scenario.factions)
    s.passed = 0
    s.acted = ()
    s.stay_eligible = s.made_ineligible = 0
    s.executing = -1
    s.markers = s.revealed_markers = ((), (), (), ())
    s.us_policy = "lbj"
    s.outcome = None
    s.log = None
    return s
