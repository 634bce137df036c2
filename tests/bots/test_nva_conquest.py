"""8.6.5, bullet 3, against an oracle: every March takes the best spaces, by groups from wherever they can come."""

from itertools import combinations
from typing import NamedTuple

import pytest

from fitl.board.factions import NVA, US, VC
from fitl.board.pieces import KINDS, NVA_GUERRILLA, NVA_GUERRILLA_ACTIVE, NVA_TROOPS, TRAIL_MAX
from fitl.board.spaces import ADJACENT, CONTROLLABLE, LAOS_CAMBODIA, POP, SPACE_COUNT
from fitl.bots.flowchart.nva import conquest
from fitl.bots.flowchart.nva import march as box
from fitl.bots.flowchart.nva.manoeuvre import Manoeuvre, Transfer
from fitl.bots.mind import Mind
from fitl.bots.rehearsal import Stream, _run_out
from fitl.bots.table import NonPlayers
from fitl.decisions import Flow
from fitl.lasting import CLAYMORES
from fitl.rules.forces import bases_of, coin_pieces
from fitl.state import NVA_CONTROL, State
from tests.bots.games import game_of_bots
from tests.support import plain_build

UNITS = (NVA_TROOPS, NVA_GUERRILLA, NVA_GUERRILLA_ACTIVE)
Key = tuple[int, bool, bool, bool]


class Found(NamedTuple):
    """A March that was planned: the board before bullet 3, who had not moved yet, and whom the bullet sent where."""

    board: State
    waiting: bytes
    money: int
    paid: int
    sent: tuple[Transfer, ...]


class Oracle:
    """Counts only: how many NVA units stand in each space, how many of them may still go, and the money."""

    def __init__(self, found: Found) -> None:
        s = self.s = found.board
        self.here = [sum(s.pieces[sp * KINDS + kind] for kind in UNITS) for sp in range(SPACE_COUNT)]
        self.fresh = [sum(found.waiting[sp * KINDS + kind] for kind in UNITS) for sp in range(SPACE_COUNT)]
        self.money, self.paid = found.money, found.paid

    def copy(self) -> "Oracle":
        new = Oracle.__new__(Oracle)
        new.s, new.here, new.fresh, new.money, new.paid = self.s, self.here[:], self.fresh[:], self.money, self.paid
        return new

    def bases(self, sp: int) -> int:
        return bases_of(self.s, sp, NVA)

    def lead(self, sp: int) -> int:
        """By how much NVA pieces outnumber all others."""
        return self.here[sp] + self.bases(sp) - coin_pieces(self.s, sp) - self.s.force[sp * 4 + VC]

    def may_go(self, sp: int) -> int:
        n = self.here[sp] - (2 if self.bases(sp) else 0)
        if sp < CONTROLLABLE and self.lead(sp) > 0:
            n = min(n, self.lead(sp) - 1)
        return max(0, min(n, self.fresh[sp]))

    def way(self, origin: int, sp: int) -> tuple[int, ...] | None:
        """The spaces passed between, None if there is no way; the shortest."""
        trail = self.s.trail == TRAIL_MAX
        if sp in ADJACENT[origin]:
            free = trail and (origin in LAOS_CAMBODIA or sp in LAOS_CAMBODIA)
            if free or self.paid >> sp & 1 or self.money:
                return ()
        if not trail:
            return None
        ways = [(first,) for first in ADJACENT[origin] if first in LAOS_CAMBODIA]
        for way in ways:
            if sp in ADJACENT[way[-1]]:
                return way
            ways += [(*way, to) for to in ADJACENT[way[-1]] if to in LAOS_CAMBODIA and to not in (*way, origin)]
        return None

    def send(self, origins: tuple[int, ...], sp: int) -> "Oracle | None":
        """The board after the whole groups have come, those next door first; None if one of them cannot."""
        new = self.copy()
        for origin in sorted(origins, key=lambda each: sp not in ADJACENT[each]):
            n, way = new.may_go(origin), new.way(origin, sp)
            if way is None or not n:
                return None
            trail = self.s.trail == TRAIL_MAX and (origin in LAOS_CAMBODIA or sp in LAOS_CAMBODIA)
            if not way and not trail and not new.paid >> sp & 1:
                new.paid |= 1 << sp
                new.money -= 1
            new.here[origin] -= n
            new.fresh[origin] -= n
            for passed in way:
                guards = min(n, max(0, 2 - new.here[passed])) if new.bases(passed) else 0
                new.here[passed] += guards
                n -= guards
            if not n:
                return None
            new.here[sp] += n
        return new

    def gains(self) -> dict[int, tuple[Key, list[tuple[int, ...]]]]:
        """Every space that can be gained: its priorities, and the fewest groups that suffice, in every way."""
        found = {}
        for sp in range(CONTROLLABLE):
            if self.lead(sp) > 0:
                continue
            origins = [origin for origin in range(SPACE_COUNT) if origin != sp and self.may_go(origin)]
            origins = [origin for origin in origins if self.way(origin, sp) is not None]
            for n in range(1, len(origins) + 1):
                afters = [(some, self.send(some, sp)) for some in combinations(origins, n)]
                if won := [some for some, after in afters if after is not None and after.lead(sp) > 0]:
                    vc = self.s.force[sp * 4 + VC] > 0 and not self.bases(sp)
                    found[sp] = (POP[sp], n == 1, not bases_of(self.s, sp, US), vc), won
                    break
        return found


