"""8.5 Non-player VC: the flow V1-V6, one module per box, and the choices outside its own turn."""

from typing import Final

from fitl.bots.flowchart.common import remove_enemy
from fitl.bots.flowchart.vc import agitate, attack, flow, granted, march, rally, subvert, tax, terror, uprising
from fitl.bots.mind import Handler

HANDLERS: Final[dict[str, Handler]] = {
    **flow.HANDLERS,
    **terror.HANDLERS,
    **tax.HANDLERS,
    **subvert.HANDLERS,
    **rally.HANDLERS,
    **march.HANDLERS,
    **attack.HANDLERS,
    **agitate.HANDLERS,
    **granted.HANDLERS,
    **uprising.HANDLERS,
    "sweep.booby_traps": remove_enemy,  # card 101 shaded
}
