"""3.2.1 Train: raise forces, and buy the people's Support."""

from typing import Final

from fitl.board.factions import ARVN, US, VC
from fitl.board.pieces import (
    ARVN_ARMOR,
    ARVN_BASE,
    ARVN_TROOPS,
    GUERRILLAS_OF,
    IRREGULAR,
    KINDS,
    POLICE,
    RANGER,
    US_BASE,
    US_TROOPS,
)
from fitl.board.spaces import AVAILABLE, CONTROLLABLE, NORTH_VIETNAM, SAIGON, SPACE_COUNT, is_city
from fitl.decisions import DONE, DONE_OPTION, Decision, Flow, Option, amounts, choice, piece_at_option, spaces_options
from fitl.era import POST_PARIS, US_RETREATED
from fitl.lasting import CAPS, CHIEU_HOI, CORDS, CORDS_SHADED
from fitl.rules.casualties import arvn_casualties, buy_back
from fitl.rules.economy import add_aid, add_patronage, add_resources, can_afford, price
from fitl.rules.forces import arvn_cubes, available, can_place, coin_bases, liftable, move, muster, placeable, remove
from fitl.rules.operation import Operation
from fitl.rules.pacification import can_pacify_further, pacification_price, pacify
from fitl.state import ACTIVE_SUPPORT, COIN_CONTROL, MINH, NVA_CONTROL, PASSIVE_SUPPORT, State

MOST_CUBES: Final = 6
MOST_SPECIAL_FORCES: Final = 2
CUBES_PER_BASE: Final = 3
MOST_PATRONAGE: Final = 3

IRREGULARS: Final = choice("irregulars")
RANGERS: Final = choice("rangers")
CUBES: Final = choice("cubes")
ARMOR: Final = choice("armor")
NOTHING: Final = choice("nothing")

PACIFY: Final = choice("pacify")
BASE: Final = choice("base")
PATRONAGE: Final = choice("patronage")
BUY_BACK: Final = choice("buy_back")

# Notes of an Operation: how many Armor this Train has placed; how many an Event lets it place, and in how many spaces
# cubes or Rangers (card S51); in how many it has.
ARMOR_PLACED: Final = "train.armor"
ARMOR_AT_MOST: Final = "train.armor_at_most"
FORCES_AT_MOST: Final = "train.forces_at_most"
FORCES_PLACED: Final = "train.forces"


def can_train(s: State, op: Operation) -> bool:
    """There is a space to Train in."""
    return any(op.may_select(sp) and may_train_in(s, op, sp) for sp in range(CONTROLLABLE))


def may_train_in(s: State, op: Operation, sp: int) -> bool:
    """US: any US piece there. ARVN: no NVA Control there. Never where Advise or Govern were (4.2.1, 4.3.1)."""
    if op.activity is not None and op.activity.name in ("advise", "govern") and sp in op.activity.spaces:
        return False
    if op.faction == US:
        return s.force[sp * 4 + US] > 0 or (
            s.era.flags & POST_PARIS != 0 and s.pieces[sp * KINDS + ARVN_BASE] > 0  # S3.2.1
        )
    return sp != NORTH_VIETNAM and s.control[sp] != NVA_CONTROL


def train(s: State, op: Operation) -> Flow[None]:
    """3.2.1: place forces in each selected space, then in one of them Pacify, build a Base or tap Patronage."""

    def candidates() -> list[int]:
        return [sp for sp in range(CONTROLLABLE) if may_train_in(s, op, sp)]

    while (sp := (yield from op.next_space("train.space", "3.2.1", candidates))) != DONE:
        s.note("log.train.space", faction=op.faction, space=sp)
        yield from _place(s, op, sp)
    if op.faction == US and s.effects & CAPS:  # card 18
        yield from _combined_action_platoon(s, op)
    if op.faction == ARVN and s.effects & CHIEU_HOI:  # card P66
        yield from _open_arms(s, op)
    yield from _then(s, op)
    yield from op.finish()
    if op.faction == ARVN and s.leader == MINH and not s.leader_silenced:  # 2.4.1
        add_aid(s, 5)


# --- placing ------------------------------------------------------------------------------------------------------


def _place(s: State, op: Operation, sp: int) -> Flow[None]:
    """One of: Irregulars (US), Rangers, ARVN cubes, or nothing."""
    params = {"space": sp}
    if ARMOR_AT_MOST in op.notes:
        params["armor_at_most"] = op.notes[ARMOR_AT_MOST]
    method: str = yield Decision(op.faction, "train.method", "3.2.1", _methods(s, op, sp), params)
    if method == "nothing":
        return
    if method == "irregulars":
        yield from _place_special_forces(s, op, sp, IRREGULAR)
        return
    _pay_for(op, sp)
    if method == "armor":
        op.notes[ARMOR_PLACED] = op.notes.get(ARMOR_PLACED, 0) + 1
        yield from muster(s, op.faction, sp, ARVN_ARMOR, 1)
        return
    op.notes[FORCES_PLACED] = op.notes.get(FORCES_PLACED, 0) + 1
    if method == "rangers":
        yield from _place_special_forces(s, op, sp, RANGER)
    else:
        yield from _place_cubes(s, op, sp)


