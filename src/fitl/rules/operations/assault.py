"""3.2.4 Assault: remove exposed Insurgents."""

from typing import Any, Final, NamedTuple

from fitl.board.factions import ARVN, US, VC
from fitl.board.pieces import (
    ARMOR,
    ARVN_ARMOR,
    ARVN_TROOPS,
    BASE_KINDS,
    CAPTURED_NVA_ARMOR,
    FACTION_OF,
    GUERRILLAS,
    KINDS,
    NVA_BASE,
    NVA_GUERRILLA,
    NVA_TROOPS,
    PLAIN,
    RANGER_ACTIVE,
    US_BASE,
    US_TROOPS,
    VC_BASE,
    VC_BASE_CADRE,
    VC_GUERRILLA,
)
from fitl.board.spaces import CASUALTIES, HIGHLAND_MASK, LOWLAND_MASK, PROVINCE_MASK, SPACE_COUNT
from fitl.decisions import (
    DONE,
    DONE_OPTION,
    Decision,
    Flow,
    Option,
    choice,
    confirm,
    piece_option,
    roll,
    spaces_options,
)
from fitl.era import POST_PARIS
from fitl.lasting import (
    ABRAMS,
    ABRAMS_SHADED,
    AMMUNITION_SHADED,
    BIG_MINH,
    BODY_COUNT,
    COBRAS_SHADED,
    COMBAT_VILLAGES,
    LANSDALE_SHADED,
    M113_COMPANIES,
    M113_COMPANIES_SHADED,
    PATTON,
    SEARCH_AND_DESTROY,
    SEARCH_AND_DESTROY_SHADED,
)
from fitl.rules.control import shift
from fitl.rules.economy import add_aid, price
from fitl.rules.forces import arvn_cubes, cubes_of, guerrillas, insurgent_pieces, remove, transfer
from fitl.rules.operation import Operation
from fitl.rules.removal import Hits, Strike, exposed_ignoring_tunnels, exposed_to_assault, tunnels_exposed
from fitl.state import State

Kinds = tuple[int, ...]

US_CUBES: Final[Kinds] = (US_TROOPS,)


class AssaultTerms(NamedTuple):
    """What else than ever may hold of an Assault in a space."""

    us_cubes: Kinds = US_CUBES  # what fights as US Troops (cards 70, 99)
    ignore_tunnels: bool = False  # Tunneled Bases are taken like others (card 23)
    only: int | None = None  # the one Faction whose pieces are removed (card 47)
    added: bool = False  # a second Assault in a space that this Operation has Assaulted already
    more: int = 0  # hits besides those of the pieces there (P4.2.1)
    strike: Strike | None = None  # the units of a Spearhead, which Assault alone (S4.3.4)


ORDINARY: Final = AssaultTerms()
ADD_ARVN: Final = choice("arvn")
PATTON_SPACES: Final = 2  # card 14


def can_assault_space(s: State, faction: int, sp: int) -> bool:
    """Own cubes and any Insurgent piece are there; Post-Paris also ARVN Armor or Active Rangers (S3.2.4, OPEN 13)."""
    if not insurgent_pieces(s, sp):
        return False
    if cubes_of(s, sp, faction):
        return True
    return faction == ARVN and s.era.flags & POST_PARIS != 0 and _fights_without_cubes(s, sp)


def _fights_without_cubes(s: State, sp: int) -> bool:
    p = s.pieces
    row = sp * KINDS
    return bool(p[row + ARVN_ARMOR] or p[row + CAPTURED_NVA_ARMOR] or p[row + RANGER_ACTIVE])


def may_assault(s: State, op: Operation) -> bool:
    """An Assault can be paid for; shaded Lansdale (card 78) stops the US, not a later Event."""
    if op.faction == US and s.effects & LANSDALE_SHADED and not op.by_event:
        return False
    return op.can_pay(price(s, op.faction, "assault"))


def can_assault(s: State, op: Operation) -> bool:
    """There is a space to Assault and it can be paid for."""
    return may_assault(s, op) and any(
        op.may_select(sp) and can_assault_space(s, op.faction, sp) for sp in range(SPACE_COUNT)
    )


