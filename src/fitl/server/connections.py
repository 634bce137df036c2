"""The front door: limits on connections, and deadlines for their requests.

uvicorn waits for ever for the rest of a request, and lets anybody hold as many connections as there are descriptors.
`Door` counts them, by address and in all, and `protocols` makes uvicorn's own classes keep its deadlines.
"""

import asyncio
import json
from collections import Counter
from dataclasses import dataclass
from typing import Any, Final

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.auto import AutoWebSocketsProtocol

from fitl.catalogue import tell
from fitl.server.addresses import limited, site_of

IN_ALL: Final = 2000  # connections, fewer if the system lets us have fewer descriptors
SPARE: Final = 64  # descriptors for the database, files, web hooks and what else there is
BACKLOG: Final = 100  # connections taken in one go before any of them is counted
PER_ADDRESS: Final = 64  # of these; a browser has six, and one for each table
SHARE: Final = 8  # an address may have one connection for each this many that are free ...
FEW: Final = 6  # ... but always this many while any are free, so that a few addresses cannot take all
HEADERS: Final = 10.0  # seconds in which the headers of a request must have come
BODY: Final = 30.0  # seconds in which its body must have come
READING: Final = 60.0  # seconds in which somebody must take something of what we send
KEEP_ALIVE: Final = 15  # seconds for which a connection may wait for its next request
HEADER_BYTES: Final = 16 * 1024
THIS_MACHINE: Final = ("127.0.0.1", "::1")  # the owner of this machine, or a proxy that speaks for many


@dataclass(frozen=True, slots=True)
class Patience:
    """The deadlines of a connection, in seconds."""

    headers: float = HEADERS
    body: float = BODY
    reading: float = READING


PATIENT: Final = Patience()


class Crowd:
    """Counts what is open, in all and by address."""

    def __init__(
        self, in_all: int, per_address: int, trusted: frozenset[str] = frozenset(), *, shared: bool = True
    ) -> None:
        """`trusted` addresses are proxies: they speak for many, and only all together are counted there.

        `shared`: the fewer are free, the fewer one address may have. A /48 of IPv6 counts as few addresses.
        """
        self._in_all = in_all
        self._per_address = per_address
        self._shared = shared
        self._trusted = frozenset(map(site_of, trusted))
        self._open: dict[object, tuple[tuple[str, int], ...]] = {}
        self._counts: Counter[str] = Counter()
        self.refused = 0

    @property
    def open(self) -> int:
        return len(self._open)

    def enter(self, who: object, address: str) -> bool:
        """May one more connection open? It is counted until it closes."""
        counted = limited(address)
        most = self._most()
        too_many = counted[0][0] not in self._trusted and any(self._counts[key] >= n * most for key, n in counted)
        if too_many or len(self._open) >= self._in_all:
            self.refused += 1
            return False
        self._open[who] = counted
        self._counts.update(key for key, _ in counted)
        return True

    def _most(self) -> int:
        """The number of connections one address may have now."""
        if not self._shared:
            return self._per_address
        free = self._in_all - len(self._open)
        return min(self._per_address, max(FEW, free // SHARE))

    def leave(self, who: object) -> None:
        for key, _ in self._open.pop(who, ()):
            self._counts[key] -= 1
            if not self._counts[key]:
                del self._counts[key]


def room_for(descriptors: int, wanted: int = IN_ALL) -> int:
    """How many connections to allow with this limit on open descriptors."""
    return min(wanted, max(16, descriptors - BACKLOG - SPARE))


def descriptors(connections: int = IN_ALL) -> int:
    """How many descriptors this process may have, after asking for as many as the system grants."""
    try:
        import resource
    except ImportError:  # not on Windows
        return connections + BACKLOG + SPARE
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = connections + BACKLOG + SPARE
    if soft != resource.RLIM_INFINITY and soft < wanted:
        more = wanted if hard == resource.RLIM_INFINITY else min(hard, wanted)
        try:
            resource.setrlimit(resource.RLIMIT_NOFILE, (more, hard))
        except (OSError, ValueError):
            return soft
        return more
    return wanted


NO_ROOM: Final = (
    b"HTTP/1.1 503 Service Unavailable\r\nContent-Type: application/json\r\nContent-Length: %d\r\n"
    b"Retry-After: 10\r\nConnection: close\r\n\r\n%b"
)


def _no_room() -> bytes:
    body = json.dumps({"error": "full", "message": tell("server.refuse.full")}).encode()
    return NO_ROOM % (len(body), body)


class Attended(H11Protocol):
    """A connection with deadlines: for headers, for a body, and for taking what we answer."""

    crowd: Crowd
    patience: Patience

    _deadline: asyncio.TimerHandle | None = None
    _stuck: asyncio.TimerHandle | None = None
    _waits_for: object = None
    _upgraded = False  # a socket waits for nothing

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        if self.crowd.enter(transport, self.client[0] if self.client else ""):
            self._watch()
        else:
            transport.write(_no_room())
            transport.close()

    def data_received(self, data: bytes) -> None:
        if self.transport.is_closing():
            return  # it was told to go
        super().data_received(data)
        self._watch()

    def _watch(self) -> None:
        """Set the deadline for the data that is awaited; a deadline that runs already continues."""
        waits_for = None if self._upgraded or self.transport.is_closing() else self.conn.their_state
        if waits_for == self._waits_for:
            return
        self._waits_for = waits_for
        deadlines: dict[object, float] = {h11.IDLE: self.patience.headers, h11.SEND_BODY: self.patience.body}
        seconds = deadlines.get(waits_for)
        if self._deadline is not None:
            self._deadline.cancel()
        self._deadline = None if seconds is None else self.loop.call_later(seconds, self.transport.abort)

    def on_response_complete(self) -> None:
        super().on_response_complete()
        if self._deadline is not None:
            self._deadline.cancel()
        self._deadline = self._waits_for = None
        if self.conn.their_state is h11.SEND_BODY:  # the next request came along with the last
            self._watch()  # else uvicorn's own limit on idle connections holds until it begins

    def pause_writing(self) -> None:
        super().pause_writing()
        self._stuck = self.loop.call_later(self.patience.reading, self.transport.abort)

    def resume_writing(self) -> None:
        super().resume_writing()
        if self._stuck is not None:
            self._stuck.cancel()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        self._upgraded = True
        self._rest()
        super().handle_websocket_upgrade(event)

    def connection_lost(self, exc: Exception | None) -> None:
        self._rest()
        self.crowd.leave(self.transport)
        super().connection_lost(exc)

    def _rest(self) -> None:
        for timer in (self._deadline, self._stuck):
            if timer is not None:
                timer.cancel()


def protocols(door: Crowd, patience: Patience = PATIENT) -> dict[str, type[asyncio.Protocol]]:
    """The classes that uvicorn is to use (`http` and `ws` of its Config)."""
    sockets: Any = AutoWebSocketsProtocol
    deadlines = patience

    class Request(Attended):
        crowd = door
        patience = deadlines

    class Socket(sockets):  # type: ignore[misc]
        """A socket is counted like any other connection; its pings find out those that are dead."""

        def connection_lost(self, exc: Exception | None) -> None:
            door.leave(self.transport)
            super().connection_lost(exc)

    return {"http": Request, "ws": Socket}
