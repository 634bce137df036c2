"""Special Activities by the cards: each is tried, and done only if it would have an effect."""

from collections.abc import Iterator
from typing import Final

from fitl.board.factions import ARVN, NVA, US, VC
from fitl.board.pieces import (
    ARVN_TROOPS,
    GUERRILLAS_OF,
    KIND_IDS,
    KINDS,
    NVA_BASE,
    NVA_GUERRILLA,
    NVA_GUERRILLA_ACTIVE,
    NVA_TROOPS,
    POLICE,
    RANGER,
    UNDERGROUND_OF,
    VC_BASE,
    VC_GUERRILLA,
    VC_TUNNEL,
)
from fitl.board.spaces import ADJACENT, CONTROLLABLE, NORTH_VIETNAM, POP, SAIGON, SPACE_COUNT, row_id, spaces_of
from fitl.bots.mind import NOT_ROLLED, Mind
from fitl.bots.script import Ask, Line
from fitl.bots.select import equal_chance, random_space
from fitl.bots.trung.cards import Attempt, attempts
from fitl.bots.trung.conditions import can_be_taxed, holds
from fitl.bots.trung.counts import (
    OPEN_BASES,
    arvn_assault_hits,
    can_hold_support,
    coin_troops,
    hidden,
    insurgent_forces,
    outnumbers_us,
    total,
)
from fitl.bots.trung.course import Course, Procedure, Rolls, Steps, at, number, way
from fitl.bots.trung.dice import imagined, rolled
from fitl.bots.trung.forecast import arvn_effective
from fitl.bots.trung.journey import AIR_LIFT, PASSENGERS, TRANSPORT, Journey
from fitl.bots.trung.pieces import GIVE_UP, enemy_order, first_of, pick
from fitl.bots.trung.strike import HIT, strike_table, struck
from fitl.bots.trung.tables import GOVERN, RAID
from fitl.decisions import Flow
from fitl.lasting import CLAYMORES, MANDATE_OF_HEAVEN_SHADED
from fitl.rules.activities import air_lift as air_lift_rule
from fitl.rules.activities import air_strike as air_strike_rule
from fitl.rules.activities import transport as transport_rule
from fitl.rules.activities.advise import can_sweep_in_place
from fitl.rules.deck import monsoon
from fitl.rules.forces import available, bases_of, coin_bases, coin_pieces, pieces_of
from fitl.rules.operation import Activity
from fitl.rules.operations.march import marched_in_underground
from fitl.rules.operations.sweep import SWEEPERS, finds
from fitl.rules.removal import exposed_to_air_strike, exposed_to_special_forces
from fitl.state import COIN_CONTROL, NEUTRAL, State

TABLE_OF: Final = ("US", "ARVN", "NVA", "VC")
MASSED: Final = 3
CIVIL_WAR: Final = 62
DETENTE: Final = 77  # its Infiltration takes a Base over first, too
DICE: Final = 3  # against the NVA Troops Available
STRIKE: Final = 2


def try_activities(course: Course, entries: str) -> Steps[bool]:
    """Those of an entry in order, until one is done. After an Ambush nothing else is tried."""
    for attempt in attempts(entries):
        if (yield from attempt_activity(course, attempt)):
            return True
    return False


def attempt_activity(course: Course, attempt: Attempt) -> Steps[bool]:
    """One of them, if it is offered here and its condition holds."""
    if not offered(course, attempt.activity):
        return False
    if attempt.when and not (yield from holds(course.mind, course.s, attempt.when)):
        return False
    before, flags = course.opening, course.flags
    asked = f"{course.operation.name}.space" if before else course.decision.kind
    course.opening = [*before, (Ask(asked), _key(course, attempt.activity))]
    course.flags = attempt.flags
    done = yield from ACTIVITIES[attempt.activity](course)
    if not done:
        course.mind.visit("trung.activity_fails", activity=attempt.activity)
        course.opening = before
    else:
        course.mind.visit("trung.activity", activity=attempt.activity)
        course.together = True
    course.flags = flags
    return done


def _key(course: Course, name: str) -> str:
    """How it is offered: beside the steps of an Operation, or by itself where an Event grants it."""
    return name if course.asks("trung.activity") else f"sa:{name}"