def assault(s: State, op: Operation, *, add_arvn: bool = True, ignore_tunnels: bool = False) -> Flow[None]:
    """3.2.4: Assault in spaces one after the other; the US may once add an ARVN Assault where it has Assaulted.

    add_arvn: False where an Event rules the added Assault out (card 95). ignore_tunnels: card 23.
    """
    rationed = ABRAMS_SHADED if op.faction == US else AMMUNITION_SHADED
    if s.effects & rationed and not op.by_event:  # cards 11, S28
        op.max_spaces = 2 if op.max_spaces is None else min(2, op.max_spaces)
    cost = price(s, op.faction, "assault")

    def steps() -> list[Option]:
        found = []
        if not op.full() and op.can_pay(cost):
            found = spaces_options(
                [sp for sp in range(SPACE_COUNT) if can_assault_space(s, op.faction, sp) and op.may_select(sp)]
            )
        if add_arvn and any(can_follow_up(s, op, sp) for sp in op.spaces):
            found.append(ADD_ARVN)
        if op.spaces:
            found.append(DONE_OPTION)
        return found

    params: dict[str, Any] = {"spaces": op.spaces}
    if op.max_spaces is not None:
        params["spaces_at_most"] = op.max_spaces
    while (answer := (yield from op.choose("assault.space", "3.2.4", steps, params, cost))) != DONE:
        if answer == "arvn":
            there = [sp for sp in op.spaces if can_follow_up(s, op, sp)]
            sp = yield Decision(op.faction, "assault.follow_up", "3.2.4", spaces_options(there))
            yield from follow_up(s, op, sp, ignore_tunnels=ignore_tunnels)
        else:
            op.spaces.append(answer)
            op.pay(cost)
            more = yield from big_minh(s, op, answer)
            terms = AssaultTerms(ignore_tunnels=ignore_tunnels, more=more)
            yield from assault_space(s, op.faction, answer, op, terms=terms)


def big_minh(s: State, op: Operation, sp: int) -> Flow[int]:
    """Card P64: a piece more in one space of an ARVN Assault with Troops; asked where it would tell."""
    if not s.effects & BIG_MINH or op.faction != ARVN or "big_minh" in op.notes:
        return 0
    if not s.pieces[sp * KINDS + ARVN_TROOPS] or insurgent_pieces(s, sp) <= assault_hits(s, ARVN, sp):
        return 0
    if not (yield confirm(ARVN, "assault.big_minh", "3.2.4", params={"space": sp})):
        return 0
    op.notes["big_minh"] = sp
    return 1


# --- the ARVN Assault added to a US one ---------------------------------------------------------------------------


def can_follow_up(s: State, op: Operation, sp: int) -> bool:
    """May the US still add its one ARVN Assault, here, and pay for it above Econ (1.8.1)?"""
    return (
        op.faction == US
        and "follow_up" not in op.notes
        and can_assault_space(s, ARVN, sp)
        and op.can_pay(price(s, ARVN, "assault"))
    )


def follow_up(s: State, op: Operation, sp: int, *, ignore_tunnels: bool = False) -> Flow[list[int]]:
    """3.2.4: the ARVN Assault that the US adds, once per Operation, in a space it has Assaulted."""
    op.notes["follow_up"] = sp
    op.pay(price(s, ARVN, "assault"))
    terms = AssaultTerms(ignore_tunnels=ignore_tunnels, added=True)
    return (yield from assault_space(s, ARVN, sp, op, by=op.faction, terms=terms))


# --- one space ----------------------------------------------------------------------------------------------------


def assault_hits(s: State, faction: int, sp: int, us_cubes: Kinds = US_CUBES) -> int:
    """3.2.4: how many pieces an Assault removes. `us_cubes` are the kinds that fight as US Troops (cards 70, 99)."""
    if faction == US:
        row = sp * KINDS
        return us_hits(s, sp, sum(s.pieces[row + kind] for kind in us_cubes))
    return arvn_force(s, sp).left()


def arvn_force(s: State, sp: int, strike: Strike | None = None) -> Hits:
    """3.2.4, S3.2.4: what ARVN Assaults with here: cubes, Post-Paris Active Rangers as Troops, and Armor.

    strike: the units of a Spearhead fight alone (S4.3.4).
    """
    if strike is not None:
        return Hits(arvn_hits(sp, strike.troops, strike.troops), strike.armor)
    row = sp * KINDS
    p = s.pieces
    cubes, troops = arvn_cubes(s, sp), p[row + ARVN_TROOPS]
    if not s.era.flags & POST_PARIS:
        return Hits(arvn_hits(sp, cubes, troops))
    rangers = p[row + RANGER_ACTIVE]
    return Hits(arvn_hits(sp, cubes + rangers, troops + rangers), p[row + ARVN_ARMOR] + p[row + CAPTURED_NVA_ARMOR])


