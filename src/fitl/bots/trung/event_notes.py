"""12.4 Instructions of single Events beyond the ordinary choices, by the purpose of a question and the card."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any, Final

from fitl.board.factions import ARVN, COIN, NVA, US, VC
from fitl.board.pieces import (
    COIN_CUBES,
    FACTION_OF,
    GUERRILLAS,
    IRREGULAR,
    NVA_BASE,
    NVA_GUERRILLA,
    NVA_TROOPS,
    POLICE,
    RANGER,
    US_TROOPS,
    VC_BASE,
    VC_GUERRILLA,
)
from fitl.board.spaces import (
    ADJACENT,
    AVAILABLE,
    JUNGLE_MASK,
    KIEN_GIANG,
    KIEN_HOA,
    KIEN_PHONG,
    LOWLAND_MASK,
    NORTH_VIETNAM,
    OUT_OF_PLAY,
    POP,
    PROVINCES,
    SAIGON,
    SPACE_COUNT,
    spaces_of,
)
from fitl.bots.mind import Mind, option_for
from fitl.bots.select import TieBreak, best_of, equal_chance, random_space
from fitl.bots.trung.activities import anybody_flies, may_infiltrate
from fitl.bots.trung.aims import Going, called_for
from fitl.bots.trung.answers import REMOVE_TABLE, kinds_in, of_kind, space_option
from fitl.bots.trung.counts import can_hold_support, finds_in_place, hidden, total, vulnerable
from fitl.bots.trung.dice import rolled
from fitl.bots.trung.event_moves import (
    Scene,
    americal_to,
    corps_number,
    corps_second,
    gather,
    hill,
    hope_number,
    hope_province,
    scene_of,
)
from fitl.bots.trung.event_pieces import (
    ENOUGH_FOR_A_BASE,
    FORCES_TABLE,
    Pieces,
    give_up,
    most_support,
    pieces_of,
    place,
    place_table,
    ready,
    remove_enemy,
    shifted,
)
from fitl.bots.trung.forecast import clears
from fitl.bots.trung.pieces import FRIENDLY, GIVE_UP, By, first_of
from fitl.bots.trung.tables import TROOPS, Look, choose
from fitl.decisions import Decision, Flow, Option
from fitl.rules.control import victory_marker
from fitl.rules.forces import available, bases_of, count, guerrillas, has_room_for_base
from fitl.state import ACTIVE_OPPOSITION, ACTIVE_SUPPORT, NEUTRAL, PASSIVE_OPPOSITION, PASSIVE_SUPPORT, State

Note = Callable[[Mind, State, Decision], Any]
HIGH_SCORE: Final = 42
BASES_OF_TET: Final = 2


def spaces_offered(decision: Decision) -> list[int]:
    return [option.spaces[0] for option in decision.options if option.spaces and option.spaces[0] < SPACE_COUNT]


# --- spaces -------------------------------------------------------------------------------------------------------


def by_table(table: str, first: Callable[[State, int], bool] | None = None, purpose: str = "") -> Note:
    """By one of the tables, no matter who decides; `first`: spaces that come before all others."""

    def answer(mind: Mind, s: State, decision: Decision) -> Flow[Option]:
        spaces = spaces_offered(decision)
        left = [sp for sp in spaces if first is not None and first(s, sp)] or spaces
        return space_option(decision, (yield from choose(mind, table, Look(s, purpose), left)))

    return answer


def while_available(kind: int, note: Note) -> Note:
    """As the note says, as long as such pieces are Available: nobody comes from the map for it."""

    def answer(mind: Mind, s: State, decision: Decision) -> Any:
        if available(s, kind):
            return note(mind, s, decision)
        mind.visit("trung.event.enough")
        return option_for(decision, "done")

    return answer


def by_most(value: Callable[[State, int], int], then_own_remove: bool = False) -> Note:
    """Most of something, then at random or by the own Remove table."""

    def answer(mind: Mind, s: State, decision: Decision) -> Flow[Option]:
        spaces = spaces_offered(decision)
        best = max(value(s, sp) for sp in spaces)
        left = [sp for sp in spaces if value(s, sp) == best]
        if then_own_remove:
            return space_option(decision, (yield from choose(mind, REMOVE_TABLE[mind.faction], Look(s), left)))
        sp = yield from random_space(mind, left)
        mind.visit("trung.event.most", space=sp, spaces=spaces, tied=len(left))
        return space_option(decision, sp)

    return answer


def within_one(kind: int) -> Callable[[State, int], int]:
    """Pieces of a kind in a space and next door."""
    return lambda s, sp: sum(count(s, near, kind) for near in (sp, *ADJACENT[sp]))


def next_door(kind: int) -> Callable[[State, int], int]:
    return lambda s, sp: sum(count(s, near, kind) for near in ADJACENT[sp])


def most_support_of(*factions: int) -> Note:
    """These Factions take the most Support, others go by their tables."""

    def answer(mind: Mind, s: State, decision: Decision) -> Flow[Option]:
        found = most_support if mind.faction in factions else shifted
        return space_option(decision, (yield from found(mind, s, spaces_offered(decision))))

    return answer


def fact_finding_city(mind: Mind, s: State, decision: Decision) -> Flow[Option]:
    """63: ARVN loses the Support of the smallest City, the enemy takes the most."""
    spaces = spaces_offered(decision)
    if mind.faction != ARVN:
        return space_option(decision, (yield from most_support(mind, s, spaces)))
    return space_option(decision, (yield from _least_people(mind, spaces)))


def _least_people(mind: Mind, spaces: list[int]) -> Flow[int]:
    least = min(POP[sp] for sp in spaces)
    sp = yield from random_space(mind, [sp for sp in spaces if POP[sp] == least])
    mind.visit("trung.event.least_people", space=sp, spaces=spaces)
    return sp


def given_away(*levels: int) -> Note:
    """80 and 105: ARVN gives up small spaces, those at these levels first; others by their tables."""

    def answer(mind: Mind, s: State, decision: Decision) -> Flow[Option]:
        spaces = spaces_offered(decision)
        if mind.faction == NVA:
            return space_option(decision, (yield from most_support(mind, s, spaces)))
        if mind.faction != ARVN:
            return space_option(decision, (yield from shifted(mind, s, spaces)))
        small = [sp for sp in spaces if POP[sp] == 1] or spaces
        for level in levels:
            if there := [sp for sp in small if s.support[sp] == level]:
                small = there
                break
        return space_option(decision, (yield from _least_people(mind, small)))

    return answer


def americal_province(mind: Mind, s: State, decision: Decision) -> Flow[Option]:
    """21: where most VC are; none beside the first that is at Active Opposition already."""
    spaces = spaces_offered(decision)
    if not any(s.support[sp] > ACTIVE_OPPOSITION for sp in spaces) and decision.find("done") is not None:
        mind.visit("trung.event.enough")
        return option_for(decision, "done")
    most = max(s.force[sp * 4 + VC] for sp in spaces)
    left = [sp for sp in spaces if s.force[sp * 4 + VC] == most]
    sp = yield from random_space(mind, left)
    mind.visit("trung.event.most", space=sp, spaces=spaces, tied=len(left))
    return space_option(decision, sp)


def da_nang(mind: Mind, s: State, decision: Decision) -> Option:
    """22: all that may come from Out of Play, nobody from Available."""
    amounts = [option.amount or 0 for option in decision.options]
    n = max(amounts) if decision.number("box") == OUT_OF_PLAY else min(amounts)
    mind.visit("trung.event.amount", n=n)
    return option_for(decision, n)


def actors_city(mind: Mind, s: State, decision: Decision) -> Flow[Option]:
    """38: by the table of the Faction that carries it out."""
    spaces = spaces_offered(decision)
    return space_option(decision, (yield from choose(mind, FORCES_TABLE[mind.faction], Look(s), spaces)))


def bob_hope_city(mind: Mind, s: State, decision: Decision) -> Flow[Option]:
    """91: enemies scatter to any City of 1."""
    spaces = spaces_offered(decision)
    if mind.faction in COIN:
        return space_option(decision, (yield from choose(mind, "US-Cubes", Look(s, TROOPS), spaces)))
    return space_option(decision, (yield from random_space(mind, [sp for sp in spaces if POP[sp] == 1] or spaces)))


def penetrated(mind: Mind, s: State, decision: Decision) -> Flow[Option]:
    """84: NVA puts the Guerrilla where most Support is, VC by its own table."""
    spaces = spaces_offered(decision)
    if mind.faction == NVA:
        return space_option(decision, (yield from most_support(mind, s, spaces)))
    return space_option(decision, (yield from choose(mind, "VC-Guer", Look(s), spaces)))


def dig_where(mind: Mind, s: State, decision: Decision) -> Flow[Option]:
    """94, 102: NVA looks for a Base to dig under, its own by card 94."""
    spaces = spaces_offered(decision)
    kinds = (NVA_BASE,) if s.card == 94 else (NVA_BASE, VC_BASE)
    based = [sp for sp in spaces if any(count(s, sp, kind) for kind in kinds)]
    return space_option(decision, (yield from choose(mind, "NVA-Base", Look(s), based or spaces)))


def airlift(mind: Mind, s: State, decision: Decision) -> Flow[Option]:
    """95: only if the move rules call for anybody."""
    return (yield from take_way(mind, decision, "yes" if anybody_flies(mind, s) else "no"))


def strike_space(mind: Mind, s: State, decision: Decision) -> Flow[Option]:
    """95: Assaults that leave nobody, most enemies first; then the Sweep in place that finds most; then no more."""
    spaces = spaces_offered(decision)
    worth = {sp: vulnerable(s, sp) for sp in spaces if clears(s, US, sp)}
    worth = worth or {sp: n for sp in spaces if (n := finds_in_place(s, US, sp))}
    if not worth:
        mind.visit("trung.nothing_to_do")
        return option_for(decision, "done")
    left = [sp for sp, n in worth.items() if n == max(worth.values())]
    sp = yield from random_space(mind, left)
    mind.visit("trung.event.most", space=sp, spaces=list(worth), tied=len(left))
    return space_option(decision, sp)


def my_lai(mind: Mind, s: State, decision: Decision) -> Flow[Option]:
    """119: a Province to shift; if there is none, one for the Base, or else for the Guerrilla."""
    spaces = spaces_offered(decision)
    if any(s.support[sp] > ACTIVE_OPPOSITION for sp in spaces):
        return space_option(decision, (yield from shifted(mind, s, spaces)))
    room = [sp for sp in spaces if has_room_for_base(s, sp)] if available(s, VC_BASE) else []
    table = "VC-Base" if room else "VC-Guer"
    return space_option(decision, (yield from choose(mind, table, Look(s), room or spaces)))


def riverines(mind: Mind, s: State, decision: Decision) -> Flow[Option]:
    """100: by the own Remove table."""
    sp = yield from choose(mind, REMOVE_TABLE[mind.faction], Look(s), spaces_offered(decision))
    mind.room(Scene, s.card).space = sp
    return space_option(decision, sp)


def place_space(mind: Mind, s: State, decision: Decision) -> Flow[Option]:
    """100: NVA strikes where its Remove table says, VC where its Guerrilla would stand."""
    spaces = spaces_offered(decision)
    if mind.faction == NVA or not available(s, VC_GUERRILLA):
        with_cubes = [sp for sp in spaces if total(s, sp, COIN_CUBES)]
        return space_option(
            decision, (yield from choose(mind, REMOVE_TABLE[mind.faction], Look(s), with_cubes or spaces))
        )
    return space_option(decision, (yield from choose(mind, "VC-Guer", Look(s), spaces)))


def police_space(mind: Mind, s: State, decision: Decision) -> Flow[Option]:
    """112, 113: the US looks for its Troops, then for spaces without Police, then for people."""
    found = ready(s, decision)
    if not found:
        mind.visit("trung.event.enough")
        return option_for(decision, "done")
    spaces = sorted({sp for _, sp in found})
    if mind.faction == US:
        ties = (
            TieBreak("ustroops", lambda sp: count(s, sp, US_TROOPS) > 0),
            TieBreak("nopolice", lambda sp: not count(s, sp, POLICE)),
            TieBreak("maxpop", lambda sp: POP[sp]),
        )
        left = best_of(spaces, ties)
        sp = yield from random_space(mind, left)
        mind.visit("trung.event.most", space=sp, spaces=spaces, tied=len(left))
    else:
        sp = yield from choose(mind, "ARVN-Cubes", Look(s), spaces)
    return next(option for (_, there), option in found.items() if there == sp)


# --- pieces -------------------------------------------------------------------------------------------------------


@dataclass(slots=True)
class Given:
    """How many pieces an Event is worth to the Faction."""

    n: int = -1


def lodge(mind: Mind, s: State, decision: Decision) -> Flow[Option]:
    """79: ARVN gives three pieces; the enemy removes no more than keep ARVN from winning by them."""
    if mind.faction == ARVN:
        return (yield from give_up(mind, s, decision))
    kept = mind.room(Given, ("lodge", s.card))
    left = decision.number("left", 1)
    if kept.n < 0:
        kept.n = left - max(0, min(3, (49 - victory_marker(s, ARVN)) // 2))
    if left <= kept.n and decision.find("done") is not None:
        mind.visit("trung.event.enough")
        return option_for(decision, "done")
    return (yield from remove_enemy(mind, s, pieces_of(decision)))


def own_first(mind: Mind, s: State, decision: Decision) -> Flow[Option]:
    """87: ARVN trades in its own, least valuable first; the enemy takes by its table."""
    return (
        yield from (give_up(mind, s, decision) if mind.faction == ARVN else remove_enemy(mind, s, pieces_of(decision)))
    )


def base_first(mind: Mind, s: State, decision: Decision) -> Option:
    """89: a Base before a Guerrilla, room or not."""
    found = pieces_of(decision)
    kind = first_of(FRIENDLY, [kind for kind, _ in found])
    mind.visit("trung.event.kind", piece=kind)
    return next(option for (each, _), option in found.items() if each == kind)


def to_the_north(mind: Mind, s: State, decision: Decision) -> Flow[Option]:
    """80: Troops that ARVN or VC must place all go to North Vietnam."""
    found = pieces_of(decision)
    north = found.get((NVA_TROOPS, NORTH_VIETNAM))
    if mind.faction == NVA or north is None:
        return (yield from place(mind, s, decision))
    mind.visit("trung.event.place", piece=NVA_TROOPS, space=NORTH_VIETNAM)
    return north


def ninth_division(mind: Mind, s: State, decision: Decision) -> Flow[Option]:
    """9: Nixon brings them to Available, JFK and LBJ to the South."""
    found = pieces_of(decision)
    box = next((option for option in decision.options if option.spaces == (AVAILABLE,)), None)
    if box is not None and s.us_policy == "nixon":
        mind.visit("trung.event.box", space=AVAILABLE)
        return box
    spaces = [sp for _, sp in found if sp < SPACE_COUNT]
    if not spaces:
        return next(iter(found.values()))
    sp = yield from choose(mind, "US-Cubes", Look(s, TROOPS), spaces)
    return found[US_TROOPS, sp]


def north_first(mind: Mind, s: State, decision: Decision) -> Flow[Option]:
    """39: North Vietnam before Laos."""
    found = pieces_of(decision)
    north: Pieces = {piece: option for piece, option in found.items() if piece[1] == NORTH_VIETNAM}
    if s.card == 39 and north:
        return (yield from remove_enemy(mind, s, north))
    return (yield from remove_enemy(mind, s, found))


def tunnel_base(mind: Mind, s: State, decision: Decision) -> Flow[Option]:
    """36: an own Base by its Base table."""
    found = {piece: option for piece, option in pieces_of(decision).items() if piece[0] in (VC_BASE, NVA_BASE)}
    own = {piece: option for piece, option in found.items() if FACTION_OF[piece[0]] == mind.faction} or found
    table = "VC-Base" if mind.faction == VC else "NVA-Base"
    sp = yield from choose(mind, table, Look(s), sorted({sp for _, sp in own}))
    return next(option for (_, there), option in own.items() if there == sp)


def scatter(mind: Mind, s: State, decision: Decision) -> Flow[Option]:
    """91: US Troops by NVA Remove."""
    found = pieces_of(decision)
    sp = yield from choose(mind, "NVA-Remove", Look(s), sorted({sp for _, sp in found}))
    return next(option for (_, there), option in found.items() if there == sp)


DELTA: Final = (KIEN_PHONG, KIEN_HOA, KIEN_GIANG)
TROOPS_IN_DELTA: Final = 6
GUERRILLAS_IN_DELTA: Final = 2


def _wanting(s: State) -> list[tuple[int, str, list[int]]]:
    """92: what goes to the delta, by which table, and to which of its Provinces."""
    based = [sp for sp in DELTA if bases_of(s, sp, NVA)]
    few = [sp for sp in DELTA if count(s, sp, NVA_TROOPS) < TROOPS_IN_DELTA]
    return [
        (NVA_BASE, "NVA-Base", [sp for sp in DELTA if sp not in based]),
        (NVA_TROOPS, "NVA-Troops", few),
        (NVA_GUERRILLA, "NVA-Guer", [sp for sp in based if guerrillas(s, sp, NVA) < GUERRILLAS_IN_DELTA]),
    ]


def sealords(mind: Mind, s: State, decision: Decision) -> Flow[Option]:
    """92: Bases, then Troops, then Guerrillas, from where most of them are."""
    found = {piece: option for piece, option in pieces_of(decision).items() if piece[1] not in DELTA}
    for kind, _, goals in _wanting(s):
        there = {sp: count(s, sp, kind) for each, sp in found if each == kind}
        if goals and there:
            most = max(there.values())
            sp = yield from random_space(mind, [sp for sp, n in there.items() if n == most])
            mind.visit("trung.event.move", space=sp, piece=kind)
            return found[kind, sp]
    mind.visit("trung.event.enough")
    return option_for(decision, "done") if decision.find("done") is not None else decision.options[0]


def sealords_to(mind: Mind, s: State, decision: Decision) -> Flow[Option]:
    kind = decision.piece
    for each, table, goals in _wanting(s):
        spaces = [sp for sp in spaces_offered(decision) if sp in goals]
        if each == kind and spaces:
            return space_option(decision, (yield from choose(mind, table, Look(s), spaces)))
    return space_option(decision, (yield from random_space(mind, spaces_offered(decision))))


@dataclass(slots=True)
class Sally:
    """122: Troops leave a LoC."""

    origin: int = -1
    destination: int = -1
    n: int = 0
    tried: list[int] = field(default_factory=list)


def easter_move(mind: Mind, s: State, decision: Decision) -> Flow[Option]:
    """122: from each LoC to the best space next door, as many as its rules call for; then from the next LoC."""
    sally = mind.room(Sally, s.card)
    found = pieces_of(decision)
    for kind, sp in found:
        if kind != NVA_TROOPS or sp in sally.tried:
            continue
        sally.tried.append(sp)
        goal = yield from choose(mind, "NVA-March", Look(s), list(ADJACENT[sp]))
        going = Going(s, NVA, sp, goal)
        rules = yield from called_for(mind, going, {NVA_TROOPS: count(s, sp, NVA_TROOPS)})
        if going.load:
            sally.origin, sally.destination, sally.n = sp, goal, going.load[NVA_TROOPS]
            mind.visit("trung.move", space=sp, destination=goal, n=sally.n, rules=", ".join(rules))
            return found[kind, sp]
    mind.visit("trung.event.enough")
    return option_for(decision, "done") if decision.find("done") is not None else decision.options[0]


def easter_to(mind: Mind, s: State, decision: Decision) -> Flow[Option]:
    sally = mind.room(Sally, s.card)
    if sally.origin == decision.origin and (sally.destination,) in [option.spaces for option in decision.options]:
        return space_option(decision, sally.destination)
    return space_option(decision, (yield from choose(mind, "NVA-March", Look(s), spaces_offered(decision))))


def easter_number(mind: Mind, s: State, decision: Decision) -> Option:
    amounts = [option.amount for option in decision.options if option.amount is not None]
    return option_for(decision, min(max(mind.room(Sally, s.card).n, min(amounts)), max(amounts)))


def tet_terror(mind: Mind, s: State, decision: Decision) -> Flow[Option]:
    """124: if markers run short, people before LoCs."""
    spaces = spaces_offered(decision)
    people = [sp for sp in spaces if sp < len(s.support) and POP[sp]]
    return space_option(decision, (yield from choose(mind, "VC-Shift", Look(s), people or spaces)))


# --- kinds, numbers, names ----------------------------------------------------------------------------------------


def vc_piece(mind: Mind, s: State, decision: Decision) -> Flow[Option]:
    """100, 114, 118: Base or Guerrilla, as each card says; the next best if there is none."""
    found = ready(s, decision)
    if not found:
        mind.visit("trung.event.enough")
        return option_for(decision, "done")
    bases = [sp for kind, sp in found if kind == VC_BASE]
    if s.card == 118:
        bases = [sp for sp in bases if guerrillas(s, sp, VC) >= ENOUGH_FOR_A_BASE]
    elif s.card == 100 or s.support[SAIGON] >= PASSIVE_SUPPORT:
        bases = bases if not available(s, VC_GUERRILLA) else []
    kind = VC_BASE if bases else VC_GUERRILLA
    spaces = bases or [sp for each, sp in found if each == kind]
    if not spaces:
        return (yield from place(mind, s, decision))
    sp = yield from choose(mind, place_table(kind), Look(s), spaces)
    mind.visit("trung.event.place", piece=kind, space=sp)
    return found[kind, sp]


@dataclass(slots=True)
class Sites:
    """Where the Guerrillas go of which there are too few."""

    spaces: list[int] | None = None


def rostow(mind: Mind, s: State, decision: Decision) -> Flow[Option]:
    """90: own Guerrillas first, by their table; the friend's where none are left. The Provinces come in their order."""
    found = ready(s, decision)
    here = {sp for _, sp in found}
    own = next((kind for kind, _ in found if FACTION_OF[kind] == mind.faction), -1)
    if len(here) != 1 or own < 0:
        return (yield from place(mind, s, decision))
    sp = here.pop()
    kept = mind.room(Sites, s.card)
    if kept.spaces is None:
        kept.spaces = yield from _sites(mind, s, own, [each for each in PROVINCES if each >= sp])
    kind = own if sp in kept.spaces else next((kind for kind, _ in found if kind != own), own)
    mind.visit("trung.event.place", piece=kind, space=sp)
    return found[kind, sp]


