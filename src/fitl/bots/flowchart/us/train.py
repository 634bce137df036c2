"""8.8.5 Train: Irregulars, Police, ARVN forces at a Base; then Patronage for Resources or Pacification."""

from dataclasses import dataclass, field
from typing import Final

from fitl.board.factions import ARVN, US
from fitl.board.pieces import ARVN_TROOPS, EDGE_TRACK_MAX, IRREGULAR, KINDS, POLICE, RANGER, US_BASE, US_TROOPS
from fitl.board.spaces import AVAILABLE, CONTROLLABLE, SAIGON, SPACE_COUNT
from fitl.bots.flowchart.shared import choose_next, even_placement, in_event, take
from fitl.bots.flowchart.us.choices import fallback, kept
from fitl.bots.flowchart.us.forecast import control_after
from fitl.bots.flowchart.us.pacify import levels_gained, order_of_pacification
from fitl.bots.mind import Handler, Mind, offered_spaces, option_for
from fitl.bots.select import TieBreak, choose_space
from fitl.decisions import Decision, Flow, Option
from fitl.lasting import CAPS, CORDS, CORDS_SHADED
from fitl.rules.economy import can_afford, price
from fitl.rules.forces import available, can_place, irregulars, move
from fitl.rules.operations.train import MOST_CUBES, MOST_SPECIAL_FORCES
from fitl.rules.pacification import pacification_price
from fitl.state import ACTIVE_SUPPORT, COIN_CONTROL, PASSIVE_SUPPORT, State

PATRONAGE_WANTED = 23


@dataclass(slots=True)
class TrainSoFar:
    """A Train so far."""

    methods: dict[int, str] = field(default_factory=dict)  # what is done, by space
    platoons: bool = False  # bullet 2 has been looked at
    platoon: int | None = None  # where its Police goes
    pacify: list[int] = field(default_factory=list)  # where Pacification is to follow


def changes_control(s: State, n: int) -> TieBreak:
    """a. To remove NVA Control or add COIN Control with n more pieces."""
    return TieBreak(
        "us.control", lambda sp: s.control[sp] != COIN_CONTROL and control_after(s, sp, (), n) != s.control[sp]
    )


# --- bullets 1 to 3: pieces ---------------------------------------------------------------------------------------


def irregulars_each(s: State) -> int:
    """1. One Irregular per space, two with JFK."""
    return 2 if s.us_policy == "jfk" else 1


def lacks_irregulars(s: State, sp: int) -> bool:
    """1. No Irregular and no US Base here."""
    return not irregulars(s, sp) and not s.pieces[sp * KINDS + US_BASE]


def cubes_available(s: State) -> int:
    return available(s, ARVN_TROOPS) + available(s, POLICE)


def method_at_base(s: State, free: bool) -> str | None:
    """3. ARVN cubes, else Rangers; with Nixon the reverse. None if nothing can be paid for or is Available."""
    if not free and not can_afford(s, US, price(s, US, "train")):
        return None
    there = {"cubes": cubes_available(s), "rangers": available(s, RANGER)}
    order = ("rangers", "cubes") if s.us_policy == "nixon" else ("cubes", "rangers")
    return next((method for method in order if there[method]), None)


def pieces_at_base(s: State, method: str) -> int:
    """How many ARVN pieces the method brings."""
    return min(MOST_CUBES, cubes_available(s)) if method == "cubes" else min(MOST_SPECIAL_FORCES, available(s, RANGER))


# --- bullets 4 and 5: then ----------------------------------------------------------------------------------------


def wants_patronage(s: State) -> bool:
    """4. Patronage 23 or more, ARVN run by a player, and a point to move."""
    return s.patronage >= PATRONAGE_WANTED and ARVN not in s.options.non_players and s.resources[ARVN] < EDGE_TRACK_MAX


def ceiling(s: State) -> int:
    """Shaded CORDS (card 19) stops at Passive Support."""
    return PASSIVE_SUPPORT if s.effects & CORDS_SHADED else ACTIVE_SUPPORT


def pacifiable(s: State, spaces: list[int]) -> list[int]:
    """5. COIN-Controlled spaces with US pieces where a level can be gained."""
    price = pacification_price(s, support_phase=False)
    top = ceiling(s)
    return [
        sp
        for sp in spaces
        if s.control[sp] == COIN_CONTROL and s.force[sp * 4 + US] and levels_gained(s, sp, price, top)
    ]


