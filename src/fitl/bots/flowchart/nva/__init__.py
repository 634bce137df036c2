"""8.6 Non-player NVA: the diamonds in `flow`, one module per box, and choices beside its own turn."""

from typing import Final

from fitl.bots.flowchart.nva import (
    attack,
    bombard,
    flow,
    granted,
    infiltrate,
    march,
    rally,
    reactions,
    redeploy,
    terror,
)
from fitl.bots.mind import Handler

_MODULES: Final = (flow, attack, bombard, terror, rally, infiltrate, march, redeploy, reactions, granted)

HANDLERS: Final[dict[str, Handler]] = {
    kind: handler for module in _MODULES for kind, handler in module.HANDLERS.items()
}
