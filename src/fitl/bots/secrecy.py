"""Which reasons may be told while the game goes on: they must not reveal hidden Deception markers.

Reasons are kept whole, so that all can be told when the game is over and the markers lie open (7.3).
"""

from typing import Final

from fitl.entries import Reason
from fitl.rules.sequence import allowed_actions
from fitl.state import LIMITED_OP, OP_ONLY, OPERATION, TURN, State
from fitl.view import SECRET_KINDS

KEPT: Final = "why.thinker.secret"
FULL: Final = "why.thinker.operation"
INSTEAD_FULL: Final = "why.thinker.instead_operation"


def discreet(reasons: list[Reason], begun: State) -> list[Reason]:
    """The reasons of a turn or phase that began so, without what they would tell of markers that are not shown."""
    secret = {reason.at for reason in reasons if _is_secret(reason)}
    found: list[Reason] = []
    for reason in _without_assets(reasons, begun):
        if reason.at not in secret:
            found.append(reason)
        elif not found or found[-1].at != reason.at:  # one sentence, however much was said
            found.append(Reason(reason.at, reason.faction, KEPT, {}))
    return found


def _is_secret(reason: Reason) -> bool:
    """Does it tell an answer to a question that only the holder of markers sees?"""
    kind = str(reason.params.get("way", "")).partition(" ")[0]
    return kind in SECRET_KINDS


def _without_assets(reasons: list[Reason], begun: State) -> list[Reason]:
    """Where only a Limited Operation is allowed, a full one as an alternative tells of a Hidden Asset.

    Thinkers do not mention it any more, but older journals have it.
    """
    taken = {reason.at for reason in reasons if reason.message == FULL}  # shown as it was used
    if not any(reason.message == INSTEAD_FULL and reason.at not in taken for reason in reasons):
        return reasons
    if begun.stage != TURN or not _limited(begun):
        return reasons
    return [reason for reason in reasons if reason.message != INSTEAD_FULL or reason.at in taken]


def _limited(s: State) -> bool:
    allowed = allowed_actions(s)
    return LIMITED_OP in allowed and not {OP_ONLY, OPERATION} & set(allowed)