def _methods(s: State, op: Operation, sp: int) -> list[Option]:
    by = op.faction
    found = []
    if by == US and placeable(s, US, sp, IRREGULAR, 1):
        found.append(IRREGULARS)
    if op.can_pay(price(s, op.faction, "train")) and _trains_arvn(s, by, sp):
        more = FORCES_AT_MOST not in op.notes or op.notes.get(FORCES_PLACED, 0) < op.notes[FORCES_AT_MOST]
        if more and placeable(s, by, sp, RANGER, 1):
            found.append(RANGERS)
        if more and (placeable(s, by, sp, ARVN_TROOPS, 1) or placeable(s, by, sp, POLICE, 1)):
            found.append(CUBES)
        if s.era.flags & POST_PARIS and _may_place_armor(s, op, sp):
            found.append(ARMOR)
    found.append(NOTHING)
    return found


def _may_place_armor(s: State, op: Operation, sp: int) -> bool:
    """S3.2.1: one Armor for cubes; after a US Retreat ARVN (not the US, OPEN 9) as many as Posture in all (S6.9.2)."""
    most = op.notes.get(ARMOR_AT_MOST)
    if most is None and op.faction == ARVN and s.era.flags & US_RETREATED:
        most = s.posture
    if most is not None and op.notes.get(ARMOR_PLACED, 0) >= most:
        return False
    return placeable(s, op.faction, sp, ARVN_ARMOR, 1) > 0


def _trains_arvn(s: State, by: int, sp: int) -> bool:
    """The US places ARVN pieces at US Bases, Post-Paris at ARVN Bases too; ARVN in Cities and at US or ARVN Bases."""
    if by == US:
        if s.era.flags & POST_PARIS and s.pieces[sp * KINDS + ARVN_BASE]:  # S3.2.1
            return True
        return s.pieces[sp * KINDS + US_BASE] > 0 or (s.era.us_trains_arvn_in_cities and is_city(sp))  # P3.2.1
    return is_city(sp) or coin_bases(s, sp) > 0


def _pay_for(op: Operation, sp: int) -> None:
    """The space's cost, once, however many ARVN pieces come."""
    paid = op.notes.setdefault("paid", set())
    if sp not in paid:
        paid.add(sp)
        op.pay(price(op.s, op.faction, "train"))


def _place_special_forces(s: State, op: Operation, sp: int, kind: int) -> Flow[None]:
    most = placeable(s, op.faction, sp, kind, MOST_SPECIAL_FORCES)
    n: int = yield Decision(op.faction, "train.amount", "3.2.1", amounts(1, most), {"space": sp, "piece": kind})
    yield from muster(s, op.faction, sp, kind, n)


def _place_cubes(s: State, op: Operation, sp: int) -> Flow[None]:
    """Up to six ARVN Troops and Police in any mix, at least one."""
    by = op.faction
    most_troops = placeable(s, by, sp, ARVN_TROOPS, MOST_CUBES)
    most_police = placeable(s, by, sp, POLICE, MOST_CUBES)
    params = {"space": sp, "piece": ARVN_TROOPS}
    troops: int = yield Decision(by, "train.amount", "3.2.1", amounts(0 if most_police else 1, most_troops), params)
    most_police = min(most_police, MOST_CUBES - troops)
    params = {"space": sp, "piece": POLICE}
    police: int = yield Decision(by, "train.amount", "3.2.1", amounts(0 if troops else 1, most_police), params)
    yield from muster(s, by, sp, ARVN_TROOPS, troops)
    yield from muster(s, by, sp, POLICE, police)


def _combined_action_platoon(s: State, op: Operation) -> Flow[None]:
    """Card 18: each US Train may place or relocate one Police into a space with US Troops, at no cost."""

    def spaces() -> list[Option]:
        p = s.pieces
        found = [sp for sp in range(SPACE_COUNT) if p[sp * KINDS + US_TROOPS] and can_place(s, op.faction, sp, POLICE)]
        return [*spaces_options(found), DONE_OPTION]

    if len(spaces()) == 1:
        return
    sp = yield from op.choose("train.caps", "3.2.1", spaces)
    if sp != DONE:
        rows = [AVAILABLE] if available(s, POLICE) else []
        rows += liftable(s, sp, POLICE)
        origin = yield Decision(op.faction, "train.caps_origin", "3.2.1", spaces_options(rows), {"destination": sp})
        move(s, POLICE, 1, origin, sp)


def _open_arms(s: State, op: Operation) -> Flow[None]:
    """Card P66: in one selected space with COIN Control a VC Guerrilla gives itself up, in either state."""

    def ralliers() -> list[Option]:
        found = [
            piece_at_option(kind, sp)
            for sp in op.spaces
            if s.control[sp] == COIN_CONTROL
            for kind in GUERRILLAS_OF[VC]
            if s.pieces[sp * KINDS + kind]
        ]
        return [*found, DONE_OPTION]

    if len(ralliers()) == 1:
        return
    answer = yield from op.choose("train.open_arms", "3.2.1", ralliers)
    if answer != DONE:
        kind, sp = answer
        remove(s, sp, kind)