def _sites(mind: Mind, s: State, kind: int, provinces: Iterable[int]) -> Flow[list[int]]:
    """The Provinces with ARVN that get what is Available, one after another."""
    left, found = [sp for sp in provinces if s.force[sp * 4 + ARVN]], list[int]()
    if available(s, kind) >= len(left):
        return left
    while len(found) < available(s, kind):
        found.append((yield from choose(mind, place_table(kind), Look(s), left)))
        left.remove(found[-1])
    return found


def thi_place(mind: Mind, s: State, decision: Decision) -> Flow[Option]:
    """87: where the people can still be won."""
    wins = any(can_hold_support(sp) and s.support[sp] < ACTIVE_SUPPORT for sp in spaces_offered(decision))
    return (yield from place(mind, s, decision, table="US-Shift" if wins else ""))


@dataclass(slots=True)
class Rising:
    """The City that has just got a Base by the Tet Offensive, and how many Bases there were."""

    city: int = -1
    friends: int = 0
    bases: int = 0


def tet_place(mind: Mind, s: State, decision: Decision) -> Flow[Option]:
    """124: up to two times a Base with two Guerrillas, then Guerrillas; another Base only if there are none left."""
    found = ready(s, decision)
    kept = mind.room(Rising, ("tet", s.card))
    if kept.friends and (VC_GUERRILLA, kept.city) in found:
        kept.friends -= 1
        mind.visit("trung.event.place", piece=VC_GUERRILLA, space=kept.city)
        return found[VC_GUERRILLA, kept.city]
    spaces = {kind: [sp for each, sp in found if each == kind] for kind in (VC_BASE, VC_GUERRILLA)}
    kind = VC_BASE if kept.bases < BASES_OF_TET or not spaces[VC_GUERRILLA] else VC_GUERRILLA
    if not spaces[kind]:
        kind = VC_GUERRILLA
    if not spaces[kind]:
        return (yield from place(mind, s, decision))
    sp = yield from choose(mind, place_table(kind), Look(s), spaces[kind])
    if kind == VC_BASE:
        kept.city, kept.friends, kept.bases = sp, 2, kept.bases + 1
    mind.visit("trung.event.place", piece=kind, space=sp)
    return found[kind, sp]


