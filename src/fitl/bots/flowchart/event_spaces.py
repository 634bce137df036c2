"""8.4.4, 8.4.5: which space for an Event: by the shift, then by Bases, then by other pieces, then at random (8.2)."""

from collections.abc import Callable, Iterable, Sequence
from typing import Final

from fitl.board.factions import ARVN, NVA, US, VC, enemies
from fitl.board.pieces import (
    ARVN_TROOPS,
    BASE_KINDS,
    BASES_OF,
    FACTION_OF,
    IRREGULAR,
    KINDS_OF,
    NVA_BASE,
    NVA_GUERRILLA,
    NVA_GUERRILLA_ACTIVE,
    NVA_TROOPS,
    NVA_TUNNEL,
    POLICE,
    RANGER,
    UNITS_OF,
    US_BASE,
    US_TROOPS,
    VC_BASE,
    VC_GUERRILLA,
    VC_GUERRILLA_ACTIVE,
    VC_TUNNEL,
)
from fitl.board.spaces import ADJACENT, SPACE_COUNT
from fitl.bots.flowchart.turn import EventSoFar
from fitl.bots.mind import Mind
from fitl.bots.priorities import shift_value, shift_worth, support_change
from fitl.bots.select import choose_space
from fitl.decisions import Decision, Flow, Option
from fitl.events.vocabulary import states_of, tunnels_left
from fitl.rules.forces import available, count, has_room_for_base, pieces_of
from fitl.state import ACTIVE_OPPOSITION, ACTIVE_SUPPORT, NEUTRAL, PASSIVE_SUPPORT, State

Worth = Callable[[Mind, State, int], tuple[int, ...]]  # larger is better

COIN_CUBES: Final = (US_TROOPS, ARVN_TROOPS, POLICE)
DESERTERS: Final = states_of(RANGER, POLICE, IRREGULAR)  # card 81
UNDUG: Final = (NVA_BASE, VC_BASE)
TUNNEL_PROVINCES: Final = 2  # card 94
VC_EXPOSED: Final = tuple(kind for kind in KINDS_OF[VC] if kind != VC_TUNNEL)
NVA_EXPOSED: Final = tuple(kind for kind in KINDS_OF[NVA] if kind != NVA_TUNNEL)
NVA_HUNTED: Final = (*states_of(NVA_GUERRILLA), NVA_BASE)
GUERRILLAS: Final = states_of(NVA_GUERRILLA, VC_GUERRILLA)

# How far each card shifts the space it asks for under these words.
TOWARD_OPPOSITION: Final = {16: 1, 95: 2, 97: 2, 105: 1, 112: 1}

# --- what a space is worth ----------------------------------------------------------------------------------------


def shifts(levels: int) -> Worth:
    """8.4.5: the space shifts this many levels (negative: toward Active Opposition)."""
    return lambda mind, s, sp: shift_value(s, mind.faction, sp, levels)


def sets(level: int) -> Worth:
    """8.4.5: the space is set to a level."""
    return lambda mind, s, sp: shift_worth(mind.faction, *support_change(s, sp, level))


def _toward_opposition(mind: Mind, s: State, sp: int) -> tuple[int, ...]:
    return shift_value(s, mind.faction, sp, -TOWARD_OPPOSITION.get(s.card, 1))


def _either_way(mind: Mind, s: State, sp: int) -> tuple[int, ...]:
    return max(shift_value(s, mind.faction, sp, levels) for levels in (+1, -1))


def _total(s: State, kinds: Iterable[int], spaces: Iterable[int]) -> int:
    spaces = tuple(spaces)
    return sum(count(s, sp, kind) for kind in kinds for sp in spaces)


def loses(*kinds: int, most: int = 99) -> Worth:
    """8.4.4: Bases, then other pieces, that would go from the space, at most this many in all."""
    bases = tuple(kind for kind in kinds if kind in BASE_KINDS)
    units = tuple(kind for kind in kinds if kind not in BASE_KINDS)

    def worth(mind: Mind, s: State, sp: int) -> tuple[int, ...]:
        falling = min(most, _total(s, bases, (sp,)))
        return falling, min(most - falling, _total(s, units, (sp,)))

    return worth


