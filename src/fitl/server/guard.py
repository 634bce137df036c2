"""Checks on every request (name, size, origin, content type), and the headers of every response."""

import logging
import time
from typing import Final
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import ClientDisconnect
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from fitl.catalogue import tell
from fitl.server.limits import Limiter
from fitl.server.metrics import Metrics
from fitl.server.names import Names
from fitl.server.wire.refusals import REFUSALS

BODY_LIMIT: Final = 16 * 1024
IMPORT_LIMIT: Final = 2 * 1024 * 1024
SENTENCE: Final = 8_000  # signs of a refusal
LIMITS: Final = {"/api/games/import": IMPORT_LIMIT, "/api/positions": 64 * 1024}  # other bodies than of common size

POLICY: Final = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data: blob:",
        "font-src 'self' data:",
        "connect-src 'self'",
        "manifest-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
    )
)
HEADERS: Final = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}


log = logging.getLogger(__name__)


class TooLarge(Exception):
    """The request is larger than any request needs to be."""


class Refusal(JSONResponse):
    """A refusal in the form all of them have; what it quotes may be no proper text."""

    def __init__(self, code: str, message: str, status: int) -> None:
        self.code = code
        said = message if len(message) <= SENTENCE else message[:SENTENCE] + " ..."
        super().__init__({"error": code, "message": said.encode("utf-8", "replace").decode()}, status)


class Guard:
    """Wraps the application."""

    def __init__(self, app: ASGIApp, names: Names, metrics: Metrics, limiter: Limiter) -> None:
        self._app = app
        self._names = names
        self._metrics = metrics
        self._limiter = limiter

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":
            headers = Headers(scope=scope)
            if not self._names.fits(headers.get("host")) or not same_origin(headers):
                await send({"type": "websocket.close", "code": 1008})
                return
            await self._app(scope, receive, send)
        elif scope["type"] == "http":
            await self._counted(scope, receive, send)
        else:
            await self._app(scope, receive, send)

    async def _counted(self, scope: Scope, receive: Receive, send: Send) -> None:
        status, began = 0, time.perf_counter()

        async def send_noted(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        try:
            await self._http(scope, receive, send_noted)
        finally:
            what = getattr(scope.get("endpoint"), "__name__", "other")  # the handler's: there are not many
            self._metrics.request(what, status, time.perf_counter() - began)

    async def _http(self, scope: Scope, receive: Receive, send: Send) -> None:
        started = False

        async def send_guarded(message: Message) -> None:
            nonlocal started
            if message["type"] == "http.response.start":
                started = True
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
                if scope["path"].startswith("/api/"):
                    headers.setdefault("Cache-Control", "no-store")
            await send(message)

        limit = LIMITS.get(scope["path"], BODY_LIMIT)
        refusal = self._refusal(scope, Headers(scope=scope))
        if refusal is not None:
            self._metrics.refusal(refusal.code)
            await refusal(scope, receive, send_guarded)
            return
        received = 0

        async def receive_limited() -> Message:
            nonlocal received
            message = await receive()
            received += len(message.get("body", b""))
            if received > limit:
                raise TooLarge
            return message

        try:
            await self._app(scope, receive_limited, send_guarded)
        except TooLarge:
            too_large = refuse("too_large", tell("server.refuse.too_large", n=limit // 1024))
            self._metrics.refusal(too_large.code)
            await too_large(scope, receive, send_guarded)
        except ClientDisconnect:
            log.info("somebody went away in the middle of a request")
        except Exception:
            log.exception("a fault at %s", scope["path"])
            self._metrics.refusal("fault")
            if started:
                raise
            await refuse("fault", tell("server.fault"))(scope, receive, send_guarded)

    def _refusal(self, scope: Scope, headers: Headers) -> Refusal | None:
        if not self._names.fits(headers.get("host")):
            return refuse("host", tell("server.refuse.host", host=headers.get("host", "")[:100]))
        if not scope["path"].startswith("/api/"):  # the API counts by what is asked for
            wait = self._limiter.wait("read", scope["client"][0] if scope["client"] else "")
            if wait:
                return slower(wait)
        if scope["method"] in ("GET", "HEAD"):
            return None
        if not same_origin(headers):
            return refuse("origin", tell("server.refuse.origin"))
        if headers.get("content-type", "").partition(";")[0].strip().lower() != "application/json":
            return refuse("content_type", tell("server.refuse.content_type"))
        return None


def same_origin(headers: Headers) -> bool:
    """Does the request come from a page of ours (or from a program, which sends no Origin)?"""
    site = headers.get("sec-fetch-site")
    if site is not None and site not in ("same-origin", "none"):
        return False
    origin = headers.get("origin")
    try:
        return origin is None or urlsplit(origin).netloc == headers.get("host")
    except ValueError:
        return False  # not even an address


def refuse(code: str, message: str, status: int | None = None) -> Refusal:
    """A refusal with the status of its code, if none is given."""
    return Refusal(code, message, status or REFUSALS[code].status)


def later(code: str, message: str, seconds: float) -> Refusal:
    """A refusal for now: try again after this many seconds."""
    answer = refuse(code, message)
    answer.headers["Retry-After"] = str(max(1, round(seconds)))
    return answer


def slower(seconds: float) -> Refusal:
    """Too many requests: try again after this many seconds."""
    return later("slower", tell("server.refuse.slower"), seconds)