def us_hits(s: State, sp: int, troops: int) -> int:
    """3.2.4: what this many US Troops would remove here: two each beside a US Base, one by two of them in Highland."""
    if s.pieces[sp * KINDS + US_BASE]:
        return 2 * troops
    return troops // 2 if HIGHLAND_MASK >> sp & 1 else troops


def arvn_hits(sp: int, cubes: int, troops: int) -> int:
    """3.2.4: what this many ARVN cubes, or in a Province the Troops among them, would remove here."""
    if not PROVINCE_MASK >> sp & 1:
        return cubes // 2
    return troops // (3 if HIGHLAND_MASK >> sp & 1 else 2)


def assault_space(
    s: State,
    faction: int,
    sp: int,
    op: Operation | None = None,
    *,
    by: int | None = None,
    terms: AssaultTerms = ORDINARY,
) -> Flow[list[int]]:
    """3.2.4: Assault one space; returns the kinds removed, in order.

    by: who decides if not the Assaulting Faction (Advise 4.2.1, an added ARVN Assault).
    """
    decider = faction if by is None else by
    force = Hits(assault_hits(s, US, sp, terms.us_cubes)) if faction == US else arvn_force(s, sp, terms.strike)
    force.ordinary += terms.more
    if faction == US and s.effects & PATTON:  # card 14
        force.ordinary += yield from _patton(s, decider, sp, op, force.ordinary, terms.us_cubes)
    if s.effects & M113_COMPANIES and faction == ARVN and op is not None:  # card P38
        force.ordinary += yield from _carriers(s, sp, op, force.left())
    s.note("log.assault.space", faction=faction, space=sp, n=force.left())
    taken = yield from _remove_exposed(s, faction, decider, sp, force, op, terms)
    if force.left() > 0 and not terms.ignore_tunnels:
        yield from _tunnel(s, decider, sp, terms.only)
    if faction == ARVN:
        add_aid(s, s.era.aid_per_base * sum(kind in BASE_KINDS for kind in taken))
    if s.effects & BODY_COUNT:  # card 72
        add_aid(s, 3 * sum(kind in GUERRILLAS for kind in taken))
    if s.effects & SEARCH_AND_DESTROY_SHADED and PROVINCE_MASK >> sp & 1 and not terms.added:  # card 28
        shift(s, sp, -1)
    if faction == US and s.effects & COBRAS_SHADED:  # card 13
        yield from _cobras(s, sp)
    if s.effects & M113_COMPANIES_SHADED and faction == ARVN and op is not None:  # card P38: not in Advise
        yield from _carriers_lost(s, sp)
    return taken


def _exposed(s: State, sp: int, ignore_tunnels: bool, only: int | None) -> list[int]:
    kinds = exposed_ignoring_tunnels(s, sp) if ignore_tunnels else exposed_to_assault(s, sp)
    return kinds if only is None else [kind for kind in kinds if FACTION_OF[kind] == only]


def _remove_exposed(
    s: State, faction: int, by: int, sp: int, force: Hits, op: Operation | None, terms: AssaultTerms
) -> Flow[list[int]]:
    """Remove a piece per hit: NVA Troops, Armor (S3.2.4), Active Guerrillas, Bases, the executing Faction choosing.

    3.1: a Faction once hit is hit to the full extent, so stopping is offered only when no Faction hit so far has
    another exposed piece, and NVA Troops are never spared. What Capabilities add to the choice is optional.
    """
    p = s.pieces
    row = sp * KINDS
    taken: list[int] = []
    hit: set[int] = set()
    abrams = faction == US and s.effects & ABRAMS and (op is None or "abrams" not in op.notes)  # card 11
    hunt = faction == US and s.effects & SEARCH_AND_DESTROY  # card 28
    storm = faction == ARVN and s.effects & COMBAT_VILLAGES and op is not None and op.notes.get("storm", sp) == sp
    # Card 28 takes its Guerrilla even where no other piece could be removed.
    hits = force.left()
    while force.left() > 0 or (hunt and not hits):
        kinds = (
            [kind for kind in _exposed(s, sp, terms.ignore_tunnels, terms.only) if force.reach(kind)] if hits else []
        )
        extra = []
        if hunt:
            extra = [kind for kind in (NVA_GUERRILLA, VC_GUERRILLA) if p[row + kind]]
        if abrams and not taken and hits:
            extra += [kind for kind in (NVA_BASE, VC_BASE) if p[row + kind] and kind not in kinds]
        if storm and hits and not kinds:  # card P45: in one space, not in Advise
            extra += [kind for kind in (VC_BASE, VC_BASE_CADRE) if p[row + kind]]
        if not kinds and not extra:
            break
        options = [piece_option(kind) for kind in (*kinds, *extra)]
        if not kinds or (hit and kinds[0] != NVA_TROOPS and not any(FACTION_OF[kind] in hit for kind in kinds)):
            options.append(DONE_OPTION)
        kind: int = yield Decision(by, "assault.remove", "3.2.4", options, {"space": sp, "left": force.left()})
        if kind == DONE:
            break
        if kind in (NVA_GUERRILLA, VC_GUERRILLA):
            hunt = False
        elif kind in extra and op is not None:
            op.notes["storm" if storm else "abrams"] = sp
        if terms.strike is not None and kind in ARMOR:
            yield from terms.strike.capture(s, sp, kind)
        else:
            remove(s, sp, kind)
        force.spend(kind)
        hit.add(FACTION_OF[kind])
        taken.append(kind)
    return taken


