"""3.3.3 Attack: Guerrillas by a roll of the die, NVA Troops by numbers."""

from fitl.board.factions import NVA, VC
from fitl.board.pieces import (
    ACTIVE_KIND_OF,
    ARMOR_OF,
    CAPTURED_ARVN_ARMOR,
    KINDS,
    NVA_ARMOR,
    NVA_TROOPS,
    UNDERGROUND_OF,
    US_BASE,
    US_TROOPS,
)
from fitl.board.spaces import SPACE_COUNT, mask_of
from fitl.decisions import DONE, Decision, Flow, choice, confirm, piece_option, roll
from fitl.lasting import CHINESE_AID_SHADED, PT_76, PT_76_SHADED
from fitl.rules.economy import price
from fitl.rules.forces import activate, coin_pieces, count, guerrillas, remove, underground
from fitl.rules.operation import Activity, Operation, activity_rule
from fitl.rules.removal import Hits, Removal, Strike, exposed_to_attack, remove_enemies
from fitl.state import State

GUERRILLA_HITS = 2  # pieces a successful Guerrilla Attack removes

GUERRILLAS = "guerrillas"
TROOPS = "troops"
METHODS = (GUERRILLAS, TROOPS)


def suits_attack(s: State, by: int, sp: int) -> bool:
    """Own Guerrillas (or NVA Troops, or NVA Armor alone: S3.3.3, OPEN 14) and US or ARVN pieces are there."""
    force, at = s.force, sp * 4
    if not force[at + by] or not (force[at] or force[at + 1]):
        return False
    p, row = s.pieces, sp * KINDS
    if p[row + UNDERGROUND_OF[by]] or p[row + ACTIVE_KIND_OF[by]]:
        return True
    return by == NVA and (p[row + NVA_TROOPS] > 0 or armor_there(s, sp) > 0)


def attack_spaces(s: State, op: Operation) -> list[int]:
    """Where an Attack is legal and payable."""
    if not op.can_pay(price(s, op.faction, "attack")):
        return []
    return [sp for sp in range(SPACE_COUNT) if suits_attack(s, op.faction, sp)]


def can_attack(s: State, op: Operation) -> bool:
    """Is there a space to Attack, or at least one to Ambush (on a LoC the enemy may be next to it, 4.4.3)?"""
    if not op.can_pay(price(s, op.faction, "attack")):
        return False
    if any(suits_attack(s, op.faction, sp) and op.may_select(sp) for sp in range(SPACE_COUNT)):
        return True
    return "ambush" in op.activities and activity_rule(s, "ambush").can(s, Activity(s, op.faction, "ambush", op))


def attack(s: State, op: Operation, methods: tuple[str, ...] = METHODS) -> Flow[None]:
    """3.3.3 Attack: space by space. An Ambush (4.4.3) selects and pays for its spaces beside these."""
    cost = 0 if op.free else price(s, op.faction, "attack")
    if "ambush" in op.activities and not any(op.may_select(sp) for sp in attack_spaces(s, op)):
        op.begins_with = op.begins_with or "ambush"
    while (sp := (yield from op.next_space("attack.space", "3.3.3", lambda: attack_spaces(s, op), cost))) != DONE:
        op.pay(price(s, op.faction, "attack"))
        yield from attack_in(s, op, sp, methods)


def attack_in(
    s: State, op: Operation, sp: int, methods: tuple[str, ...] = METHODS, each_troop_hits: bool = False
) -> Flow[None]:
    """Attack in one selected space, either with all Guerrillas or with NVA Troops; Events may name the method.

    S3.3.3: NVA Armor strikes after them, or alone (OPEN 14), but not where an Event lets only Guerrillas Attack.
    each_troop_hits: every Troop removes a piece (card S59).
    """
    lose_pt_76(s, op.faction, sp)
    options = []
    if GUERRILLAS in methods and guerrillas(s, sp, op.faction):
        options.append(choice(GUERRILLAS))
    if TROOPS in methods and op.faction == NVA and count(s, sp, NVA_TROOPS):
        options.append(choice(TROOPS))
    used = NVA_TROOPS
    hit: set[int] = set()
    if options:  # else card 45 took the only Troop, or there is nothing but Armor
        method = yield Decision(op.faction, "attack.method", "3.3.3", options, {"space": sp})
        if method == GUERRILLAS:
            used = ACTIVE_KIND_OF[op.faction]
            yield from guerrilla_attack(s, op.faction, sp, hit=hit)
        else:
            yield from troop_attack(s, op, sp, count(s, sp, NVA_TROOPS), each_hits=each_troop_hits, hit=hit)
    if op.faction == NVA and TROOPS in methods and (armor := armor_there(s, sp)):
        yield from armor_attack(s, sp, armor, {used: count(s, sp, used)}, hit)


def lose_pt_76(s: State, by: int, sp: int) -> None:
    """Card 45 unshaded: each space where NVA Attacks or Ambushes first costs it a Troop, if one is there."""
    if by == NVA and s.effects & PT_76 and count(s, sp, NVA_TROOPS):
        remove(s, sp, NVA_TROOPS)


