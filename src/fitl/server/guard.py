"""What every request must pass (size, origin, content type), and the headers every answer carries."""

import logging
from typing import Final
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import ClientDisconnect
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from fitl.catalogue import tell

BODY_LIMIT: Final = 16 * 1024
IMPORT_LIMIT: Final = 2 * 1024 * 1024
IMPORT_PATH: Final = "/api/games/import"

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
    """More was sent than any request needs."""


class Guard:
    """Wraps the application."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":
            if not same_origin(Headers(scope=scope)):
                await send({"type": "websocket.close", "code": 1008})
                return
            await self._app(scope, receive, send)
        elif scope["type"] == "http":
            await self._http(scope, receive, send)
        else:
            await self._app(scope, receive, send)

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

        limit = IMPORT_LIMIT if scope["path"] == IMPORT_PATH else BODY_LIMIT
        too_large = refuse("too_large", tell("server.refuse.too_large", n=limit // 1024), 413)
        refusal = self._refusal(scope, Headers(scope=scope))
        if refusal is not None:
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
            await too_large(scope, receive, send_guarded)
        except ClientDisconnect:
            log.info("somebody went away in the middle of a request")
        except Exception:
            log.exception("a fault at %s", scope["path"])
            if started:
                raise
            await refuse("fault", tell("server.fault"), 500)(scope, receive, send_guarded)

    def _refusal(self, scope: Scope, headers: Headers) -> JSONResponse | None:
        if scope["method"] in ("GET", "HEAD"):
            return None
        if not same_origin(headers):
            return refuse("origin", tell("server.refuse.origin"), 403)
        if headers.get("content-type", "").partition(";")[0].strip().lower() != "application/json":
            return refuse("content_type", tell("server.refuse.content_type"), 415)
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


def refuse(code: str, message: str, status: int) -> JSONResponse:
    """A refusal in the form all of them have; what it quotes may be no proper text."""
    return JSONResponse({"error": code, "message": message.encode("utf-8", "replace").decode()}, status)
