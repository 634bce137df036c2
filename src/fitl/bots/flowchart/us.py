"""8.8 Non-player US."""

from typing import Final

from fitl.bots.mind import Handler

HANDLERS: Final[dict[str, Handler]] = {}
