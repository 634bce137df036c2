"""A log that nobody can flood: a few lines a minute from one place, and a limit on all lines."""

import logging
import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from typing import Final

from fitl.catalogue import tell

ALIKE: Final = 10  # lines from the same place in the code, a minute
IN_ALL: Final = 300  # lines a minute, whatever they say
LENGTH: Final = 4000  # characters of one message
MINUTE: Final = 60.0
PLACES: Final = 500  # in the code, that are remembered

FORMAT: Final = "%(levelname)s %(name)s: %(message)s"


class Sparing(logging.Filter):
    """Drops lines above the limits; the next one that is let through says how many there were."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._clock = clock
        self._lock = threading.Lock()
        self._since = clock()
        self._lines = 0
        self._alike: OrderedDict[tuple[str, int], int] = OrderedDict()  # this minute, by place in the code
        self._dropped: dict[tuple[str, int], int] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        place = (record.pathname, record.lineno)
        with self._lock:
            if self._clock() - self._since >= MINUTE:
                self._since, self._lines = self._clock(), 0
                self._alike.clear()
            seen = self._alike.pop(place, 0)
            self._alike[place] = seen + 1
            while len(self._alike) > PLACES:
                self._dropped.pop(self._alike.popitem(last=False)[0], None)
            if seen >= ALIKE or self._lines >= IN_ALL:
                self._dropped[place] = self._dropped.get(place, 0) + 1
                return False
            self._lines += 1
            dropped = self._dropped.pop(place, 0)
        message = record.getMessage()
        if len(message) > LENGTH:
            message = message[:LENGTH] + " ..."
        if dropped:
            message += " " + tell("server.log_more", n=dropped)
        record.msg, record.args = message, None
        return True


def log_sparingly(level: int = logging.WARNING) -> None:
    """Log to standard error, uvicorn's lines included."""
    handler = logging.StreamHandler()
    handler.addFilter(Sparing())
    handler.setFormatter(logging.Formatter(FORMAT))
    logging.basicConfig(level=level, handlers=[handler], force=True)
