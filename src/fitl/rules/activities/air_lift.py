"""4.2.2 Air Lift: fly Troops and Special Forces between a few spaces."""

from fitl.board.factions import US
from fitl.board.pieces import ARVN_TROOPS, IRREGULAR, IRREGULAR_ACTIVE, KINDS, RANGER, RANGER_ACTIVE, US_TROOPS
from fitl.board.spaces import NORTH_VIETNAM, SPACE_COUNT, spaces_of
from fitl.decisions import DONE, DONE_OPTION, Decision, Flow, amounts, piece_at_option, space_option, spaces_options
from fitl.lasting import MEDEVAC_SHADED, TYPHOON_KATE, VNAF_SHADED
from fitl.rules.control import on_map
from fitl.rules.deck import monsoon
from fitl.rules.operation import EVERYWHERE, Activity, activity_rule
from fitl.rules.operations.movement import carry
from fitl.state import State

SPACES_AT_MOST = 4
SPACES_IN_MONSOON = 2  # 2.3.9
OTHERS_AT_MOST = 4  # ARVN Troops, Rangers and Irregulars together

BANS = MEDEVAC_SHADED | TYPHOON_KATE | VNAF_SHADED  # cards 15, 115, S51
PASSENGERS = (US_TROOPS, ARVN_TROOPS, IRREGULAR, IRREGULAR_ACTIVE, RANGER, RANGER_ACTIVE)
LANDING = EVERYWHERE & ~(1 << NORTH_VIETNAM)  # 1.4.2


# --- may it be done -----------------------------------------------------------------------------------------------


def can_air_lift(s: State, act: Activity, into: int = EVERYWHERE, us_troops: bool = True) -> bool:
    """4.2.2: somebody can fly somewhere."""
    if s.effects & BANS and not act.free:
        return False
    allowed = act.allowed & LANDING
    return any(
        allowed >> sp & 1 and allowed & into & ~(1 << sp) and has_passengers(s, sp, us_troops)
        for sp in range(SPACE_COUNT)
    )


def has_passengers(s: State, sp: int, us_troops: bool = True) -> bool:
    """A piece is here that Air Lift may move: no Police, no Bases; ARVN flies no US Troops (S4.3.5)."""
    p = s.pieces
    row = sp * KINDS
    return bool(
        (us_troops and p[row + US_TROOPS])
        or p[row + ARVN_TROOPS]
        or p[row + IRREGULAR]
        or p[row + IRREGULAR_ACTIVE]
        or p[row + RANGER]
        or p[row + RANGER_ACTIVE]
    )


def troops_could_land(s: State, act: Activity) -> int:
    """Where an Air Lift taken now could bring Troops of the Faction that takes it, as a mask."""
    own = US_TROOPS if act.faction == US else ARVN_TROOPS  # P4.3.4, S4.3.5
    if not activity_rule(s, act.name).can(s, act) or not on_map(s, own):
        return 0
    return act.allowed & LANDING


# --- the procedure ------------------------------------------------------------------------------------------------


def air_lift(s: State, act: Activity) -> Flow[None]:
    """4.2.2: choose up to 4 spaces, then move pieces between them."""
    yield from air_lift_with(s, act)


def air_lift_with(s: State, act: Activity, *, into: int = EVERYWHERE) -> Flow[None]:
    """4.2.2 with all landings in `into`, as some Events demand (cards 23, 44, 62)."""
    yield from choose_spaces(s, act, into)
    yield from fly(s, act, into)


def choose_spaces(
    s: State,
    act: Activity,
    into: int,
    most: int = SPACES_AT_MOST,
    us_troops: bool = True,
) -> Flow[None]:
    """Choose the spaces between which pieces fly; among them a piece to lift and another space to land in."""
    limit = act.limit(min(most, SPACES_IN_MONSOON) if monsoon(s) else most)
    allowed = act.allowed & LANDING
    landings = allowed & into
    origins = 0
    for sp in spaces_of(allowed):
        if has_passengers(s, sp, us_troops):
            origins |= 1 << sp
    chosen = 0
    while len(act.spaces) < limit:
        spare = limit - len(act.spaces) - 1
        options = [
            space_option(sp)
            for sp in spaces_of(allowed & ~chosen)
            if missing(chosen | 1 << sp, origins, landings) <= spare
        ]
        if not options:
            return
        if missing(chosen, origins, landings) == 0:
            options.append(DONE_OPTION)
        sp = yield Decision(act.faction, "air_lift.space", "4.2.2", options, {"into": into})
        if sp == DONE:
            return
        chosen |= 1 << sp
        act.spaces.append(sp)


def missing(chosen: int, origins: int, landings: int) -> int:
    """How many more spaces are needed before a piece can fly from one chosen space to another."""
    out = chosen & origins
    down = chosen & landings
    if out and down and (out | down).bit_count() > 1:
        return 0
    return 1 if out or down else 2


def fly(
    s: State,
    act: Activity,
    into: int,
    others: int = OTHERS_AT_MOST,
    us_troops: bool = True,
) -> Flow[None]:
    """Move at least one piece; each piece once, at most 4 (P4.2.2: or 6; S4.3.5: or fewer) that are not US Troops."""
    p = s.pieces
    waiting = {
        (kind, sp): p[sp * KINDS + kind]
        for sp in act.spaces
        for kind in (PASSENGERS if us_troops else PASSENGERS[1:])
        if p[sp * KINDS + kind]
    }
    flown = False
    while True:
        options = [
            piece_at_option(kind, sp)
            for (kind, sp), n in waiting.items()
            if n and (kind == US_TROOPS or others) and landing_spaces(act, sp, into)
        ]
        if not options:
            return
        if flown:
            options.append(DONE_OPTION)
        answer = yield Decision(act.faction, "air_lift.piece", "4.2.2", options, {"left": others})
        if answer == DONE:
            return
        kind, origin = answer
        params = {"piece": kind, "origin": origin}
        landings = spaces_options(landing_spaces(act, origin, into))
        destination = yield Decision(act.faction, "air_lift.destination", "4.2.2", landings, params)
        most = waiting[kind, origin] if kind == US_TROOPS else min(waiting[kind, origin], others)
        n = yield Decision(
            act.faction, "air_lift.amount", "4.2.2", amounts(1, most), {**params, "destination": destination}
        )
        carry(s, act.op, kind, n, origin, destination)
        waiting[kind, origin] -= n
        others -= 0 if kind == US_TROOPS else n
        flown = True


def landing_spaces(act: Activity, origin: int, into: int) -> list[int]:
    """The chosen spaces to which a piece may fly from here."""
    return [sp for sp in act.spaces if sp != origin and into >> sp & 1]
