"""uvicorn with our limits."""

from collections.abc import Iterable
from typing import Any, Final

import uvicorn
from starlette.types import ASGIApp

from fitl.server.connections import (
    BACKLOG,
    HEADER_BYTES,
    IN_ALL,
    KEEP_ALIVE,
    PATIENT,
    PER_ADDRESS,
    THIS_MACHINE,
    Crowd,
    Patience,
    descriptors,
    protocols,
    room_for,
)

MESSAGE_BYTES: Final = 16 * 1024  # of a socket; all that is ever said there is a token
GOODBYE: Final = 3  # seconds for requests under way when the server is to end


def make_door(
    proxies: Iterable[str] = THIS_MACHINE,
    *,
    limited: bool = True,
    in_all: int = IN_ALL,
    per_address: int = PER_ADDRESS,
) -> Crowd:
    """Counts connections; `proxies` speak for many."""
    in_all = room_for(descriptors(in_all), in_all)
    return Crowd(in_all, per_address if limited else in_all, frozenset(proxies), shared=limited)


def configured(
    app: ASGIApp,
    door: Crowd,
    *,
    proxies: Iterable[str] = THIS_MACHINE,
    patience: Patience = PATIENT,
    **more: Any,
) -> uvicorn.Config:
    """How uvicorn is to run: every bound it offers, and ours for the rest."""
    settings: dict[str, Any] = {
        "access_log": False,
        "backlog": BACKLOG,
        "forwarded_allow_ips": list(proxies),
        "h11_max_incomplete_event_size": HEADER_BYTES,
        "log_config": None,
        "server_header": False,
        "timeout_graceful_shutdown": GOODBYE,
        "timeout_keep_alive": KEEP_ALIVE,
        "ws_max_queue": 4,
        "ws_max_size": MESSAGE_BYTES,
        "ws_per_message_deflate": False,  # numbers do not shrink, and each window would cost memory
        **protocols(door, patience),
    }
    return uvicorn.Config(app, **(settings | more))
