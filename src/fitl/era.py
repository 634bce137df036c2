"""Eras: which rules hold in a situation, as tables that the rules ask.

Every state refers to one immutable `Era`, as it does to its scenario and its cards. `fitl.eras` holds one module or
folder per era with its tables; `fitl.compose` lists them all. A campaign changes era by setting `State.era` in a stage;
`State.era_named` finds the next one.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from fitl.board.card import PERIODS
from fitl.board.factions import ARVN, NVA, VC
from fitl.board.pieces import ARVN_TROOPS, IRREGULAR, IRREGULAR_ACTIVE, POLICE, RANGER, RANGER_ACTIVE, US_TROOPS
from fitl.board.scenario import Goal
from fitl.board.spaces import EVERYWHERE
from fitl.decisions import Flow

if TYPE_CHECKING:
    from fitl.state import State

Step = Callable[["State"], Flow[None]]
TrackMove = Callable[["State", int], Flow[object]]  # by this many steps

# What has happened, as bits of `Era.flags`, asked for at the rule it bends: `if s.era.flags & POST_PARIS:  # S6.8.4`.
POST_PARIS: Final = 1 << 0  # the Paris talks are over, whatever came of them (S6.8.4)
US_RETREATED: Final = 1 << 1  # the US has left the war (S6.8.2); never without POST_PARIS
BLACK_APRIL: Final = 1 << 2  # only ARVN and NVA play (S1.5); never without the other two

COIN_WATCHERS: Final = (US_TROOPS, ARVN_TROOPS, POLICE, IRREGULAR, IRREGULAR_ACTIVE, RANGER, RANGER_ACTIVE)  # 3.3.2


class Stage(NamedTuple):
    """A stage: where the outermost loop stands, and how play goes on from there given the state alone."""

    id: str  # what states, positions and journals know it by
    step: Step
    rule: str


def stages(*rows: Stage) -> dict[str, Stage]:
    """A table of stages by id; of two rows with the same id the later one holds."""
    return {row.id: row for row in rows}


@dataclass(frozen=True, slots=True, eq=False)
class Sequence:
    """A sequence of play: who acts on a card, and what may be done after what (2.3, P2.3, S2.3)."""

    id: str  # how it is shown: "eligibility" or "initiative"
    first: tuple[str, ...]  # what the 1st to act may do
    second: Mapping[str, tuple[str, ...]]  # what the 2nd may do, by the box of the 1st
    order: Callable[["State"], tuple[int, ...]]  # of the Factions on the present card
    up: Callable[["State"], int]  # whose turn it is on the present card, -1 if it is finished
    first_box: Callable[["State"], str]  # what the 1st has done on the present card, "" if nothing yet
    look_ahead: bool  # is the next card seen?
    letter: str = ""  # of the book its rules stand in: P2.3, S2.3


@dataclass(frozen=True, slots=True, eq=False)
class Era:
    """The tables of an era. Two are the same if their `id` is."""

    id: str
    factions: tuple[int, ...]
    operations: Mapping[int, tuple[str, ...]]  # by Faction
    accompanying: Mapping[tuple[int, str], tuple[str, ...]]  # 4.1.1
    operation_rules: Mapping[str, Any]  # how each is done: OperationRule by name
    activity_rules: Mapping[str, Any]  # ActivityRule by name
    price: Callable[["State", int, str], int]  # what an Operation costs a Faction in a space (3.2, 3.3)
    passing: Mapping[int, tuple[int, int]]  # 2.3.3: who earns how much when a Faction passes
    sequence: Sequence
    stages: Mapping[str, Stage]
    coup_round: tuple[str, ...]  # the phases in order
    last_phase: str  # with which the final Coup Round ends; "" if no Round ends the game (P6.4.5)
    goals: Mapping[int, Goal]
    tracks: tuple[str, ...]  # those in use, beside Resources
    boxes: tuple[int, ...]  # those in use
    casualties: tuple[int, ...]  # whose pieces may be Casualties
    commitment: Step  # what a Commitment Phase consists of (6.5, S6.5)
    periods: tuple[int, ...] = PERIODS  # of the cards that may come up, earliest first (2.1, P2.1, S2.1)
    flags: int = 0
    agitator: int = VC  # who Agitates, and places Sabotage if the markers run short (6.2.1, 6.3.2, S6.3.2)
    open_spaces: int = EVERYWHERE  # a mask: where pieces may be (P1.3.5)
    aid_per_base: int = 6  # what an ARVN Assault brings for a Base (3.2.4, P3.2.4)
    us_trains_arvn_in_cities: bool = False  # also without a Base (P3.2.1)
    march_watchers: tuple[int, ...] = COIN_WATCHERS  # the kinds that count when a group Marches in (3.3.2, P3.3.2)
    us_pacifies_with: int = US_TROOPS  # the kind that Pacifies in a Coup Round (6.3.1, P6.3.1)
    holders: tuple[int, ...] = (ARVN, NVA, VC)  # who has Resources (1.8, P1.8)
    resources_transferred: bool = True  # between NVA and VC (1.5.2, P1.8)
    track_moves: Mapping[str, TrackMove] = field(default_factory=dict)  # of tracks that move more than a marker
    tunnels: bool = True  # are there Tunnel markers (1.4.4, P1.4)?
    control_frozen: bool = False  # between stages too, until the era is over (P7.4)
    also_needed: Callable[["State", int], bool] | None = None  # to win a Victory Phase, besides the goal (S7.2)
    leader_covered: Callable[["State"], None] | None = None  # what a new leader brings besides himself (P7.4)
    drafting: tuple[str, ...] = ()  # the stages, besides the set-up, in which Events are drafted (S6.8.3)
    force_pool: tuple[int, ...] = ()  # where it is not the scenario's, by kind
    line: str = ""  # the end of the id, where a campaign has eras of its own: "_after_diem", "_diem_stays"

    def activities_of(self, faction: int) -> tuple[str, ...]:
        """The Special Activities of a Faction, whatever Operation they accompany (4.1.1)."""
        pairs = self.accompanying.items()
        return tuple(dict.fromkeys(name for (who, _), names in pairs if who == faction for name in names))


EraNamed = Callable[[str], Era]  # the era of an id
