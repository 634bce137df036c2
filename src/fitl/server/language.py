"""The language of a response: the available one that its reader prefers (js/language.js)."""

from typing import Final

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from fitl.catalogue import languages, speaking, wanted_language

WISHES: Final = 20  # how many wishes of a reader are looked at


class Language:
    """Wraps the application: every response is in the language of its request."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        language = preferred(Headers(scope=scope).get("accept-language", ""))

        async def send_named(message: Message) -> None:
            if message["type"] == "http.response.start" and scope["path"].startswith("/api/"):
                headers = MutableHeaders(scope=message)
                headers.setdefault("Content-Language", language)
                headers.add_vary_header("Accept-Language")
            await send(message)

        with speaking(language):
            await self._app(scope, receive, send_named)


def preferred(wishes: str) -> str:
    """Of an Accept-Language header ("es-MX,es;q=0.9,en;q=0.5") the best we have; else the server's own language."""
    found: list[tuple[float, str]] = []
    for wish in wishes.split(",", WISHES)[:WISHES]:
        name, _, weight = wish.partition(";")
        language = name.strip().lower().partition("-")[0]
        if language in languages() and (worth := _weight(weight)) > 0:
            found.append((worth, language))
    return max(found, key=lambda wish: wish[0])[1] if found else wanted_language()


def _weight(text: str) -> float:
    """How much a language is wanted, 0 to 1; a wish without a readable weight counts whole."""
    try:
        return float(text.strip().removeprefix("q="))
    except ValueError:
        return 1.0
