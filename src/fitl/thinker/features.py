"""What a position looks like to the evaluation: some hundred numbers, the same for every seat, in every era.

They are the facts a player looks at: margins, Population by Control and level, what a Pacification, an Agitation or a
Terror could shift, Control by a piece or two, Bases and who guards them, pieces by kind, tracks, who acts on the card,
and how far the Coup is. The weights (see `evaluation.py`) name them, so a new one does no harm to what was learned.
"""

from typing import Final

from fitl.board.factions import FACTION_IDS, FACTIONS
from fitl.board.pieces import (
    ARVN_BASE,
    ARVN_TROOPS,
    IRREGULAR,
    KIND_IDS,
    KINDS,
    NVA_BASE,
    NVA_GUERRILLA,
    NVA_GUERRILLA_ACTIVE,
    NVA_TROOPS,
    NVA_TUNNEL,
    POLICE,
    RANGER,
    US_BASE,
    US_TROOPS,
    VC_BASE,
    VC_BASE_CADRE,
    VC_GUERRILLA,
    VC_GUERRILLA_ACTIVE,
    VC_TUNNEL,
)
from fitl.board.spaces import AVAILABLE, CASUALTIES, CONTROLLABLE, OUT_OF_PLAY, POP, SAIGON, SPACE_COUNT
from fitl.board.tracks import TRACKS
from fitl.lasting import LASTING
from fitl.rules.control import margin
from fitl.rules.deck import is_coup
from fitl.state import COIN_CONTROL, EVENT, LIMITED_OP, NVA_CONTROL, ON_CARDS, OP_AND_ACTIVITY, OP_ONLY, TURN, State

_MAP_END: Final = SPACE_COUNT * KINDS
_NORTH: Final = 8 * KINDS  # North Vietnam, Laos and Cambodia: rows 8 to 14
_SOUTH: Final = 15 * KINDS
_LOCS: Final = CONTROLLABLE
_PEOPLED: Final = tuple(sp for sp in range(CONTROLLABLE) if POP[sp])
_LEVELS: Final = ("ao", "po", "n", "ps", "as")
_BOXES: Final = (EVENT, OP_ONLY, OP_AND_ACTIVITY, LIMITED_OP)
_ABROAD: Final = (NVA_TROOPS, NVA_GUERRILLA, NVA_GUERRILLA_ACTIVE, NVA_BASE, NVA_TUNNEL, VC_BASE)

# By Population: what each peopled space contributes to.
_GROUND: Final = (
    *("coin_thin", "coin_firm", "coin_near", "nva_thin", "nva_firm", "nva_near"),
    *("us_could_pacify", "arvn_could_pacify", "could_agitate", "vc_could_terror", "nva_could_terror"),
    *("could_govern", "terrorized", "coin_swept", "vc_alone"),
)
# By number of spaces or pieces, anywhere on the map.
_FIGHTING: Final = (
    *("vc_base_bare", "vc_base_guarded", "nva_base_bare", "nva_base_guarded"),
    *("vc_base_doomed", "nva_base_doomed", "us_targets", "arvn_targets", "raid_targets", "nva_targets", "vc_targets"),
    *("sabotage", "insurgents_on_locs", "vc_tax_land", "vc_base_ready", "nva_base_ready"),
)
_BOX_KINDS: Final = ((AVAILABLE, US_TROOPS), (AVAILABLE, US_BASE), (CASUALTIES, US_TROOPS), (CASUALTIES, US_BASE))
_BOX_NAMES: Final = ("us_troops_available", "us_bases_available", "us_troops_casualties", "us_bases_casualties")

# What counts for more the nearer the Coup is.
_NEARING: Final = (
    *(f"margin.{name}" for name in FACTION_IDS),
    *("coin_thin", "coin_near", "nva_thin", "nva_near", "us_could_pacify", "arvn_could_pacify", "could_agitate"),
    *("vc_could_terror", "terrorized", "resources.arvn", "resources.vc", "vc_base_doomed", "nva_base_doomed"),
)

