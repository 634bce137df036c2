"""8.7.7 Redeploy (6.4.2), and desertion after a Failed Attempt (2.4, 8.1.2)."""

from collections.abc import Iterator
from typing import Final

from fitl.board.pieces import ARVN_TROOPS, KINDS, POLICE, US_TROOPS
from fitl.board.spaces import (
    CITIES,
    CONTROLLABLE,
    LOCS,
    PROVINCES,
    SPACE_COUNT,
    is_city,
    is_province,
    row_id,
    spaces_of,
)
from fitl.bots.flowchart.arvn.pieces import even_removal
from fitl.bots.flowchart.arvn.plan import plan_of
from fitl.bots.flowchart.arvn.targets import POPULATION, most
from fitl.bots.mind import Mind, offered_spaces, option_for
from fitl.bots.script import Line, redeploy_lines
from fitl.bots.select import best_of, choose_space, random_space
from fitl.decisions import Decision, Flow, Option
from fitl.rules.control import control_by_count
from fitl.rules.coup.redeploy import police_destinations, troop_destinations
from fitl.rules.forces import coin_bases
from fitl.state import COIN_CONTROL, NVA_CONTROL, REDEPLOY, State

CUBES_IN_CITY: Final = 3


class Deployment:
    """Where everybody will stand: the board as planned so far, Control by count."""

    def __init__(self, s: State, heed_bases: bool) -> None:
        self.s = s
        p = s.pieces
        self.troops = [p[sp * KINDS + ARVN_TROOPS] for sp in range(SPACE_COUNT)]
        self.police = [p[sp * KINDS + POLICE] for sp in range(SPACE_COUNT)]
        self.coin = [s.force[sp * 4] + s.force[sp * 4 + 1] for sp in range(SPACE_COUNT)]
        self.cubes = [p[sp * KINDS + US_TROOPS] + self.troops[sp] + self.police[sp] for sp in range(SPACE_COUNT)]
        self.destinations = spaces_of(troop_destinations(s, heed_bases))
        self.beats = spaces_of(police_destinations(s))
        self.obliged: dict[int, int] = {}  # Troops that must move, by space; they have left already
        self.moves: dict[int, dict[tuple[int, int], int]] = {ARVN_TROOPS: {}, POLICE: {}}  # (origin, destination): n
        for sp in (*PROVINCES, *LOCS):
            if self.troops[sp] and not (heed_bases and coin_bases(s, sp)):
                self.obliged[sp] = self.troops[sp]
                self._leave(ARVN_TROOPS, sp, self.troops[sp])

    def enemies(self, sp: int) -> int:
        return self.s.force[sp * 4 + 2] + self.s.force[sp * 4 + 3]

    def control(self, sp: int) -> int:
        return control_by_count(self.coin[sp], self.s.force[sp * 4 + 2], self.s.force[sp * 4 + 3])

    def for_control(self, sp: int) -> int:
        """Pieces wanting for COIN Control."""
        return max(0, self.enemies(sp) - self.coin[sp] + 1)

    def against_nva(self, sp: int) -> int:
        """Pieces wanting to end NVA Control."""
        return self.s.force[sp * 4 + 2] - self.coin[sp] - self.s.force[sp * 4 + 3]

    # --- who can be spared ---

    def spare_troops(self, but: int) -> dict[int, int]:
        """Troops of spaces they need not leave, beyond COIN Control and, in a City, 3 cubes."""
        return {sp: n for sp in range(CONTROLLABLE) if sp != but and (n := self._spare(sp, self.troops[sp])) > 0}

    def spare_police(self, but: int, kept: list[int]) -> dict[int, int]:
        """Surplus Police of the other spaces but those kept, by space."""
        return {
            sp: n
            for sp in range(SPACE_COUNT)
            if self.police[sp] and sp != but and sp not in kept and (n := self._surplus(sp)) > 0
        }

    def _surplus(self, sp: int) -> int:
        """Police beyond what Control takes, one in a COIN-Controlled Province, and 3 cubes in a City.

        Without COIN Control they keep NVA Control away. On LoCs and under NVA Control nothing is kept: all are surplus.
        """
        n = self.police[sp]
        if sp >= CONTROLLABLE or (control := self.control(sp)) == NVA_CONTROL:
            return n
        if control == COIN_CONTROL:
            return self._spare(sp, n - is_province(sp))
        return self._beyond_garrison(sp, min(n, -self.against_nva(sp)))

    def _spare(self, sp: int, n: int) -> int:
        if self.control(sp) != COIN_CONTROL:
            return 0
        return self._beyond_garrison(sp, min(n, self.coin[sp] - self.enemies(sp) - 1))

    def _beyond_garrison(self, sp: int, n: int) -> int:
        return min(n, self.cubes[sp] - CUBES_IN_CITY) if is_city(sp) else n

    def troops_for(self, sp: int) -> int:
        """Troops that could come: those obliged to move and those spared elsewhere."""
        return sum(self.obliged.values()) + sum(self.spare_troops(sp).values())

    # --- moving ---

    def send_troops(self, mind: Mind, sp: int, n: int) -> Flow[None]:
        """Troops obliged to move first, then spare ones, each time from the largest stack."""
        n -= self.send_obliged(sp, n)
        while n > 0 and (spare := self.spare_troops(sp)):
            origin = yield from self._largest(mind, spare, n)
            n -= self._send(ARVN_TROOPS, origin, sp, min(n, spare[origin]))

    def send_obliged(self, sp: int, n: int) -> int:
        """Of the Troops obliged to move, the largest stacks first; it does not matter who goes, for all must."""
        sent = 0
        for origin in sorted(self.obliged, key=lambda each: -self.obliged[each]):
            going = min(n - sent, self.obliged[origin])
            if going:
                self.obliged[origin] -= going
                self._arrive(ARVN_TROOPS, origin, sp, going)
                sent += going
        return sent

    def send_police(self, mind: Mind, sp: int, n: int, kept: list[int]) -> Flow[int]:
        """Police from the largest surpluses; returns how many came."""
        sent = 0
        while sent < n and (spare := self.spare_police(sp, kept)):
            origin = yield from self._largest(mind, spare, n - sent)
            sent += self._send(POLICE, origin, sp, min(n - sent, spare[origin]))
        return sent

    def _largest(self, mind: Mind, stacks: dict[int, int], wanted: int) -> Flow[int]:
        """The largest stack; no die where all of them go."""
        if sum(stacks.values()) <= wanted:
            return next(iter(stacks))
        return (yield from random_space(mind, best_of(list(stacks), (most("arvn.spare_troops", stacks),))))

    def _send(self, kind: int, origin: int, sp: int, n: int) -> int:
        self._leave(kind, origin, n)
        self._arrive(kind, origin, sp, n)
        return n

    def _leave(self, kind: int, sp: int, n: int) -> None:
        self._count(kind)[sp] -= n
        self.coin[sp] -= n
        self.cubes[sp] -= n

    def _arrive(self, kind: int, origin: int, sp: int, n: int) -> None:
        # Arrived pieces are not counted as movable: a piece moves once (6.4).
        self.coin[sp] += n
        self.cubes[sp] += n
        moves = self.moves[kind]
        moves[origin, sp] = moves.get((origin, sp), 0) + n

    def _count(self, kind: int) -> list[int]:
        return self.troops if kind == ARVN_TROOPS else self.police


