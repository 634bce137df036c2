"""8.8.2 Air Lift: which Troops may leave, and where the present Operation or the Police need them."""

from collections.abc import Iterator
from typing import Any, Final

from fitl.board.pieces import (
    ARVN_TROOPS,
    IRREGULAR,
    IRREGULAR_ACTIVE,
    KIND_IDS,
    KINDS,
    POLICE,
    RANGER,
    RANGER_ACTIVE,
    US_BASE,
    US_TROOPS,
)
from fitl.board.spaces import (
    CONTROLLABLE,
    LAOS_CAMBODIA,
    SPACE_COUNT,
    SPACES,
    in_laos_cambodia,
    mask_of,
    row_id,
)
from fitl.bots.flowchart.us.assault_goals import ASSAULT_GOALS, needed_for_assault, order_of_assaults
from fitl.bots.flowchart.us.choices import fallback, find_space
from fitl.bots.flowchart.us.goals import SWEEP_GOALS, may_enter, order_of_spaces, to_control
from fitl.bots.flowchart.us.spare import (
    Spare,
    finds,
    hidden,
    may_leave,
    needed_for_sweep,
    spare_troops,
    sweepers,
    units_to_keep,
)
from fitl.bots.mind import Handler, Mind, offered_spaces
from fitl.bots.select import TieBreak, choose_space
from fitl.decisions import Decision, Flow, Option
from fitl.rules.activities.air_lift import LANDING, OTHERS_AT_MOST, SPACES_AT_MOST, SPACES_IN_MONSOON
from fitl.rules.deck import monsoon
from fitl.rules.forces import move
from fitl.rules.operation import EVERYWHERE
from fitl.state import ACTIVE_SUPPORT, COIN_CONTROL, State

NODES: Final = (
    "us.air_lift.1",
    "us.air_lift.2",
    "us.air_lift.3",
    "us.air_lift.3b",
    "us.air_lift.3c",
    "us.air_lift.4",
    "us.air_lift.5",
    "us.air_lift.5b",
    "us.air_lift.6",
    "us.air_lift.6b",
    "us.air_lift.evacuate",
    "us.air_lift.none",
)

SPECIAL_FORCES: Final = ((IRREGULAR, IRREGULAR_ACTIVE), (RANGER, RANGER_ACTIVE))  # Irregulars before Rangers

LANDING_PLAN: Final = "landing"  # planned: the card and the spaces into which its Air Lift must go
CAMBODIAN_CIVIL_WAR: Final = 62
CAMBODIA: Final = mask_of(sp for sp in LAOS_CAMBODIA if SPACES[sp].region == "cambodia")

Flight = tuple[int, int, int, int]  # kind, origin, destination, how many


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
        self.quiet = False  # a trial: ties go to the first

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
        """1. No COIN Control, no Support and no US Base here."""
        board = self.board
        return (
            sp < CONTROLLABLE
            and board.control[sp] != COIN_CONTROL
            and board.support[sp] <= 0
            and not board.pieces[sp * KINDS + US_BASE]
        )

    def needed(self, sp: int) -> int:
        """US Troops that the present Operation needs here."""
        if self.operation == "sweep" and sp in self.selected:
            return needed_for_sweep(self.board, sp)
        return needed_for_assault(self.board, sp) if self.operation == "assault" else 0

    def spare(self, sp: int) -> Spare:
        """Troops that may fly from here: everybody from a bullet 1 origin, those not needed from others."""
        board = self.board
        row = sp * KINDS
        if not board.pieces[row + US_TROOPS] + board.pieces[row + ARVN_TROOPS]:
            return Spare(0, 0)
        if self.evacuated(sp):
            us = max(0, board.pieces[row + US_TROOPS] - self.needed(sp))
            return Spare(us, min(self.others, board.pieces[row + ARVN_TROOPS]))
        us, arvn = spare_troops(board, sp, self.needed(sp))
        return Spare(us, min(self.others, arvn))

    def sources(self) -> dict[int, Spare]:
        """All spaces with spare Troops that are no destinations."""
        found = {}
        for sp in range(SPACE_COUNT):
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
        """Troops fly into Laos and Cambodia only with Nixon; an origin is no destination."""
        if not (self.allowed & self.into) >> sp & 1 or sp in self.origins:
            return False
        return not in_laos_cambodia(sp) or self.board.us_policy == "nixon" or self.into != EVERYWHERE

    def fill(self, mind: Mind, sp: int, us: int, total: int, only_us_serve: bool = False) -> Flow[bool]:
        """Bring at least `us` US Troops and `total` in all, US before ARVN; opens origins as needed. Did it work?"""
        if sp not in self.destinations:
            self.destinations.append(sp)
        for origin in self.origins:
            us, total = self._fly(origin, sp, us, total)
        while total > 0:
            origin = yield from self._open(mind, sp, us, only_us_serve)
            if origin < 0:
                return False
            us, total = self._fly(origin, sp, us, total)
        return True

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
        most = TieBreak("us.spare", lambda origin: sources[origin].us if only_us_serve else sources[origin].both)
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


