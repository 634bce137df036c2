"""The application: pages, API and sockets over one service."""

import asyncio
import contextlib
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from importlib.resources import files
from pathlib import Path
from typing import Final

import anyio.to_thread
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, Response
from starlette.routing import BaseRoute, Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.websockets import WebSocket

from fitl.server import library
from fitl.server.api import address_of, on_error, routes
from fitl.server.assets import Assets
from fitl.server.bots import Bots
from fitl.server.connections import THIS_MACHINE, Crowd
from fitl.server.guard import Guard
from fitl.server.health import look_up_all, watching_routes
from fitl.server.hub import Hub
from fitl.server.language import Language
from fitl.server.limits import Limiter
from fitl.server.metrics import Metrics
from fitl.server.names import Names
from fitl.server.offload.job import Offload
from fitl.server.offload.lanes import IMPORT, LOOK
from fitl.server.offload.pool import Pool
from fitl.server.offload.threads import Threads
from fitl.server.options import Limits
from fitl.server.refusals import ANSWERS, BadImport
from fitl.server.retention import Keeping
from fitl.server.service import Service
from fitl.server.socket import Live
from fitl.server.store import Store
from fitl.server.stored import StoreError
from fitl.server.uploads import Uploads
from fitl.server.webhook import Nudges

SWITCH: Final = 0.001  # seconds after which a thread that thinks must let others go on (Python's own choice is 0.005)
SWEEP: Final = 3600.0  # seconds between looks for games whose time has come
WEB: Final = Path(str(files("fitl.web").joinpath("static")))
LOST: Final = "lost.html"  # for addresses where nothing is, and, kept by browsers, for when no server answers
ANEW: Final = {"Cache-Control": "no-cache", "Vary": "Accept-Language"}  # a page is asked for each time
PAGES: Final = {
    "/": "lobby.html",
    "/game/{game}": "table.html",
    "/learn": "learn.html",
    "/rules": "rules.html",
    "/cards": "cards.html",
    "/editor": "editor.html",
    "/offline": LOST,
}


@dataclass(frozen=True, slots=True)
class Setup:
    """How a server is set up; `limits` hold for what is not given."""

    limiter: Limiter | None = None
    local_webhooks: bool = False
    hosts: Sequence[str] = ()  # names under which it may be asked
    proxies: Sequence[str] = THIS_MACHINE
    keeping: Keeping | None = None
    door: Crowd | None = None
    metrics_secret: str | None = None
    offload: Offload | None = None
    bots_apart: bool = True  # games of bots alone are played by a worker process
    limits: Limits = field(default_factory=Limits)


def make_app(store: Store, setup: Setup | None = None) -> Starlette:
    """The server's application over a store."""
    setup = setup or Setup()
    limits = setup.limits
    hub = Hub()
    threads = Threads()
    limiter = setup.limiter or Limiter(limits.rates)
    nudges = Nudges(local=setup.local_webhooks)
    keeping = setup.keeping or Keeping(store, limits.quota)
    service = Service(store, hub, nudges, keeping)
    service.open_games = limits.open_games
    sockets = Crowd(limits.connections, limits.connections_per_address, frozenset(setup.proxies))
    metrics = Metrics()
    look_up_all(metrics, store, nudges, sockets, setup.door)
    uploads = Uploads()
    jobs = setup.offload or Pool(store.url, limits.lanes)
    metrics.look_up("fitl_imports_ended_total", lambda: [({}, jobs.ended(IMPORT.name))])
    metrics.look_up("fitl_errands_ended_total", lambda: [({}, jobs.ended(LOOK.name))])

    async def live(socket: WebSocket) -> None:
        await Live(service, hub, threads, limiter, sockets, socket).run()

    assets = Assets(WEB, library.constants())
    app = Starlette(
        routes=[
            *routes(service, limiter, threads, jobs, uploads),
            *watching_routes(store, threads, metrics, setup.metrics_secret),
            WebSocketRoute("/api/games/{game}/live", live),
            *_files(assets, threads),
        ],
        middleware=[
            Middleware(Language),
            Middleware(Guard, names=Names(setup.hosts), metrics=metrics, limiter=limiter),
            Middleware(GZipMiddleware, minimum_size=1000, compresslevel=2),
        ],
        exception_handlers={**dict.fromkeys([*ANSWERS, BadImport, 405], on_error), 404: missing(assets, threads)},
        lifespan=lambda _app: _living(service, jobs, threads, metrics, setup),
    )
    app.state.service = service
    app.state.uploads = uploads
    app.state.metrics = metrics
    return app


