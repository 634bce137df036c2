"""4.3.2 Transport: drive ARVN Troops and Rangers along the roads, and hide the Rangers."""

from collections.abc import Sequence

from fitl.board.cards import KHANH
from fitl.board.factions import ARVN
from fitl.board.pieces import ARVN_TROOPS, KINDS, RANGER, RANGER_ACTIVE
from fitl.board.spaces import ADJACENT, NORTH_VIETNAM, SPACE_COUNT, is_city, is_loc, spaces_of
from fitl.decisions import DONE, DONE_OPTION, Decision, Flow, amounts, piece_option, space_option, spaces_options
from fitl.lasting import ARMORED_CAVALRY, ARMORED_CAVALRY_SHADED, TYPHOON_KATE
from fitl.rules.forces import hide, insurgent_pieces
from fitl.rules.operation import Activity, Operation
from fitl.rules.operations import assault
from fitl.rules.operations.movement import carry
from fitl.state import State

PIECES_AT_MOST = 6
NOT_NORTH_VIETNAM = ~(1 << NORTH_VIETNAM)  # 1.4.2
DESTINATIONS = "transport_destinations"  # what `Operation.notes` remembers for card 61


# --- may it be done -----------------------------------------------------------------------------------------------


def can_transport(s: State, act: Activity) -> bool:
    """4.3.2: there is something to move, or a Ranger to hide."""
    if s.effects & TYPHOON_KATE and not act.free:  # card 115
        return False
    return any(has_movers(s, sp) and act.may_select(sp) for sp in range(SPACE_COUNT)) or any_active_ranger(s)


def movers(s: State) -> tuple[int, ...]:
    """The kinds of piece that Transport."""
    if s.effects & ARMORED_CAVALRY_SHADED:  # card 61
        return (RANGER, RANGER_ACTIVE)
    return (ARVN_TROOPS, RANGER, RANGER_ACTIVE)


def has_movers(s: State, sp: int) -> bool:
    p = s.pieces
    row = sp * KINDS
    if p[row + RANGER] or p[row + RANGER_ACTIVE]:
        return True
    return p[row + ARVN_TROOPS] > 0 and not s.effects & ARMORED_CAVALRY_SHADED  # card 61


def any_active_ranger(s: State) -> bool:
    return any(s.pieces[RANGER_ACTIVE : SPACE_COUNT * KINDS : KINDS])


def reach(s: State, origin: int) -> int:
    """The spaces to which pieces may Transport from here, as a mask.

    Any adjacent space; or along LoCs and through Cities into a space adjacent to them, stopping at NVA and VC pieces.
    Pieces that start off the roads must set out on a LoC to go farther than one space. Under Khanh a route has at most
    one LoC (card 125); the space where it starts is not counted.
    """
    khanh = s.leader == KHANH and not s.leader_silenced
    reached = 0
    locs_to = {origin: 0}  # the fewest counted LoCs on the way to each road space from which pieces go on
    roads = [origin]
    for here in roads:
        may_go_on = here != origin or is_loc(origin)
        for there in ADJACENT[here]:
            loc = is_loc(there)
            locs = locs_to[here] + (khanh and loc)
            if locs > 1:
                continue
            reached |= 1 << there
            road = loc or (may_go_on and is_city(there))
            if road and locs < locs_to.get(there, 2) and not insurgent_pieces(s, there):
                locs_to[there] = locs
                roads.append(there)
    return reached & NOT_NORTH_VIETNAM & s.era.open_spaces & ~(1 << origin)


def troops_could_reach(s: State, act: Activity) -> int:
    """Where a Transport taken now could bring ARVN Troops, as a mask."""
    if not can_transport(s, act) or ARVN_TROOPS not in movers(s):
        return 0
    mask = 0
    for sp in range(SPACE_COUNT):
        if s.pieces[sp * KINDS + ARVN_TROOPS] and act.may_select(sp):
            mask |= reach(s, sp)
    return mask


# --- the procedure ------------------------------------------------------------------------------------------------


def transport(s: State, act: Activity) -> Flow[None]:
    """4.3.2: move up to 6 Troops and Rangers out of one space; then every Ranger on the map goes Underground."""
    destinations = yield from transport_only(s, act)
    if act.op is not None:
        act.op.notes[DESTINATIONS] = destinations
    else:
        yield from assault_after_transport(s, act.faction, destinations)


def transport_only(s: State, act: Activity) -> Flow[list[int]]:
    """4.3.2 without what card 61 adds (card S30); returns the spaces that were reached."""
    options = [space_option(sp) for sp in range(SPACE_COUNT) if has_movers(s, sp) and act.may_select(sp)]
    if any_active_ranger(s):
        options.append(DONE_OPTION)  # just to hide Rangers
    origin: int = yield Decision(act.faction, "transport.origin", "4.3.2", options)
    destinations: list[int] = []
    if origin != DONE:
        act.spaces.append(origin)
        destinations = yield from drive(s, act, origin)
    hide_rangers(s)
    return destinations


def drive(s: State, act: Activity, origin: int) -> Flow[list[int]]:
    """Move at least one piece, splitting up as wished; returns the destinations."""
    p = s.pieces
    row = origin * KINDS
    within_reach = spaces_options(spaces_of(reach(s, origin)))
    destinations: list[int] = []
    left = PIECES_AT_MOST
    while left:
        options = [piece_option(kind) for kind in movers(s) if p[row + kind]]
        if not options:
            break
        if destinations:
            options.append(DONE_OPTION)
        params = {"origin": origin, "left": left}
        kind: int = yield Decision(act.faction, "transport.piece", "4.3.2", options, params)
        if kind == DONE:
            break
        params = {"origin": origin, "piece": kind}
        destination: int = yield Decision(act.faction, "transport.destination", "4.3.2", within_reach, params)
        most = min(left, p[row + kind])
        params = {"origin": origin, "piece": kind, "destination": destination}
        n: int = yield Decision(act.faction, "transport.amount", "4.3.2", amounts(1, most), params)
        carry(s, act.op, kind, n, origin, destination)
        left -= n
        if destination not in destinations:
            destinations.append(destination)
    return destinations


def hide_rangers(s: State) -> None:
    """All Rangers on the map turn Underground, whether they moved or not."""
    for sp in range(SPACE_COUNT):
        if n := s.pieces[sp * KINDS + RANGER_ACTIVE]:
            hide(s, sp, ARVN, n)


# --- Armored Cavalry (card 61) ------------------------------------------------------------------------------------


def after_operation(s: State, op: Operation) -> Flow[None]:
    """Card 61 unshaded: once Operation and Transport are both over, a free Assault in one Transport destination."""
    yield from assault_after_transport(s, op.faction, op.notes.get(DESTINATIONS, ()))


def assault_after_transport(s: State, by: int, destinations: Sequence[int]) -> Flow[None]:
    """Card 61 unshaded: a free ARVN Assault, if wished, in one space that Transported pieces reached."""
    if not s.effects & ARMORED_CAVALRY:
        return
    options = [space_option(sp) for sp in destinations if assault.can_assault_space(s, ARVN, sp)]
    if not options:
        return
    options.append(DONE_OPTION)
    sp: int = yield Decision(by, "transport.assault", "4.3.2", options)
    if sp != DONE:
        yield from assault.assault_space(s, ARVN, sp, by=by)
