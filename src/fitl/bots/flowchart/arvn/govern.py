"""8.7.2 Govern: Aid into Patronage where it costs no Support altogether, else Aid."""

from fitl.board.factions import US
from fitl.board.spaces import CONTROLLABLE, POP, SAIGON
from fitl.bots.flowchart.arvn.plan import GovernSoFar, forced, offers_done, plan_of
from fitl.bots.flowchart.arvn.targets import POPULATION
from fitl.bots.flowchart.shared import take
from fitl.bots.mind import Mind, offered_spaces, option_for
from fitl.bots.select import choose_space
from fitl.decisions import Decision, Flow, Option
from fitl.lasting import MANDATE_OF_HEAVEN, MANDATE_OF_HEAVEN_SHADED, TYPHOON_KATE
from fitl.rules.activities.govern import SPACES_AT_MOST, can_transfer
from fitl.rules.control import margin
from fitl.state import ACTIVE_SUPPORT, COIN_CONTROL, NEUTRAL, PASSIVE_SUPPORT, State


def governable(s: State, trained: list[int]) -> list[int]:
    """COIN-Controlled spaces at Support other than Saigon and those Trained in."""
    return [
        sp
        for sp in range(CONTROLLABLE)
        if s.control[sp] == COIN_CONTROL and s.support[sp] > NEUTRAL and sp != SAIGON and sp not in trained
    ]


def would_govern(s: State, trained: list[int]) -> bool:
    """Is Govern possible: Patronage can be taken, or there is no Aid and a space would add some?"""
    spaces = governable(s, trained)
    if s.aid == 0:
        return bool(spaces)
    return bool(transferable(s, spaces, spared=False))


def squeezed(s: State) -> bool:
    """Bullet 1 applies: the US is a player and past its threshold."""
    return US not in s.options.non_players and margin(s, US) > 0


def transferable(s: State, spaces: list[int], spared: bool) -> list[int]:
    """Where Aid may become Patronage by bullet 1 or 2.

    `spared`: the one transfer without shift (unshaded Mandate of Heaven) is taken already.
    """
    able = [sp for sp in spaces if can_transfer(s, sp)]
    if squeezed(s):
        return able
    exempt = s.effects & MANDATE_OF_HEAVEN and not spared  # card 86
    return [sp for sp in able if s.support[sp] == ACTIVE_SUPPORT or exempt]


def govern_space(mind: Mind, s: State, decision: Decision) -> Flow[Option]:
    """`govern.space`: bullets 1 or 2 while they apply, then 3."""
    plan = plan_of(mind, s)
    if not offers_done(decision) or plan.govern is None:
        plan.govern = GovernSoFar()
    own = plan.govern
    spaces = offered_spaces(decision)
    found = transferable(s, spaces, own.spared)
    if found and "aid" not in own.methods.values():  # bullet 3 does not lead back to the others (8.1.3)
        node = "arvn.govern.1" if squeezed(s) else "arvn.govern.2"
        room = spaces_left(s, own.methods)
        if s.effects & MANDATE_OF_HEAVEN and not own.spared and not squeezed(s):
            room = 1  # card 86: one of them is spared the shift
        if s.aid < room * max(POP[sp] for sp in found):
            room = 1  # the first leaves the other no Aid
        chosen = yield from choose_space(mind, node, found, (POPULATION,), room)
        if node == "arvn.govern.2" and s.support[chosen] == PASSIVE_SUPPORT:
            own.spared = True
        own.methods[chosen] = "patronage"
        return take(decision, chosen)
    if spaces and (len(own.methods) == 1 or s.aid == 0):
        room = spaces_left(s, own.methods)
        chosen = yield from choose_space(mind, "arvn.govern.3", spaces, (POPULATION,), room)
        own.methods[chosen] = "aid"
        return take(decision, chosen)
    return decision.find("done") or (yield from forced(mind, s, decision))


def spaces_left(s: State, methods: dict[int, str]) -> int:
    """How many spaces more will be Governed: two in all, or one by cards 86 (shaded) and 115."""
    most = 1 if s.effects & (MANDATE_OF_HEAVEN_SHADED | TYPHOON_KATE) else SPACES_AT_MOST
    return most - len(methods)


def govern_method(mind: Mind, s: State, decision: Decision) -> Option:
    """`govern.method`: as planned for the space."""
    sp = decision.space
    plan = plan_of(mind, s)
    own = plan.govern = plan.govern or GovernSoFar()
    if sp not in own.methods:  # the only space, so nobody was asked for it
        own.methods[sp] = "patronage" if transferable(s, [sp], own.spared) else "aid"
    return decision.find(own.methods[sp]) or decision.options[0]


def govern_spare(mind: Mind, s: State, decision: Decision) -> Option:
    """`govern.spare` (card 86): shift all the same by bullet 1; else spare where that brings most Patronage."""
    sp = decision.space
    plan = plan_of(mind, s)
    own = plan.govern = plan.govern or GovernSoFar({sp: "patronage"})
    if squeezed(s) or _better_spared_later(s, sp, own.methods):
        mind.visit("arvn.govern.shift", space=sp)
        return option_for(decision, "no")
    own.spared = True
    mind.visit("arvn.govern.spare", space=sp)
    return option_for(decision, "yes")


def _better_spared_later(s: State, sp: int, methods: dict[int, str]) -> bool:
    """Will a space at Passive Support bring more as second one, while this one can afford to shift?"""
    if s.support[sp] != ACTIVE_SUPPORT or len(methods) >= SPACES_AT_MOST or s.effects & TYPHOON_KATE:  # card 115
        return False
    others = [other for other in governable(s, []) if other not in methods and can_transfer(s, other)]
    passive = max((POP[other] for other in others if s.support[other] == PASSIVE_SUPPORT), default=0)
    active = max((POP[other] for other in others if s.support[other] == ACTIVE_SUPPORT), default=0)
    return passive > active
