"""The server's part, in a worker of the browser: requests, lines and bots over a Service, one thing at a time.

Nothing is shown before it is kept: every answer and every piece of news waits until what has changed is written.
"""

import asyncio
import json
import logging
import pickle
from typing import Any, Final, Protocol

from fitl.catalogue import speaking, tell
from fitl.server.calls import Offloaded
from fitl.server.hub import Hub
from fitl.server.offload.job import Job
from fitl.server.offload.jobs.look import Look
from fitl.server.offload.jobs.search import Search
from fitl.server.retention import Keeping, Quota
from fitl.server.searches import Progress, in_short, nothing_found
from fitl.server.seating import Unclear
from fitl.server.service import Played, Service
from fitl.server.stored import Listed
from fitl.server.webhook import Nudges
from fitl.site.calls import Answer, Asked, as_json, refusal, told
from fitl.site.kept import Elsewhere, Keeper, Kept
from fitl.site.study import PATIENCE, Buffer
from fitl.thinker.thought import Question, Thought

LOOK: Final = 0.25  # seconds between two looks at how far a thinker is
KEPT: Final = "/api/kept"
NOT_YOURS: Final = 4401  # as a server's socket says it
QUOTA: Final = Quota(None, None, None, None, Quota().bytes_game)

log = logging.getLogger(__name__)


class Outside(Protocol):
    """What the worker does for Python (site/static/worker.js)."""

    def said(self, line: int, news: str) -> None: ...

    def closed(self, line: int, code: int) -> None: ...

    async def claim(self, game: str) -> str:
        """Is a game this tab's to play? "mine", "new" (it was not a moment ago) or "elsewhere"."""

    async def study(self, job: int, order: bytes) -> Buffer:
        """Have the second worker do something."""

    def end(self, job: int) -> None:
        """End a search."""

    def give_up(self) -> None:
        """The second worker does not answer: end it."""


class Nobody(Nudges):
    """Nobody is sent word from a tab."""

    def send(self, listed: Listed) -> None:
        pass