def nearby(kind: int, most: int) -> Worth:
    """Pieces of a kind within 1 space of it, at most this many."""
    return lambda mind, s, sp: (min(most, _total(s, (kind,), (sp, *ADJACENT[sp]))),)


def both(*parts: Worth) -> Worth:
    """One thing after the other."""
    return lambda mind, s, sp: tuple(value for part in parts for value in part(mind, s, sp))


def enemies_there(mind: Mind, s: State, sp: int) -> tuple[int, ...]:
    """8.4.4: enemy Bases, then other enemy pieces, in the space."""
    bases = sum(_total(s, BASES_OF[enemy], (sp,)) for enemy in enemies(mind.faction))
    return bases, sum(pieces_of(s, sp, enemy) for enemy in enemies(mind.faction)) - bases


def _doubled(kind: int, faction: int | None) -> Worth:
    """As many pieces are placed as stand there (of the kind, or of the whole Faction) and are Available."""

    def worth(mind: Mind, s: State, sp: int) -> tuple[int, ...]:
        there = count(s, sp, kind) if faction is None else pieces_of(s, sp, faction)
        return (min(there, available(s, kind)),)

    return worth


def _vc_base_comes(mind: Mind, s: State, sp: int) -> tuple[int, ...]:
    """8.4.4: would the VC piece that the Event places be a Base?"""
    return (int(available(s, VC_BASE) > 0 and has_room_for_base(s, sp)),)


def _ruff_puff(mind: Mind, s: State, sp: int) -> tuple[int, ...]:
    """Card 113: first where the one Base can come, as many as possible there (8.2), then where most Police are."""
    so_far = mind.room(EventSoFar)
    now = so_far.space
    base = _vc_base_comes(mind, s, sp) if now is None else (0,)
    return int(sp == now), *base, *loses(POLICE, most=so_far.left)(mind, s, sp)


def _own_base_undug(mind: Mind, s: State, sp: int) -> tuple[int, ...]:
    """Card 94: a Province gets one Tunnel, however many Bases are there."""
    return (min(1, _total(s, [kind for kind in UNDUG if FACTION_OF[kind] == mind.faction], (sp,))),)


def _camps(mind: Mind, s: State, sp: int) -> tuple[int, ...]:
    """Card 48: the shift, then the Bases or Guerrillas that go."""
    if mind.faction in (US, ARVN):
        return *sets(ACTIVE_SUPPORT)(mind, s, sp), min(3, _total(s, GUERRILLAS, (sp,)))
    return *sets(ACTIVE_OPPOSITION)(mind, s, sp), min(1, _total(s, (US_BASE,), (sp,)))


def _stand_firm(mind: Mind, s: State, sp: int) -> tuple[int, ...]:
    return (count(s, sp, NVA_TROOPS) + min(3, available(s, ARVN_TROOPS)),)


def _river_prey(mind: Mind, s: State, sp: int) -> tuple[int, ...]:
    """Card 100: all VC, or NVA Guerrillas and Bases, go: the better of the two."""
    return max(loses(*kinds)(mind, s, sp) for kinds in (VC_EXPOSED, NVA_HUNTED))