def order_here(s: State) -> tuple[TieBreak, ...]:
    return order_of_pacification(s, pacification_price(s, support_phase=False), True, ceiling(s))


# --- answering ----------------------------------------------------------------------------------------------------


def train_space(mind: Mind, s: State, decision: Decision) -> Flow[Option]:
    """Walk the bullets; what is done in a space is kept with it."""
    done = decision.find("done")
    plan = kept(mind, TrainSoFar, s, new=done is None)
    offered = offered_spaces(decision)
    sp, method = yield from _next_space(mind, s, offered, plan)
    if sp is None:
        if done is not None:
            return done
        sp = yield from choose_space(mind, "us.train.must", offered, (TieBreak("us.saigon", lambda sp: sp == SAIGON),))
    plan.methods[sp] = method
    return take(decision, sp)


def _next_space(mind: Mind, s: State, offered: list[int], plan: TrainSoFar) -> Flow[tuple[int | None, str]]:
    methods = plan.methods
    each = irregulars_each(s)
    spaces = [sp for sp in offered if lacks_irregulars(s, sp)]
    if spaces and available(s, IRREGULAR):
        full = available(s, IRREGULAR) // each  # in how many spaces as many can be placed
        sp = yield from choose_next(mind, "us.train.1", spaces, (changes_control(s, each),), full)
        return sp, "irregulars"
    board = yield from _with_platoon(mind, s, plan)
    method = method_at_base(board, in_event(s))
    bases = [sp for sp in offered if s.pieces[sp * KINDS + US_BASE]]
    if method is not None and bases and not any(known in ("cubes", "rangers") for known in methods.values()):
        control = changes_control(board, pieces_at_base(board, method))
        sp = yield from choose_space(mind, "us.train.3", bases, (control,))
        return sp, method
    if wants_patronage(s) and (SAIGON in methods or SAIGON in offered):
        if SAIGON in offered:
            mind.visit("us.train.4", patronage=s.patronage)
            return SAIGON, "nothing"
        return None, "nothing"
    return (yield from _to_pacify(mind, board, offered, plan)), "nothing"


def _with_platoon(mind: Mind, s: State, plan: TrainSoFar) -> Flow[State]:
    """2. Choose where the Police of card 18 goes; the board with it, for bullets 3 and 5 come after it."""
    if not plan.platoons:
        plan.platoons = True
        plan.platoon = yield from _platoon(mind, s)
    if plan.platoon is None:
        return s
    board = s.copy()
    move(board, POLICE, 1, AVAILABLE, plan.platoon)
    return board


def _platoon(mind: Mind, s: State) -> Flow[int | None]:
    """2. Unshaded Combined Action Platoons (card 18): an Available Police to US Troops that have fewest."""
    if not s.effects & CAPS or not available(s, POLICE):
        return None
    troops = s.pieces[US_TROOPS : SPACE_COUNT * KINDS : KINDS]
    spaces = [sp for sp in range(SPACE_COUNT) if troops[sp] and can_place(s, US, sp, POLICE)]
    if not spaces:
        return None
    fewest = TieBreak("us.fewest_police", lambda sp: -s.pieces[sp * KINDS + POLICE])
    control = TieBreak("us.control", lambda sp: sp < CONTROLLABLE and changes_control(s, 1).value(sp))
    return (yield from choose_space(mind, "us.train.2", spaces, (fewest, control)))


def _to_pacify(mind: Mind, s: State, offered: list[int], plan: TrainSoFar) -> Flow[int | None]:
    """5. Train where Pacification is greatest, in two spaces with unshaded CORDS (card 19)."""
    targets = plan.pacify
    while len(targets) < (2 if s.effects & CORDS else 1):
        spaces = [sp for sp in pacifiable(s, [*plan.methods, *offered]) if sp not in targets]
        if not spaces:
            return None
        sp = yield from choose_space(mind, "us.train.5", spaces, order_here(s))
        targets.append(sp)
        if sp not in plan.methods:
            return sp
    return None


def train_method(mind: Mind, s: State, decision: Decision) -> Flow[Option]:
    """What was decided for the space."""
    sp = decision.space
    plan = kept(mind, TrainSoFar, s)
    if sp not in plan.methods:  # the only space, so nobody was asked
        plan.methods[sp] = yield from _method_in(mind, s, sp, plan)
    method = plan.methods[sp]
    found = decision.find(method) or option_for(decision, "nothing")
    mind.visit("us.train.method", space=sp, method=found.key)
    return found