def _run(trial: Flow[bool]) -> bool:
    """A trial rolls no dice."""
    try:
        next(trial)
    except StopIteration as stop:
        return bool(stop.value)
    raise RuntimeError("a trial Air Lift rolled a die")


# --- planning -----------------------------------------------------------------------------------------------------


def plan_lift(
    mind: Mind,
    s: State,
    operation: str,
    selected: list[int],
    allowed: int = EVERYWHERE,
    into: int = EVERYWHERE,
) -> Flow[dict[str, Any] | None]:
    """The Air Lift for an Operation (or none), bullet by bullet; None if nobody should fly."""
    lift = Lift(s, operation, selected, allowed, into)
    if operation == "sweep":
        yield from _serve_sweep(mind, lift)
    elif operation == "assault":
        yield from _serve_assault(mind, lift)
        if not lift.flights:
            return None  # the Air Lift does not help the Assault: no Air Lift
    if into == EVERYWHERE:
        yield from _serve_police(mind, lift)
        yield from _send_special_forces(mind, lift)
    if not lift.flights:
        mind.visit("us.air_lift.none")
        return None
    lift.evacuate(mind)
    return {"spaces": lift.spaces(), "flights": _merged(lift.flights), "fresh": True}


def _merged(flights: list[Flight]) -> list[Flight]:
    total: dict[tuple[int, int, int], int] = {}
    for kind, origin, sp, n in flights:
        total[kind, origin, sp] = total.get((kind, origin, sp), 0) + n
    return [(*key, n) for key, n in total.items()]


def _serve_sweep(mind: Mind, lift: Lift) -> Flow[None]:
    """3. As Sweep bullet 2: to Activate all, then more than half, then COIN Control, in the selected spaces."""
    for letter, need in SWEEP_GOALS:
        activation = need is not to_control
        while True:
            board = lift.board
            sources = lift.sources()
            lacking = {}
            for sp in lift.selected:
                n = need(board, sp)
                if n > 0 and may_enter(board, sp) and lift.may_land(sp):
                    reach = lift.reach(sources, sp)
                    if (reach.us if activation else reach.both) >= n:
                        lacking[sp] = n
            if not lacking:
                break
            sp = yield from choose_space(mind, "us.air_lift.3" + letter, list(lacking), order_of_spaces(board))
            n = lacking[sp]
            if not (yield from lift.fill(mind, sp, n if activation else 0, n, activation)):
                break


