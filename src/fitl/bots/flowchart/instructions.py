"""8.4.1: what the halos say: per card and Faction when to refuse the Event, which side to use, and what to choose.

Instructions that several cards share come first, by their number; then those of one card; then the table. A choice is
listed under the purpose of the decision it answers and comes before the general rules of 8.4.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final

from fitl.board.factions import ARVN, NVA, US, VC
from fitl.board.pieces import NVA_BASE, US_TROOPS, VC_BASE
from fitl.board.scenarios import SCENARIOS
from fitl.board.spaces import (
    CONTROLLABLE,
    LAOS_CAMBODIA,
    OUT_OF_PLAY,
    PROVINCE_MASK,
    SOUTH_MASK,
    SPACE_COUNT,
    spaces_of,
)
from fitl.bots.flowchart import event_sealords
from fitl.bots.flowchart.event_control import control_amount, control_piece, control_space
from fitl.bots.flowchart.event_moves import (
    landing_amount,
    landing_destination,
    landing_origin,
    landing_space,
    vanish_amount,
    vanish_destination,
    vanish_from,
    vanish_piece,
)
from fitl.bots.flowchart.instructed import (
    americal_to,
    bob_hope_province,
    comes_back,
    cu_chi_dig,
    giap_pairs,
    giap_spaces,
    lrrp_place,
    lrrp_spaces,
    ninth_division_arrives,
    tunnel_highland,
)
from fitl.bots.mind import Mind, option_for
from fitl.bots.rehearsal import every_outcome
from fitl.decisions import Decision, Option
from fitl.events.vocabulary import tunnels_left
from fitl.rules.deck import coups_left, monsoon
from fitl.rules.forces import bases_of, count, guerrillas, irregulars, underground
from fitl.rules.pivotal import holds_pivotal
from fitl.rules.sequence import perform_event
from fitl.state import NVA_CONTROL, State

Refuses = Callable[[Mind, State, str], bool]
Choice = Callable[[Mind, State, Decision], object]


def _carry_on(mind: Mind, s: State, side: str) -> bool:
    return False


def _usual_side(s: State) -> str | None:
    return None


@dataclass(frozen=True, slots=True)
class Instruction:
    """One instruction; `code` names its messages: `why.event.instruction.<code>`, and `why.event.refused.<code>`."""

    code: str
    refuses: Refuses = _carry_on
    side: Callable[[State], str | None] = _usual_side
    choices: Mapping[str, Choice] = field(default_factory=dict)


# --- questions ----------------------------------------------------------------------------------------------------


def is_player(s: State, faction: int) -> bool:
    """Does a person run this Faction?"""
    return faction not in s.options.non_players


def outcomes(mind: Mind, s: State, side: str) -> Iterator[State]:
    """What the Event could lead to with this mind's own choices: each way the dice may fall."""
    return every_outcome(mind, s, lambda copy: perform_event(copy, mind.faction, side))


def _insurgent_bases(s: State) -> int:
    return sum(bases_of(s, sp, faction) for sp in range(CONTROLLABLE) for faction in (NVA, VC))


def _if_player(faction: int) -> Refuses:
    return lambda mind, s, side: is_player(s, faction)


def _if_bot(faction: int) -> Refuses:
    return lambda mind, s, side: not is_player(s, faction)


def _under(*policies: str) -> Refuses:
    return lambda mind, s, side: s.us_policy in policies


def _no_base_falls(mind: Mind, s: State, side: str) -> bool:
    bases = _insurgent_bases(s)
    return all(_insurgent_bases(after) >= bases for after in outcomes(mind, s, side))


def _too_few_people(mind: Mind, s: State, side: str) -> bool:
    return all(after.coin_population < s.coin_population + 2 for after in outcomes(mind, s, side))


def _no_nva_control(mind: Mind, s: State, side: str) -> bool:
    return not any(
        after.control[sp] == NVA_CONTROL != s.control[sp]
        for after in outcomes(mind, s, side)
        for sp in range(CONTROLLABLE)
    )


def _no_irregular_abroad(mind: Mind, s: State, side: str) -> bool:
    return not any(irregulars(s, sp) for sp in LAOS_CAMBODIA)


def _us_ineligible(mind: Mind, s: State, side: str) -> bool:
    return not s.eligible & ~s.made_ineligible & 1 << US


def take(name: str, *instead: str) -> Choice:
    """The named alternative, or the next that is offered."""

    def choose(mind: Mind, s: State, decision: Decision) -> Option:
        return next(option for key in (name, *instead) if (option := decision.find(key)) is not None)

    return choose


def _patronage_or(other: str, lower: str = "patronage") -> Choice:
    """I63: lower Patronage if ARVN is a player, else the other way."""

    def choose(mind: Mind, s: State, decision: Decision) -> Option:
        wanted = lower if is_player(s, ARVN) else other
        return decision.find(wanted) or decision.options[-1]

    return choose


# --- shared instructions ------------------------------------------------------------------------------------------