def offered(course: Course, name: str) -> bool:
    """May the Special Activity be taken now?"""
    if course.decision.find(_key(course, name)) is not None:
        return True
    if not course.opening:
        return False
    op = course.operation
    rule = course.s.era.activity_rules[name]
    return (
        name in op.activities and op.activity is None and rule.can(course.s, Activity(course.s, op.faction, name, op))
    )


# --- US -----------------------------------------------------------------------------------------------------------


def advise(course: Course) -> Steps[bool]:
    """Two spaces, each by the first way that finds one; Aid if a person plays ARVN."""
    n = 0
    while n < 2 and (n == 0 or course.asks("advise.space")):
        found = yield from _advised(course)
        if found is None:
            break
        sp, method = found
        yield from course.give([at("advise.space", sp), way("advise.method", method)])
        n += 1
    if n:
        aid = ARVN not in course.s.options.non_players
        yield from course.give([way("advise.space", "done"), way("advise.aid", "yes" if aid else "no")])
    return n > 0


def _advised(course: Course) -> Flow[tuple[int, str] | None]:
    """The next space to Advise and how: a Base, a Sweep at Support, Special Forces, an Assault."""
    s = course.s
    spaces = [sp for sp in range(SPACE_COUNT) if sp != NORTH_VIETNAM and coin_pieces(s, sp) and _may_advise(course, sp)]
    by_assault = [sp for sp in spaces if sp < CONTROLLABLE and _base_falls_to_assault(s, sp)]
    if by_assault:
        return (yield from course.choose("US-Remove", by_assault)), "assault"
    by_strike = [sp for sp in spaces if sp < CONTROLLABLE and _base_falls_to_strike(s, sp) and _striker(s, sp)]
    if by_strike:
        sp = yield from course.choose("US-Remove", by_strike)
        return sp, _striker(s, sp)
    sweeps = [sp for sp in spaces if sp < CONTROLLABLE and s.support[sp] > NEUTRAL and _sweep_finds(s, sp)]
    if sweeps and not monsoon(s):
        most = max(_sweep_finds(s, sp) for sp in sweeps)
        return (yield from random_space(course.mind, [sp for sp in sweeps if _sweep_finds(s, sp) == most])), "sweep"
    strikes = [sp for sp in spaces if _striker(s, sp) and exposed_to_special_forces(s, sp)]
    if strikes:
        sp = yield from course.choose("US-Remove", strikes)
        return sp, _striker(s, sp)
    assaults = [sp for sp in spaces if arvn_effective(s, sp)]
    if assaults:
        return (yield from course.choose("US-Remove", assaults)), "assault"
    return None


def _may_advise(course: Course, sp: int) -> bool:
    if course.asks("advise.space"):
        return course.decision.find(row_id(sp)) is not None
    op = course.op
    return op is None or op.name != "train" or sp not in op.spaces


def _base_falls_to_assault(s: State, sp: int) -> bool:
    exposed = insurgent_forces(s, sp) - hidden(s, sp)
    return not hidden(s, sp) and total(s, sp, OPEN_BASES) > 0 and arvn_assault_hits(s, sp) > exposed


def _base_falls_to_strike(s: State, sp: int) -> bool:
    return total(s, sp, OPEN_BASES) > 0 and insurgent_forces(s, sp) < STRIKE


def _striker(s: State, sp: int) -> str:
    """Whose Special Forces strike: a Ranger before an Irregular; "" if nobody can."""
    if s.pieces[sp * KINDS + RANGER]:
        return "ranger"
    return "irregular" if s.pieces[sp * KINDS + UNDERGROUND_OF[US]] else ""


def _sweep_finds(s: State, sp: int) -> int:
    return min(finds(s, ARVN, sp, SWEEPERS[ARVN]), hidden(s, sp)) if can_sweep_in_place(s, sp) else 0


def air_lift(course: Course) -> Steps[bool]:
    """Up to four spaces, origins and destinations together; planned as a journey."""
    s = course.s
    if course.decision.kind in ("air_lift.piece", "air_lift.destination", "air_lift.amount"):
        return False  # its spaces are named already, and nobody is called for
    journey = _flight(course.mind, s, Activity(s, course.faction, AIR_LIFT, course.op))
    into = course.decision.params.get("into")
    if course.asks("air_lift.space") and isinstance(into, int):
        journey.lands &= into
    if s.card == CIVIL_WAR and isinstance(into, int):
        yield from journey.special_forces(spaces_of(into))
        return bool(journey.moves) and (yield from course.give(_flights(journey)))
    yield from _fly(journey)
    return bool(journey.moves) and (yield from course.give(_flights(journey)))


