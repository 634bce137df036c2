"""Cards 1-30, led by the US."""

from fitl.board.factions import US
from fitl.board.pieces import IRREGULAR, US_BASE, US_TROOPS
from fitl.board.spaces import CASUALTIES, CITIES, OUT_OF_PLAY
from fitl.decisions import Flow
from fitl.events.free import can_take_activity, free_activity
from fitl.events.program import event
from fitl.events.vocabulary import deploy
from fitl.rules.economy import add_aid
from fitl.rules.forces import count, pieces_of, transfer
from fitl.state import State

US_KINDS = (US_TROOPS, US_BASE, IRREGULAR)


@event(
    1,
    "unshaded",
    effective=lambda s, by: can_take_activity(s, US, "air_strike") or pieces_of(s, OUT_OF_PLAY, US) > 0,
)
def gulf_of_tonkin_unshaded(s: State, by: int) -> Flow[None]:
    """A free US Air Strike, then 6 US pieces from Out of Play to Cities."""
    yield from free_activity(s, US, "air_strike")
    yield from deploy(s, US, "deploy_to_cities", US_KINDS, CITIES, 6, OUT_OF_PLAY)


@event(1, "shaded", effective=lambda s, by: pieces_of(s, CASUALTIES, US) > 0)
def gulf_of_tonkin_shaded(s: State, by: int) -> None:
    """Aid -1 per piece in Casualties; all of them go Out of Play."""
    add_aid(s, -pieces_of(s, CASUALTIES, US))
    for kind in US_KINDS:
        transfer(s, kind, count(s, CASUALTIES, kind), CASUALTIES, OUT_OF_PLAY, kind)