class Tab:
    """All games of this browser."""

    def __init__(self, outside: Outside, keeper: Keeper, records: str, language: str) -> None:
        self._outside = outside
        self._kept = Kept(keeper, json.loads(records))
        self._language = language
        self._hub = Hub()
        store = self._kept.store
        self.service = Service(store, self._hub, Nobody(), Keeping(store, QUOTA))
        self.service.set_to_work = self._set_to_work
        self._writing = asyncio.Lock()
        self._bots: dict[str, asyncio.Task[None]] = {}
        self._lines: dict[int, asyncio.Task[None]] = {}
        self._heard: dict[int, Progress] = {}
        self._job = 0

    def begin(self) -> None:
        """Belong to the running loop; bots go on where they were."""
        self._hub.start()
        for game in self._kept.store.waiting_for_bots():
            self._set_to_work(game)

    # --- requests ---

    async def ask(self, method: str, path: str, token: str, body: str) -> Answer:
        """Answer a request as a server does."""
        with speaking(self._language):
            asked = Asked(method, path, token, body)
            try:
                if asked.path == KEPT:
                    return await self._all(asked)
                call, game = asked.call
                if game and method == "POST" and not await self._claimed(game):
                    return refusal(Elsewhere())
                async with self._writing:
                    said = call.work(self.service, asked.ask(game))
                    await self._kept.save()
                    if not isinstance(said, Offloaded):
                        return told(said)
                    order = self._order(said.job)
                result = await self._studied(order)
                if isinstance(result, Exception):
                    raise result
                async with self._writing:
                    after = told(said.then(result))
                    await self._kept.save()
                    return after
            except Exception as error:
                return refusal(error)

    def _order(self, job: Job[Any]) -> bytes:
        """A job for the second worker, with the game it is about."""
        return pickle.dumps((job, self._kept.store.record(job.game) if isinstance(job, Look) else None))

    async def _all(self, asked: Asked) -> Answer:
        """All games as they are kept, to be taken to another browser; or what was taken there."""
        async with self._writing:
            if asked.method == "GET":
                return Answer(200, as_json(self._kept.all()))
            games = asked.ask().body.get("games")
            if not isinstance(games, list):
                raise Unclear(tell("server.refuse.import"))
            return Answer(200, as_json({"brought": await self._kept.bring(games)}))

    async def _claimed(self, game: str) -> bool:
        """Is the game this tab's to play?"""
        said = await self._outside.claim(game)
        if said == "new":
            await self.look_again(game)
        return said != "elsewhere"

    async def look_again(self, game: str) -> None:
        """Another tab has kept something of a game."""
        async with self._writing:
            if await self._kept.look_again(game):
                self._hub.publish(game)

    # --- lines ---

    def open_line(self, line: int, game: str, greeting: str) -> None:
        """Tell the viewer of a game when there is something new."""
        self._lines[line] = asyncio.ensure_future(self._speak(line, game, json.loads(greeting)["token"]))

    def close_line(self, line: int) -> None:
        task = self._lines.pop(line, None)
        if task is not None:
            task.cancel()

    async def _speak(self, line: int, game: str, token: str) -> None:
        try:
            with self._hub.watching(self.service.link(token, game)) as watcher, speaking(self._language):
                while True:
                    watcher.news.clear()
                    async with self._writing:
                        self.service.link(token, game)  # while it opens the seat
                        news = self.service.news_of(game)
                    self._outside.said(line, json.dumps(news))
                    await watcher.news.wait()
        except LookupError:
            self._outside.closed(line, NOT_YOURS)

    # --- bots ---

    def _set_to_work(self, game: str) -> None:
        if game not in self._bots:
            self._bots[game] = asyncio.ensure_future(self._play(game))

    async def _play(self, game: str) -> None:
        try:
            with speaking(self._language):
                thought: Thought | None = None
                while await self._claimed(game) and (played := await self._slice(game, thought)).more:
                    thought = None if played.question is None else await self._think(game, played.question)
        except (LookupError, Elsewhere):
            pass  # it is gone, or another tab's
        except Exception:
            log.exception("the bots of game %s stopped", game)
        finally:
            del self._bots[game]

    async def _slice(self, game: str, thought: Thought | None) -> Played:
        await asyncio.sleep(0)  # people first
        async with self._writing:
            played = self.service.play_bots(game, thought)
            await self._kept.save()
            return played

    async def _think(self, game: str, question: Question) -> Thought:
        """Run the search in the second worker, and report its progress."""
        with self.service.searches.under_way(game) as heard:
            self._job += 1
            job = self._job
            self._heard[job] = heard
            work = asyncio.ensure_future(self._studied(self._order(Search(question)), job))
            try:
                return await self._patiently(game, job, question, work, heard)
            except Exception:
                log.exception("a thinker of game %s could not think", game)
                return nothing_found(question)
            finally:
                del self._heard[job]

    async def _patiently(
        self, game: str, job: int, question: Question, work: "asyncio.Future[Any]", heard: Progress
    ) -> Thought:
        told = -1.0
        waited = 0.0
        while not (await asyncio.wait((work,), timeout=LOOK))[0]:
            if heard.part != told:
                told = heard.part
                self.service.tell_thought(game)
            if heard.stopped:
                self._outside.end(job)
                waited += LOOK
            if waited > PATIENCE:
                self._outside.give_up()
        try:
            said = work.result()
        except Exception:  # the worker was given up
            return in_short(question)
        if not isinstance(said, Thought):
            raise said
        return said

    def part(self, job: int, part: float) -> None:
        """Report how much of a search's budget is spent."""
        if job in self._heard:
            self._heard[job].part = part

    async def _studied(self, order: bytes, job: int = 0) -> Any:
        return pickle.loads((await self._outside.study(job, order)).to_bytes())