# --- planning -----------------------------------------------------------------------------------------------------


def plan_redeploy(mind: Mind, s: State) -> Flow[list[Line]]:
    """The four steps, on paper; the phase then asks for one move after the other."""
    board = Deployment(s, heed_bases=s.stage == REDEPLOY)  # card 90 has it done without heed of Bases
    yield from _gain_control(mind, board)
    if s.stage == REDEPLOY:
        yield from _place_police(mind, board)
    yield from _garrison_cities(mind, board, with_police=s.stage == REDEPLOY)
    if left := sum(board.obliged.values()):
        refuge = yield from choose_space(mind, "arvn.redeploy.4", board.destinations)
        board.send_obliged(refuge, left)
    return list(_lines(board))


def _lines(board: Deployment) -> Iterator[Line]:
    """In the order of the phase: Troops that must leave, space by space; those that may; Police."""
    troops = board.moves[ARVN_TROOPS]
    for origin in sorted(board.obliged):
        for (start, destination), n in troops.items():
            if start == origin:
                yield from redeploy_lines(ARVN_TROOPS, origin, destination, n, must=True)
    for kind, moves in board.moves.items():
        for (origin, destination), n in moves.items():
            if kind == POLICE or origin not in board.obliged:
                yield from redeploy_lines(kind, origin, destination, n)