def _flight(mind: Mind, s: State, act: Activity) -> Journey:
    journey = Journey(mind, s.copy(), AIR_LIFT, PASSENGERS, lands=air_lift_rule.LANDING, origins=air_lift_rule.LANDING)
    journey.spaces_at_most = act.limit(air_lift_rule.SPACES_IN_MONSOON if monsoon(s) else air_lift_rule.SPACES_AT_MOST)
    return journey


def _fly(journey: Journey) -> Flow[None]:
    while len({*journey.used, *journey.reached}) < journey.spaces_at_most:
        spaces = journey.within_reach(range(SPACE_COUNT))
        if not spaces:
            break
        yield from journey.fill((yield from journey.best("US-Lift", spaces)))


def anybody_flies(mind: Mind, s: State) -> bool:
    """Would an Air Lift that an Event offers move anybody?"""
    journey = _flight(mind.in_thought(), s, Activity(s, US, AIR_LIFT))
    imagined(_fly(journey))
    return bool(journey.moves)


def _flights(journey: Journey) -> Iterator[Line]:
    for sp in dict.fromkeys(sp for moved in journey.moves for sp in (moved.origin, moved.destination)):
        yield at("air_lift.space", sp)
    yield way("air_lift.space", "done")
    for moved in journey.moves:
        for kind, n in moved.load.items():
            yield way("air_lift.piece", f"{KIND_IDS[kind]}@{row_id(moved.origin)}")
            yield Ask("air_lift.destination", kind, moved.origin), row_id(moved.destination)
            yield Ask("air_lift.amount", kind, moved.origin, moved.destination), str(n)
    yield way("air_lift.piece", "done")


def air_strike(course: Course) -> Steps[bool]:
    """All spaces worth it are named; then the die, the Trail, and what hits are left for, space by space."""
    s = course.s
    act = Activity(s, course.faction, "air_strike", course.op)
    if not course.asks("air_strike.space") and not air_strike_rule.can_air_strike(s, act):
        return False

    def named(sp: int) -> list[Line]:
        act.spaces.append(sp)
        return []

    if not course.asks(HIT):  # an Event that leaves one space has named it
        table = strike_table(course)
        yield from course.spaces_of("air_strike", lambda sp: _struck_here(course, act, sp), table, named)
        yield from course.give([way("air_strike.space", "done")])
    yield from struck(course)
    return True


def _struck_here(course: Course, act: Activity, sp: int) -> bool:
    if course.asks("air_strike.space"):
        return bool(exposed_to_air_strike(course.s, sp))
    return air_strike_rule.can_be_struck(course.s, act, sp)


# --- ARVN ---------------------------------------------------------------------------------------------------------


def govern(course: Course) -> Steps[bool]:
    """Two spaces by the table, then Patronage or Aid for each."""
    s = course.s
    limit = Activity(s, ARVN, "govern", course.op).limit(1 if s.effects & MANDATE_OF_HEAVEN_SHADED else 2)
    left = [sp for sp in range(CONTROLLABLE) if _governed(course, sp)]
    chosen: list[int] = []
    while left and len(chosen) < limit:
        chosen.append((yield from course.choose("ARVN-Govern", left, GOVERN)))
        left.remove(chosen[-1])
    if not chosen:
        return False
    methods = _methods(s, chosen)
    first = sorted(chosen, key=lambda sp: methods[sp] != "aid")  # Aid comes first
    transfers = [sp for sp in first if methods[sp] == "patronage"]
    spared = min(transfers, key=lambda sp: s.support[sp]) if transfers else -1  # card 86
    lines: list[Line] = []
    for sp in first:
        lines += [at("govern.space", sp), way("govern.method", methods[sp])]
        lines.append(way("govern.spare", "yes" if sp == spared else "no"))
    return (yield from course.give([*lines, way("govern.space", "done")]))


def _governed(course: Course, sp: int) -> bool:
    s, op = course.s, course.op
    if course.asks("govern.space") and course.decision.find(row_id(sp)) is None:
        return False
    trained = op is not None and op.name == "train" and sp in op.spaces
    at_support = can_hold_support(sp) and s.support[sp] > NEUTRAL and s.control[sp] == COIN_CONTROL
    return at_support and sp != SAIGON and not trained