# By shifts (8.4.5), whatever else happens in the space after them.
SHIFTS: Final[dict[str, Worth]] = {
    "shift_opposition": _toward_opposition,
    "shift_support": shifts(+1),
    "set_passive_support": sets(PASSIVE_SUPPORT),
    "set_active_opposition": sets(ACTIVE_OPPOSITION),
    "lose_support": sets(NEUTRAL),
    "clean_vote": sets(ACTIVE_SUPPORT),
    "ballot_stuffing": shifts(-1),
    "usaid_shift": shifts(+1),
    "wind_down_shift": shifts(-1),
    "phoenix_terror": sets(ACTIVE_OPPOSITION),
    "new_jersey_shift": shifts(-2),
    "lansdale": sets(ACTIVE_SUPPORT),
    "green_berets": sets(ACTIVE_SUPPORT),
    "americal_province": sets(ACTIVE_OPPOSITION),
    "my_lai": both(sets(ACTIVE_OPPOSITION), _vc_base_comes),
    "province_with_coin_base": _camps,
    "binh_duong": _either_way,
}
# By Bases, then other pieces, that are placed, removed or swapped there.
PIECES: Final[dict[str, Worth]] = {
    "claymores": loses(US_BASE),  # a Base goes in each of them: the US one is wanted most (8.1.2)
    "attleboro_tunnel": nearby(US_TROOPS, 6),
    "starlite": loses(*VC_EXPOSED),
    "starlite_hide": loses(VC_GUERRILLA_ACTIVE),
    "highland": loses(*BASES_OF[NVA], *BASES_OF[VC], most=1),
    "us_base_with_troops": nearby(NVA_TROOPS, 10),
    "us_troops_beside_nva": loses(US_TROOPS, most=3),
    "province_with_nva_troops": nearby(US_TROOPS, 6),
    "double_arvn": _doubled(ARVN_TROOPS, ARVN),
    "double_nva_troops": _doubled(NVA_TROOPS, None),
    "remove_2_nva_troops": loses(NVA_TROOPS, most=2),
    "nva_near_coin_base": loses(*NVA_EXPOSED, most=3),
    "amphib_space": enemies_there,
    "roks_assault": enemies_there,
    "add_arvn_assault": enemies_there,
    "stand_firm": _stand_firm,
    "long_tan_target": both(loses(US_BASE, most=1), loses(US_TROOPS, most=1)),
    "riverines": _river_prey,
    "river_ambush": both(_vc_base_comes, loses(*COIN_CUBES, most=6)),
    "cu_chi_clear": loses(*GUERRILLAS),
    "dig_where": _own_base_undug,
    "cidg_highland": loses(*DESERTERS),
    "replace_police": _ruff_puff,
    "corps_lost": loses(*KINDS_OF[ARVN]),
    "corps_lost_second": loses(*KINDS_OF[ARVN]),
    "follow_up_march": enemies_there,
    "losses_where": loses(*UNITS_OF[ARVN], most=3),
    "camp_falls": loses(*DESERTERS, most=2),
    "clear_guerrillas": loses(NVA_GUERRILLA_ACTIVE, VC_GUERRILLA_ACTIVE),
    "expose_where": loses(NVA_GUERRILLA, VC_GUERRILLA),
    "hide_where": loses(NVA_GUERRILLA_ACTIVE, VC_GUERRILLA_ACTIVE),
    "airborne_drop": enemies_there,
    "xuan_loc": enemies_there,
    "march_where": enemies_there,
}


# Where pieces run short a space is asked for; "done" is offered once only lifting could go on (1.4.1).
RUN_SHORT: Final = frozenset(
    (
        "riverines_place",
        "tribesmen_place",
        "penetrated",
        "body_count_guerrilla",
        "body_count_troops",
        "to_quoc_troops",
        "to_quoc_police",
        "place_vc_guerrilla",
        "pack_place_each",
    )
)


# Of these a space may get several, one by one.
ONE_BY_ONE: Final = frozenset(("riverines_place", "tribesmen_place"))

# What the spaces chosen get out of one pool: the kind, and how many a space wants.
POOLS: Final[dict[str, tuple[int, Callable[[State, int], int]]]] = {
    "double_nva_troops": (NVA_TROOPS, lambda s, sp: count(s, sp, NVA_TROOPS)),
    "double_arvn": (ARVN_TROOPS, lambda s, sp: pieces_of(s, sp, ARVN)),
    "penetrated": (VC_GUERRILLA, lambda s, sp: 1),
    "binh_duong": (VC_GUERRILLA, lambda s, sp: 1),  # or a Police, if US or ARVN execute it
}


# --- choosing one -------------------------------------------------------------------------------------------------


