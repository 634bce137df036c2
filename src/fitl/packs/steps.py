"""The steps a pack's card is made of: plain data that is carried out with the vocabulary of the printed cards.

Each step knows how it runs and whether it could change anything. A side could change something exactly if one of its
steps could now: as long as no step has changed anything, the next one meets the present situation.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from fitl.board import tracks
from fitl.board.pieces import FACTION_OF, UNDERGROUND_OF
from fitl.board.spaces import CASUALTIES, CONTROLLABLE, POP
from fitl.decisions import Flow, Option, roll
from fitl.era import US_RETREATED
from fitl.events.fall_of_saigon.vocabulary import EVERY_SPACE, Targets, air_strike
from fitl.events.free import free_activity, free_limited_operation, free_operation
from fitl.events.vocabulary import (
    ALL,
    RULE,
    Destinations,
    Piece,
    ask,
    between_boxes,
    deploy,
    make_ineligible,
    pick_amount,
    pick_and_set,
    pick_and_shift,
    pick_piece,
    pick_spaces,
    pieces_in,
    place_among,
    place_each,
    relocate,
    remove_all,
    remove_among,
    replace_piece,
    shift_each,
    so_many,
    stay_eligible,
)
from fitl.packs.selectors import Amount, Spaces, Table, amount_of
from fitl.rules.control import set_support
from fitl.rules.economy import RESOURCES, change_track, track_now
from fitl.rules.forces import activate, add_terror, count, hide, remove_terror, terror_markers_left
from fitl.state import State

TRACKS = (*(track for track in tracks.TRACKS if track != "econ"), *RESOURCES)  # Econ follows from the LoCs (6.2.3)


@dataclass(frozen=True, slots=True)
class Step(ABC):
    """One step of a side; `by` decides whatever there is to choose."""

    by: int

    @abstractmethod
    def run(self, s: State, table: Table) -> Flow[None]:
        """Carry the step out."""

    def who(self, table: Table) -> int:
        return table.faction(self.by)


def run_all(steps: Sequence[Step], s: State, table: Table) -> Flow[None]:
    for step in steps:
        yield from step.run(s, table)


# --- pieces -------------------------------------------------------------------------------------------------------


def _groups(spaces: list[int], each: bool) -> Iterator[list[int]]:
    """The spaces one by one if a step speaks of each of them, else all together."""
    if each:
        yield from ([sp] for sp in spaces)
    elif spaces:
        yield spaces


@dataclass(frozen=True, slots=True)
class Place(Step):
    """Place pieces from Available; what runs short there may be lifted from the map (1.4.1)."""

    kinds: tuple[int, ...]
    where: Spaces
    n: Amount
    up_to: bool
    each: bool

    def run(self, s: State, table: Table) -> Flow[None]:
        by = self.who(table)
        n = amount_of(table, self.n) or 0
        spaces = self.where.find(s, table)
        if self.each and not self.up_to and len(self.kinds) == 1:
            yield from place_each(s, by, "pack_place_each", self.kinds[0], spaces, n)
            return
        for group in _groups(spaces, self.each):
            yield from place_among(s, by, "pack_place", self.kinds, group, so_many(n, self.up_to))


@dataclass(frozen=True, slots=True)
class Deploy(Step):
    """Put pieces from a box on the map."""

    kinds: tuple[int, ...]
    where: Spaces
    n: Amount
    up_to: bool
    source: int

    def run(self, s: State, table: Table) -> Flow[None]:
        spaces = self.where.find(s, table)
        n = so_many(amount_of(table, self.n) or 0, self.up_to)
        yield from deploy(s, self.who(table), "pack_deploy", self.kinds, spaces, n, self.source)


@dataclass(frozen=True, slots=True)
class BetweenBoxes(Step):
    """Move pieces from one box to another."""

    kinds: tuple[int, ...]
    n: Amount
    up_to: bool
    source: int
    to: int

    def _kinds(self, s: State) -> list[int]:
        """Those that may be in the box where they go: ARVN has Casualties only after a US Retreat (S6.8.2)."""
        return [kind for kind in self.kinds if self.to != CASUALTIES or FACTION_OF[kind] in s.era.casualties]

    def run(self, s: State, table: Table) -> Flow[None]:
        n = so_many(amount_of(table, self.n) or 0, self.up_to)
        yield from between_boxes(s, self.who(table), "pack_boxes", self._kinds(s), n, self.source, self.to)


@dataclass(frozen=True, slots=True)
class Remove(Step):
    """Remove pieces from the map to a box."""

    kinds: tuple[int, ...]
    where: Spaces
    n: Amount
    up_to: bool
    each: bool
    to: int

    def run(self, s: State, table: Table) -> Flow[None]:
        by = self.who(table)
        n = amount_of(table, self.n)
        for group in _groups(self.where.find(s, table), self.each):
            if n is None and not self.up_to:
                remove_all(s, self.kinds, group, self.to)
            else:
                most = sum(count(s, sp, kind) for kind, sp in pieces_in(s, self.kinds, group)) if n is None else n
                yield from remove_among(s, by, "pack_remove", self.kinds, group, so_many(most, self.up_to), self.to)


@dataclass(frozen=True, slots=True)
class Replace(Step):
    """Replace pieces by others in place; a missing substitute leaves a gap (5.1.1)."""

    kinds: tuple[int, ...]
    substitute: int
    where: Spaces
    n: Amount
    up_to: bool
    to: int

    def _candidates(self, s: State, table: Table) -> list[Piece]:
        return pieces_in(s, [kind for kind in self.kinds if kind != self.substitute], self.where.find(s, table))

    def run(self, s: State, table: Table) -> Flow[None]:
        by = self.who(table)
        present = sum(count(s, sp, kind) for kind, sp in self._candidates(s, table))
        n = amount_of(table, self.n)
        for left in range(present if n is None else min(n, present), 0, -1):
            piece = yield from pick_piece(
                s, by, "pack_replace", self._candidates(s, table), self.up_to, left=left, piece=self.substitute
            )
            if piece is None:
                break
            yield from replace_piece(s, by, *piece, self.substitute, self.to)


@dataclass(frozen=True, slots=True)
class Move(Step):
    """Move pieces, each at most once."""

    kinds: tuple[int, ...]
    where: Spaces
    to: Spaces
    n: Amount
    up_to: bool

    def run(self, s: State, table: Table) -> Flow[None]:
        n, origins = amount_of(table, self.n), self.where.find(s, table)
        most = so_many(ALL if n is None else n, self.up_to)
        ways: Destinations = lambda kind, origin: self.to.find(s, table, origin)  # noqa: E731
        yield from relocate(s, self.who(table), "pack_move", self.kinds, origins, ways, most)


@dataclass(frozen=True, slots=True)
class Flip(Step):
    """Turn Guerrillas or Special Forces Active or Underground (1.4.3)."""

    kinds: tuple[int, ...]  # in the state they are in before
    where: Spaces
    n: Amount
    up_to: bool

    def run(self, s: State, table: Table) -> Flow[None]:
        by = self.who(table)
        spaces = self.where.find(s, table)
        present = sum(count(s, sp, kind) for kind, sp in pieces_in(s, self.kinds, spaces))
        n = amount_of(table, self.n)
        left = present if n is None else min(n, present)
        forced = left == present and not self.up_to
        while left:
            pieces = pieces_in(s, self.kinds, spaces)
            piece = pieces[0] if forced else (yield from pick_piece(s, by, "pack_flip", pieces, self.up_to, left=left))
            if piece is None:
                break
            kind, sp = piece
            most = min(left, count(s, sp, kind))
            amount = most
            if not forced:
                amount = yield from pick_amount(s, by, "pack_flip_amount", 1, most, piece=kind, space=sp)
            turn = activate if kind in UNDERGROUND_OF else hide
            turn(s, sp, FACTION_OF[kind], amount)
            left -= amount


# --- people -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Shift(Step):
    """Shift Support and Opposition."""

    where: Spaces
    levels: int
    n: Amount
    up_to: bool

    def _candidates(self, s: State, table: Table) -> list[int]:
        end = 2 if self.levels > 0 else -2
        return [sp for sp in self.where.find(s, table) if sp < CONTROLLABLE and POP[sp] and s.support[sp] != end]

    def run(self, s: State, table: Table) -> Flow[None]:
        candidates = self._candidates(s, table)
        n = amount_of(table, self.n)
        if n is None and not self.up_to:
            shift_each(s, candidates, self.levels)
        else:
            n = len(candidates) if n is None else n
            yield from pick_and_shift(s, self.who(table), "pack_shift", candidates, so_many(n, self.up_to), self.levels)


@dataclass(frozen=True, slots=True)
class SetLevel(Step):
    """Set spaces to a level of Support or Opposition."""

    where: Spaces
    level: int
    n: Amount
    up_to: bool

    def _candidates(self, s: State, table: Table) -> list[int]:
        return [sp for sp in self.where.find(s, table) if sp < CONTROLLABLE and POP[sp] and s.support[sp] != self.level]

    def run(self, s: State, table: Table) -> Flow[None]:
        candidates = self._candidates(s, table)
        n = amount_of(table, self.n)
        if n is None and not self.up_to:
            for sp in candidates:
                set_support(s, sp, self.level)
        else:
            n = len(candidates) if n is None else n
            yield from pick_and_set(s, self.who(table), "pack_set", candidates, so_many(n, self.up_to), self.level)


@dataclass(frozen=True, slots=True)
class Terror(Step):
    """Put a Terror (on a LoC: Sabotage) marker in spaces, or take one away."""

    where: Spaces
    n: Amount
    up_to: bool
    remove: bool

    def _candidates(self, s: State, table: Table) -> list[int]:
        spaces = self.where.find(s, table)
        if self.remove:
            return [sp for sp in spaces if s.terror[sp]]
        return [sp for sp in spaces if sp < CONTROLLABLE or not s.terror[sp]] if terror_markers_left(s) else []

    def run(self, s: State, table: Table) -> Flow[None]:
        candidates = self._candidates(s, table)
        n = amount_of(table, self.n)
        n = len(candidates) if n is None else n
        if not self.remove:
            n = min(n, terror_markers_left(s))
        chosen = candidates
        if n < len(candidates) or self.up_to:
            purpose = "pack_terror_removed" if self.remove else "pack_terror"
            chosen = yield from pick_spaces(s, self.who(table), purpose, lambda: candidates, so_many(n, self.up_to))
        for sp in chosen:
            (remove_terror if self.remove else add_terror)(s, sp)


# --- tracks -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Add(Step):
    """Raise or lower Resources, Aid, Patronage or the Trail."""

    track: str
    n: Amount
    times: int

    def run(self, s: State, table: Table) -> Flow[None]:
        yield from change_track(s, self.track, (amount_of(table, self.n) or 0) * self.times)


@dataclass(frozen=True, slots=True)
class SetTrack(Step):
    """Set a track to a value."""

    track: str
    value: int

    def run(self, s: State, table: Table) -> Flow[None]:
        yield from change_track(s, self.track, self.value - track_now(s, self.track))


# --- dice and choices ---------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Roll(Step):
    """Roll a die and remember it by a name."""

    name: str

    def run(self, s: State, table: Table) -> Flow[None]:
        table.rolled[self.name] = yield roll(RULE, "event.die", card=s.card)


@dataclass(frozen=True, slots=True)
class Pick(Step):
    """Choose spaces and remember them by a name."""

    where: Spaces
    n: Amount
    up_to: bool
    name: str

    def run(self, s: State, table: Table) -> Flow[None]:
        spaces = self.where.find(s, table)
        n = amount_of(table, self.n) or 0
        chosen = yield from pick_spaces(s, self.who(table), "pack_pick", lambda: spaces, so_many(n, self.up_to))
        table.picked[self.name] = sum(1 << sp for sp in chosen)


@dataclass(frozen=True, slots=True)
class Choose(Step):
    """Carry out one of several alternatives."""

    alternatives: tuple[tuple[str, tuple[Step, ...]], ...]

    def run(self, s: State, table: Table) -> Flow[None]:
        options = [Option(name, steps) for name, steps in self.alternatives]
        steps: tuple[Step, ...] = yield ask(s, self.who(table), "pack_choose", options)
        yield from run_all(steps, s, table.copy())


# --- Operations, Special Activities, eligibility ------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Free(Step):
    """A free Operation, Special Activity or Limited Operation (3.1.2) of the Faction `by`."""

    operation: str
    activity: str
    where: Spaces | None
    max_spaces: int | None

    def _spaces(self, s: State, table: Table) -> list[int] | None:
        return None if self.where is None else self.where.find(s, table)

    def _in_era(self, s: State, faction: int) -> bool:
        """Does the Faction play in this era, and have what is granted?

        After a US Retreat an Operation that is named may also be one that the US no longer has (S3.2, OPEN 8).
        """
        if self.activity:
            return self.activity in s.era.activities_of(faction)
        own = s.era.operations.get(faction, ())
        if self.operation and own and s.era.flags & US_RETREATED:
            return self.operation in s.era.operation_rules
        return self.operation in own if self.operation else bool(own)

    def run(self, s: State, table: Table) -> Flow[None]:
        faction, spaces = self.who(table), self._spaces(s, table)
        if not self._in_era(s, faction):
            return
        if self.operation:
            yield from free_operation(s, faction, self.operation, spaces=spaces, max_spaces=self.max_spaces)
        elif self.activity:
            yield from free_activity(s, faction, self.activity, spaces=spaces, max_spaces=self.max_spaces)
        else:
            yield from free_limited_operation(s, faction, spaces)


@dataclass(frozen=True, slots=True)
class FreeStrike(Step):
    """A free Air Strike of the US or ARVN with n hits and no die; ARVN's needs neither Posture nor a Retreat."""

    hits: int
    where: Spaces | None
    degrade: bool  # may it Degrade the Trail?
    anywhere: bool  # may it strike where no US or ARVN piece is?

    def run(self, s: State, table: Table) -> Flow[None]:
        if self.who(table) in s.era.factions:
            spaces = EVERY_SPACE if self.where is None else self.where.find(s, table)
            where = Targets(spaces, needs_coin=not self.anywhere)
            yield from air_strike(s, self.who(table), self.hits, where, may_degrade=self.degrade)


@dataclass(frozen=True, slots=True)
class Eligibility(Step):
    """The Faction `by` stays Eligible, or is Ineligible through the next card (2.3.6)."""

    eligible: bool

    def run(self, s: State, table: Table) -> Flow[None]:
        (stay_eligible if self.eligible else make_ineligible)(s, self.who(table))
        yield from ()
