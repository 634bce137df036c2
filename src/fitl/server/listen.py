"""PostgreSQL's LISTEN: hears what other server processes stored."""

import logging
import threading
from collections.abc import Callable
from typing import Final

import sqlalchemy as sa

RETRY: Final = 1.0  # seconds until a lost connection is tried again
WAKE: Final = 1.0  # seconds after which a quiet listener looks whether it should stop

log = logging.getLogger(__name__)


class Listener:
    """A thread with a connection of its own that passes on the ids of changed games."""

    def __init__(self, url: str, channel: str, heard: Callable[[str], None], reconnected: Callable[[], None]) -> None:
        self._conninfo = sa.make_url(url).set(drivername="postgresql").render_as_string(hide_password=False)
        self._channel = channel
        self._heard = heard
        self._reconnected = reconnected
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, name="fitl-listen", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        self._stop.set()
        self._thread.join(timeout=2 * WAKE)

    def _run(self) -> None:
        import psycopg  # the extra "postgres", not needed for SQLite

        while not self._stop.is_set():
            try:
                with psycopg.connect(self._conninfo, autocommit=True) as connection:
                    connection.execute(f"LISTEN {self._channel}")
                    self._reconnected()  # whatever was said while nobody listened
                    while not self._stop.is_set():
                        for notice in connection.notifies(timeout=WAKE):
                            self._heard(notice.payload)
            except psycopg.Error as error:
                log.warning("listening to the database failed, trying again: %s", error)
                self._stop.wait(RETRY)