NAMES: Final = (
    "one",
    *(f"margin.{name}" for name in FACTION_IDS),
    *(f"pop.{control}.{level}" for control in ("none", "coin", "nva") for level in _LEVELS),
    *_GROUND,
    *_FIGHTING,
    *(f"piece.{kind}" for kind in KIND_IDS),
    *(f"abroad.{KIND_IDS[kind]}" for kind in _ABROAD),
    *_BOX_NAMES,
    "us_troops_out_of_play",
    *(f"resources.{name}" for name in FACTION_IDS[1:]),
    *(f"low.{name}" for name in FACTION_IDS[1:]),
    *TRACKS,
    *(f"acted.{name}" for name in FACTION_IDS),
    *(f"eligible.{name}" for name in FACTION_IDS),
    *(f"box.{box}" for box in _BOXES),
    *("to_coup", "coup_next", "in_coup", "leaders"),
    *(f"first_next.{name}" for name in FACTION_IDS),
    *(f"second_next.{name}" for name in FACTION_IDS),
    *(f"ahead.{name}" for name in FACTION_IDS),
    *(f"near.{name}" for name in _NEARING),
    *(f"effect.{each.kind}.{each.card}.{each.side}" for each in LASTING),
)
_NEAR_PLACES: Final = tuple(NAMES.index(name) for name in _NEARING)
_TO_COUP: Final = NAMES.index("to_coup")


def features(s: State) -> list[float]:
    """The numbers of a position, in the order of `NAMES`."""
    p = s.pieces
    found: list[float] = [1.0]
    found += [margin(s, faction) if faction in s.era.factions else 0.0 for faction in FACTIONS]
    found += _ground(s)
    found += _fighting(s)
    found += [sum(p[kind:_MAP_END:KINDS]) for kind in range(KINDS)]
    found += [sum(p[_NORTH + kind : _SOUTH : KINDS]) for kind in _ABROAD]
    found += [p[row * KINDS + kind] for row, kind in _BOX_KINDS]
    found.append(p[OUT_OF_PLAY * KINDS + US_TROOPS])
    resources = s.resources
    found += resources[1:]
    found += [max(0, 6 - n) for n in resources[1:]]
    found += [getattr(s, name) for name in TRACKS]
    found += _sequence(s)
    found += [max(0.0, each) for each in found[1:5]]
    near = 1 / (1 + found[_TO_COUP])
    found += [near * found[place] for place in _NEAR_PLACES]
    effects = s.effects
    found += [effects >> bit & 1 for bit in range(len(LASTING))] if effects else _NO_EFFECTS
    return found


_NO_EFFECTS: Final = [0.0] * len(LASTING)


def _ground(s: State) -> list[float]:
    """Population by Control and level, and what could become of it."""
    pop_at = [0.0] * 15
    coin_thin = coin_firm = coin_near = nva_thin = nva_firm = nva_near = us_pacify = arvn_pacify = 0.0
    agitate = vc_terror = nva_terror = govern = terrorized = swept = alone = 0.0
    p, force, control, support, terror = s.pieces, s.force, s.control, s.support, s.terror
    for sp in _PEOPLED:
        pop = POP[sp]
        us, arvn, nva, vc = force[sp * 4 : sp * 4 + 4]
        coin = us + arvn
        level = support[sp]
        held = control[sp]
        at = sp * KINDS
        pop_at[held * 5 + level + 2] += pop
        terrorized += pop * terror[sp]
        if held == COIN_CONTROL:
            if coin - nva - vc <= 2:
                coin_thin += pop
            else:
                coin_firm += pop
            if level < 2 and p[at + POLICE]:
                room = pop * (2 - level)
                if p[at + US_TROOPS]:
                    us_pacify += room
                if p[at + ARVN_TROOPS]:
                    arvn_pacify += room
            if level > 0 and sp != SAIGON and arvn:
                govern += pop
            if not nva and not vc:
                swept += pop
        else:
            if held == NVA_CONTROL:
                if nva - coin - vc <= 2:
                    nva_thin += pop
                else:
                    nva_firm += pop
            elif nva and nva - coin - vc >= -2:
                nva_near += pop
            if coin and coin - nva - vc >= -2:
                coin_near += pop
            if vc:
                if level > -2:
                    agitate += pop * (level + 2)
                if not coin:
                    alone += pop
        if level > -2 and p[at + VC_GUERRILLA]:
            vc_terror += pop
        if level > 0 and (p[at + NVA_GUERRILLA] or p[at + NVA_TROOPS]):
            nva_terror += pop
    ground = (coin_thin, coin_firm, coin_near, nva_thin, nva_firm, nva_near, us_pacify, arvn_pacify)
    return [*pop_at, *ground, agitate, vc_terror, nva_terror, govern, terrorized, swept, alone]


