"""8.8 Non-player US: the flow U0-U5, one module per box, and the choices outside its own turn."""

from typing import Final

from fitl.bots.flowchart.us import (
    advise,
    air_strike,
    assault,
    commitment,
    flights,
    flow,
    granted,
    koreans,
    pacify,
    patrol,
    sweep,
    train,
)
from fitl.bots.mind import Handler

_BOXES: Final = (flow, assault, flights, air_strike, sweep, patrol, advise, train, pacify, commitment, granted, koreans)

HANDLERS: Final[dict[str, Handler]] = {kind: handler for box in _BOXES for kind, handler in box.HANDLERS.items()}
