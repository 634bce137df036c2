"""4.2.3 Air Strike: bomb exposed Insurgents and the Trail, at the price of popular anger."""

from fitl.board.factions import NVA
from fitl.board.pieces import ARMOR_OF, KINDS, NVA_BASE, NVA_GUERRILLA, NVA_GUERRILLA_ACTIVE, NVA_TROOPS, US_TROOPS
from fitl.board.spaces import AVAILABLE, CASUALTIES, LAOS_CAMBODIA, NORTH_VIETNAM, SPACE_COUNT, is_province
from fitl.decisions import DONE, DONE_OPTION, Decision, Flow, Option, choice, piece_at_option, roll, space_option
from fitl.lasting import (
    AAA_SHADED,
    ARC_LIGHT,
    ARC_LIGHT_SHADED,
    BOMBING_PAUSE,
    DA_NANG_SHADED,
    F_5ES,
    F_5ES_SHADED,
    LASER_BOMBS,
    LASER_BOMBS_LATER,
    LASER_BOMBS_SHADED,
    MIGS_SHADED,
    ORISKANY_SHADED,
    ROLLING_THUNDER_SHADED,
    SA_2S,
    TOP_GUN,
    TOP_GUN_SHADED,
    VNAF_SHADED,
    WAR_POWERS_SHADED,
    WILD_WEASELS_SHADED,
)
from fitl.rules.control import shift
from fitl.rules.deck import monsoon
from fitl.rules.economy import degrade_trail
from fitl.rules.forces import available, coin_pieces, insurgent_pieces, remove, transfer
from fitl.rules.operation import Activity
from fitl.rules.removal import exposed_to_air_strike
from fitl.state import State

SPACES_AT_MOST = 6
SPACES_IN_MONSOON = 2  # 2.3.9
HITS_TO_DEGRADE = 2
AAA_FLOOR = 2  # card 31
UNLIMITED = 1 << 30

# Cards 10, 22, 41, S2, S51.
BANS = ROLLING_THUNDER_SHADED | DA_NANG_SHADED | BOMBING_PAUSE | WAR_POWERS_SHADED | VNAF_SHADED
DEGRADE = choice("degrade")

OUTSIDE_THE_SOUTH = (NORTH_VIETNAM, *LAOS_CAMBODIA)
NVA_BUT_TUNNELS = (NVA_TROOPS, NVA_GUERRILLA, NVA_GUERRILLA_ACTIVE, NVA_BASE, *ARMOR_OF[NVA])


# --- may it be done -----------------------------------------------------------------------------------------------


def can_air_strike(s: State, act: Activity) -> bool:
    """4.2.3: a space can be struck, or the Trail Degraded even without one."""
    if s.effects & BANS and not act.free:
        return False
    return can_degrade(s) or any(can_be_struck(s, act, sp) for sp in range(SPACE_COUNT))


def trail_floor(s: State) -> int:
    """How far an Air Strike may push the Trail down."""
    return AAA_FLOOR if s.effects & AAA_SHADED else 0  # card 31


def can_degrade(s: State) -> bool:
    """Could an Air Strike Degrade the Trail now?"""
    return s.trail > trail_floor(s) and not s.effects & ORISKANY_SHADED  # card 39


def can_be_struck(s: State, act: Activity, sp: int, needs_coin: bool = True) -> bool:
    """4.2.3: a space with a US or ARVN piece and an enemy piece that can be hit."""
    if not insurgent_pieces(s, sp) or not act.may_select(sp):
        return False
    if needs_coin and not coin_pieces(s, sp) and not arc_light_reaches(s, act, sp):
        return False
    return bool(exposed_to_air_strike(s, sp))


def arc_light_reaches(s: State, act: Activity, sp: int) -> bool:
    """Card 8 unshaded: one space may be a Province without COIN pieces, North Vietnam included."""
    return s.effects & ARC_LIGHT != 0 and is_province(sp) and all(coin_pieces(s, other) for other in act.spaces)


def air_strike_spaces(s: State, act: Activity, needs_coin: bool = True) -> list[int]:
    """The spaces that may be selected now."""
    return [sp for sp in range(SPACE_COUNT) if can_be_struck(s, act, sp, needs_coin)]


# --- the procedure ------------------------------------------------------------------------------------------------


def air_strike(s: State, act: Activity) -> Flow[None]:
    """4.2.3: name up to 6 spaces, roll for hits, spend them on pieces and the Trail, then shift."""
    yield from air_strike_with(s, act)


def air_strike_with(
    s: State,
    act: Activity,
    *,
    hits: int | None = None,
    per_space: int | None = None,
    may_degrade: bool = True,
    needs_coin: bool = True,
    shifts: bool = True,
) -> Flow[None]:
    """4.2.3 with what an Event may fix.

    hits: this many instead of a die (card 6). per_space: no die, up to this many pieces in each space, whatever lasting
    effects would cap (card 30, 5.1.2). may_degrade: False forbids the Trail (cards 6, 30, 111). needs_coin: False lets
    it strike where no US or ARVN piece is (cards 6, 30, 111). shifts: False spares the people (card S76).
    """
    may_degrade = may_degrade and can_degrade(s)
    yield from name_spaces(s, act, may_degrade, needs_coin)
    if per_space is not None:
        removed = yield from spend_hits(s, act, per_space * len(act.spaces), UNLIMITED, per_space, may_degrade)
    else:
        if hits is None:
            die: int = yield roll("4.2.3", "air_strike.die", faction=act.faction, spaces=tuple(act.spaces))
            hits = die + more_hits(s)
        s.note("log.air_strike.hits", n=hits)
        removed = yield from spend_hits(s, act, hits, piece_limit(s), UNLIMITED, may_degrade)
    if shifts:
        shift_struck_spaces(s, removed)


