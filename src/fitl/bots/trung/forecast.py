"""What an Assault would remove, without carrying it out."""

from fitl.board.factions import ARVN, US
from fitl.board.pieces import KINDS, NVA_BASE, NVA_GUERRILLA_ACTIVE, NVA_TROOPS, US_TROOPS, VC_GUERRILLA_ACTIVE
from fitl.board.spaces import LOWLAND_MASK
from fitl.bots.trung.counts import OPEN_BASES, arvn_firepower, hidden, total, tunnels_alone
from fitl.lasting import ABRAMS, PATTON, SEARCH_AND_DESTROY, SEARCH_AND_DESTROY_SHADED
from fitl.rules.operation import Operation
from fitl.rules.operations.assault import PATTON_SPACES, assault_hits, can_assault_space
from fitl.state import State

_EXPOSED = (NVA_TROOPS, NVA_GUERRILLA_ACTIVE, VC_GUERRILLA_ACTIVE)


def targets(s: State, faction: int, sp: int, op: Operation | None = None) -> int:
    """Enemies that an Assault could remove, had it hits enough; Tunnels that stand alone are worth a roll."""
    if tunnels_alone(s, sp):
        return 1
    found = total(s, sp, _EXPOSED)
    unseen = hidden(s, sp)
    if faction == US and s.effects & SEARCH_AND_DESTROY and unseen:  # card 28
        found, unseen = found + 1, unseen - 1
    bases = total(s, sp, OPEN_BASES)
    if not unseen:
        return found + bases
    unused = op is None or "abrams" not in op.notes
    return found + (faction == US and bool(s.effects & ABRAMS) and unused and bases > 0)  # card 11


def hits(s: State, faction: int, sp: int, op: Operation | None = None) -> int:
    """How many pieces it would remove."""
    if faction == ARVN:
        return arvn_firepower(s, sp)
    found = assault_hits(s, US, sp)
    troops = s.pieces[sp * KINDS + US_TROOPS]
    used = 0 if op is None else op.notes.get("patton", 0)
    if troops and s.effects & PATTON and used < PATTON_SPACES and not LOWLAND_MASK >> sp & 1:  # card 14
        found += 2
    if troops and s.effects & SEARCH_AND_DESTROY and hidden(s, sp):  # card 28
        found = max(1, found)
    return found


def removes(s: State, faction: int, sp: int, op: Operation | None = None) -> int:
    """How many pieces an Assault here would remove."""
    if not can_assault_space(s, faction, sp):
        return 0
    return min(hits(s, faction, sp, op), targets(s, faction, sp, op))


def us_effective(s: State, sp: int, op: Operation | None = None) -> bool:
    """Is a US Assault worth it? Under shaded Search and Destroy (card 28) only where NVA Troops or a Base go."""
    n = removes(s, US, sp, op)
    if not n or not s.effects & SEARCH_AND_DESTROY_SHADED:
        return n > 0
    if s.pieces[sp * KINDS + NVA_TROOPS]:
        return True
    return bool(s.pieces[sp * KINDS + NVA_BASE]) and not hidden(s, sp) and n > total(s, sp, _EXPOSED)


def arvn_effective(s: State, sp: int) -> bool:
    return removes(s, ARVN, sp) > 0


def clears(s: State, faction: int, sp: int, op: Operation | None = None) -> bool:
    """Would it leave no enemy that it could remove?"""
    return removes(s, faction, sp, op) >= targets(s, faction, sp, op) > 0


def arvn_afterwards(s: State, sp: int, op: Operation | None = None) -> int:
    """How many pieces an ARVN Assault would still remove after a US one."""
    if not can_assault_space(s, ARVN, sp):
        return 0
    left = targets(s, US, sp, op) - removes(s, US, sp, op)
    return max(0, min(arvn_firepower(s, sp), left))