def _serve_assault(mind: Mind, lift: Lift) -> Flow[None]:
    """4. The Assault priorities: where more Troops would do more."""
    for goal in ASSAULT_GOALS:
        while True:
            board = lift.board
            sources = lift.sources()
            if not sources:
                return
            gains: dict[int, tuple[int, int, int]] = {}  # worth, US Troops, all Troops
            for sp in goal.spaces(board):
                if lift.may_land(sp):
                    reach = lift.reach(sources, sp)
                    most = reach.both if goal.arvn_helps else reach.us
                    gain = goal.gain(board, sp, reach.us, most)
                    if gain is not None:
                        gains[sp] = gain
            if not gains:
                break
            worth = {sp: gain[0] for sp, gain in gains.items()}
            sp = yield from choose_space(mind, "us.air_lift.4", list(gains), order_of_assaults(worth, goal.most))
            _, us, total = gains[sp]
            if not (yield from lift.fill(mind, sp, us, total, not goal.arvn_helps)):
                break


def _police_goals(lift: Lift, lacks_control: bool) -> Iterator[tuple[int, int, int]]:
    """Spaces with Police and without Active Support that lack COIN Control, or only a US Troop; and what it takes."""
    board = lift.board
    for sp in range(CONTROLLABLE):
        row = sp * KINDS
        if not board.pieces[row + POLICE] or board.support[sp] == ACTIVE_SUPPORT or not lift.may_land(sp):
            continue
        us = 0 if board.pieces[row + US_TROOPS] else 1
        missing = to_control(board, sp)
        if (missing > 0) == lacks_control and (us or missing > 0):
            yield sp, us, max(us, missing)


def _serve_police(mind: Mind, lift: Lift) -> Flow[None]:
    """5. A US Troop and COIN Control where there are Police but no Active Support."""
    for letter, lacks_control in (("", True), ("b", False)):
        while lift.slots():
            sources = lift.sources()
            goals = {}
            for sp, us, total in _police_goals(lift, lacks_control):
                reach = lift.reach(sources, sp)
                if reach.us >= us and reach.both >= total and _run(lift.trial().fill(mind, sp, us, total)):
                    goals[sp] = us, total
            if not goals:
                break
            spaces = list(goals)
            if _all_fit(mind, lift, goals):
                spaces = spaces[:1]  # all of them are served: no die
            sp = yield from choose_space(mind, "us.air_lift.5" + letter, spaces)
            if not (yield from lift.fill(mind, sp, *goals[sp])):
                break


def _all_fit(mind: Mind, lift: Lift, goals: dict[int, tuple[int, int]]) -> bool:
    trial = lift.trial()
    return all(_run(trial.fill(mind, sp, *goal)) and trial.slots() >= 0 for sp, goal in goals.items())


def _send_special_forces(mind: Mind, lift: Lift) -> Flow[None]:
    """6. One Irregular, else one Ranger, to a completely empty space of Laos or Cambodia."""
    board = lift.board
    empty = [
        sp
        for sp in LAOS_CAMBODIA
        if not any(board.force[sp * 4 : sp * 4 + 4]) and lift.allowed >> sp & 1 and sp not in lift.spaces()
    ]
    if not empty or not lift.others or not lift.slots():
        return
    used = lift.spaces()
    for kinds in SPECIAL_FORCES:
        origins = [
            sp
            for sp in range(SPACE_COUNT)
            if any(board.pieces[sp * KINDS + kind] for kind in kinds)
            and not in_laos_cambodia(sp)
            and lift.allowed >> sp & 1
            and may_leave(board, sp, units_to_keep(board, sp))
            and (sp in used or lift.slots() > 1)
            and not _spoils_sweep(lift, sp, kinds)
        ]
        if origins:
            near = [sp for sp in origins if sp in used] or origins
            origin = yield from choose_space(mind, "us.air_lift.6", near)
            sp = yield from choose_space(mind, "us.air_lift.6b", empty)
            kind = next(kind for kind in kinds if board.pieces[origin * KINDS + kind])
            lift.send_special_forces(kind, origin, sp)
            return