def name_spaces(s: State, act: Activity, may_degrade: bool, needs_coin: bool) -> Flow[None]:
    """Name the spaces before the roll; none at all if only the Trail is to be hit."""
    limit = act.limit(SPACES_IN_MONSOON if monsoon(s) else SPACES_AT_MOST)
    while len(act.spaces) < limit:
        options = [space_option(sp) for sp in air_strike_spaces(s, act, needs_coin)]
        if not options:
            break
        if act.spaces or may_degrade:
            options.append(DONE_OPTION)
        sp: int = yield Decision(act.faction, "air_strike.space", "4.2.3", options)
        if sp == DONE:
            break
        act.spaces.append(sp)
        s.note("log.air_strike.space", space=sp)


def more_hits(s: State) -> int:
    """Card S25: a hit more than the die or Posture says, or one fewer."""
    return (s.effects & F_5ES != 0) - (s.effects & F_5ES_SHADED != 0)


def piece_limit(s: State) -> int:
    """How many pieces one Air Strike may remove. 5.1.2: of shaded 5 and 20 the one executed later counts."""
    lasers = s.effects & LASER_BOMBS_SHADED  # card 20
    if s.effects & WILD_WEASELS_SHADED and not (lasers and s.effects & LASER_BOMBS_LATER):  # card 5
        return 1
    return 2 if lasers else UNLIMITED


def spend_hits(
    s: State, act: Activity, hits: int, pieces: int, per_space: int, may_degrade: bool
) -> Flow[dict[int, int]]:
    """Spend hits as wished: 1 removes a piece, 2 Degrade the Trail once. Returns the number removed by space."""
    removed: dict[int, int] = {}
    left = hits
    may_remove = True
    while left:
        options: list[Option] = []
        if may_remove:
            for sp in act.spaces:
                if removed.get(sp, 0) < per_space:
                    options += [piece_at_option(kind, sp) for kind in exposed_to_air_strike(s, sp)]
        if may_degrade and left >= HITS_TO_DEGRADE:
            options.append(DEGRADE)
        if not options:
            break
        options.append(DONE_OPTION)
        answer = yield Decision(act.faction, "air_strike.hit", "4.2.3", options, {"left": left})
        if answer == DONE:
            break
        if answer == "degrade":
            left -= HITS_TO_DEGRADE
            may_degrade = False
            if s.effects & WILD_WEASELS_SHADED:  # card 5: the Trail or a piece, not both
                may_remove = False
            yield from degrade(s, act.faction)
        else:
            kind, sp = answer
            remove(s, sp, kind)
            left -= 1
            removed[sp] = removed.get(sp, 0) + 1
            if sum(removed.values()) >= pieces:
                may_remove = False
            if s.effects & WILD_WEASELS_SHADED:  # card 5
                may_degrade = False
    return removed


def degrade(s: State, by: int) -> Flow[None]:
    """Degrade the Trail by Air Strike, the two hits being spent, with every Capability that hangs on it."""
    if s.effects & TOP_GUN_SHADED and (yield roll("4.2.3", "air_strike.top_gun", card=4)) < 4:  # card 4
        s.note("log.air_strike.top_gun")
        return
    boxes = 2 if s.effects & TOP_GUN else 1  # card 4
    degrade_trail(s, min(boxes, s.trail - trail_floor(s)))
    if s.effects & MIGS_SHADED and not s.effects & TOP_GUN and available(s, US_TROOPS):  # card 33
        transfer(s, US_TROOPS, 1, AVAILABLE, CASUALTIES, US_TROOPS)
        s.note("log.air_strike.migs", piece=US_TROOPS)
    if s.effects & SA_2S:  # card 34
        yield from remove_nva_outside_the_south(s, by)


def remove_nva_outside_the_south(s: State, by: int) -> Flow[None]:
    """Card 34 unshaded: who strikes removes an NVA piece, but no Tunneled Base, in North Vietnam, Laos or Cambodia."""
    p = s.pieces
    options = [
        piece_at_option(kind, sp) for sp in OUTSIDE_THE_SOUTH for kind in NVA_BUT_TUNNELS if p[sp * KINDS + kind]
    ]
    if options:
        kind, sp = yield Decision(by, "air_strike.sa_2s", "4.2.3", options)
        remove(s, sp, kind)


def shift_struck_spaces(s: State, removed: dict[int, int]) -> None:
    """4.2.3: each space that lost a piece shifts toward Active Opposition."""
    for sp, n in removed.items():
        if n == 1 and s.effects & LASER_BOMBS:  # card 20
            continue
        shift(s, sp, -2 if n > 1 and s.effects & ARC_LIGHT_SHADED else -1)  # card 8
