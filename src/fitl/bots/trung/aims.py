"""The move priorities: what goes to a destination. One row each, in the order in which they are applied.

A rule is a question about the destination as it would be. It calls for pieces, in the order in which friendly pieces
move, until the answer is yes or nobody is left; whatever no rule calls for stays where it is.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from fitl.board.factions import ARVN, COIN, NVA, US, VC
from fitl.board.pieces import (
    ARVN_TROOPS,
    BASES_OF,
    COIN_CUBES,
    COIN_KINDS,
    GUERRILLAS,
    GUERRILLAS_OF,
    IRREGULAR,
    IRREGULAR_ACTIVE,
    KINDS,
    KINDS_OF,
    NVA_TROOPS,
    POLICE,
    US_BASE,
    US_TROOPS,
)
from fitl.board.spaces import CONTROLLABLE, JUNGLE_MASK, LAOS_CAMBODIA_MASK, SAIGON, SOUTH_MASK
from fitl.bots.mind import NOT_ROLLED, Mind
from fitl.bots.trung.counts import coin_forces, hidden, insurgent_bases, vulnerable
from fitl.bots.trung.dice import rolled
from fitl.bots.trung.keep import MOST_PER_BASE, Stay
from fitl.bots.trung.pieces import FRIENDLY, in_turn
from fitl.decisions import Flow
from fitl.rules.control import control_by_count
from fitl.rules.forces import available, coin_pieces, has_room_for_base, insurgent_pieces, pieces_of
from fitl.rules.operations.assault import arvn_hits, us_hits
from fitl.state import COIN_CONTROL, NVA_CONTROL, State

EASTER: Final = "easter"  # the move of all Troops that the Easter Offensive grants
TO_LOC: Final = "loc"
TO_LAND: Final = "land"
DICE_OF_P6: Final = 2


@dataclass(slots=True)
class Going:
    """Pieces that go from an origin to a destination."""

    s: State
    faction: int
    origin: int
    destination: int
    action: str = ""  # the Operation or Special Activity, or "" for an Event's move
    load: Stay = field(default_factory=dict)  # those that rules have called for
    as_us: tuple[int, ...] = (US_TROOPS,)  # who fights and searches as US Troops

    def there(self, *kinds: int) -> int:
        """Pieces of these kinds in the destination once the load has come."""
        row = self.destination * KINDS
        return sum(self.s.pieces[row + kind] + self.load.get(kind, 0) for kind in kinds)

    def controlled(self) -> int:
        """Who would Control the destination."""
        s, sp = self.s, self.destination
        came = [sum(self.load.get(kind, 0) for kind in kinds) for kinds in (COIN_KINDS, KINDS_OF[NVA], KINDS_OF[VC])]
        coin = pieces_of(s, sp, US) + pieces_of(s, sp, ARVN)
        return control_by_count(coin + came[0], pieces_of(s, sp, NVA) + came[1], pieces_of(s, sp, VC) + came[2])

    def in_south(self) -> bool:
        return bool(SOUTH_MASK >> self.destination & 1)


class Aim(NamedTuple):
    """One rule: whose it is, for which kind of destination, which pieces it calls for, when, and until what is true.

    dice: this many must show no more than the NVA Troops in both spaces.
    """

    name: str
    factions: tuple[int, ...]
    to: str
    kinds: tuple[tuple[int, ...], ...]  # by Faction
    applies: Callable[[Going], bool]
    enough: Callable[[Going], bool]
    dice: int = 0


def _every(kinds: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    return (kinds,) * 4


_FIGHTERS: Final = (US_TROOPS, ARVN_TROOPS, POLICE)
_SEARCHERS: Final = (US_TROOPS, IRREGULAR, IRREGULAR_ACTIVE)


def _arvn_firepower(going: Going) -> int:
    return arvn_hits(going.destination, going.there(ARVN_TROOPS, POLICE), going.there(ARVN_TROOPS))


def _firepower(going: Going) -> int:
    """COIN firepower in the destination; none without US Troops."""
    troops = going.there(*going.as_us)
    if not troops:
        return 0
    rest = _arvn_firepower(going) if going.as_us == (US_TROOPS,) else 0
    return us_hits(going.s, going.destination, troops) + rest


def _covers(going: Going) -> bool:
    return _firepower(going) >= vulnerable(going.s, going.destination, abrams=True)


def _searches(going: Going) -> bool:
    sp = going.destination
    needed = hidden(going.s, sp) * (2 if JUNGLE_MASK >> sp & 1 else 1)
    return going.there(*{*going.as_us, *_SEARCHERS}) >= needed


def _present(going: Going) -> bool:
    """P1: a piece of the mover's own; on an Air Lift, too, where ARVN pieces may fly along."""
    return pieces_of(going.s, going.destination, going.faction) > 0 or any(
        going.load.get(kind, 0) for kind in KINDS_OF[going.faction]
    )


def _coin_takes(going: Going) -> bool:
    """P5: US Patrols into Saigon; ARVN wherever it goes, but by no Air Lift."""
    if going.faction == US:
        return going.action == "patrol" and going.destination == SAIGON
    return going.action in ("sweep", "patrol", "transport")