def pick_space(mind: Mind, s: State, decision: Decision) -> Flow[Option]:
    """One of the spaces offered; "done" where the best shift on offer would do harm."""
    purpose = decision.kind.removeprefix("event.")
    options = {option.spaces[0]: option for option in decision.options if option.spaces}
    done = decision.find("done")
    if done is not None and purpose in RUN_SHORT:
        mind.visit("event.no_lift", card=s.card)
        return done
    shift = _shift_told(decision) or SHIFTS.get(purpose)
    worth = shift or PIECES.get(purpose)
    left = list(options)
    so_far = mind.room(EventSoFar)
    so_far.left = left_to_choose(decision)
    if worth is not None:
        values = {sp: worth(mind, s, sp) for sp in left if sp < SPACE_COUNT}
        best = max(values.values())
        if done is not None and shift is not None and best[:2] < (0, 0):
            mind.visit("event.no_shift", card=s.card)
            return done
        left = [sp for sp, value in values.items() if value == best]
    node = "event.shift" if shift is not None else "event.most" if purpose in PIECES else "event.any_space"
    last = so_far.space
    if purpose in ONE_BY_ONE and last is not None and last in left and so_far.purpose == purpose:
        left = [last]  # 8.2: as much as possible there
    chosen = yield from choose_space(mind, node, left, room=_room(mind, s, decision, left))
    so_far.space, so_far.purpose = chosen, purpose
    return options[chosen]


def _shift_told(decision: Decision) -> Worth | None:
    """A question that says how far, or to which level, the spaces chosen shift: so also cards out of packs do."""
    params = decision.params
    if "levels" in params:
        return shifts(params["levels"])
    return sets(params["level"]) if "level" in params else None


def left_to_choose(decision: Decision) -> int:
    """How many spaces are still asked for; no die where all of those that tie will be taken anyway (8.2)."""
    left = decision.params.get("left", 1)
    return left if isinstance(left, int) else 1


def _room(mind: Mind, s: State, decision: Decision, spaces: Sequence[int]) -> int:
    """How many spaces will surely be taken one after the other."""
    left = left_to_choose(decision)
    begun = mind.room(EventSoFar).space is not None
    if decision.kind == "event.dig_where":  # card 94: how many Provinces still get a Tunnel
        return min(tunnels_left(s), 1 if begun else TUNNEL_PROVINCES)
    if decision.kind == "event.replace_police":  # card 113: this many Police go, and somewhere a Base comes
        base = not begun and any(_vc_base_comes(mind, s, sp) != (0,) for sp in spaces)
        return 1 if base or _total(s, (POLICE,), offered(decision)) > left else len(spaces)
    if decision.kind == "event.wind_down_shift":  # card 80: the same space may be chosen again
        return 1 if any(_falls_as_far_again(mind, s, sp) for sp in spaces) else left
    purpose = decision.kind.removeprefix("event.")
    if purpose in ONE_BY_ONE:
        return 1
    if purpose in POOLS:  # the first of them takes what the others would lack
        kind, needs = POOLS[purpose]
        if purpose == "binh_duong" and mind.faction in (US, ARVN):
            kind = POLICE
        return left if sum(needs(s, sp) for sp in spaces) <= available(s, kind) else 1
    return left


def _falls_as_far_again(mind: Mind, s: State, sp: int) -> bool:
    """Would a second shift toward Active Opposition be worth as much as the first?"""
    once, twice = (shift_value(s, mind.faction, sp, levels) for levels in (-1, -2))
    return tuple(two - one for one, two in zip(once, twice, strict=True)) == once


# --- what instructions need -----------------------------------------------------------------------------------------


def offered(decision: Decision) -> list[int]:
    """The spaces (and boxes) a decision offers, pieces in them or not."""
    return [option.spaces[0] for option in decision.options if option.spaces]


def space_option(decision: Decision, sp: int) -> Option:
    """The first option that names this space."""
    return next(option for option in decision.options if option.spaces and option.spaces[0] == sp)


def best_spaces(spaces: Sequence[int], *ranks: Callable[[int], int]) -> list[int]:
    """The spaces that rank highest, by the first ranking, then by the next."""
    value = max(tuple(rank(sp) for rank in ranks) for sp in spaces)
    return [sp for sp in spaces if tuple(rank(sp) for rank in ranks) == value]
