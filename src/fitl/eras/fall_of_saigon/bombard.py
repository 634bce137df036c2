"""S4.4.2 City Bombard: after the Paris talks NVA may shell one City from all around instead."""

from typing import Final

from fitl.board.pieces import ARVN_TROOPS, KINDS, NVA_TROOPS, US_TROOPS
from fitl.board.spaces import ADJACENT, CITIES, SAIGON
from fitl.decisions import DONE, DONE_OPTION, Decision, Flow, piece_option, spaces_options
from fitl.lasting import TYPHOON_KATE
from fitl.rules.activities import bombard as base
from fitl.rules.forces import coin_bases, remove_to_casualties
from fitl.rules.operation import Activity
from fitl.state import State

TROOPS_PER_LOSS: Final = 3
TARGETS: Final = (US_TROOPS, ARVN_TROOPS)


def losses(s: State, city: int) -> int:
    """One Troop for each three NVA Troops in the City and all spaces next to it."""
    return sum(s.pieces[sp * KINDS + NVA_TROOPS] for sp in (city, *ADJACENT[city])) // TROOPS_PER_LOSS


def cities(s: State, act: Activity) -> list[int]:
    """Cities but Saigon with 3 US and ARVN Troops, or one beside a US or ARVN Base, that would lose any."""
    found = []
    for sp in CITIES:
        troops = sum(s.pieces[sp * KINDS + kind] for kind in TARGETS)
        massed = troops >= base.MASSED or (troops and coin_bases(s, sp))
        if sp != SAIGON and massed and act.may_select(sp) and losses(s, sp):
            found.append(sp)
    return found


def can_bombard(s: State, act: Activity) -> bool:
    """Under the usual conditions, or if a City can be shelled."""
    if base.can_bombard(s, act):
        return True
    return bool(cities(s, act)) and (act.free or not s.effects & TYPHOON_KATE)  # card 115


def bombard(s: State, act: Activity) -> Flow[None]:
    """One City instead of the usual spaces, if NVA wishes; card 32 neither adds to it nor bars it (OPEN 24)."""
    targets = cities(s, act)
    if targets:
        options = spaces_options(targets)
        if base.can_bombard(s, act):
            options.append(DONE_OPTION)
        city: int = yield Decision(act.faction, "bombard.city", "S4.4.2", options)
        if city != DONE:
            act.spaces.append(city)
            yield from _shell(s, act, city)
            return
    yield from base.bombard(s, act)


def _shell(s: State, act: Activity, city: int) -> Flow[None]:
    """NVA picks which Troops go."""
    for _ in range(losses(s, city)):
        options = [piece_option(kind) for kind in TARGETS if s.pieces[city * KINDS + kind]]
        if not options:
            return
        kind: int = yield Decision(act.faction, "bombard.remove", "4.4.2", options, {"space": city})
        remove_to_casualties(s, city, kind)
