"""8.7.0 The flow of a non-player ARVN: the diamonds, and what to fall back on when a box achieves nothing (8.1.C)."""

from collections.abc import Callable, Iterable
from typing import Final

from fitl.board.factions import ARVN
from fitl.board.pieces import ARVN_BASE, ARVN_TROOPS, KINDS, NVA_TROOPS, POLICE, RANGER
from fitl.board.spaces import CONTROLLABLE, SPACE_COUNT
from fitl.bots.flowchart.arvn.govern import would_govern
from fitl.bots.flowchart.arvn.pieces import control_change, insurgent_bases
from fitl.bots.flowchart.arvn.plan import NothingToDo, plan_of
from fitl.bots.flowchart.arvn.raid import plan_raid
from fitl.bots.flowchart.arvn.sweep import plan_sweep, spaces_at_most
from fitl.bots.flowchart.arvn.targets import ANY, BULLETS, assault_on, pick_assault
from fitl.bots.flowchart.arvn.transport import plan_transport
from fitl.bots.flowchart.common import any_choice, event_box
from fitl.bots.flowchart.shared import cities_cut_off, operation_option, take, yes_no
from fitl.bots.mind import Mind, offered_spaces, option_for
from fitl.bots.rehearsal import every_fall, rehearse
from fitl.decisions import Decision, Flow, Option
from fitl.rules.control import on_map
from fitl.rules.deck import monsoon
from fitl.rules.forces import available
from fitl.rules.menu import carry_out
from fitl.rules.operation import BY_EVENT, Activity, Operation
from fitl.rules.sequence import operations_for
from fitl.state import PASS, State

# 8.7.2-8.7.5 "If none": each box leads to the next one; after Train the bot Passes.
BOXES: Final = ("sweep", "assault", "patrol", "train")
PIECES: Final = (ARVN_TROOPS, POLICE, RANGER, ARVN_BASE)


# --- the diamonds -------------------------------------------------------------------------------------------------


def box_reached(mind: Mind, s: State, free: bool = False) -> str:
    """A2 to A5; `free` where an Event pays."""
    ready = sum(available(s, kind) for kind in PIECES)
    train = ready >= mind.settings.arvn_train_available
    mind.visit("arvn.a2", n=ready, answer=yes_no(train))
    if train:
        return "train"
    cut_off = cities_cut_off(s)
    mind.visit("arvn.a3", spaces=cut_off, answer=yes_no(cut_off))
    if cut_off:
        return "patrol"
    if monsoon(s):
        mind.visit("arvn.a4_monsoon")
        return "assault"
    assault = assault_would_tell(mind, s, free)
    mind.visit("arvn.a4", answer=yes_no(assault))
    if assault:
        return "assault"
    mind.visit("arvn.a5")
    return "sweep"


def assault_would_tell(mind: Mind, s: State, free: bool = False) -> bool:
    """A4: would Assault alone gain COIN Control, end NVA Control, or remove a Base or an NVA Troop?"""
    after, _ = _rehearsed(mind, s, Operation(s, ARVN, "assault", free=free))
    if after is None:
        return False
    return (
        on_map(after, NVA_TROOPS) < on_map(s, NVA_TROOPS)
        or sum(insurgent_bases(after, sp) for sp in range(CONTROLLABLE))
        < sum(insurgent_bases(s, sp) for sp in range(CONTROLLABLE))
        or any(control_change(s.control[sp], after.control[sp]) for sp in range(CONTROLLABLE))
    )


# --- trying a box out (8.1.C) -------------------------------------------------------------------------------------


Scene = tuple[bytes, bytes, bytes]


