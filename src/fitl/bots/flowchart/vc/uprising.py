"""The Tet Offensive (card 124) by its instruction: Guerrillas, then Bases, in Saigon, Hue and random Cities."""

from dataclasses import dataclass
from typing import Final

from fitl.board.pieces import VC_BASE, VC_GUERRILLA
from fitl.board.spaces import HUE, SAIGON
from fitl.bots.flowchart.events import handle_event
from fitl.bots.flowchart.shared import take
from fitl.bots.flowchart.vc.common import memory
from fitl.bots.mind import Handler, Mind, offered_spaces, option_for
from fitl.bots.select import choose_space, random_space
from fitl.decisions import Decision, Flow, Option
from fitl.rules.forces import available
from fitl.state import State

PIECES: Final = 6
FIRST_CITIES: Final = (SAIGON, HUE)


@dataclass(slots=True)
class TetOffensive:
    """The Tet Offensive so far."""

    placing: bool = False


def tet_terror(mind: Mind, s: State, decision: Decision) -> Flow[Option]:
    """Terror comes everywhere; who gets the last markers is random (card 124), spaces that have one left for later."""
    bare = [sp for sp in offered_spaces(decision) if not s.terror[sp]]
    return take(decision, (yield from choose_space(mind, "vc.tet.terror", bare)))


def tet_place(mind: Mind, s: State, decision: Decision) -> Flow[Option]:
    """One piece each: the first in Saigon, the second in Hue, four in random Cities that may repeat."""
    memory(mind, s, TetOffensive).placing = True
    done = decision.find("done")
    kind = VC_GUERRILLA if available(s, VC_GUERRILLA) else VC_BASE
    if done is not None and not available(s, kind):
        mind.visit("event.no_lift", card=s.card)
        return done
    cities = [option.spaces[0] for option in decision.options if option.piece == kind]
    placed = PIECES - decision.number("left")
    if placed < len(FIRST_CITIES) and FIRST_CITIES[placed] in cities:
        city = FIRST_CITIES[placed]
    else:
        city = yield from random_space(mind, cities)
    mind.visit("vc.tet.place", space=city, piece=kind)
    return next(option for option in decision.options if option.piece == kind and option.spaces[0] == city)


def deploy_amount(mind: Mind, s: State, decision: Decision) -> Flow[Option]:
    """The Tet Offensive places one piece at a time; other Events as 8.4.3 says."""
    if memory(mind, s, TetOffensive).placing:
        mind.visit("event.one_by_one", n=1)
        return option_for(decision, 1)
    return (yield from handle_event(mind, s, decision))


HANDLERS: Final[dict[str, Handler]] = {
    "event.tet_terror": tet_terror,
    "event.tet_place": tet_place,
    "event.deploy_amount": deploy_amount,
}
