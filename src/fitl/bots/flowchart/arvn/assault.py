"""8.7.4 Assault: Bases, Control, last enemies, many enemies."""

from fitl.board.factions import ARVN
from fitl.bots.flowchart.arvn.plan import (
    UNLIMITED,
    activity,
    can_pay,
    cap_of,
    forced,
    in_event,
    offers_done,
    plan_of,
)
from fitl.bots.flowchart.arvn.raid import would_raid
from fitl.bots.flowchart.arvn.targets import ANY, BULLETS, assault_on, pick_assault
from fitl.bots.flowchart.arvn.transport import plan_transport
from fitl.bots.flowchart.shared import take
from fitl.bots.mind import Mind, offered_spaces, option_for
from fitl.decisions import Decision, Flow, Option
from fitl.rules.economy import price
from fitl.state import State


def assault_space(mind: Mind, s: State, decision: Decision) -> Flow[Option]:
    """`assault.space`: first Raid, else Transport; then up to three spaces by the bullets."""
    plan = plan_of(mind, s)
    event = in_event(mind, s)
    begun = offers_done(decision)
    if not begun and (event or plan.assaulted is None):
        plan.assaulted = []
    taken = plan.assaulted = plan.assaulted or []
    if not begun and not plan.activity:
        first = yield from _activity_first(mind, s, decision)
        if first is not None:
            return first
    most = decision.params.get("spaces_at_most", UNLIMITED)  # an Event may allow only one
    room = min(most, cap_of(mind, s)) - len(taken)
    cost = price(s, ARVN, "assault")
    while room and not can_pay(mind, s, room * cost):
        room -= 1
    if room:
        blows = {sp: assault_on(s, sp) for sp in offered_spaces(decision)}
        chosen = yield from pick_assault(mind, blows, (*BULLETS, ANY) if event else BULLETS, room)
        if chosen is not None:
            taken.append(chosen)
            return take(decision, chosen)
    return decision.find("done") or (yield from forced(mind, s, decision))


def _activity_first(mind: Mind, s: State, decision: Decision) -> Flow[Option | None]:
    plan = plan_of(mind, s)
    raid = activity(decision, "raid")
    if raid is not None and (yield from would_raid(mind, s)):
        plan.activity = "raid"
        mind.visit("arvn.assault.raid")
        return raid
    transport = activity(decision, "transport")
    if transport is not None and (yield from plan_transport(mind, s, "assault")):
        plan.activity = "transport"
        mind.visit("arvn.assault.transport")
        return transport
    return None


def assault_tunnel(mind: Mind, s: State, decision: Decision) -> Option:
    """`assault.tunnel`: VC before NVA (8.1.2)."""
    return decision.find("vc_tunnel") or decision.options[0]


def assault_patton(mind: Mind, s: State, decision: Decision) -> Option:
    """`assault.patton` (card 14): more hits are always welcome (8.1.1)."""
    return option_for(decision, "yes")