class Trial(Operation):
    """An Operation carried out on a copy, which notes what it and its Special Activity found and left."""

    __slots__ = ("begun", "paused", "resumed")

    def __init__(self, s: State, model: Operation) -> None:
        super().__init__(
            s,
            model.faction,
            model.name,
            free=BY_EVENT if model.by_event else model.free,
            limited=model.limited,
            allowed=model.allowed,
            activities=model.activities,
        )
        self.max_spaces = model.max_spaces
        self.begun = _scene(s)
        self.paused: Scene | None = None
        self.resumed: Scene | None = None

    def take(self, activity: Activity) -> Flow[None]:
        self.paused = _scene(self.s)
        yield from super().take(activity)
        self.resumed = _scene(self.s)

    def tells(self) -> bool:
        """Has the Operation itself changed anything so far, apart from its Special Activity?"""
        if self.paused is None:
            return _scene(self.s) != self.begun
        return self.paused != self.begun or (self.resumed is not None and _scene(self.s) != self.resumed)


def _scene(s: State) -> Scene:
    """What an Operation places, moves, removes, flips or shifts."""
    return bytes(s.pieces[: SPACE_COUNT * KINDS]), s.support.tobytes(), bytes(s.terror)


def _rehearsed(mind: Mind, s: State, model: Operation, briefly: bool = False) -> tuple[State | None, Trial | None]:
    """The situation after this Operation by ARVN's own box, None if no bullet asks for anything.

    briefly: it is broken off as soon as it tells.
    """
    trials: list[Trial] = []

    def begin(copy: State) -> Flow[None]:
        trials.append(Trial(copy, model))
        yield from carry_out(copy, trials[0])

    plan = plan_of(mind, s)
    kept = plan.box, plan.free, plan.trial
    plan.trial = True
    if not model.by_event:
        plan.box = model.name
        plan.free = model.free
    try:
        return rehearse(mind, s, begin, enough=(lambda: trials[0].tells()) if briefly else None), trials[0]
    except NothingToDo:
        return None, None
    finally:
        plan.box, plan.free, plan.trial = kept


def box_works(mind: Mind, s: State, model: Operation) -> bool:
    """8.1.C: would the Operation itself change anything? A Train also counts for its Govern or Transport (8.7.2)."""
    _, trial = _rehearsed(mind, s, model, briefly=True)
    return trial is not None and (trial.tells() or (trial.name == "train" and trial.activity is not None))


def _draw(mind: Mind, s: State, model: Operation) -> Flow[None]:
    """What a box draws before anything else: its Raid; without one, a Sweep of one space draws this."""
    if "raid" in model.activities and (yield from plan_raid(mind, s)):
        return
    if model.name != "sweep":
        return
    plan = plan_of(mind, s)
    kept = plan.box, plan.free
    if not model.by_event:
        plan.box, plan.free = model.name, model.free
    board = s.copy()
    asked = next(carry_out(board, Trial(board, model)), None)
    terms = asked.params.get("terms") if asked is not None else None
    if asked is not None and terms is not None and spaces_at_most(mind, s, terms) == 1:
        yield from plan_sweep(mind, s, offered_spaces(asked), terms)
        plan.drawn, plan.sweep = plan.sweep, None
    plan.box, plan.free = kept


def _works(mind: Mind, s: State, model: Operation) -> Flow[bool]:
    """The same; where it hangs on what the box draws first, the dice for this are rolled now."""
    plan = plan_of(mind, s)
    plan.raid = plan.drawn = None
    if model.name not in ("assault", "sweep"):
        return box_works(mind, s, model)
    seen, verdicts = list[object](), set[bool]()
    for thought in every_fall(mind, lambda each: _draw(each, s, model)):
        found = plan_of(thought, s)
        if (found.raid, found.drawn) in seen:
            continue
        plan.raid, plan.drawn = found.raid, found.drawn
        seen.append((found.raid, found.drawn))
        verdicts.add(box_works(mind, s, model))
        if len(verdicts) > 1:
            plan.raid = plan.drawn = None
            yield from _draw(mind, s, model)
            return box_works(mind, s, model)
    plan.raid = plan.drawn = None
    return verdicts.pop()


