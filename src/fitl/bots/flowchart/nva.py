"""8.6 Non-player NVA."""

from typing import Final

from fitl.bots.mind import Handler

HANDLERS: Final[dict[str, Handler]] = {}