# --- then, in one selected space ----------------------------------------------------------------------------------


def _then(s: State, op: Operation) -> Flow[None]:
    """At most one of: Pacify, an ARVN Base (ARVN), Patronage for Resources (US in Saigon).

    After a US Retreat also: buy ARVN Casualties back (S3.2.1).
    """

    def options() -> list[Option]:
        found = []
        if _pacifiable(s, op, ()):
            found.append(PACIFY)
        if _base_spaces(s, op):
            found.append(BASE)
        if op.faction == US and SAIGON in op.spaces and s.patronage:
            found.append(PATRONAGE)
        if s.era.flags & US_RETREATED and arvn_casualties(s) and can_afford(s, op.faction, 1):
            found.append(BUY_BACK)
        found.append(DONE_OPTION)
        return found

    if len(options()) == 1:
        return
    answer = yield from op.choose("train.then", "3.2.1", options)
    if answer == "pacify":
        yield from _pacify(s, op)
    elif answer == "base":
        yield from _build_base(s, op)
    elif answer == "buy_back":
        yield from buy_back(s, op.faction, "train.buy_back", "S3.2.1")
    elif answer == "patronage":
        n: int = yield Decision(op.faction, "train.patronage", "3.2.1", amounts(1, min(MOST_PATRONAGE, s.patronage)))
        add_patronage(s, -n)
        add_resources(s, ARVN, n)


def _ceiling(s: State, op: Operation) -> int:
    """Shaded CORDS (card 19): US Training Pacifies no higher than Passive Support."""
    return PASSIVE_SUPPORT if op.faction == US and s.effects & CORDS_SHADED else ACTIVE_SUPPORT


def _pacifiable(s: State, op: Operation, done: tuple[int, ...]) -> list[int]:
    """Selected spaces with COIN Control and the Pacifier's forces, something to gain and the means to pay."""
    by = op.faction
    price = pacification_price(s, support_phase=False)
    ceiling = _ceiling(s, op)
    p = s.pieces
    return [
        sp
        for sp in op.spaces
        if sp not in done
        and s.control[sp] == COIN_CONTROL
        and (s.force[sp * 4 + US] if by == US else p[sp * KINDS + ARVN_TROOPS] and p[sp * KINDS + POLICE])
        and can_pacify_further(s, by, sp, price, ceiling=ceiling)
    ]


def _pacify(s: State, op: Operation) -> Flow[None]:
    """Pacify one space; the US two with CORDS (card 19), except in a Limited Operation."""
    by = op.faction
    price = pacification_price(s, support_phase=False)
    sp: int = yield Decision(by, "train.pacify", "3.2.1", spaces_options(_pacifiable(s, op, ())), None, price)
    yield from pacify(s, by, sp, price, "3.2.1", ceiling=_ceiling(s, op))
    if by != US or not s.effects & CORDS or op.limited:
        return
    first = (sp,)

    def second() -> list[Option]:
        return [*spaces_options(_pacifiable(s, op, first)), DONE_OPTION]

    if len(second()) == 1:
        return
    sp = yield from op.choose("train.pacify_second", "3.2.1", second, None, price)
    if sp != DONE:
        yield from pacify(s, by, sp, price, "3.2.1", ceiling=_ceiling(s, op))


def _base_spaces(s: State, op: Operation) -> list[int]:
    """ARVN only: selected spaces with three ARVN cubes, room for a Base and its cost, unless paid already."""
    if op.faction != ARVN:
        return []
    paid = op.notes.get("paid", ())
    return [
        sp
        for sp in op.spaces
        if arvn_cubes(s, sp) >= CUBES_PER_BASE
        and can_place(s, op.faction, sp, ARVN_BASE)
        and (sp in paid or op.can_pay(price(s, op.faction, "train")))
    ]


def _build_base(s: State, op: Operation) -> Flow[None]:
    """Replace any three ARVN cubes with an ARVN Base."""
    sp: int = yield Decision(op.faction, "train.base", "3.2.1", spaces_options(_base_spaces(s, op)))
    _pay_for(op, sp)
    row = sp * KINDS
    low = max(0, CUBES_PER_BASE - s.pieces[row + POLICE])
    high = min(CUBES_PER_BASE, s.pieces[row + ARVN_TROOPS])
    troops: int = yield Decision(op.faction, "train.base_troops", "3.2.1", amounts(low, high), {"space": sp})
    if troops:
        remove(s, sp, ARVN_TROOPS, troops, AVAILABLE)  # S6.8.2: traded in, not lost
    if troops < CUBES_PER_BASE:
        remove(s, sp, POLICE, CUBES_PER_BASE - troops, AVAILABLE)
    yield from muster(s, op.faction, sp, ARVN_BASE, 1)