I1_ARVN: Final = Instruction("i1", _if_player(US))
I1_VC: Final = Instruction("i1", _if_player(NVA))
I2: Final = Instruction("i2", _under("jfk", "lbj"))
I6: Final = Instruction("i6", _no_base_falls)
I22: Final = Instruction("i22", _under("nixon"))
I26: Final = Instruction("i26", _no_irregular_abroad)
I29_CHOICES: Final[dict[str, Choice]] = {
    **dict.fromkeys(
        (
            "highland",
            "province_with_coin_base",
            "remove_2_nva_troops",
            "replace_2_guerrillas",
            "nva_near_coin_base",
            "green_berets",
            "to_quoc_troops",
            "to_quoc_police",
        ),
        control_space,
    ),
    **dict.fromkeys(("tribesmen_remove", "place_arvn"), control_piece),
    **dict.fromkeys(("remove_how_many", "deploy_amount"), control_amount),
}
I29: Final = Instruction("i29", _too_few_people, choices=I29_CHOICES)
I37: Final = Instruction("i37", _us_ineligible)
I48: Final = Instruction("i48", _if_player(VC))
I59: Final = Instruction("i59", _no_nva_control)
I62: Final = Instruction(
    "i62",
    choices={
        "amphib_troops": landing_origin,
        "destination": landing_destination,
        "deploy_amount": landing_amount,
        "amphib_space": landing_space,
    },
)
I64: Final = Instruction(
    "i64",
    _if_bot(ARVN),
    choices=dict.fromkeys(
        ("honolulu_aid", "honolulu_patronage", "usaid_resources", "usaid_aid", "usaid_patronage"), take("down")
    ),
)
I78_ARVN: Final = Instruction("i78_arvn", side=lambda s: "shaded" if is_player(s, US) else None)
I78_US: Final = Instruction("i78_us", _if_player(ARVN))
I88: Final = Instruction("i88", _if_bot(ARVN))
SHADED: Final = Instruction("shaded", side=lambda s: "shaded")


# --- instructions of one card -------------------------------------------------------------------------------------


SHORT: Final = SCENARIOS["short-1965"].id


def _talks_over(mind: Mind, s: State, side: str) -> bool:
    return s.scenario.id == SHORT or not holds_pivotal(s, US)


def _nowhere_to_send(mind: Mind, s: State, side: str) -> bool:
    """I9: under JFK; or the Troops LBJ would bring are not there."""
    return s.us_policy == "jfk" or (s.card == 9 and s.us_policy == "lbj" and not count(s, OUT_OF_PLAY, US_TROOPS))


I9: Final = Instruction(
    "i9",
    _nowhere_to_send,
    choices={
        "ninth_division": take("out_of_play", "map"),
        "ninth_division_arrives": ninth_division_arrives,
        "americal_to": americal_to,
    },
)


def _economic_aid(mind: Mind, s: State, decision: Decision) -> Option:
    """Card 43, US: Aid rather than Resources unless the next Coup is the last."""
    coups = coups_left(s)
    wanted = "aid" if coups > 1 else "resources"
    return decision.find(wanted) or decision.options[0]


def _domino_theory(mind: Mind, s: State, decision: Decision) -> Option:
    """Card 82, US: LBJ brings pieces back, JFK and Nixon take Resources and Aid."""
    pieces = decision.find("us")
    return pieces if pieces is not None and s.us_policy == "lbj" else option_for(decision, "resources")


def _detente(mind: Mind, s: State, decision: Decision) -> Option:
    """Card 77, NVA: Resources if under 20, else Infiltrate."""
    infiltrate = decision.find("infiltrate")
    return infiltrate if infiltrate is not None and s.resources[NVA] >= 20 else option_for(decision, "resources")


def _no_own_tunnel(mind: Mind, s: State, side: str) -> bool:
    """Card 102: no Tunnel marker is left, or no own Base without one is in a Province of the South."""
    base = NVA_BASE if mind.faction == NVA else VC_BASE
    return not tunnels_left(s) or not any(count(s, sp, base) for sp in spaces_of(SOUTH_MASK & PROVINCE_MASK))


def _nobody_comes_back(mind: Mind, s: State, side: str) -> bool:
    """Card 91: no piece would come back from Casualties: none is there, or no Province sends two US Troops."""
    return not any(comes_back(s, sp) for sp in spaces_of(PROVINCE_MASK))


def _nobody_to_hide(mind: Mind, s: State, side: str) -> bool:
    faction = mind.faction
    return monsoon(s) or all(guerrillas(s, sp, faction) == underground(s, sp, faction) for sp in range(SPACE_COUNT))


