"""8.7 Non-player ARVN."""

from typing import Final

from fitl.bots.mind import Handler

HANDLERS: Final[dict[str, Handler]] = {}
