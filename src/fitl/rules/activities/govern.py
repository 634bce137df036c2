"""4.3.1 Govern: draw Aid from loyal places, or turn it into Patronage at the price of their loyalty.

Where ARVN has Strategic Hamlets (P4.3.1): or fence a Province in.
"""

from fitl.board.cards import YOUNG_TURKS
from fitl.board.factions import VC
from fitl.board.pieces import HAMLET, KINDS, POLICE, US_TROOPS
from fitl.board.spaces import CONTROLLABLE, POP, SAIGON
from fitl.decisions import DONE, Decision, Flow, Option, choice, confirm
from fitl.lasting import MANDATE_OF_HEAVEN, MANDATE_OF_HEAVEN_SHADED, ROBERT_THOMPSON, ROBERT_THOMPSON_SHADED
from fitl.rules.control import shift, shift_toward_neutral
from fitl.rules.economy import add_aid, add_patronage
from fitl.rules.forces import arvn_cubes, can_place, force_pool, muster
from fitl.rules.operation import Activity
from fitl.state import COIN_CONTROL, NEUTRAL, State

SPACES_AT_MOST = 2
AID_PER_POPULATION = 3

AID = choice("aid")
PATRONAGE = choice("patronage")
FENCE = choice("hamlet")


# --- may it be done -----------------------------------------------------------------------------------------------


def can_govern(s: State, act: Activity) -> bool:
    """4.3.1: there is a space to Govern."""
    return any(can_govern_space(s, act, sp) for sp in range(CONTROLLABLE))


def can_govern_space(s: State, act: Activity, sp: int, fences: bool = True) -> bool:
    """COIN-Controlled, not selected for this Train, and one of the ways to Govern is open there.

    fences: may a Hamlet be placed still (card P41)?
    """
    if s.control[sp] != COIN_CONTROL or not act.may_select(sp):
        return False
    if not can_draw_aid(s, sp) and not (fences and can_place_hamlet(s, act.faction, sp)):
        return False
    return act.op is None or act.op.name != "train" or sp not in act.op.spaces


def can_draw_aid(s: State, sp: int) -> bool:
    """Aid or Patronage come from a space at Support, not from Saigon."""
    return s.support[sp] > NEUTRAL and sp != SAIGON


def can_place_hamlet(s: State, by: int, sp: int) -> bool:
    """P4.3.1: a Province without a Strategic Hamlet; if none is Available one is taken from the map (1.4.1, OPEN 2)."""
    return force_pool(s)[HAMLET] > 0 and not s.pieces[sp * KINDS + HAMLET] and can_place(s, by, sp, HAMLET)


def can_transfer(s: State, sp: int) -> bool:
    """Aid may become Patronage where ARVN cubes outnumber US Troops, while there is any Aid."""
    return s.aid > 0 and arvn_cubes(s, sp) > s.pieces[sp * KINDS + US_TROOPS]


def methods(s: State, by: int, sp: int, fences: bool = True) -> list[Option]:
    """The ways to Govern a space; fences: may a Hamlet be placed still (card P41)?"""
    found = []
    if can_draw_aid(s, sp):
        found.append(AID)
        if can_transfer(s, sp):
            found.append(PATRONAGE)
    if fences and can_place_hamlet(s, by, sp):
        found.append(FENCE)
    return found


# --- the procedure ------------------------------------------------------------------------------------------------


def govern(s: State, act: Activity) -> Flow[None]:
    """4.3.1: in 1 or 2 spaces, either gain Aid or move Aid into Patronage."""
    printed = 1 if s.effects & MANDATE_OF_HEAVEN_SHADED else SPACES_AT_MOST  # card 86
    limit = act.limit(printed)
    may_spare = s.effects & MANDATE_OF_HEAVEN != 0  # card 86: one transfer without the shift
    fences = True
    while True:
        candidates = [sp for sp in range(CONTROLLABLE) if can_govern_space(s, act, sp, fences)]
        sp: int = yield from act.next_space("govern.space", "4.3.1", limit, candidates)
        if sp == DONE:
            break
        options = methods(s, act.faction, sp, fences)
        method = yield Decision(act.faction, "govern.method", "4.3.1", options, {"space": sp, "population": POP[sp]})
        if method == "hamlet":
            yield from place_hamlet(s, act.faction, sp)
            fences = not s.effects & ROBERT_THOMPSON_SHADED  # card P41
            continue
        if method == "aid":
            s.note("log.govern.aid", space=sp)
            add_aid(s, AID_PER_POPULATION * POP[sp])
            continue
        s.note("log.govern.patronage", space=sp)
        add_patronage(s, -add_aid(s, -POP[sp]))
        if may_spare and (yield confirm(act.faction, "govern.spare", "4.3.1", params={"space": sp})):
            may_spare = False
        else:
            shift_toward_neutral(s, sp)
    if s.leader == YOUNG_TURKS and not s.leader_silenced:  # card 126
        add_patronage(s, 2)


def place_hamlet(s: State, by: int, sp: int) -> Flow[None]:
    """P4.3.1: a Strategic Hamlet comes, and the Province shifts toward Active Opposition.

    Under Robert Thompson (card P41) it does not where Police and no VC pieces are.
    """
    yield from muster(s, by, sp, HAMLET, 1)
    if not (s.effects & ROBERT_THOMPSON and s.pieces[sp * KINDS + POLICE] and not s.force[sp * 4 + VC]):
        shift(s, sp, -1)