@contextlib.asynccontextmanager
async def _living(
    service: Service, jobs: Offload, threads: Threads, metrics: Metrics, setup: Setup
) -> AsyncIterator[None]:
    """What runs beside the requests, from the server's start to its end."""
    store, hub = service.store, service.hub
    hub.start()
    sys.setswitchinterval(SWITCH)
    bots = Bots(service, jobs, threads, apart=setup.bots_apart)
    bots.few = setup.limits.bot_games_per_address
    service.set_to_work = bots.set_to_work
    metrics.look_up("fitl_bots_waiting", lambda: [({}, bots.waiting)])
    stop_listening = store.listen(hub.hear, hub.publish_all)
    for game in await anyio.to_thread.run_sync(store.waiting_for_bots):
        bots.set_to_work(game)
    sweeping = asyncio.create_task(sweep(service.keeping, hub))
    yield
    sweeping.cancel()
    await bots.close()
    await anyio.to_thread.run_sync(jobs.close)
    await anyio.to_thread.run_sync(stop_listening)
    service.nudges.close()


def _files(assets: Assets, threads: Threads) -> list[BaseRoute]:
    """The pages, and what they consist of."""
    return [
        *(Route(path, page(assets, threads, file)) for path, file in PAGES.items()),
        Route("/assets/{name}", asset(assets, threads)),
        Route("/worker.js", worker),
        Mount("/static", StaticFiles(directory=WEB)),
    ]


async def sweep(keeping: Keeping, hub: Hub) -> None:
    """Now and then, let go of the games whose time has come."""
    while True:
        try:
            for game in await anyio.to_thread.run_sync(keeping.sweep):
                hub.publish(game)
        except StoreError:
            pass  # it was logged; next time
        await asyncio.sleep(SWEEP)


def page(assets: Assets, threads: Threads, file: str) -> Callable[[Request], Awaitable[Response]]:
    """A handler that serves one of the pages."""

    async def handler(request: Request) -> Response:
        text = await threads.run(partial(assets.page, file), address=address_of(request))
        return HTMLResponse(text, headers=ANEW)

    return handler


def asset(assets: Assets, threads: Threads) -> Callable[[Request], Awaitable[Response]]:
    """A handler that serves what pages are made of; named by its content, it never changes."""

    async def handler(request: Request) -> Response:
        found = await threads.run(partial(assets.asset, request.path_params["name"]), address=address_of(request))
        if found is None:
            raise HTTPException(404)
        headers = {"Cache-Control": "public, max-age=31536000, immutable", "Vary": "Accept-Encoding"}
        if "gzip" in request.headers.get("accept-encoding", ""):
            return Response(found.packed, media_type=found.kind, headers=headers | {"Content-Encoding": "gzip"})
        return Response(found.body, media_type=found.kind, headers=headers)

    return handler


def missing(assets: Assets, threads: Threads) -> Callable[[Request, Exception], Awaitable[Response]]:
    """What is answered where nothing is: a page to people, a refusal to programs."""

    async def handler(request: Request, error: Exception) -> Response:
        if "text/html" not in request.headers.get("accept", "") or request.url.path.startswith("/api/"):
            return await on_error(request, error)
        text = await threads.run(partial(assets.page, LOST), address=address_of(request))
        return HTMLResponse(text, 404, headers=ANEW)

    return handler


async def worker(request: Request) -> Response:
    """The page's service worker, which must stand at the root to speak for all pages."""
    return FileResponse(WEB / "worker.js", headers={"Cache-Control": "no-cache"})
