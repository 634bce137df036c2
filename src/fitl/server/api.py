"""The JSON API (docs/web-api.md): reads requests, has threads and jobs do the work (calls.py), and words refusals."""

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Final, TypeVar

from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from fitl.catalogue import tell
from fitl.server.calls import CALLS, Answer, Ask, Call, Offloaded, bring, too_costly
from fitl.server.guard import Refusal, later, refuse
from fitl.server.limits import Limiter
from fitl.server.offload.job import Busy, Offload, TooLong
from fitl.server.offload.lanes import IMPORT
from fitl.server.offload.threads import Threads
from fitl.server.refusals import BusyImports, Slower, refusal_of
from fitl.server.service import Service
from fitl.server.uploads import NoRoom, Uploads

Handler = Callable[[Request], Awaitable[Response]]
T = TypeVar("T")

OFTEN: Final = ("choose", "look", "version")  # most requests: they are looked for before all others
CONSTANT: Final = {"Cache-Control": "no-cache"}


def answer_to(error: Exception) -> Refusal | None:
    """The response an exception means; None if it is a fault of ours."""
    found = refusal_of(error)
    if found is None:
        return None
    code, message, again = found
    return refuse(code, message) if again is None else later(code, message, again)


def routes(service: Service, limiter: Limiter, threads: Threads, offload: Offload, uploads: Uploads) -> list[BaseRoute]:
    """All addresses under /api."""
    api = Api(service, limiter, threads, offload, uploads)
    calls = sorted(CALLS, key=lambda call: call.name not in OFTEN)
    return [Route(call.path, api.handler(call), methods=[call.method]) for call in calls]


class Api:
    """The handlers."""

    def __init__(
        self, service: Service, limiter: Limiter, threads: Threads, offload: Offload, uploads: Uploads
    ) -> None:
        self.service = service
        self._limiter = limiter
        self._threads = threads
        self._offload = offload
        self._uploads = uploads

    def handler(self, call: Call) -> Handler:
        """What answers the requests of a call."""

        async def handler(request: Request) -> Response:
            kind = call.cost_of(_ask(request))
            self._count(request, kind)
            ask = _ask(request, await request.body())
            said = await self._do(kind, ask, partial(call.work, self.service, ask))
            if isinstance(said, Offloaded):
                then = partial(said.then, await self._offload.run(said.job, ask.address))
                said = await self._do(kind, ask, then) if said.blocks else then()
            return _response(said)

        chosen = self._bring if call.work is bring else handler
        return _named(chosen, call.name)

    def _count(self, request: Request, kind: str) -> None:
        wait = self._limiter.wait(kind, address_of(request))
        if wait:
            raise Slower(wait)

    async def _do(self, kind: str, ask: Ask, work: Callable[[], T]) -> T:
        """Have a thread do the work, and charge the time it takes to the client's address."""
        return await self._threads.run(self._limiter.paying(kind, ask.address, work), ask.game or None, ask.address)

    async def _bring(self, request: Request) -> Response:
        """An import: a place in the queue is taken when its body has arrived, and left when its client goes."""
        self._count(request, "create")
        address = address_of(request)
        with self._uploads.upload(address) as upload:
            try:
                ask = _ask(request, await upload.read(request.stream()))
                wanted = bring(self.service, ask)
                read = await _unless_gone(request, self._offload.run(wanted.job, address))
            except NoRoom:
                raise BusyImports(IMPORT.again) from None
            except Busy as error:
                raise BusyImports(*error.args) from None
            except TooLong:
                self._limiter.charge("create", address, IMPORT.seconds or 0)
                raise too_costly() from None
        self._limiter.charge("create", address, read["seconds"])
        return _response(await self._do("create", ask, partial(wanted.then, read)))


def _named(handler: Handler, name: str) -> Handler:
    """The same handler, under a name of its own in the metrics."""

    async def named(request: Request) -> Response:
        return await handler(request)

    named.__name__ = name
    return named


async def _unless_gone(request: Request, work: Awaitable[T]) -> T:
    """The result of the work, which is cancelled as soon as the client goes."""

    async def gone() -> None:
        while (await request.receive())["type"] != "http.disconnect":
            pass

    leaving, working = asyncio.ensure_future(gone()), asyncio.ensure_future(work)
    try:
        await asyncio.wait((leaving, working), return_when=asyncio.FIRST_COMPLETED)
        if not working.done():
            raise ClientDisconnect
        return working.result()
    finally:
        for task in (leaving, working):
            task.cancel()
        await asyncio.gather(leaving, working, return_exceptions=True)


def _ask(request: Request, raw: bytes = b"") -> Ask:
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    return Ask(
        request.path_params.get("game", ""),
        token.strip() if scheme.lower() == "bearer" else "",
        request.query_params,
        raw,
        address_of(request),
    )


def _response(said: Answer) -> Response:
    headers = dict(CONSTANT) if said.constant else {}
    if said.file:
        headers["Content-Disposition"] = f'attachment; filename="{said.file}"'
    return Response(said.text, said.status, headers, said.kind)


def address_of(request: Request) -> str:
    """Where a request comes from, as far as a proxy tells."""
    return request.client.host if request.client else ""


async def on_error(request: Request, error: Exception) -> Response:
    """Words a refusal."""
    found = answer_to(error)
    if found is None:
        assert isinstance(error, HTTPException)
        found = refuse("unknown", tell("server.refuse.address"), error.status_code)
    request.app.state.metrics.refusal(found.code)
    return found