def _methods(s: State, chosen: list[int]) -> dict[int, str]:
    """What each space gives. Without Aid one adds some first: who cannot give Patronage, else the smallest."""
    able = {sp for sp in chosen if outnumbers_us(s, sp)}
    found = {sp: "patronage" if sp in able else "aid" for sp in chosen}
    if not s.aid and len(able) == len(chosen):
        found[min(chosen, key=lambda sp: POP[sp])] = "aid"
    return found


def transport(course: Course) -> Steps[bool]:
    """One origin, six pieces, any number of destinations; then Rangers hide."""
    s = course.s
    journey = Journey(course.mind, s.copy(), TRANSPORT, transport_rule.movers(s), room=transport_rule.PIECES_AT_MOST)
    while journey.room > 0:
        spaces = journey.within_reach([sp for sp in range(SPACE_COUNT) if sp != NORTH_VIETNAM])
        if not spaces:
            break
        yield from journey.fill((yield from journey.best("ARVN-Move", spaces)))
    if not journey.moves:
        if not transport_rule.any_active_ranger(s):
            return False
        return (yield from course.give([way("transport.origin", "done")]))
    return (yield from course.give(_drives(journey)))


def _drives(journey: Journey) -> Iterator[Line]:
    origin = journey.moves[0].origin
    yield at("transport.origin", origin)
    for moved in journey.moves:
        for kind, n in moved.load.items():
            yield Ask("transport.piece", None, origin), KIND_IDS[kind]
            yield Ask("transport.destination", kind, origin), row_id(moved.destination)
            yield Ask("transport.amount", kind, origin, moved.destination), str(n)
    yield Ask("transport.piece", None, origin), "done"


def raid(course: Course) -> Steps[bool]:
    """Two spaces: first where a hidden Ranger is, then where one can come from next door; Bases that can fall first."""
    s = course.s
    limit = Activity(s, ARVN, "raid", course.op).limit(2)
    chosen: dict[int, int] = {}  # by space: where its Ranger comes from, itself if it is there
    spent: dict[int, int] = {}
    while len(chosen) < limit:
        found = yield from _raided(course, chosen, spent)
        if found is None:
            break
        sp, origin = found
        chosen[sp] = origin
        spent[origin] = spent.get(origin, 0) + 1
    if not chosen:
        return False
    lines: list[Line] = [at("raid.space", sp) for sp in chosen]
    lines.append(way("raid.space", "done"))
    for sp, origin in chosen.items():
        if origin != sp:
            lines += [
                way("raid.move", f"{KIND_IDS[RANGER]}@{row_id(origin)}"),
                (Ask("raid.amount", RANGER, origin), "1"),
            ]
        lines.append(way("raid.move", "done"))
    yield from course.give(lines)
    while course.asks("raid.strike"):
        yield from course.give([way("raid.strike", "yes")])
    return True


def _raided(course: Course, chosen: dict[int, int], spent: dict[int, int]) -> Flow[tuple[int, int] | None]:
    s = course.s
    targets = [sp for sp in range(SPACE_COUNT) if sp != NORTH_VIETNAM and sp not in chosen and _raid_target(s, sp)]
    if course.asks("raid.space"):
        targets = [sp for sp in targets if course.decision.find(row_id(sp)) is not None]

    def rangers(sp: int) -> int:
        return s.pieces[sp * KINDS + RANGER] - spent.get(sp, 0)

    here = [sp for sp in targets if rangers(sp) > 0]
    if here:
        sp = yield from course.choose("ARVN-Remove", _bases_first(s, here), RAID)
        return sp, sp
    near = [sp for sp in targets if any(rangers(origin) > 0 and origin not in chosen for origin in ADJACENT[sp])]
    if not near:
        return None
    sp = yield from course.choose("ARVN-Remove", _bases_first(s, near), RAID)
    origins = [origin for origin in ADJACENT[sp] if rangers(origin) > 0 and origin not in chosen]
    worth = {origin: (not _base_falls_to_strike(s, origin), not _raid_target(s, origin)) for origin in origins}
    best = max(worth.values())
    return sp, (yield from random_space(course.mind, [origin for origin in origins if worth[origin] == best]))


def _raid_target(s: State, sp: int) -> bool:
    return insurgent_forces(s, sp) > 0 or total(s, sp, OPEN_BASES) > 0


