"""8.8.2 An Air Lift being planned: which Troops may leave, how many can come, and who flies where."""

from collections.abc import Iterable
from dataclasses import dataclass

from fitl.board.pieces import ARVN_TROOPS, KIND_IDS, KINDS, US_BASE, US_TROOPS
from fitl.board.spaces import CONTROLLABLE, SPACE_COUNT, in_laos_cambodia, row_id
from fitl.bots.flowchart.us.course import Course
from fitl.bots.flowchart.us.spare import Spare, needed_for_sweep, spare_troops
from fitl.bots.mind import Mind
from fitl.bots.script import Ask, Line, Script
from fitl.bots.select import TieBreak, choose_space
from fitl.decisions import Flow
from fitl.rules.activities.air_lift import LANDING, OTHERS_AT_MOST, SPACES_AT_MOST, SPACES_IN_MONSOON
from fitl.rules.deck import monsoon
from fitl.rules.forces import move
from fitl.rules.operation import EVERYWHERE
from fitl.state import COIN_CONTROL, State

Flight = tuple[int, int, int, int]  # kind, origin, destination, how many


@dataclass(slots=True)
class AirLift(Script):
    """An Air Lift as planned."""

    flown: bool = False  # somebody has flown: this one is not to come any more


def air_lift(spaces: Iterable[int], flights: Iterable[Flight] = ()) -> AirLift:
    """The script of these flights between these spaces."""
    lines: list[Line] = [(Ask("air_lift.space"), row_id(sp)) for sp in spaces]
    for kind, origin, destination, n in flights:
        lines += (
            (Ask("air_lift.piece"), f"{KIND_IDS[kind]}@{row_id(origin)}"),
            (Ask("air_lift.destination", kind, origin), row_id(destination)),
            (Ask("air_lift.amount", kind, origin, destination), str(n)),
        )
    return AirLift(lines)


def without_dice(trial: Flow[bool]) -> bool:
    """The result of a trial, which rolls none."""
    try:
        next(trial)
    except StopIteration as stop:
        return bool(stop.value)
    raise RuntimeError("a trial Air Lift rolled a die")


