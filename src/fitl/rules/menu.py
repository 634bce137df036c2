"""Which Operations and Special Activities each Faction has, and which go together (3.2, 3.3, 4.1.1)."""

from collections.abc import Callable
from typing import Final, NamedTuple

from fitl.board.factions import ARVN, NVA, US, VC
from fitl.board.spaces import spaces_of
from fitl.decisions import Flow
from fitl.rules.activities import (
    advise,
    air_lift,
    air_strike,
    ambush,
    bombard,
    govern,
    infiltrate,
    raid,
    subvert,
    tax,
    transport,
)
from fitl.rules.forces import insurgent_pieces, underground
from fitl.rules.operation import Activity, ActivityRule, Operation
from fitl.rules.operations import assault, attack, march, patrol, rally, sweep, terror, train
from fitl.state import State


class OperationRule(NamedTuple):
    """How an Operation is found and done: is there a space it could be carried out in now, and its procedure.

    `after_air_lift`: would there be one once an Air Lift has come first?
    """

    can: Callable[[State, Operation], bool]
    run: Callable[[State, Operation], Flow[None]]
    after_air_lift: Callable[[State, Operation, Activity], bool] | None = None


OPERATIONS: Final = {
    "train": OperationRule(train.can_train, train.train),
    "patrol": OperationRule(patrol.can_patrol, patrol.patrol),
    "sweep": OperationRule(sweep.can_sweep, sweep.sweep),
    "assault": OperationRule(assault.can_assault, assault.assault),
    "rally": OperationRule(rally.can_rally, rally.rally),
    "march": OperationRule(march.can_march, march.march),
    "attack": OperationRule(attack.can_attack, attack.attack),
    "terror": OperationRule(terror.can_terror, terror.terror),
}

OPERATIONS_OF: Final = (
    ("train", "patrol", "sweep", "assault"),
    ("train", "patrol", "sweep", "assault"),
    ("rally", "march", "attack", "terror"),
    ("rally", "march", "attack", "terror"),
)

ACTIVITIES: Final = {
    "advise": ActivityRule(advise.can_advise, advise.advise),
    "air_lift": ActivityRule(air_lift.can_air_lift, air_lift.air_lift),
    "air_strike": ActivityRule(air_strike.can_air_strike, air_strike.air_strike),
    "govern": ActivityRule(govern.can_govern, govern.govern),
    "transport": ActivityRule(transport.can_transport, transport.transport),
    "raid": ActivityRule(raid.can_raid, raid.raid),
    "infiltrate": ActivityRule(infiltrate.can_infiltrate, infiltrate.infiltrate),
    "bombard": ActivityRule(bombard.can_bombard, bombard.bombard),
    "ambush": ActivityRule(ambush.can_ambush, ambush.ambush),
    "tax": ActivityRule(tax.can_tax, tax.tax),
    "subvert": ActivityRule(subvert.can_subvert, subvert.subvert),
}

# 4.1.1: the Special Activities that may accompany each Operation.
ACCOMPANYING: Final[dict[tuple[int, str], tuple[str, ...]]] = {
    (US, "train"): ("advise", "air_lift", "air_strike"),
    (US, "patrol"): ("advise", "air_lift", "air_strike"),
    (US, "sweep"): ("air_lift", "air_strike"),
    (US, "assault"): ("air_lift", "air_strike"),
    (ARVN, "train"): ("govern", "transport"),
    (ARVN, "patrol"): ("govern", "transport", "raid"),
    (ARVN, "sweep"): ("transport", "raid"),
    (ARVN, "assault"): ("transport", "raid"),
    (NVA, "rally"): ("infiltrate", "bombard"),
    (NVA, "march"): ("infiltrate", "bombard", "ambush"),
    (NVA, "attack"): ("bombard", "ambush"),
    (NVA, "terror"): ("bombard",),
    (VC, "rally"): ("tax", "subvert"),
    (VC, "march"): ("tax", "subvert", "ambush"),
    (VC, "attack"): ("tax", "ambush"),
    (VC, "terror"): ("tax", "subvert"),
}


def rule_of(s: State, operation: str) -> OperationRule:
    """How an Operation is done in this era."""
    rule: OperationRule = s.era.operation_rules[operation]
    return rule


def can_begin(s: State, op: Operation) -> bool:
    """May this Operation be chosen: it has a space now, or would once its Special Activity has come first (4.1)?

    In the latter case `begins_with` remembers which: no other may be taken before there is a space.
    """
    if s.era.operation_rules[op.name].can(s, op):
        return True
    for name, could_help in (("tax", _tax_could_pay), ("air_lift", _could_fly_in), ("transport", _could_drive_in)):
        if name in op.activities and could_help(s, op, Activity(s, op.faction, name, op)):
            op.begins_with = name
            return True
    return False


def _tax_could_pay(s: State, op: Operation, act: Activity) -> bool:
    """3.1, 4.5.1: there would be a space once VC has Taxed for it, for Terror with a Guerrilla still Underground."""
    paid_for = Operation(s, op.faction, op.name, free=True, limited=op.limited, allowed=op.allowed)
    if not rule_of(s, op.name).can(s, paid_for):
        return False
    earning = tax.earning_spaces(s, act)
    if op.name != "terror" or not earning:
        return bool(earning)
    return any(earning != [sp] or underground(s, sp, op.faction) > 1 for sp in terror.terror_spaces(s, paid_for))


def _could_fly_in(s: State, op: Operation, act: Activity) -> bool:
    """4.2.2: there would be a space to Assault once an Air Lift has brought own Troops there; or as the era says."""
    after_air_lift = rule_of(s, op.name).after_air_lift
    if after_air_lift is not None:
        return after_air_lift(s, op, act)
    return _could_assault_in(s, op, lambda: air_lift.troops_could_land(s, act))


def _could_drive_in(s: State, op: Operation, act: Activity) -> bool:
    """4.3.2: there would be a space to Assault once a Transport has brought ARVN Troops there."""
    return _could_assault_in(s, op, lambda: transport.troops_could_reach(s, act))


def _could_assault_in(s: State, op: Operation, within_reach: Callable[[], int]) -> bool:
    if op.name != "assault" or not assault.may_assault(s, op):
        return False
    return any(op.may_select(sp) and insurgent_pieces(s, sp) for sp in spaces_of(within_reach()))


def carry_out(s: State, op: Operation) -> Flow[None]:
    """Carry out an Operation from its first space to its last, with the Special Activity wherever it comes."""
    s.note("log.operation", faction=op.faction, operation=op.name)
    yield from rule_of(s, op.name).run(s, op)
    yield from op.finish()