def _fighting(s: State) -> list[float]:
    """Bases and who guards them, and who could hit what."""
    vc_bare = vc_guarded = nva_bare = nva_guarded = vc_doomed = nva_doomed = 0.0
    us_targets = arvn_targets = raids = nva_targets = vc_targets = sabotage = on_locs = tax = 0.0
    vc_ready = nva_ready = 0.0
    p, force, terror = s.pieces, s.force, s.terror
    for sp in range(SPACE_COUNT):
        us, arvn, nva, vc = force[sp * 4 : sp * 4 + 4]
        if sp >= _LOCS:
            sabotage += terror[sp]
            on_locs += nva + vc > 0
        if not nva and not vc:
            continue
        at = sp * KINDS
        hidden_vc, hidden_nva = p[at + VC_GUERRILLA], p[at + NVA_GUERRILLA]
        open_forces = p[at + NVA_TROOPS] + p[at + NVA_GUERRILLA_ACTIVE] + p[at + VC_GUERRILLA_ACTIVE]
        vc_bases = p[at + VC_BASE] + p[at + VC_TUNNEL] + p[at + VC_BASE_CADRE]
        nva_bases = p[at + NVA_BASE] + p[at + NVA_TUNNEL]
        guarded = hidden_vc + hidden_nva > 0
        if sp < CONTROLLABLE and vc_bases + nva_bases + p[at + US_BASE] + p[at + ARVN_BASE] < 2:  # 1.4.2
            vc_ready += hidden_vc + p[at + VC_GUERRILLA_ACTIVE] > 1
            nva_ready += hidden_nva + p[at + NVA_GUERRILLA_ACTIVE] + p[at + NVA_TROOPS] > 1
        if vc_bases:
            if guarded:
                vc_guarded += vc_bases
            else:
                vc_bare += vc_bases
        if nva_bases:
            if guarded:
                nva_guarded += nva_bases
            else:
                nva_bare += nva_bases
        if us or arvn:
            strength = p[at + US_TROOPS] * (2 if p[at + US_BASE] else 1) + (p[at + ARVN_TROOPS] + p[at + POLICE]) // 2
            exposed = open_forces if guarded else open_forces + vc_bases + nva_bases
            if p[at + US_TROOPS]:
                us_targets += min(exposed, strength)
            if arvn:
                arvn_targets += min(exposed, strength)
            if not guarded and strength > open_forces:
                vc_doomed += vc_bases
                nva_doomed += nva_bases
            if p[at + RANGER] or p[at + IRREGULAR]:
                raids += min(2, open_forces + vc_bases + nva_bases)
            prey = us + arvn
            if p[at + NVA_TROOPS] > 1:
                nva_targets += min(p[at + NVA_TROOPS] // 2, prey)
            if hidden_vc:
                vc_targets += min(2, prey)
        elif hidden_vc:
            tax += POP[sp] if sp < CONTROLLABLE else 1
    return [
        *(vc_bare, vc_guarded, nva_bare, nva_guarded, vc_doomed, nva_doomed),
        *(us_targets, arvn_targets, raids, nva_targets, vc_targets, sabotage, on_locs, tax),
        *(vc_ready, nva_ready),
    ]


def _sequence(s: State) -> list[float]:
    """Who has acted on the card and who is Eligible, what is left to others, and how far the Coup is."""
    done = 0
    for faction, _ in s.acted:
        done |= 1 << faction
    on_card = s.stage == TURN
    found = [float(on_card and done >> faction & 1) for faction in FACTIONS]
    found += [float(s.eligible >> faction & 1) for faction in FACTIONS]
    box = s.acted[0][1] if on_card and s.acted else ""
    found += [float(box == each) for each in _BOXES]
    coup_next = is_coup(s, s.next_card)
    found += [cards_to_coup(s), float(coup_next), float(s.stage not in ON_CARDS), s.leaders()]
    return found + _on_the_next_card(s, done if on_card else 0, coup_next)


def _on_the_next_card(s: State, done: int, coup_next: bool) -> list[float]:
    """2.3.6: who would be 1st and 2nd Eligible there if nobody else acted on this one."""
    found = [0.0] * 8
    if s.next_card and not coup_next:
        free = [faction for faction in s.cards.facts[s.next_card].order if not done >> faction & 1]
        for place, faction in enumerate(free[:2]):
            found[place * 4 + faction] = 1.0
    return found


def cards_to_coup(s: State) -> float:
    """How many cards are expected before the next Coup Round, as far as anybody can know."""
    if is_coup(s, s.next_card):
        return 0.0
    ahead = 1.0 if s.next_card else 0.0
    for pile in s.piles:
        if pile.coup:
            window = min(pile.last, pile.size)
            return ahead + pile.size - (window + 1) / 2
        ahead += pile.size
    return ahead
