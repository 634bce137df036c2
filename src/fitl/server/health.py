"""For the operator of the server: is it up, is it ready, and how is it doing?"""

import hmac
from collections.abc import Iterable

import anyio.to_thread
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import BaseRoute, Route

from fitl.catalogue import tell
from fitl.server.api import address_of
from fitl.server.connections import Crowd
from fitl.server.guard import refuse
from fitl.server.metrics import Metrics, Value
from fitl.server.offload.threads import Threads
from fitl.server.store import Store
from fitl.server.stored import StoreError
from fitl.server.webhook import Nudges


def watching_routes(store: Store, threads: Threads, metrics: Metrics, secret: str | None) -> list[BaseRoute]:
    """/healthz and /readyz for everybody, /metrics for clients that know the secret (for nobody if there is none)."""

    async def health(request: Request) -> Response:
        return JSONResponse({"status": "up"})

    async def ready(request: Request) -> Response:
        try:
            current = await threads.run(store.is_ready, address=address_of(request))
        except StoreError:
            return refuse("store", tell("server.refuse.store"))
        if not current:
            return refuse("store", tell("server.refuse.not_migrated"))
        return JSONResponse({"status": "ready"})

    async def numbers(request: Request) -> Response:
        _, _, told = request.headers.get("authorization", "").partition(" ")
        if secret is None or not hmac.compare_digest(told.encode(), secret.encode()):
            return refuse("unknown", tell("server.refuse.address"))
        text = await anyio.to_thread.run_sync(metrics.text)
        return PlainTextResponse(text, media_type="text/plain; version=0.0.4")

    return [Route("/healthz", health), Route("/readyz", ready), Route("/metrics", numbers)]


def look_up_all(metrics: Metrics, store: Store, nudges: Nudges, sockets: Crowd, door: Crowd | None) -> None:
    """What need not be counted as it happens."""

    def games() -> Iterable[Value]:
        running, over, _ = store.totals()
        return [({"state": "running"}, running), ({"state": "over"}, over)]

    def hooks() -> Iterable[Value]:
        return [
            ({"outcome": name}, number)
            for name, number in (("sent", nudges.sent), ("failed", nudges.failed), ("dropped", nudges.dropped))
        ]

    metrics.look_up("fitl_games", games)
    metrics.look_up("fitl_stored_bytes", lambda: [({}, store.totals()[2])])
    metrics.look_up("fitl_webhooks_total", hooks)
    metrics.look_up("fitl_sockets", lambda: [({}, sockets.open)])
    if door is not None:
        metrics.look_up("fitl_connections", lambda: [({}, door.open)])
        metrics.look_up("fitl_connections_refused_total", lambda: [({}, door.refused)])
