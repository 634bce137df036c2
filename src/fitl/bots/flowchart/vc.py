"""8.5 Non-player VC."""

from typing import Final

from fitl.bots.mind import Handler

HANDLERS: Final[dict[str, Handler]] = {}