class Lift:
    """An Air Lift being planned on a copy of the board: at most four spaces, origins and destinations together."""

    def __init__(
        self, s: State, operation: str, selected: list[int], allowed: int = EVERYWHERE, into: int = EVERYWHERE
    ) -> None:
        self.board = s.copy()
        self.operation = operation  # the one it accompanies: "sweep", "assault", or "" if an Event grants the lift
        self.selected = selected  # the spaces of a Sweep
        self.allowed = allowed & LANDING
        self.into = into
        self.limit = SPACES_IN_MONSOON if monsoon(s) else SPACES_AT_MOST
        self.others = OTHERS_AT_MOST
        self.origins: list[int] = []
        self.destinations: list[int] = []
        self.flights: list[Flight] = []
        self.keep = 0  # COIN cubes that stay everywhere
        self.quiet = False  # a trial: ties go to the first
        self._course: Course | None = None

    def trial(self) -> "Lift":
        """A copy to try something on."""
        other = Lift(self.board, self.operation, self.selected, self.allowed, self.into)
        other.limit, other.others, other.quiet = self.limit, self.others, True
        other.origins, other.destinations = self.origins[:], self.destinations[:]
        return other

    def spaces(self) -> list[int]:
        return self.origins + self.destinations

    def slots(self) -> int:
        """How many spaces may still be named."""
        return self.limit - len(self.origins) - len(self.destinations)

    # --- origins (bullets 1 and 2) ---

    def evacuated(self, sp: int) -> bool:
        """1. No COIN Control, no Support and no US Base here; so it is on every LoC."""
        board = self.board
        if sp >= CONTROLLABLE:
            return True
        return board.control[sp] != COIN_CONTROL and board.support[sp] <= 0 and not board.pieces[sp * KINDS + US_BASE]

    def needed(self, sp: int) -> int:
        """US Troops that the present Operation needs here."""
        if self.operation == "sweep" and sp in self.selected:
            return needed_for_sweep(self.board, sp)
        return self.course().needed(sp) if self.operation == "assault" else 0

    def course(self) -> Course:
        """How the Assault goes on this board; of tied spaces those that Troops fly to come first."""
        if self._course is None:
            self._course = Course(self.board, self.destinations)
        return self._course

    def spare(self, sp: int) -> Spare:
        """Troops that may fly from here: everybody from a bullet 1 origin, those not needed from others.

        A Sweep does not hold them back there, but an Assault is not to be undone by the Air Lift that serves it.
        """
        board = self.board
        row = sp * KINDS
        if self.evacuated(sp) and not self.keep:
            needed = self.needed(sp) if self.operation == "assault" else 0
            return Spare(board.pieces[row + US_TROOPS] - needed, min(self.others, board.pieces[row + ARVN_TROOPS]))
        us, arvn = spare_troops(board, sp, self.needed(sp), self.keep)
        return Spare(us, min(self.others, arvn))

    def sources(self) -> dict[int, Spare]:
        """All spaces with spare Troops that are no destinations."""
        found = {}
        p = self.board.pieces
        end = SPACE_COUNT * KINDS
        for sp, (us, arvn) in enumerate(zip(p[US_TROOPS:end:KINDS], p[ARVN_TROOPS:end:KINDS], strict=True)):
            if not us and not arvn:  # most spaces, and this is asked very often
                continue
            if self.allowed >> sp & 1 and sp not in self.destinations and (spare := self.spare(sp)).both:
                found[sp] = spare
        return found

    def reach(self, sources: dict[int, Spare], sp: int) -> Spare:
        """The most Troops that could come here: from the origins in use and the best that may still be opened."""
        fresh = self.slots() - (sp not in self.destinations)
        if fresh < 0:
            return Spare(0, 0)
        us = both = 0
        new_us, new_both = [], []
        for origin, spare in sources.items():
            if origin == sp:
                continue
            if origin in self.origins:
                us += spare.us
                both += spare.both
            else:
                new_us.append(spare.us)
                new_both.append(spare.both)
        us += sum(sorted(new_us)[-fresh:]) if fresh else 0
        both += sum(sorted(new_both)[-fresh:]) if fresh else 0
        return Spare(us, min(both - us, self.others))

    # --- destinations ---

    def may_land(self, sp: int) -> bool:
        """Troops fly into Laos and Cambodia only with Nixon; an origin, or what bullet 1 empties, is no destination."""
        if not (self.allowed & self.into) >> sp & 1 or sp in self.origins or self._emptied(sp):
            return False
        return not in_laos_cambodia(sp) or self.board.us_policy == "nixon" or self.into != EVERYWHERE

    def _emptied(self, sp: int) -> bool:
        """1. Troops are to leave here, so none come, unless an Event names where they land."""
        row = sp * KINDS
        here = self.board.pieces[row + US_TROOPS] + self.board.pieces[row + ARVN_TROOPS]
        return here > 0 and self.into == EVERYWHERE and sp not in self.destinations and self.evacuated(sp)

    def fill(self, mind: Mind, sp: int, us: int, total: int, only_us_serve: bool = False) -> Flow[bool]:
        """Bring at least `us` US Troops and `total` in all, US before ARVN; opens origins as needed. Did it work?"""
        if sp not in self.destinations:
            self.destinations.append(sp)
            self._course = None
        for origin in self.origins:
            us, total = self._fly(origin, sp, us, total)
        while total > 0:
            origin = yield from self._open(mind, sp, us, only_us_serve)
            if origin < 0:
                return False
            us, total = self._fly(origin, sp, us, total)
        return True

    def delivered(self, mind: Mind, sp: int, us: int, total: int, only_us_serve: bool = False) -> Spare:
        """Who would come if these were sent for: origins open in their order, which may not be the best for this."""
        trial = self.trial()
        without_dice(trial.fill(mind, sp, us, total, only_us_serve))
        row = sp * KINDS
        before, after = self.board.pieces, trial.board.pieces
        return Spare(
            after[row + US_TROOPS] - before[row + US_TROOPS], after[row + ARVN_TROOPS] - before[row + ARVN_TROOPS]
        )

    def _open(self, mind: Mind, sp: int, us: int, only_us_serve: bool) -> Flow[int]:
        """The next origin: bullet 1 before bullet 2, then most Troops that serve the goal, tied at random."""
        if not self.slots():
            return -1
        sources = {
            origin: spare
            for origin, spare in self.sources().items()
            if origin != sp and origin not in self.origins and (spare.us or not us)
        }
        if not sources:
            return -1
        evacuated = [origin for origin in sources if self.evacuated(origin)]
        useful = mind.settings.air_lift_origin_count == "useful"  # else all that may fly count, also ARVN's
        only_us = only_us_serve and useful
        most = TieBreak("us.spare", lambda origin: sources[origin].us if only_us else sources[origin].both)
        origins = evacuated or list(sources)
        if self.quiet:
            origin = max(origins, key=most.value)
        else:
            origin = yield from choose_space(mind, "us.air_lift.1" if evacuated else "us.air_lift.2", origins, (most,))
        self.origins.append(origin)
        return origin

    def _fly(self, origin: int, sp: int, us: int, total: int) -> tuple[int, int]:
        spare = self.spare(origin)
        n = min(spare.us, total)
        if n:
            self._move(US_TROOPS, origin, sp, n)
            us, total = max(0, us - n), total - n
        n = min(spare.arvn, total - us)
        if n:
            self._move(ARVN_TROOPS, origin, sp, n)
            total -= n
        return us, total

    def _move(self, kind: int, origin: int, sp: int, n: int) -> None:
        move(self.board, kind, n, origin, sp)
        self._course = None
        if kind != US_TROOPS:
            self.others -= n
        self.flights.append((kind, origin, sp, n))

    def evacuate(self, mind: Mind) -> None:
        """1. Everybody else at a bullet 1 origin goes along to where its first Troops went."""
        for origin in self.origins:
            first = [flight[2] for flight in self.flights if flight[1] == origin]
            if first and self.evacuated(origin):
                us, arvn = self.spare(origin)
                if us + arvn:
                    mind.visit("us.air_lift.evacuate", origin=origin, destination=first[0], n=us + arvn)
                if us:
                    self._move(US_TROOPS, origin, first[0], us)
                if arvn:
                    self._move(ARVN_TROOPS, origin, first[0], arvn)

    def send_special_forces(self, kind: int, origin: int, sp: int) -> None:
        """6. One Irregular or Ranger flies."""
        for row, spaces in ((origin, self.origins), (sp, self.destinations)):
            if row not in self.spaces():
                spaces.append(row)
        self._move(kind, origin, sp, 1)