def green_berets(mind: Mind, s: State, decision: Decision) -> Option:
    """68: Irregulars if more of them are Available than Rangers."""
    kind = IRREGULAR if available(s, IRREGULAR) > available(s, RANGER) else RANGER
    found = next((option for option in decision.options if option.piece == kind), decision.options[0])
    mind.visit("trung.event.kind", piece=kind)
    return found


def take_kind(mind: Mind, decision: Decision, order: By) -> Option:
    kind = first_of(order, [option.piece for option in decision.options if option.piece is not None])
    mind.visit("trung.event.kind", piece=kind)
    return next(option for option in decision.options if option.piece == kind)


def best_kind(mind: Mind, s: State, decision: Decision) -> Option:
    return take_kind(mind, decision, FRIENDLY)


def substitute(mind: Mind, s: State, decision: Decision) -> Option:
    """81, 87: the best Available piece of its own or its friend, an enemy's weakest."""
    kinds = [kind for kind in kinds_in(decision) if available(s, kind)]
    if not kinds:
        mind.visit("trung.event.enough")
        return option_for(decision, "done")
    kind = first_of(FRIENDLY if (FACTION_OF[kinds[0]] in COIN) == (mind.faction in COIN) else GIVE_UP, kinds)
    mind.visit("trung.event.kind", piece=kind)
    return of_kind(decision, kind)