def _tunnel(s: State, by: int, sp: int, only: int | None) -> Flow[None]:
    """A hit that would fall on a Tunneled Base is a die roll: on 4-6 one Tunnel marker goes, the Base stays (3.2.4)."""
    tunnels = tunnels_exposed(s.pieces, sp * KINDS, only)
    if not tunnels:
        return
    if (yield roll("3.2.4", "assault.tunnel_die", faction=by, space=sp)) <= 3:
        s.note("log.assault.tunnel_holds", space=sp)
        return
    kind: int = yield Decision(by, "assault.tunnel", "3.2.4", [piece_option(kind) for kind in tunnels], {"space": sp})
    transfer(s, kind, 1, sp, sp, PLAIN[kind])
    s.note("log.assault.tunnel", space=sp, piece=kind)


def _cobras(s: State, sp: int) -> Flow[None]:
    """Shaded card 13: on 1-3 a US Troop in the space just Assaulted becomes a Casualty."""
    if s.pieces[sp * KINDS + US_TROOPS] and (yield roll("3.2.4", "assault.cobras_die", space=sp, card=13)) <= 3:
        remove(s, sp, US_TROOPS, 1, CASUALTIES)


def _carriers(s: State, sp: int, op: Operation, hits: int) -> Flow[int]:
    """Card P38: in one Lowland per ARVN Assault Operation Police count as Troops; asked where that would tell."""
    if op.name != "assault" or op.faction != ARVN or "m113" in op.notes or not LOWLAND_MASK >> sp & 1:
        return 0
    cubes = arvn_cubes(s, sp)
    more = arvn_hits(sp, cubes, cubes) - arvn_hits(sp, cubes, s.pieces[sp * KINDS + ARVN_TROOPS])
    if not more or insurgent_pieces(s, sp) <= hits:
        return 0
    if not (yield confirm(ARVN, "assault.carriers", "3.2.4", params={"space": sp, "n": hits + more})):
        return 0
    op.notes["m113"] = sp
    return more


def _carriers_lost(s: State, sp: int) -> Flow[None]:
    """Shaded card P38: where an Assault in a Lowland left a VC Guerrilla, an ARVN Troop is lost on 1-3."""
    if not LOWLAND_MASK >> sp & 1 or not guerrillas(s, sp, VC) or not s.pieces[sp * KINDS + ARVN_TROOPS]:
        return
    if (yield roll("3.2.4", "assault.carriers_die", space=sp, card=1038)) <= 3:
        remove(s, sp, ARVN_TROOPS)


def _patton(s: State, by: int, sp: int, op: Operation | None, hits: int, us_cubes: Kinds) -> Flow[int]:
    """Card 14: two more hits in up to two spaces of a US Assault that are not Lowland; asked where they would tell."""
    p = s.pieces
    row = sp * KINDS
    used = 0 if op is None else op.notes.get("patton", 0)
    if used >= PATTON_SPACES or LOWLAND_MASK >> sp & 1 or insurgent_pieces(s, sp) <= hits:
        return 0
    if not any(p[row + kind] for kind in us_cubes):
        return 0
    if not (yield confirm(by, "assault.patton", "3.2.4", params={"space": sp})):
        return 0
    if op is not None:
        op.notes["patton"] = used + 1
    return 2