def _spoils_sweep(lift: Lift, sp: int, kinds: tuple[int, ...]) -> bool:
    """Would an Irregular be missed in the present Sweep?"""
    if lift.operation != "sweep" or sp not in lift.selected or kinds[0] != IRREGULAR:
        return False
    searching = sweepers(lift.board, sp)
    there = hidden(lift.board, sp)
    return min(finds(sp, searching), there) > min(finds(sp, searching - 1), there)


# --- answering ----------------------------------------------------------------------------------------------------


def air_lift_space(mind: Mind, s: State, decision: Decision) -> Flow[Option]:
    """Name the planned spaces; an Air Lift that an Event grants is planned on first sight."""
    plan = mind.plan.get("lift")
    if plan is None or not plan["fresh"]:
        plan = yield from _granted(mind, s, decision)
        mind.plan["lift"] = plan
    for sp in plan["spaces"]:
        found = find_space(decision, sp)
        if found is not None:
            return found
    return (yield from fallback(mind, decision))


def _granted(mind: Mind, s: State, decision: Decision) -> Flow[dict[str, Any]]:
    """8.4.4: without an Operation only what serves any time; into spaces that the Event has named, to Sweep there."""
    allowed = mask_of(offered_spaces(decision))
    card, landing = mind.plan.get(LANDING_PLAN, (0, 0))
    if s.card == CAMBODIAN_CIVIL_WAR:
        landing = CAMBODIA
    elif s.card != card:
        landing = 0
    if landing:
        selected = [sp for sp in range(CONTROLLABLE) if landing >> sp & 1]
        plan = yield from plan_lift(mind, s, "sweep", selected, allowed, landing)
        if plan is None:
            plan = yield from plan_lift(mind, s, "assault", selected, allowed, landing)
    else:
        plan = yield from plan_lift(mind, s, "", [], allowed)
    return plan or {"spaces": [], "flights": [], "fresh": True}


def air_lift_piece(mind: Mind, s: State, decision: Decision) -> Flow[Option]:
    """The next planned flight."""
    plan = mind.plan.get("lift") or {"flights": []}
    plan["fresh"] = False
    while plan["flights"]:
        plan["flight"] = plan["flights"].pop(0)
        kind, origin, _, _ = plan["flight"]
        found = decision.find(f"{KIND_IDS[kind]}@{row_id(origin)}")
        if found is not None:
            return found
    plan["flight"] = None
    return (yield from fallback(mind, decision))


def _flight(mind: Mind, decision: Decision) -> Flight | None:
    """The flight a question is about, also if nobody was asked which piece flies."""
    assert decision.params is not None
    plan = mind.plan.get("lift") or {"flights": []}
    plan["fresh"] = False
    piece, origin = decision.params["piece"], decision.params["origin"]
    flight: Flight | None = plan.get("flight")
    if flight is not None and flight[:2] == (piece, origin):
        return flight
    for planned in plan["flights"]:
        if planned[:2] == (piece, origin):
            plan["flights"].remove(planned)
            plan["flight"] = planned
            return planned  # type: ignore[no-any-return]
    return None


def air_lift_destination(mind: Mind, s: State, decision: Decision) -> Flow[Option]:
    """Where the planned flight goes."""
    flight = _flight(mind, decision)
    found = find_space(decision, flight[2]) if flight else None
    return found if found is not None else (yield from fallback(mind, decision))


def air_lift_amount(mind: Mind, s: State, decision: Decision) -> Option:
    """How many fly; as few as may be where nothing is planned."""
    assert decision.params is not None
    flight = _flight(mind, decision)
    if flight is not None and flight[2] == decision.params["destination"]:
        return decision.find(str(flight[3])) or decision.options[-1]
    return decision.options[0]


HANDLERS: Final[dict[str, Handler]] = {
    "air_lift.space": air_lift_space,
    "air_lift.piece": air_lift_piece,
    "air_lift.destination": air_lift_destination,
    "air_lift.amount": air_lift_amount,
}
