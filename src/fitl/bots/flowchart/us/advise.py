"""8.8.4 Advise: ARVN Assaults and strikes of Special Forces for Control, Bases and most pieces; else ARVN Sweeps."""

from dataclasses import dataclass, field
from typing import Final

from fitl.board.pieces import ARVN_TROOPS, KINDS, POLICE, RANGER, RANGER_ACTIVE
from fitl.board.spaces import CONTROLLABLE, SPACE_COUNT, is_province
from fitl.bots.flowchart.shared import hidden, in_event, take, yes_no
from fitl.bots.flowchart.us.choices import HIGHEST_POP, kept
from fitl.bots.flowchart.us.forecast import Forecast, control_after, forecast_arvn, forecast_strike
from fitl.bots.flowchart.us.spare import finds
from fitl.bots.mind import Handler, Mind, offered_spaces, option_for
from fitl.bots.select import TieBreak, choose_space
from fitl.decisions import NO, YES, Decision, Flow, Option
from fitl.lasting import SEARCH_AND_DESTROY_SHADED, TYPHOON_KATE
from fitl.rules.activities.advise import SPACES_AT_MOST, advise_methods, can_advise_space
from fitl.rules.operation import Activity
from fitl.state import COIN_CONTROL, NVA_CONTROL, State

AID_WANTED = 40  # +6 Aid only up to here
STRIKES: Final = ("assault", "irregular", "ranger")  # ARVN Assault, else Irregular, else Ranger


@dataclass(slots=True)
class AdviseSoFar:
    """An Advise so far."""

    methods: dict[int, str] = field(default_factory=dict)  # by space


def _ways(s: State, sp: int) -> dict[str, Forecast]:
    """What each method would remove here, in the order of preference; only those that remove anything."""
    possible = {option.key for option in advise_methods(s, sp)}
    if s.effects & SEARCH_AND_DESTROY_SHADED and is_province(sp) and s.support[sp] > 0:  # card 28
        possible.discard("assault")
    ways: dict[str, Forecast] = {}
    for method in STRIKES:
        if method in possible:
            outcome = forecast_arvn(s, sp) if method == "assault" else forecast_strike(s, sp)
            if outcome.tells:
                ways[method] = outcome
    return ways


def _changes_control(s: State, sp: int, outcome: Forecast) -> bool:
    """It adds COIN Control or removes NVA Control."""
    if sp >= CONTROLLABLE:
        return False
    before, after = s.control[sp], control_after(s, sp, outcome.taken)
    return before != after and before != COIN_CONTROL and (after == COIN_CONTROL or before == NVA_CONTROL)


def _found_by_arvn(s: State, sp: int) -> int:
    """Underground Guerrillas that an ARVN Sweep in place would Activate."""
    row = sp * KINDS
    searching = sum(s.pieces[row + kind] for kind in (ARVN_TROOPS, POLICE, RANGER, RANGER_ACTIVE))
    return min(finds(sp, searching), hidden(s, sp))


Advice = tuple[str, dict[int, str], tuple[TieBreak, ...]]  # the bullet's node, the method by space, its tie-breaks


def advice(s: State, spaces: list[int]) -> Advice | None:
    """The first bullet that applies anywhere among these spaces."""
    ways = {sp: found for sp in spaces if (found := _ways(s, sp))}
    control: dict[int, str] = {}
    bases: dict[int, str] = {}
    most: dict[int, str] = {}
    pieces: dict[int, int] = {}
    for sp, outcomes in ways.items():
        for method, outcome in outcomes.items():
            if _changes_control(s, sp, outcome):
                control.setdefault(sp, method)
            if outcome.bases or outcome.tunnel:
                bases.setdefault(sp, method)
            if outcome.pieces > pieces.get(sp, 0):
                pieces[sp] = outcome.pieces
                most[sp] = method
    if control:
        return "us.advise.1", control, (HIGHEST_POP,)
    if bases:
        return "us.advise.1b", bases, (HIGHEST_POP,)
    if most:
        return "us.advise.1c", most, (TieBreak("us.pieces", pieces.__getitem__), HIGHEST_POP)
    seen = {}
    for sp in spaces:
        if any(option.key == "sweep" for option in advise_methods(s, sp)) and (n := _found_by_arvn(s, sp)):
            seen[sp] = n
    if seen:
        return "us.advise.2", dict.fromkeys(seen, "sweep"), (TieBreak("us.hidden", seen.__getitem__), HIGHEST_POP)
    return None


def advise_helps(s: State, act: Activity) -> bool:
    """Would an Advise now do anything?"""
    return advice(s, [sp for sp in range(SPACE_COUNT) if can_advise_space(s, act, sp)]) is not None


def advise_space(mind: Mind, s: State, decision: Decision) -> Flow[Option]:
    """The next space by the bullets; the method goes with it."""
    done = decision.find("done")
    chosen = kept(mind, AdviseSoFar, s, new=done is None).methods
    found = advice(s, offered_spaces(decision))
    if found is None:
        if done is not None:
            return done
        sp = yield from choose_space(mind, "us.advise.must", offered_spaces(decision), (HIGHEST_POP,))
        return take(decision, sp)
    node, methods, order = found
    most = 1 if s.effects & TYPHOON_KATE or in_event(s) else SPACES_AT_MOST  # card 115; an Event may name one space
    sp = yield from choose_space(mind, node, list(methods), order, most - len(chosen))
    chosen[sp] = methods[sp]
    return take(decision, sp)


def advise_method(mind: Mind, s: State, decision: Decision) -> Option:
    """The method for which the space was chosen."""
    sp = decision.space
    method = kept(mind, AdviseSoFar, s).methods.get(sp)
    if method is None:
        found = advice(s, [sp])
        method = found[1][sp] if found else decision.options[0].key
    return option_for(decision, method)


def advise_aid(mind: Mind, s: State, decision: Decision) -> Option:
    """+6 Aid only at 40 or less."""
    wanted = s.aid <= AID_WANTED
    mind.visit("us.advise.aid", aid=s.aid, answer=yes_no(wanted))
    return YES if wanted else NO


HANDLERS: Final[dict[str, Handler]] = {
    "advise.space": advise_space,
    "advise.method": advise_method,
    "advise.aid": advise_aid,
}