ALONE: Final[dict[tuple[int, int], Instruction]] = {
    (3, US): Instruction("c3", _talks_over),
    (26, US): Instruction("c26", lambda mind, s, side: not lrrp_spaces(s), choices={"lrrp_place": lrrp_place}),
    (36, NVA): Instruction("c36", choices={"tunnel_highland": tunnel_highland}),
    (36, VC): Instruction("c36", choices={"tunnel_highland": tunnel_highland}),
    (43, US): Instruction("c43", choices={"economic_aid": _economic_aid}),
    (43, ARVN): Instruction("i43", choices={"economic_aid": take("resources", "aid")}),
    (50, US): Instruction("c50", choices={"uncle_ho": take("troops", "resources")}),
    (50, ARVN): Instruction("i43", choices={"uncle_ho": take("resources", "troops")}),
    (56, NVA): Instruction("c56_nva"),
    (56, US): Instruction(
        "c56", lambda mind, s, side: not giap_spaces(s), choices={"replace_2_guerrillas": giap_pairs}
    ),
    (63, US): Instruction("i63", choices={"fact_finding": _patronage_or("pieces")}),
    (64, US): Instruction("i63", choices={"honolulu_patronage": _patronage_or("up", "down")}),
    (66, US): Instruction("i63", choices={"taylor": _patronage_or("pieces")}),
    (67, VC): Instruction(
        "c67",
        choices={
            "vanish_from": vanish_from,
            "vanish": vanish_piece,
            "destination": vanish_destination,
            "deploy_amount": vanish_amount,
        },
    ),
    (70, US): Instruction("c70"),
    (77, NVA): Instruction("c77", choices={"detente": _detente}),
    (82, ARVN): Instruction("i43", choices={"domino_theory": take("resources")}),
    (82, US): Instruction("c82", choices={"domino_theory": _domino_theory}),
    (87, NVA): Instruction("c87", _if_player(VC), choices={"thi_patronage": take("down")}),
    (91, US): Instruction("c91", _nobody_comes_back, choices={"bob_hope_province": bob_hope_province}),
    (92, NVA): Instruction("c92", event_sealords.no_pair_of_bases, choices=event_sealords.CHOICES),
    (92, VC): Instruction("c92", event_sealords.few_vc_to_move, choices=event_sealords.CHOICES),
    (96, NVA): Instruction("c96", _if_player(VC)),
    (102, NVA): Instruction("c102", _no_own_tunnel, choices={"cu_chi_dig": cu_chi_dig}),
    (102, VC): Instruction("c102", _no_own_tunnel, choices={"cu_chi_dig": cu_chi_dig}),
    (110, NVA): Instruction("c110", _nobody_to_hide),
    (110, VC): Instruction("c110", _nobody_to_hide),
}

SHARED: Final[tuple[tuple[Instruction, int, tuple[int, ...]], ...]] = (
    (I1_ARVN, ARVN, (1, 2, 16, 19, 20, 40, 46, 72, 83)),
    (I1_VC, VC, (1, 2, 6, 17, 40, 46, 49, 56, 57, 59, 73, 90)),
    (I2, US, (2, 42, 49, 74, 75, 77, 80, 81, 84)),
    (I6, US, (6, 24, 27, 29, 36, 59)),
    (I6, ARVN, (6, 24, 27, 58)),
    (I9, US, (9, 21)),
    (I22, US, (22, 23, 44, 93)),
    (I26, NVA, (26, 29, 68)),
    (I29, ARVN, (29, 30, 36, 48, 49, 53, 56, 59, 68, 84)),
    (I37, NVA, (37, 54, 103)),
    (I37, VC, (37, 54, 103)),
    (I48, NVA, (48, 83, 84, 105, 107)),
    (I59, NVA, (59, 71)),
    (I62, US, (62, 67)),
    (I64, NVA, (64, 85)),
    (I78_ARVN, ARVN, (78, 79, 87)),
    (I78_US, US, (78, 86, 88)),
    (I88, VC, (88, 89)),
    (SHADED, ARVN, (63, 85)),
)

INSTRUCTIONS: Final[dict[tuple[int, int], Instruction]] = {
    **ALONE,
    **{(card, faction): each for each, faction, cards in SHARED for card in cards},
}

# --- what the Event box and the handlers ask ----------------------------------------------------------------------


def instruction_for(faction: int, s: State) -> Instruction | None:
    """What the present card's halo says to this Faction; cards out of packs carry no marks."""
    return None if s.card in s.cards.texts else INSTRUCTIONS.get((s.card, faction))


def refusal(mind: Mind, s: State, side: str) -> str | None:
    """The code of the instruction that says Operations instead; None if the Event may be executed."""
    instruction = instruction_for(mind.faction, s)
    if instruction is None or side not in s.cards.programs.get(s.card, {}):
        return None
    return instruction.code if instruction.refuses(mind, s, side) else None


def own_side(faction: int, s: State) -> str:
    """8.4.2: NVA and VC use shaded text, US and ARVN unshaded, unless an instruction says otherwise."""
    if not s.cards.facts[s.card].is_dual:
        return "single"
    instruction = instruction_for(faction, s)
    named = instruction.side(s) if instruction is not None else None
    return named or ("unshaded" if faction in (US, ARVN) else "shaded")


def instructed(faction: int, s: State, purpose: str) -> tuple[str, Choice] | None:
    """The choice an instruction makes under this purpose, with its code."""
    instruction = instruction_for(faction, s)
    if instruction is None or purpose not in instruction.choices:
        return None
    return instruction.code, instruction.choices[purpose]