def _bases_first(s: State, spaces: list[int]) -> list[int]:
    return [sp for sp in spaces if _base_falls_to_strike(s, sp)] or spaces


# --- NVA ----------------------------------------------------------------------------------------------------------


def infiltrate(course: Course) -> Steps[bool]:
    """A VC Base is taken over first, if the card says so; then Troops gather at NVA Bases."""
    s, mind = course.s, course.mind
    if "dice" in course.flags:
        troops = available(s, NVA_TROOPS)
        dice = 0
        if DICE <= troops < 6 * DICE:  # else no roll could matter
            dice = yield from rolled(mind, "trung.infiltrate_die", DICE)
        enough = troops >= DICE and dice <= troops
        mind.visit("trung.infiltrate", dice=dice or NOT_ROLLED, n=troops, answer="yes" if enough else "no")
        if not enough:
            return False
    done = False
    if ("base" in course.flags or s.card == DETENTE) and available(s, NVA_BASE):
        done = yield from course.spaces_of(
            "infiltrate", lambda sp: _takes_over(course.s, sp), "NVA-Remove", _take, 1, close=False
        )
    return (yield from _build_up(course, done))


def may_infiltrate(s: State) -> bool:
    """Could it take a Base over, or bring Troops out of Available to one?"""
    spaces = range(SPACE_COUNT)
    takes_over = available(s, NVA_BASE) > 0 and any(_takes_over(s, sp) for sp in spaces)
    return takes_over or (available(s, NVA_TROOPS) > 0 and any(bases_of(s, sp, NVA) for sp in spaces))


def _build_up(course: Course, done: bool) -> Steps[bool]:
    used: set[int] = set()
    while not done or course.asks("infiltrate.space"):
        spaces = [sp for sp in range(SPACE_COUNT) if sp not in used and _may_build_up(course, sp)]
        if not spaces:
            break
        sp = yield from course.choose("NVA-Troops", spaces)
        used.add(sp)
        if not (yield from course.give([at("infiltrate.space", sp), *_troops(course.s, sp)])):
            break
        done = True
    if done:
        yield from course.give([way("infiltrate.space", "done")])
    return done


def _takes_over(s: State, sp: int) -> bool:
    return bases_of(s, sp, VC) > 0 and pieces_of(s, sp, NVA) > pieces_of(s, sp, VC)


def _take(sp: int) -> list[Line]:
    take = Ask("infiltrate.take")
    return [way("infiltrate.method", "take_over"), (take, KIND_IDS[VC_TUNNEL]), (take, KIND_IDS[VC_BASE])]


def _may_build_up(course: Course, sp: int) -> bool:
    s = course.s
    if course.asks("infiltrate.space") and course.decision.find(row_id(sp)) is None:
        return False
    return bases_of(s, sp, NVA) > 0 and available(s, NVA_TROOPS) > 0


def _troops(s: State, sp: int) -> list[Line]:
    """Trail and Bases in Troops, then one more for each Guerrilla beyond two."""
    left = available(s, NVA_TROOPS)
    fresh = min(left, s.trail + bases_of(s, sp, NVA))
    there = {kind: s.pieces[sp * KINDS + kind] for kind in GUERRILLAS_OF[NVA]}
    turned = pick(GIVE_UP, there, min(left - fresh, max(0, sum(there.values()) - 2)))
    return [
        way("infiltrate.method", "build_up"),
        number("infiltrate.troops", fresh),
        number("infiltrate.replace", turned.get(NVA_GUERRILLA_ACTIVE, 0), NVA_GUERRILLA_ACTIVE),
        number("infiltrate.replace", turned.get(NVA_GUERRILLA, 0), NVA_GUERRILLA),
    ]


def bombard(course: Course) -> Steps[bool]:
    """COIN Troops in numbers, or beside a Base, within reach of three NVA Troops."""
    return (yield from course.spaces_of("bombard", lambda sp: _bombed(course.s, sp), "NVA-Remove", lambda sp: ()))


def _bombed(s: State, sp: int) -> bool:
    troops = coin_troops(s, sp)
    if troops < MASSED and not (troops and coin_bases(s, sp)):
        return False
    return any(s.pieces[near * KINDS + NVA_TROOPS] >= MASSED for near in (sp, *ADJACENT[sp]))


# --- VC -----------------------------------------------------------------------------------------------------------


