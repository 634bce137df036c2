"""What a scenario consists of (2.1, P2.1, S2.1)."""

from dataclasses import dataclass

from fitl.board.forces import Pieces


@dataclass(frozen=True, slots=True)
class Pile:
    """One pile of the deck, with one Coup card shuffled in (2.1)."""

    events: int
    period: int | None  # demanded by the scenario itself
    option_period: int | None  # demanded by the Period Events option
    coup_card: int | None  # a fixed card in the place of a random Coup card


@dataclass(frozen=True, slots=True)
class MiniDeck:
    """How an expansion builds its deck (P2.1, S2.1)."""

    years: tuple[int, ...]
    draft_order: tuple[int, ...]  # of those who play; each picks one Event of each year
    draft_by: str  # "faction": one picks for every year, then the next; "year": all pick for a year, then the next
    events_per_pile: int  # drafted ones among them; the others are dealt unseen
    coup_placement: str
    coup_of_year: dict[int, int]
    first_game_draft: dict[int, tuple[int, ...]]  # what is advised instead of drafting in a first game, if anything


@dataclass(frozen=True, slots=True)
class MiniDeckUse:
    """Which part of a mini-deck a scenario plays."""

    name: str
    years: tuple[int, ...]
    own_pivotals: bool  # each Faction holds its Pivotal Event of the expansion


@dataclass(frozen=True, slots=True)
class SpaceSetup:
    """One space at the start."""

    control: str  # "coin", "nva" or "none"; LoCs are never Controlled (1.7)
    support: int  # -2 Active Opposition ... +2 Active Support (1.6)
    pieces: Pieces


@dataclass(frozen=True, slots=True)
class Goal:
    """A victory condition: a total that must exceed a number (7.2)."""

    total: str
    exceeds: int


@dataclass(frozen=True, slots=True)
class Scenario:
    """One scenario, complete: what it takes from another one is already filled in."""

    id: str
    name: str  # on the command line
    playable: bool
    title: str
    subtitle: str
    set: str  # the box it comes in
    years: tuple[int, int]
    factions: tuple[int, ...]
    pool: Pieces
    force_pool: tuple[int, ...]  # the same by kind of the engine
    leader: str
    leader_box: tuple[int, ...]  # Coup cards, bottom to top
    unseen_in_leader_box: int  # further Coup cards beneath, face down
    piles: tuple[Pile, ...]  # first pile on top; empty where the deck is a mini-deck
    coup_pool: tuple[int, ...]
    coup_placement: str
    historical_coups: tuple[int, ...]  # the Coup cards of the historical option, if there is one
    mini_deck: MiniDeckUse | None
    phases: tuple[tuple[str, str], ...]  # ("deck" or "transition", which), for scenarios that go on
    pivotal: tuple[int, ...]
    pivotal_played: tuple[int, ...]
    capabilities_when: str
    capabilities: tuple[tuple[int, str], ...]
    us_policy: str | None  # used by the non-player US only
    tracks: dict[str, int]
    resources: tuple[int, ...]  # by Faction; the US has none (1.8)
    regime_stability: str | None
    eligible: tuple[int, ...]
    initiative: tuple[int, ...]  # first and second Faction of a two-player sequence
    era: str  # in which it begins
    tet_as_coup: bool
    no_commitment_add_or_withdraw: bool
    no_victory: bool  # P7.3: the prequel goes on, no matter who is ahead
    published_totals: dict[str, int]
    boxes: dict[str, Pieces]
    setup: dict[str, SpaceSetup]