def guerrilla_attack(
    s: State,
    by: int,
    sp: int,
    attackers: tuple[int, ...] | None = None,
    more: int = 0,
    sure: bool = False,
    hit: set[int] | None = None,
) -> Flow[None]:
    """All own Guerrillas turn Active; on a roll of at most their number they remove up to 2 enemy pieces.

    attackers: whose Guerrillas they are if not only those of who decides, the first to bear losses first (card 124,
    P4.4.1). more: enemy pieces removed besides, whatever the roll (P4.4.1). sure: they succeed, without one (card P20).
    hit: the Factions that lose pieces are added.
    """
    attackers = attackers or (by,)
    strength = 0
    for faction in attackers:
        activate(s, sp, faction, underground(s, sp, faction))
        strength += count(s, sp, ACTIVE_KIND_OF[faction])
    if s.effects & CHINESE_AID_SHADED and VC in attackers:  # card P58
        strength += 1
    succeeds = sure
    if not sure:
        die = yield roll("3.3.3", "attack.die", faction=attackers[0], space=sp, strength=strength)
        succeeds = die <= strength
        told = "log.attack.hit" if succeeds else "log.attack.miss"
        s.note(told, faction=attackers[0], space=sp, die=die, strength=strength)
    losses = yield from _remove(s, by, sp, more + (GUERRILLA_HITS if succeeds else 0), hit=hit)
    for faction in attackers:
        n = min(losses, count(s, sp, ACTIVE_KIND_OF[faction]))
        if n:
            remove(s, sp, ACTIVE_KIND_OF[faction], n)
            losses -= n


def troop_attack(
    s: State,
    op: Operation,
    sp: int,
    troops: int,
    strike: Strike | None = None,
    each_hits: bool = False,
    hit: set[int] | None = None,
) -> Flow[int]:
    """This many NVA Troops remove 1 enemy piece per 2 of them, without a roll; returns how many of them are left.

    each_hits: 1 per Troop (card S59). hit: the Factions that lose pieces are added.
    """
    hits = troops if each_hits else troops // 2
    if (
        s.effects & PT_76_SHADED  # card 45: one piece per Troop in one space
        and not each_hits
        and "attack.pt_76" not in op.notes
        and coin_pieces(s, sp) > hits
        and (yield confirm(op.faction, "attack.pt_76", "3.3.3", None, {"space": sp, "n": troops, "later": _later(op)}))
    ):
        op.notes["attack.pt_76"] = sp
        hits = troops
    losses = yield from _remove(s, op.faction, sp, hits, strike, hit)
    n = min(losses, troops)
    if n:
        remove(s, sp, NVA_TROOPS, n)
    return troops - n


def _later(op: Operation) -> int:
    """The spaces that this Attack may still take, as a mask."""
    full = op.max_spaces is not None and len(op.spaces) >= op.max_spaces
    return 0 if full else op.allowed & ~mask_of(op.spaces)


def armor_there(s: State, sp: int) -> int:
    """S3.3.3: NVA's Armor in a space, captured or its own."""
    row = sp * KINDS
    return s.pieces[row + NVA_ARMOR] + s.pieces[row + CAPTURED_ARVN_ARMOR]


def armor_attack(
    s: State, sp: int, armor: int, used: dict[int, int], hit: set[int], strike: Strike | None = None
) -> Flow[None]:
    """S3.3.3: each Armor removes 1 ARVN Armor or 2 other pieces; NVA picks who is lost for US pieces (OPEN 15).

    used: what Attacked before it, by kind, and may be lost as well. Armor that the strike captures did not Attack.
    hit: the Factions hit so far: it need not turn on another (3.1).
    """
    attackers = used | {kind: min(armor, count(s, sp, kind)) for kind in ARMOR_OF[NVA]}
    losses = yield from _remove(s, NVA, sp, Hits(0, armor), strike, hit)
    for _ in range(losses):
        kinds = [kind for kind, n in attackers.items() if n and (armor or kind not in ARMOR_OF[NVA])]
        if not kinds:
            return
        options = [piece_option(kind) for kind in kinds]
        kind: int = yield Decision(NVA, "attack.armor_loss", "S3.3.3", options, {"space": sp})
        attackers[kind] -= 1
        armor -= kind in ARMOR_OF[NVA]
        remove(s, sp, kind)


def _remove(
    s: State, by: int, sp: int, hits: int | Hits, strike: Strike | None = None, hit: set[int] | None = None
) -> Flow[int]:
    """Remove enemy pieces; returns the attrition: one per US Troop or US Base."""
    capture = None if strike is None else strike.capture
    terms = Removal("3.3.3", casualties=True, capture=capture, hit=hit)
    taken = yield from remove_enemies(s, by, sp, hits, exposed_to_attack, "attack.remove", terms)
    return sum(kind in (US_TROOPS, US_BASE) for kind in taken)