def wind_down(mind: Mind, s: State, decision: Decision) -> Flow[Option]:
    """80: half a die of pieces."""
    die = yield from rolled(mind, "trung.event_die")
    amounts = [option.amount for option in decision.options if option.amount is not None]
    n = min((die + 1) // 2, max(amounts))
    mind.visit("trung.event.half_die", dice=die, n=n)
    return option_for(decision, n)


def take_way(mind: Mind, decision: Decision, *keys: str) -> Flow[Option]:
    """The first of these that is offered, else any."""
    option = next((found for key in keys if (found := decision.find(key)) is not None), None)
    if option is None:
        option = yield from equal_chance(mind, list(decision.options))
    mind.visit("trung.event.way", way=option.key)
    return option


def first_way(*keys: str) -> Note:
    """The first of these, no matter who decides."""
    return lambda mind, s, decision: take_way(mind, decision, *keys)


def way_of(*keys: str) -> Note:
    """By Faction, US first: the way that each takes."""
    return lambda mind, s, decision: take_way(mind, decision, keys[mind.faction])


def patronage_or_pieces(mind: Mind, s: State, decision: Decision) -> Flow[Option]:
    """63, 66: if ARVN nears its goal its Patronage, else US pieces."""
    high = victory_marker(s, ARVN) >= HIGH_SCORE
    keys = ("patronage", "pieces", "neither") if high else ("pieces", "neither", "patronage")
    return (yield from take_way(mind, decision, *keys))


def detente(mind: Mind, s: State, decision: Decision) -> Flow[Option]:
    """77: NVA Infiltrates if that is anything; its Resources are nothing."""
    return (yield from take_way(mind, decision, *(("infiltrate",) if may_infiltrate(s) else ()), "resources"))


def economic_aid(mind: Mind, s: State, decision: Decision) -> Flow[Option]:
    """43: the US prefers Resources that are tracked, ARVN prefers Aid."""
    tracked = not s.untracked >> ARVN & 1 and s.resources[ARVN] < 75
    keys = ("resources", "aid") if mind.faction == US and tracked else ("aid", "resources")
    return (yield from take_way(mind, decision, *keys))


def uncle_ho(mind: Mind, s: State, decision: Decision) -> Flow[Option]:
    """50: tracked Resources, else US Troops."""
    tracked = mind.faction == ARVN and not s.untracked >> ARVN & 1
    keys = ("resources", "troops") if tracked else ("troops", "resources")
    return (yield from take_way(mind, decision, *keys))


def long_tan(mind: Mind, s: State, decision: Decision) -> Flow[Option]:
    """98: ARVN clears a Jungle; the US does only if no Troops are Out of Play or four pieces would go."""
    gone = sum(total(s, sp, GUERRILLAS) for sp in spaces_of(JUNGLE_MASK) if count(s, sp, US_TROOPS))
    clear = mind.faction == ARVN or not count(s, OUT_OF_PLAY, US_TROOPS) or gone >= 4
    return (yield from take_way(mind, decision, *(("clear", "place") if clear else ("place", "clear"))))


def whose(mind: Mind, s: State, decision: Decision) -> Flow[Option]:
    """100: NVA pieces but Troops, if they are at least as many as VC's."""
    sp = scene_of(mind, s, (sp for sp in spaces_of(LOWLAND_MASK) if count(s, sp, US_TROOPS) and guerrillas(s, sp, VC)))
    nva = s.force[sp * 4 + NVA] - count(s, sp, NVA_TROOPS)
    keys = ("nva", "vc") if nva >= s.force[sp * 4 + VC] else ("vc", "nva")
    return (yield from take_way(mind, decision, *keys))


def strike_method(mind: Mind, s: State, decision: Decision) -> Flow[Option]:
    """92, 95: Assault where nobody hides or all that can be hit would go, else Sweep."""
    sp = decision.params.get("space", -1)
    assault = isinstance(sp, int) and sp >= 0 and (not hidden(s, sp) or clears(s, mind.faction, sp))
    return (yield from take_way(mind, decision, *(("assault", "sweep") if assault else ("sweep", "assault"))))


def shift_either_way(mind: Mind, s: State, decision: Decision) -> Flow[Option]:
    return (yield from take_way(mind, decision, "support" if mind.faction in COIN else "opposition"))


def _untunneled_vc(s: State, sp: int) -> bool:
    return count(s, sp, VC_BASE) > 0


NOTES: Final[dict[tuple[str, int], Note]] = {
    ("ninth_division", 9): first_way("out_of_play", "map"),
    ("ninth_division_arrives", 9): ninth_division,
    ("americal_to", 21): americal_to,
    ("americal_from_map", 21): gather(2),
    ("americal_province", 21): americal_province,
    ("da_nang", 22): da_nang,
    ("attleboro_tunnel", 23): by_most(within_one(US_TROOPS)),
    ("starlite", 24): by_table("ARVN-Remove", _untunneled_vc),
    ("starlite_hide", 24): by_table("VC-Guer"),
    ("riverines_place", 25): while_available(VC_GUERRILLA, by_table("VC-Guer")),
    ("tribesmen_place", 29): while_available(VC_GUERRILLA, by_table("VC-Remove")),
    ("highland", 36): hill,
    ("us_troops_to_highland", 36): gather(4),
    ("tunnel_highland", 36): tunnel_base,
    ("us_base_with_troops", 37): by_most(within_one(NVA_TROOPS)),
    ("destination", 38): actors_city,
    ("remove_pieces", 39): north_first,
    ("economic_aid", 43): economic_aid,
    ("province_with_nva_troops", 44): by_most(within_one(US_TROOPS)),
    ("double_arvn", 47): by_table("ARVN-Cubes"),
    ("uncle_ho", 50): uncle_ho,
    ("nva_near_coin_base", 59): by_most(lambda s, sp: s.force[sp * 4 + NVA], then_own_remove=True),
    ("fact_finding", 63): patronage_or_pieces,
    ("lose_support", 63): fact_finding_city,
    ("duped", 63): way_of("patronage", "patronage", "vc_resources", "vc_resources"),
    ("honolulu_aid", 0): way_of("up", "up", "down", "down"),
    ("honolulu_patronage", 0): way_of("down", "up", "down", "down"),
    ("taylor", 66): patronage_or_pieces,
    ("lose_support", 66): most_support_of(US, ARVN, NVA, VC),
    ("piece", 68): green_berets,
    ("thrust", 71): by_most(next_door(NVA_TROOPS)),
    ("stand_firm", 71): by_most(lambda s, sp: count(s, sp, NVA_TROOPS)),
    ("body_count_guerrilla", 72): by_table("VC-Guer"),
    ("body_count_troops", 72): by_table("NVA-Troops"),
    ("incursion", 74): by_most(lambda s, sp: s.force[sp * 4 + NVA]),
    ("limited_operation", 74): first_way("assault", "sweep", "patrol", "train"),
    ("lodge_remove", 79): lodge,
    ("detente", 77): detente,
    ("wind_down", 80): wind_down,
    ("wind_down_shift", 80): given_away(ACTIVE_SUPPORT, NEUTRAL, PASSIVE_OPPOSITION),
    ("wind_down_troops", 80): to_the_north,
    ("domino_theory", 82): first_way("us", "arvn", "resources"),
    ("macv", 69): way_of("us_arvn", "us_arvn", "nva_vc", "nva_vc"),
    ("penetrated", 84): while_available(VC_GUERRILLA, penetrated),
    ("usaid_aid", 85): way_of("up", "up", "down", "down"),
    ("usaid_patronage", 85): way_of("down", "up", "down", "down"),
    ("usaid_resources", 85): way_of("up", "up", "down", "down"),
    ("thi_place", 87): thi_place,
    ("thi_replace", 87): own_first,
    ("rostow_guerrilla", 90): rostow,
    ("thi_patronage", 87): way_of("down", "up", "down", "down"),
    ("substitute", 0): substitute,
    ("tam_chau_place", 89): base_first,
    ("bob_hope_move", 91): scatter,
    ("destination", 91): bob_hope_city,
    ("bob_hope_province", 91): hope_province,
    ("deploy_amount", 91): hope_number,
    ("sealords_move", 92): sealords,
    ("destination", 92): sealords_to,
    ("strike_method", 0): strike_method,
    ("tunnel_rats", 94): way_of("clear", "clear", "dig", "dig"),
    ("dig_where", 94): dig_where,
    ("dig_under", 94): best_kind,
    ("air_lift_at_all", 95): airlift,
    ("strike_space", 95): strike_space,
    ("brinks_hotel", 97): way_of("patronage", "aid", "patronage", "patronage"),
    ("long_tan", 98): long_tan,
    ("long_tan_province", 98): by_table("US-Cubes", purpose=TROOPS),
    ("riverines", 100): riverines,
    ("whose_pieces_go", 100): whose,
    ("river_ambush", 100): place_space,
    ("place_vc_piece", 100): vc_piece,
    ("cu_chi_dig", 102): dig_where,
    ("dig_under", 102): best_kind,
    ("patronage", 105): way_of("less", "more", "less", "less"),
    ("shift_opposition", 105): given_away(ACTIVE_SUPPORT, NEUTRAL),
    ("shift_either_way", 0): shift_either_way,
    ("place_police", 112): police_space,
    ("place_vc_guerrilla", 112): by_table("VC-Guer"),
    ("place_police", 113): police_space,
    ("corps_space", 117): by_table("ARVN-Cubes"),
    ("deploy_amount", 117): corps_number,
    ("corps_second", 117): corps_second,
    ("place_vc_piece", 114): vc_piece,
    ("place_vc_piece", 118): vc_piece,
    ("my_lai", 119): my_lai,
    ("give_up_guerrilla", 118): lambda mind, s, decision: take_kind(mind, decision, GIVE_UP),
    ("easter_move", 122): easter_move,
    ("destination", 122): easter_to,
    ("deploy_amount", 122): easter_number,
    ("tet_terror", 0): tet_terror,
    ("tet_place", 0): tet_place,
}