def tax(course: Course) -> Steps[bool]:
    """Half a die of spaces."""
    if not any(can_be_taxed(course.s, sp) for sp in range(SPACE_COUNT)):
        return False
    die = yield from rolled(course.mind, "trung.tax_die")
    limit = (die + 1) // 2
    course.mind.visit("trung.tax", dice=die, n=limit)
    return (yield from course.spaces_of("tax", lambda sp: can_be_taxed(course.s, sp), "VC-Tax", lambda sp: (), limit))


def subvert(course: Course) -> Steps[bool]:
    """Two cubes go; of a single one VC makes a Guerrilla."""

    def suits(sp: int) -> bool:
        return course.s.pieces[sp * KINDS + VC_GUERRILLA] > 0 and total(course.s, sp, (ARVN_TROOPS, POLICE)) > 0

    return (yield from course.spaces_of("subvert", suits, "VC-Remove", lambda sp: _subverted(course.s, sp)))


def _subverted(s: State, sp: int) -> list[Line]:
    there = {kind: s.pieces[sp * KINDS + kind] for kind in (ARVN_TROOPS, POLICE)}
    gone = pick(enemy_order(s), there, 2)
    if sum(gone.values()) == 1 and available(s, VC_GUERRILLA):
        return [way("subvert.method", "replace"), way("subvert.cube", KIND_IDS[first_of(enemy_order(s), gone)])]
    return [way("subvert.method", "remove"), number("subvert.troops", gone.get(ARVN_TROOPS, 0))]


# --- Ambush -------------------------------------------------------------------------------------------------------


def ambush(course: Course, rolls: Rolls | None = None) -> Steps[bool]:
    """Up to two spaces: the target by the table, from where the most hidden Guerrillas can hit it."""
    if course.s.effects & CLAYMORES and not course.asks("ambush.space"):
        return False
    kind = f"{course.op.name}.space" if course.op is not None and course.op.name == "attack" else course.decision.kind
    n = 0
    while n == 0 or course.asks("ambush.space"):
        targets = _ambushes(course)
        if not targets or (rolls is not None and not (yield from rolls.go_on())):
            break
        target = yield from course.choose(f"{TABLE_OF[course.faction]}-Remove", list(targets))
        site = yield from most_hidden(course, targets[target])
        begin = [(Ask(kind), "sa:ambush")] if n == 0 and rolls is not None else []
        lines = [*begin, at("ambush.space", site), at("ambush.target", target), way("ambush.two", "yes")]
        if not (yield from course.give(lines)):
            break
        n += 1
        if rolls is not None:
            rolls.used()
    if n:
        course.mind.visit("trung.activity", activity="ambush")
        yield from course.give([way("ambush.space", "done")])
    return n > 0


def _ambushes(course: Course) -> dict[int, list[int]]:
    """The spaces that an Ambush could hit, with those from which it could."""
    s = course.s
    found: dict[int, list[int]] = {}
    for sp in _sites(course):
        for target in (sp, *(ADJACENT[sp] if sp >= CONTROLLABLE else ())):
            if coin_pieces(s, target):
                found.setdefault(target, []).append(sp)
    return found


def _sites(course: Course) -> list[int]:
    s, op = course.s, course.op
    if course.asks("ambush.space"):
        return [option.spaces[0] for option in course.decision.options if option.spaces]
    if op is not None and op.name == "march":
        return [sp for sp in op.spaces if marched_in_underground(op, sp)]
    hidden_kind = UNDERGROUND_OF[course.faction]
    return [sp for sp in range(SPACE_COUNT) if s.pieces[sp * KINDS + hidden_kind] and course.may(sp)]


def most_hidden(course: Course, sites: list[int]) -> Flow[int]:
    kind = UNDERGROUND_OF[course.faction]
    most = max(course.s.pieces[sp * KINDS + kind] for sp in sites)
    return (yield from equal_chance(course.mind, [sp for sp in sites if course.s.pieces[sp * KINDS + kind] == most]))


ACTIVITIES: Final[dict[str, Procedure]] = {
    "advise": advise,
    "air_lift": air_lift,
    "air_strike": air_strike,
    "govern": govern,
    "transport": transport,
    "raid": raid,
    "infiltrate": infiltrate,
    "bombard": bombard,
    "tax": tax,
    "subvert": subvert,
    "ambush": ambush,
}
