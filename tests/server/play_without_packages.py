"""A program: plays through the calls of the server, over a store in memory, where nothing but fitl can be imported."""

import asyncio
import json
import sys
import threading
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec
from typing import Any

REFUSED = {
    *("starlette", "sqlalchemy", "alembic", "uvicorn", "anyio", "h11", "psycopg", "rich", "websockets", "platformdirs"),
    *("multiprocessing", "resource", "_multiprocessing"),  # a browser has none
}


class Refusing(MetaPathFinder):
    """Finds nothing of what is refused."""

    def find_spec(self, name: str, _path: object = None, _target: object = None) -> ModuleSpec | None:
        if name.partition(".")[0] in REFUSED:
            raise ModuleNotFoundError(name)
        return None


sys.meta_path.insert(0, Refusing())

from fitl.server.bots import Bots  # noqa: E402
from fitl.server.calls import Answer, Ask, answer  # noqa: E402
from fitl.server.hub import Hub  # noqa: E402
from fitl.server.offload.inline import Inline  # noqa: E402
from fitl.server.retention import UNLIMITED, Keeping  # noqa: E402
from fitl.server.service import Service  # noqa: E402
from fitl.server.store.memory import MemoryStore, Record  # noqa: E402
from fitl.server.webhook import Nudges  # noqa: E402


class Tab:
    """What a browser would hold."""

    def __init__(self) -> None:
        self.saved: dict[str, str | None] = {}
        self.store = MemoryStore(changed=self._save)
        self.service = Service(self.store, Hub(), Nudges(), Keeping(self.store, UNLIMITED))
        self.offload = Inline(self.store)
        self.bots = Bots(self.service, self.offload, apart=False, threads=0)
        self.service.set_to_work = self.bots.set_to_work
        self.service.hub.start()
        self.game = self.token = ""

    def _save(self, game: str, record: Record | None) -> None:
        self.saved[game] = None if record is None else json.dumps(record)

    async def ask(self, method: str, path: str, body: Any = None, **query: str) -> Answer:
        raw = b"" if body is None else json.dumps(body).encode()
        return await answer(self.service, self.offload, method, path, Ask("", self.token, query, raw))

    async def told(self, method: str, path: str, body: Any = None, **query: str) -> Any:
        said = await self.ask(method, path, body, **query)
        assert said.status in (200, 201), said
        return json.loads(said.text) if said.kind == "application/json" else said.text.decode()

    async def sit_down(self, plays: str, path: str = "/api/games", **wish: Any) -> None:
        kinds = {"us": "me", "arvn": "me", "nva": "me", "vc": "bot"}
        seats = [{"factions": [name], "kind": kind} for name, kind in kinds.items()]
        for seat in seats:
            if seat["kind"] == "bot" and plays:
                seat["plays"] = plays
        made = await self.told("POST", path, {"seats": seats, **wish})
        self.game = f"/api/games/{made['game']}"
        self.token = made["links"][0]["token"]

    async def play(self, answers: int) -> Any:
        table = await self.settled()
        for _ in range(answers):
            decision = table["view"]["decision"]
            body = {"number": decision["number"], "key": decision["options"][-1]["key"]}
            table = (await self.told("POST", f"{self.game}/choose", body))["state"]
            if table["thinking"]:
                table = await self.settled()
        return table

    async def settled(self) -> Any:
        while (await self.told("GET", f"{self.game}/version"))["thinking"]:
            await asyncio.sleep(0.001)
        return await self.told("GET", self.game)


async def main() -> None:
    tab = Tab()
    assert len(await tab.told("GET", "/api/scenarios")) > 5
    await tab.sit_down("", scenario="short-1965", seed=3)
    table = await tab.play(30)
    assert (await tab.told("GET", f"{tab.game}/hint"))["by"] == "flowchart"
    undone = await tab.told("POST", f"{tab.game}/undo", {"number": table["number"]})
    assert undone["state"]["number"] < table["number"]
    entries = undone["state"]["entries"]
    assert await tab.told("GET", f"{tab.game}/history")
    assert (await tab.told("GET", tab.game, at=str(entries // 2)))["view"]
    assert await tab.told("GET", f"{tab.game}/log.txt")
    journal = await tab.told("GET", f"{tab.game}/journal")
    assert (await tab.ask("GET", f"{tab.game}/nothing")).status == 404
    assert (await tab.ask("GET", f"{tab.game}/log", **{"from": "x"})).status == 400
    print("played")

    before = await tab.told("GET", tab.game)
    await tab.sit_down("", "/api/games/import", journal=journal)
    assert (await tab.settled())["entries"] == before["entries"]
    await tab.play(3)
    assert (await tab.ask("POST", "/api/games/import", {"journal": "x"})).status == 400
    again = MemoryStore(json.loads(text) for text in tab.saved.values() if text is not None)
    assert len(again.kept()) == 2
    print("imported")

    await tab.sit_down("thinker:quick", scenario="short-1965", seed=3)
    for _ in range(40):
        table = await tab.play(1)
        if table["turns"]:
            break
    assert table["turns"], "a thinker has played"
    assert not table["left_to_people"]
    assert threading.active_count() == 1
    assert not REFUSED & {name.partition(".")[0] for name in sys.modules}
    print("searched")
    await tab.bots.close()


asyncio.run(main())