def _method_in(mind: Mind, s: State, sp: int, plan: TrainSoFar) -> Flow[str]:
    """What the bullets do in a space."""
    if lacks_irregulars(s, sp) and available(s, IRREGULAR):
        return "irregulars"
    board = yield from _with_platoon(mind, s, plan)
    return (method_at_base(board, in_event(s)) if s.pieces[sp * KINDS + US_BASE] else None) or "nothing"


def train_amount(mind: Mind, s: State, decision: Decision) -> Flow[Option]:
    """As many as the bullet says and as are Available; nobody is lifted from elsewhere."""
    kind, sp = decision.piece, decision.space
    if kind == IRREGULAR:
        wanted = min(irregulars_each(s), available(s, IRREGULAR))
    elif kind == RANGER:
        wanted = min(MOST_SPECIAL_FORCES, available(s, RANGER))
    else:
        board = yield from _with_platoon(mind, s, kept(mind, TrainSoFar, s))
        troops, police = even_placement(board, sp, MOST_CUBES, available(board, ARVN_TROOPS), available(board, POLICE))
        wanted = troops if kind == ARVN_TROOPS else police
    fitting = [option for option in decision.options if option.value <= wanted]
    return fitting[-1] if fitting else decision.options[0]


def train_caps(mind: Mind, s: State, decision: Decision) -> Flow[Option]:
    """2. The Police of card 18 goes where it was planned; nobody is lifted from elsewhere."""
    plan = kept(mind, TrainSoFar, s)
    yield from _with_platoon(mind, s, plan)
    return option_for(decision, "done") if plan.platoon is None else take(decision, plan.platoon)


def train_caps_origin(mind: Mind, s: State, decision: Decision) -> Flow[Option]:
    """From Available."""
    return decision.find("available") or (yield from fallback(mind, decision))


def train_then(mind: Mind, s: State, decision: Decision) -> Option:
    """4. Patronage for Resources, else 5. Pacify where a shift follows."""
    patronage = decision.find("patronage")
    if patronage is not None and wants_patronage(s):
        return patronage
    pacify = decision.find("pacify")
    methods = kept(mind, TrainSoFar, s).methods
    if pacify is not None and pacifiable(s, list(methods) or list(range(CONTROLLABLE))):
        return pacify
    return option_for(decision, "done")


def train_patronage(mind: Mind, s: State, decision: Decision) -> Option:
    """As many points as the rules allow and ARVN Resources can take."""
    room = EDGE_TRACK_MAX - s.resources[ARVN]
    fitting = [option for option in decision.options if option.value <= room]
    return fitting[-1] if fitting else decision.options[0]


def train_pacify(mind: Mind, s: State, decision: Decision) -> Flow[Option]:
    """The space for which the Train was made, else by the same order; a second one only with a shift."""
    offered = offered_spaces(decision)
    planned = [sp for sp in kept(mind, TrainSoFar, s).pacify if sp in offered and pacifiable(s, [sp])]
    spaces = planned[:1] or pacifiable(s, offered)
    if not spaces:
        return decision.find("done") or (yield from fallback(mind, decision))
    sp = yield from choose_space(mind, "us.train.5b", spaces, order_here(s))
    return take(decision, sp)


def train_works(s: State, free: bool = False) -> bool:
    """8.1.C: would a Train place, shift or move anything? free: an Event pays."""
    spaces = [sp for sp in range(CONTROLLABLE) if s.force[sp * 4 + US]]
    if not spaces:
        return False
    if available(s, IRREGULAR) and any(lacks_irregulars(s, sp) for sp in spaces):
        return True
    if method_at_base(s, free) is not None and any(s.pieces[sp * KINDS + US_BASE] for sp in spaces):
        return True
    if s.effects & CAPS and available(s, POLICE) and any(s.pieces[sp * KINDS + US_TROOPS] for sp in spaces):  # card 18
        return True
    return (SAIGON in spaces and wants_patronage(s)) or bool(pacifiable(s, spaces))


HANDLERS: Final[dict[str, Handler]] = {
    "train.space": train_space,
    "train.method": train_method,
    "train.amount": train_amount,
    "train.caps": train_caps,
    "train.caps_origin": train_caps_origin,
    "train.then": train_then,
    "train.patronage": train_patronage,
    "train.pacify": train_pacify,
    "train.pacify_second": train_pacify,
}