def _room_for_base(going: Going) -> bool:
    base = BASES_OF[going.faction][0]
    return available(going.s, base) > 0 and has_room_for_base(going.s, going.destination)


def _contested(going: Going) -> bool:
    return going.in_south() and coin_forces(going.s, going.destination) > 0


def _uncontested(going: Going) -> bool:
    abroad = bool(LAOS_CAMBODIA_MASK >> going.destination & 1)
    return abroad or (going.in_south() and not coin_forces(going.s, going.destination))


def _own_guerrillas(going: Going, n: int) -> bool:
    return going.there(*GUERRILLAS_OF[going.faction]) >= n


def _always(going: Going) -> bool:
    return True


AIMS: Final = (
    Aim(
        *("L0", (NVA,), TO_LOC, _every((NVA_TROOPS,))),
        lambda it: it.action == EASTER and not coin_pieces(it.s, it.destination),
        lambda it: False,
    ),
    Aim("L1", (US,), TO_LOC, _every(_FIGHTERS), _always, lambda it: _firepower(it) >= _enemies(it)),
    Aim("L2", (ARVN,), TO_LOC, _every(_FIGHTERS), _always, lambda it: _arvn_firepower(it) >= _enemies(it)),
    Aim(
        *("L3", (NVA, VC), TO_LOC, GUERRILLAS_OF, _always),
        lambda it: it.there(*GUERRILLAS) > coin_forces(it.s, it.destination),
    ),
    Aim("P1", (US, ARVN, VC), TO_LAND, KINDS_OF, _always, _present),
    Aim(
        *("P2", COIN, TO_LAND, _every(COIN_CUBES)),
        lambda it: it.s.pieces[it.destination * KINDS + US_BASE] > 0,
        lambda it: it.there(*COIN_CUBES) >= 3,
    ),
    Aim("P3", (US,), TO_LAND, _every(_FIGHTERS), _always, _covers),
    Aim("P4", (US,), TO_LAND, _every(_SEARCHERS), _always, _searches),
    Aim("P5", COIN, TO_LAND, _every(COIN_KINDS), _coin_takes, lambda it: it.controlled() == COIN_CONTROL),
    Aim(
        *("P6", (NVA,), TO_LAND, KINDS_OF, _contested, lambda it: it.controlled() == NVA_CONTROL),
        dice=DICE_OF_P6,
    ),
    Aim("P7", (NVA, VC), TO_LAND, GUERRILLAS_OF, _room_for_base, lambda it: _own_guerrillas(it, MOST_PER_BASE)),
    Aim(
        *("P8", (NVA, VC), TO_LAND, GUERRILLAS_OF),
        lambda it: insurgent_bases(it.s, it.destination) > 0,
        lambda it: _own_guerrillas(it, 1),
    ),
    Aim("P9", (NVA,), TO_LAND, KINDS_OF, _uncontested, lambda it: it.controlled() == NVA_CONTROL),
)


def _enemies(going: Going) -> int:
    return insurgent_pieces(going.s, going.destination)


def called_for(mind: Mind, going: Going, movable: Stay, room: int = 99, others: int = 99) -> Flow[list[str]]:
    """Fill the load with what the rules call for of those that may move; returns the rules that called.

    room: pieces at most; others: pieces at most that are not US Troops.
    """
    to = TO_LOC if going.destination >= CONTROLLABLE else TO_LAND
    left = {kind: n for kind, n in movable.items() if n}
    rules = []
    for aim in AIMS:
        if aim.to != to or going.faction not in aim.factions or room <= 0:
            continue
        if not aim.applies(going) or aim.enough(going):
            continue
        wanted = {*aim.kinds[going.faction]}
        if US_TROOPS in wanted:
            wanted |= {*going.as_us}
        candidates = {kind: n for kind, n in left.items() if kind in wanted}
        if not candidates or (aim.dice and not (yield from _dares(mind, going, aim))):
            continue
        before = room
        for kind in in_turn(FRIENDLY, candidates):
            if kind != US_TROOPS:
                if others <= 0:
                    continue
                others -= 1
            going.load[kind] = going.load.get(kind, 0) + 1
            left[kind] -= 1
            room -= 1
            if aim.enough(going) or room <= 0:
                break
        if room < before:
            rules.append(aim.name)
    return rules


def _dares(mind: Mind, going: Going, aim: Aim) -> Flow[bool]:
    """P6: the dice show no more than the NVA Troops in origin and destination; not rolled where they could not."""
    troops = sum(going.s.pieces[sp * KINDS + NVA_TROOPS] for sp in (going.origin, going.destination))
    if not aim.dice <= troops:
        return False
    shown = 0
    if troops < 6 * aim.dice:
        shown = yield from rolled(mind, "trung.move_die", aim.dice)
    answer = shown <= troops
    mind.visit(
        "trung.dares", n=troops, dice=shown or NOT_ROLLED, space=going.destination, answer="yes" if answer else "no"
    )
    return answer
