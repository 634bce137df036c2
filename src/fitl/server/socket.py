"""The socket that tells a page when to look again. It carries only numbers: what is seen comes by the API."""

import asyncio
import contextlib
import json
from typing import Final

import anyio
import anyio.to_thread
from starlette.websockets import WebSocket, WebSocketDisconnect

from fitl.server.hub import Hub, Watcher
from fitl.server.service import Service, Unknown
from fitl.server.store import StoreError

HEARTBEAT: Final = 20.0  # seconds; also how soon a change is noticed if no news came of it
GREETING: Final = 10.0  # seconds in which a socket must say who it is
NOT_YOURS: Final = 4401  # close code: the token opens nothing here
TRY_LATER: Final = 1013


class Live:
    """One socket: says when there is something new to look at."""

    def __init__(self, service: Service, hub: Hub, socket: WebSocket) -> None:
        self._service = service
        self._hub = hub
        self._socket = socket

    async def run(self) -> None:
        await self._socket.accept()
        try:
            async with asyncio.timeout(GREETING):
                greeting = json.loads(await self._socket.receive_text())
            token = greeting["token"]
            link = await anyio.to_thread.run_sync(self._service.link, token, self._socket.path_params["game"])
        except (TimeoutError, ValueError, KeyError, TypeError, AttributeError, Unknown):
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
                while True:  # whatever else is said is not needed; this ends when the other side goes
                    await self._socket.receive()
                    if self._socket.client_state.name == "DISCONNECTED":
                        break
            except (WebSocketDisconnect, RuntimeError):
                pass
            finally:
                speaker.cancel()

    async def _speak(self, watcher: Watcher) -> None:
        while True:
            watcher.news.clear()
            try:
                news = await anyio.to_thread.run_sync(self._service.news_of, watcher.link.game)
                await self._socket.send_json(news)
            except (StoreError, Unknown):
                await self._socket.close(TRY_LATER)
                return
            except (WebSocketDisconnect, RuntimeError):
                return
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(HEARTBEAT):
                    await watcher.news.wait()
