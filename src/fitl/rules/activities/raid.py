"""4.3.3 Raid: Rangers gather and strike; the strike of Special Forces is also part of Advise (4.2.1)."""

from fitl.board.factions import ARVN, US
from fitl.board.pieces import FACTION_OF, IRREGULAR, KINDS, RANGER, RANGER_ACTIVE
from fitl.board.spaces import ADJACENT, ADJACENT_MASK, NORTH_VIETNAM, SPACE_COUNT, spaces_of
from fitl.decisions import DONE, DONE_OPTION, Decision, Flow, amounts, confirm, piece_at_option, piece_option
from fitl.era import POST_PARIS
from fitl.rules.control import on_map
from fitl.rules.forces import activate, move, rangers, underground
from fitl.rules.operation import Activity
from fitl.rules.removal import Removal, exposed_to_special_forces, remove_enemies
from fitl.state import State

SPACES_AT_MOST = 2
STRIKE = 2  # enemy pieces removed
NOT_NORTH_VIETNAM = ~(1 << NORTH_VIETNAM)  # 1.4.2


# --- the strike of Special Forces (4.2.1, 4.3.3) ------------------------------------------------------------------


def can_strike(s: State, sp: int, faction: int) -> bool:
    """An Underground Ranger (ARVN) or Irregular (US) is here, and an enemy piece it can remove."""
    return underground(s, sp, faction) > 0 and bool(exposed_to_special_forces(s, sp))


def strike(s: State, by: int, sp: int, faction: int, ask: str, rule: str) -> Flow[list[int]]:
    """One Underground Ranger or Irregular turns Active and removes 2 enemy pieces: any units, unTunneled Bases last."""
    activate(s, sp, faction)
    return (yield from remove_enemies(s, by, sp, STRIKE, exposed_to_special_forces, ask, Removal(rule)))


# --- Raid ---------------------------------------------------------------------------------------------------------


def can_raid(s: State, act: Activity) -> bool:
    """4.3.3: Rangers can move into a space or strike there; S4.3.3: Irregulars can strike."""
    if not on_map(s, RANGER) and not s.era.flags & POST_PARIS:
        return False
    return any(act.allowed & raided_from(s, sp) for sp in range(SPACE_COUNT))


def raided_from(s: State, sp: int) -> int:
    """What the Rangers in a space can Raid, as a mask: its neighbours, and the space itself if they can strike.

    S4.3.3: Post-Paris Irregulars may strike where they are.
    """
    if s.era.flags & POST_PARIS and can_strike(s, sp, US):
        return 1 << sp | (ADJACENT_MASK[sp] & NOT_NORTH_VIETNAM if rangers(s, sp) else 0)
    if not rangers(s, sp):
        return 0
    mask = ADJACENT_MASK[sp] & NOT_NORTH_VIETNAM
    return mask | 1 << sp if can_strike(s, sp, ARVN) else mask


def raid_spaces(s: State, act: Activity) -> list[int]:
    """The spaces that may be selected now."""
    mask = 0
    for sp in range(SPACE_COUNT):
        mask |= raided_from(s, sp)
    return [sp for sp in spaces_of(mask) if act.may_select(sp)]


def raid(s: State, act: Activity) -> Flow[None]:
    """4.3.3: in 1 or 2 spaces move adjacent Rangers in, then strike with one Underground Ranger in each.

    A VC Base brings no Aid, and takes its Cadre along (P4.3.3).
    """
    limit = act.limit(SPACES_AT_MOST)
    while (yield from act.next_space("raid.space", "4.3.3", limit, raid_spaces(s, act))) != DONE:
        pass
    act.void = not (yield from gather_rangers(s, act))
    for sp in act.spaces:
        irregular = s.era.flags & POST_PARIS and can_strike(s, sp, US)  # S4.3.3
        ranger = can_strike(s, sp, ARVN)
        if not ranger and not irregular:
            continue
        if not (yield confirm(act.faction, "raid.strike", "4.3.3", params={"space": sp})):
            continue
        act.void = False
        whose = ARVN if ranger else US
        if ranger and irregular:
            options = [piece_option(RANGER), piece_option(IRREGULAR)]
            kind: int = yield Decision(act.faction, "raid.striker", "S4.3.3", options, {"space": sp})
            whose = FACTION_OF[kind]
        yield from strike(s, act.faction, sp, whose, "raid.remove", "4.3.3")


def gather_rangers(s: State, act: Activity) -> Flow[bool]:
    """Move adjacent Rangers into the Raid spaces as they are; each moves once. Returns whether any did."""
    p = s.pieces
    waiting = {
        (kind, origin): p[origin * KINDS + kind]
        for sp in act.spaces
        for origin in ADJACENT[sp]
        for kind in (RANGER, RANGER_ACTIVE)
        if p[origin * KINDS + kind]
    }
    moved = False
    for sp in act.spaces:
        while True:
            options = [
                piece_at_option(kind, origin)
                for (kind, origin), n in waiting.items()
                if n and ADJACENT_MASK[sp] >> origin & 1
            ]
            if not options:
                break
            options.append(DONE_OPTION)
            answer = yield Decision(act.faction, "raid.move", "4.3.3", options, {"space": sp})
            if answer == DONE:
                break
            kind, origin = answer
            n = yield Decision(
                act.faction, "raid.amount", "4.3.3", amounts(1, waiting[answer]), {"piece": kind, "origin": origin}
            )
            move(s, kind, n, origin, sp)
            waiting[answer] -= n
            moved = True
    return moved