def first_that_works(mind: Mind, s: State, reached: str, models: Iterable[Operation]) -> Flow[Operation | None]:
    """The box reached, or the first of those it leads to that comes to anything; each is tried once."""
    offered = {op.name: op for op in models}
    for name in BOXES[BOXES.index(reached) :]:
        if name in offered and (yield from _works(mind, s, offered[name])):
            return offered[name]
        mind.visit("arvn.none", operation=name)
    return None


# --- answers ------------------------------------------------------------------------------------------------------


def turn_action(mind: Mind, s: State, decision: Decision) -> Flow[Option]:
    """`turn.action`: A1, then the diamonds; an Operation always has its Special Activity (8.1)."""
    answer = yield from event_box(mind, s, decision, "arvn.a1")
    mind.visit("arvn.a1", answer=answer or "operations")
    if answer is not None:
        return option_for(decision, answer)
    operates = operation_option(decision)
    if operates is not None:
        chosen = yield from first_that_works(mind, s, box_reached(mind, s), operations_for(s, ARVN, operates.key))
        if chosen is not None:
            plan_of(mind, s).box = chosen.name
            return operates
    mind.visit("arvn.pass")
    return option_for(decision, PASS)


def turn_operation(mind: Mind, s: State, decision: Decision) -> Flow[Option]:
    """`turn.operation`: the box chosen with the action."""
    plan = plan_of(mind, s)
    if plan.box is None:
        models = [option.value for option in decision.options]
        chosen = yield from first_that_works(mind, s, box_reached(mind, s), models)
        plan.box = chosen.name if chosen is not None else decision.options[0].key
    return decision.find(plan.box) or (yield from any_choice(mind, s, decision))


def limited_operation(mind: Mind, s: State, decision: Decision) -> Flow[Option]:
    """`event.limited_operation`: the diamonds choose among the free Operations (8.4.4)."""
    plan_of(mind, s, anew=True).limited = True
    models = [option.value for option in decision.options]
    chosen = yield from first_that_works(mind, s, box_reached(mind, s, free=True), models)
    if chosen is None:
        return (yield from any_choice(mind, s, decision))
    mind.visit("arvn.free_operation", operation=chosen.name)
    return option_for(decision, chosen.name)


def free_activity(mind: Mind, s: State, decision: Decision) -> Flow[Option]:
    """`event.macv_activity`: the Special Activity box that the diamonds lead to, its Operation left out (8.4.4).

    If that achieves nothing, another one that does not: something must be chosen.
    """
    reached = box_reached(mind, s)  # with the Resources at hand: only the Special Activity is free
    wishes: dict[str, Callable[[], Flow[bool]]] = {
        "govern": lambda: _govern(s),
        "transport": lambda: plan_transport(mind, s, "province"),
        "raid": lambda: plan_raid(mind, s),
    }
    for name in ("govern", "transport", "raid") if reached in ("train", "patrol") else ("raid", "transport", "govern"):
        if decision.find(name) is not None and (yield from wishes[name]()):
            mind.visit("arvn.free_activity", activity=name)
            return option_for(decision, name)
    return (yield from any_choice(mind, s, decision))


def _govern(s: State) -> Flow[bool]:
    yield from ()
    return would_govern(s, [])


def strike_space(mind: Mind, s: State, decision: Decision) -> Flow[Option]:
    """`event.strike_space`: where Assault does most by 8.7.4; else any of the spaces."""
    blows = {sp: assault_on(s, sp) for sp in offered_spaces(decision)}
    chosen = yield from pick_assault(mind, blows, (*BULLETS, ANY))
    if chosen is None:
        return (yield from any_choice(mind, s, decision))
    return take(decision, chosen)


def strike_method(mind: Mind, s: State, decision: Decision) -> Option:
    """`event.strike_method`: Assault where A4 would say so, else Sweep."""
    sp = decision.space
    result = assault_on(s, sp)
    telling = result.base or result.change or NVA_TROOPS in result.removed
    wanted = "assault" if telling or monsoon(s) else "sweep"
    option = decision.find(wanted) or decision.options[0]
    mind.visit("event.way", way=option.key)
    return option