def _gain_control(mind: Mind, board: Deployment) -> Flow[None]:
    """Step 1: most COIN Control, then NVA Control removed at COIN Bases and in Saigon."""
    for node, missing in (("arvn.redeploy.1_coin", board.for_control), ("arvn.redeploy.1_nva", board.against_nva)):
        while True:
            found = [sp for sp in board.destinations if 0 < missing(sp) <= board.troops_for(sp)]
            if not found:
                break
            chosen = yield from choose_space(mind, node, found, (POPULATION,))
            yield from board.send_troops(mind, chosen, missing(chosen))


def _place_police(mind: Mind, board: Deployment) -> Flow[None]:
    """Step 2: Police where they add or keep COIN Control, then one in each COIN-Controlled Province."""
    waiting = [sp for sp in board.beats if sp < CONTROLLABLE and board.for_control(sp)]
    while waiting:
        able = [sp for sp in waiting if board.for_control(sp) <= sum(board.spare_police(sp, waiting).values())]
        if not able:
            break
        chosen = yield from choose_space(mind, "arvn.redeploy.2_control", able, (POPULATION,))
        yield from board.send_police(mind, chosen, board.for_control(chosen), waiting)
        waiting.remove(chosen)
    bare = [
        sp for sp in board.beats if is_province(sp) and board.control(sp) == COIN_CONTROL and not _has_police(board, sp)
    ]
    while bare and board.spare_police(-1, []):
        chosen = yield from choose_space(mind, "arvn.redeploy.2_police", bare)
        bare.remove(chosen)
        yield from board.send_police(mind, chosen, 1, [])


def _has_police(board: Deployment, sp: int) -> bool:
    return board.police[sp] > 0 or any(destination == sp for _, destination in board.moves[POLICE])


def _garrison_cities(mind: Mind, board: Deployment, with_police: bool) -> Flow[None]:
    """Step 3: three cubes in each City without NVA Control: Troops, then Police where they may go."""
    waiting = [sp for sp in CITIES if board.control(sp) != NVA_CONTROL and board.cubes[sp] < CUBES_IN_CITY]
    short = waiting[:]
    while waiting and any(board.troops_for(sp) for sp in waiting):
        open_to = [sp for sp in waiting if sp in board.destinations]
        if not open_to:
            break
        chosen = yield from choose_space(mind, "arvn.redeploy.3_troops", open_to)
        waiting.remove(chosen)
        yield from board.send_troops(mind, chosen, CUBES_IN_CITY - board.cubes[chosen])
    if not with_police:
        return
    waiting = [sp for sp in short if sp in board.beats and board.cubes[sp] < CUBES_IN_CITY]
    while waiting and board.spare_police(-1, waiting):
        chosen = yield from choose_space(mind, "arvn.redeploy.3_police", waiting)
        yield from board.send_police(mind, chosen, CUBES_IN_CITY - board.cubes[chosen], waiting)
        waiting.remove(chosen)


# --- answers ------------------------------------------------------------------------------------------------------


def redeploy(mind: Mind, s: State, decision: Decision) -> Flow[Option]:
    """`redeploy.*`: as planned; unplanned Troops that must go all go to one space."""
    script = plan_of(mind, s).redeploy
    if script.lines is None:
        script.intend((yield from plan_redeploy(mind, s)))
    if (option := script.follow(decision)) is not None:
        return option
    if decision.kind == "redeploy.origin":
        return option_for(decision, "done")
    if decision.kind == "redeploy.number":
        return decision.options[-1]
    chosen = yield from choose_space(mind, "arvn.redeploy.4", offered_spaces(decision))
    return option_for(decision, row_id(chosen))


def desertion(mind: Mind, s: State, decision: Decision) -> Option:
    """`coup.desertion` (2.4): of the cubes that go, one by one the type most numerous (8.1.2)."""
    sp = decision.space
    troops = even_removal(s, sp, decision.number("lost"))
    mind.visit("arvn.desertion", space=sp, n=troops)
    return option_for(decision, troops)
