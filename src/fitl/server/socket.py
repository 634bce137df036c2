"""The socket that tells a page when to look again. It carries only numbers: what is seen comes by the API."""

import asyncio
import json
import logging
from functools import partial
from typing import Final

from starlette.websockets import WebSocket, WebSocketDisconnect

from fitl.refusals import Refused
from fitl.server.connections import Crowd
from fitl.server.hub import Hub, Watcher
from fitl.server.limits import Limiter
from fitl.server.offload.threads import Threads
from fitl.server.service import Service, Unknown
from fitl.server.stored import Link, StoreError
from fitl.server.wire.queries import News

HEARTBEAT: Final = 20.0  # seconds; also how soon a change is noticed if no news came of it
BREATH: Final = (
    0.02  # seconds between two pieces of news, for each socket that watches the game: all together cost no more
)
GREETING: Final = 10.0  # seconds in which a socket must say who it is
NOT_YOURS: Final = 4401  # close codes: the token no longer works here,
FAULT: Final = 1011  # something went wrong here,
TRY_LATER: Final = 1013  # the database is down or too many sockets were opened: try again in a moment

log = logging.getLogger(__name__)


class Live:
    """One socket: says when there is something new to look at."""

    def __init__(
        self, service: Service, hub: Hub, threads: Threads, limiter: Limiter, crowd: Crowd, socket: WebSocket
    ) -> None:
        self._service = service
        self._hub = hub
        self._threads = threads
        self._limiter = limiter
        self._crowd = crowd
        self._socket = socket
        self._token = ""
        self._game: str = socket.path_params["game"]
        self._address = socket.client.host if socket.client else ""

    async def run(self) -> None:
        await self._socket.accept()
        if self._limiter.wait("read", self._address) or not self._crowd.enter(self, self._address):
            await self._socket.close(TRY_LATER)
            return
        try:
            await self._serve()
        finally:
            self._crowd.leave(self)

    async def _serve(self) -> None:
        try:
            link = await self._greeted()
        except (TimeoutError, ValueError, KeyError, TypeError, AttributeError, RecursionError, Refused, Unknown):
            await self._socket.close(NOT_YOURS)
            return
        except WebSocketDisconnect:
            return
        except StoreError:
            await self._socket.close(TRY_LATER)
            return
        with self._hub.watching(link) as watcher:
            speaker = asyncio.create_task(self._speak(watcher))
            try:
                while (await self._socket.receive())["type"] != "websocket.disconnect":
                    pass  # whatever else is said is not needed
            except (WebSocketDisconnect, RuntimeError):
                pass
            finally:
                speaker.cancel()
        await self._announce()

    async def _greeted(self) -> Link:
        """The client that opened the socket says by a token who they are."""
        async with asyncio.timeout(GREETING):
            greeting = json.loads(await self._socket.receive_text())
        self._token = greeting["token"]
        return await self._threads.run(partial(self._service.link, self._token, self._game), self._game, self._address)

    async def _speak(self, watcher: Watcher) -> None:
        try:
            await self._announce()
            while True:
                watcher.news.clear()
                news = self._limiter.paying("read", self._address, self._news)
                await self._socket.send_json(await self._threads.run(news, self._game, self._address))
                await asyncio.sleep(BREATH * self._hub.watchers(self._game))  # changes in between are combined
                try:
                    async with asyncio.timeout(HEARTBEAT):
                        await watcher.news.wait()
                except TimeoutError:
                    await self._announce()
        except StoreError:
            await self._socket.close(TRY_LATER)
        except (Refused, Unknown):  # the game was deleted, or the seat has another link now
            await self._socket.close(NOT_YOURS)
        except (WebSocketDisconnect, RuntimeError):
            pass  # gone
        except Exception:
            log.exception("a socket of game %s was given up", self._game)
            await self._socket.close(FAULT)

    def _news(self) -> News:
        self._service.link(self._token, self._game)  # while it opens the seat
        return self._service.news_of(self._game)

    async def _announce(self) -> None:
        """Tell other processes who looks at the game here; if that fails now, the next heartbeat does it."""
        said = self._hub.presence(self._game)
        try:
            await self._threads.run(partial(self._service.store.announce, said))
        except StoreError as error:
            log.info("other processes could not be told who is here: %s", error)
