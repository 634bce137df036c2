"""Support Phase (6.3): US and ARVN Pacification, Agitation. Events run the same procedures (cards 64, 96)."""

from collections.abc import Sequence
from typing import Final

from fitl.board.expansion_cards import DIEM
from fitl.board.factions import ARVN, COIN, US
from fitl.board.pieces import ACTIVE_KIND_OF, ARVN_TROOPS, KINDS, POLICE, UNDERGROUND_OF
from fitl.board.spaces import CONTROLLABLE
from fitl.decisions import DONE, DONE_OPTION, Decision, Flow, spaces_options
from fitl.lasting import CADRES, MANDATE_OF_HEAVEN_SHADED
from fitl.rules import trung
from fitl.rules.coup.victory import end_phase
from fitl.rules.economy import add_patronage
from fitl.rules.forces import guerrillas, pieces_of, remove
from fitl.rules.pacification import (
    MAX_LEVELS,
    agitate,
    can_agitate_further,
    can_pacify_further,
    pacification_price,
    pacify,
)
from fitl.state import COIN_CONTROL, SUPPORT, State

MAX_SPACES: Final = 4  # 6.3.1 US and ARVN together; 6.3.2
DIEM_PATRONAGE: Final = 3  # P6.3.1, at the start of the phase (OPEN 8)
CADRES_COST: Final = 2  # Guerrillas per space (card 116)


def support_phase(s: State) -> Flow[None]:
    """6.3: the US, then ARVN, then VC; in Black April ARVN, then NVA (S6.3)."""
    diem = s.leader == DIEM and not s.leader_silenced  # P6.3.1
    if diem:
        add_patronage(s, DIEM_PATRONAGE)
    yield from trung.support_points(s)
    coin = [faction for faction in COIN if faction in s.era.factions]
    yield from pacification(s, coin, pacification_price(s, support_phase=True))
    trung.end_of_points(s)
    yield from agitation(s, MAX_SPACES + diem)
    end_phase(s, SUPPORT)


# --- Pacification (6.3.1) -----------------------------------------------------------------------------------------


def pacification(s: State, factions: Sequence[int], price: int, levels: int = MAX_LEVELS) -> Flow[None]:
    """6.3.1: the Factions in turn Pacify in at most four spaces together, `levels` at most in each.

    Both may Pacify in the same space, which then counts once and shares its levels.
    """
    gained: dict[int, int] = {}  # levels by space
    for faction in factions:
        yield from pacification_by(s, faction, price, levels, gained)


def pacification_by(s: State, faction: int, price: int, levels: int, gained: dict[int, int]) -> Flow[None]:
    """6.3.1: one Faction's part; `gained` holds the levels already gained in each space selected so far."""
    limit = 1 if faction == ARVN and s.effects & MANDATE_OF_HEAVEN_SHADED else MAX_SPACES  # card 86
    chosen: list[int] = []
    while len(chosen) < limit:
        spaces = [
            sp
            for sp in pacification_spaces(s, faction, price, levels, gained)
            if sp not in chosen and (sp in gained or len(gained) < MAX_SPACES)
        ]
        params = {"price": price, "levels": levels}
        sp = yield Decision(faction, "coup.pacify", "6.3.1", [*spaces_options(spaces), DONE_OPTION], params, price)
        if sp == DONE:
            return
        chosen.append(sp)
        already = gained.get(sp, 0)
        gained[sp] = already + (yield from pacify(s, faction, sp, price, "6.3.1", levels - already))


def pacification_spaces(s: State, faction: int, price: int, levels: int, gained: dict[int, int]) -> list[int]:
    """6.3.1: spaces with COIN Control, Police and the Faction's Troops where something is to be bought.

    P6.3.1: of the US Advisors, where there are no Troops.
    """
    p = s.pieces
    troops = s.era.us_pacifies_with if faction == US else ARVN_TROOPS
    return [
        sp
        for sp in range(CONTROLLABLE)
        if s.control[sp] == COIN_CONTROL
        and p[sp * KINDS + POLICE]
        and p[sp * KINDS + troops]
        and can_pacify_further(s, faction, sp, price, levels - gained.get(sp, 0))
    ]


def can_pacify(s: State, factions: Sequence[int], price: int, levels: int = MAX_LEVELS) -> bool:
    """Would Pacification by these Factions find anything to do?"""
    return any(pacification_spaces(s, faction, price, levels, {}) for faction in factions)


# --- Agitation (6.3.2) --------------------------------------------------------------------------------------------


def agitation(s: State, most: int = MAX_SPACES) -> Flow[None]:
    """6.3.2: VC Agitates in up to four spaces, in Black April NVA (S6.3.2)."""
    by = s.era.agitator
    chosen: list[int] = []
    while len(chosen) < most:
        spaces = [sp for sp in agitation_spaces(s) if sp not in chosen]
        sp = yield Decision(by, "coup.agitate", "6.3.2", [*spaces_options(spaces), DONE_OPTION], None, 1)
        if sp == DONE:
            return
        chosen.append(sp)
        if s.effects & CADRES:  # card 116
            spend_cadres(s, by, sp)
        yield from agitate(s, by, sp, "6.3.2")


def agitation_spaces(s: State) -> list[int]:
    """6.3.2: spaces with a piece of who Agitates and without COIN Control where something is to be bought."""
    by = s.era.agitator
    needed = CADRES_COST if s.effects & CADRES else 0
    return [
        sp
        for sp in range(CONTROLLABLE)
        if s.control[sp] != COIN_CONTROL
        and pieces_of(s, sp, by)
        and guerrillas(s, sp, by) >= needed
        and can_agitate_further(s, by, sp)
    ]


def spend_cadres(s: State, by: int, sp: int) -> None:
    """Card 116 unshaded: two Guerrillas go. Active ones first: Reset turns the others Underground anyway (6.6)."""
    active = min(CADRES_COST, s.pieces[sp * KINDS + ACTIVE_KIND_OF[by]])
    if active:
        remove(s, sp, ACTIVE_KIND_OF[by], active)
    if active < CADRES_COST:
        remove(s, sp, UNDERGROUND_OF[by], CADRES_COST - active)