def record(mind: Mind, plan: Manoeuvre, found: list[Found]) -> Flow[None]:
    """Bullet 3 of a March, noted as far as the oracle reckons: no Event, no Claymores."""
    before, waiting = plan.s.copy(), bytes(plan.waiting)
    earlier, paid = len(plan.transfers), plan.moves.paid
    yield from conquest.gain_control(mind, plan)
    if not plan.terms.free and not before.effects & CLAYMORES:
        found.append(Found(before, waiting, before.resources[NVA], paid, tuple(plan.transfers[earlier:])))


def marches(seeds: range, monkeypatch: pytest.MonkeyPatch) -> list[Found]:
    """The Marches that non-players planned in Medium games, and what they would be with the Trail at 4."""
    found: list[Found] = []

    def watch(mind: Mind, plan: Manoeuvre) -> Flow[None]:
        board = plan.start.copy()
        board.trail = TRAIL_MAX
        _run_out(record(mind.in_thought(), Manoeuvre(board), found), Stream(len(found)))
        yield from record(mind, plan, found)

    monkeypatch.setattr(box, "gain_control", watch)
    for seed in seeds:
        table = NonPlayers(game_of_bots("medium-1968", seed))
        while table.asked():
            table.play()
    return found


def check(found: list[Found]) -> None:
    for march in found:
        oracle = Oracle(march)
        assert all((oracle.lead(sp) > 0) == (march.board.control[sp] == NVA_CONTROL) for sp in range(CONTROLLABLE))
        taken = _taken(march)
        for sp, groups in taken:
            gains = oracle.gains()
            best = max(key for key, _ in gains.values())
            key, ways = gains[sp]
            assert key == best
            assert groups in ways
            after = oracle.send(groups, sp)
            assert after is not None
            oracle = after
        assert len(taken) == conquest.MOST_CONTROL or not oracle.gains()


def _taken(march: Found) -> list[tuple[int, tuple[int, ...]]]:
    """The spaces that the bullet took and the groups that went there; guards left on the way are no group."""
    ways = [way for way, _ in march.sent]
    ways = [way for way in ways if not any(way != other and way == other[: len(way)] for other in ways)]
    return [
        (sp, tuple(sorted(way[0] for way in ways if way[-1] == sp))) for sp in dict.fromkeys(way[-1] for way in ways)
    ]


@plain_build
@pytest.mark.node("nva.march.3")
def test_every_march_takes_the_best_spaces_that_its_groups_can_gain_together(monkeypatch: pytest.MonkeyPatch) -> None:
    found = marches(range(7), monkeypatch)
    chained = [each for each in found if each.board.trail == TRAIL_MAX]
    assert len(chained) >= 5
    assert len(found) - len(chained) >= 3
    check(found)


@plain_build
@pytest.mark.soak
def test_every_march_of_many_games_takes_the_best_spaces(monkeypatch: pytest.MonkeyPatch) -> None:
    check(marches(range(100, 400), monkeypatch))
