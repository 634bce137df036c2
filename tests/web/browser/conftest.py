"""A real server and a real Chromium (Debian's package), shared by all browser tests of a worker."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tests.system import chromium
from tests.web.browser.support import COUNTING, Server, Table

playwright = pytest.importorskip("playwright.sync_api")

PATIENCE = 30_000  # milliseconds after which something that should happen soon has not, on a busy machine either
playwright.expect.set_options(timeout=PATIENCE)


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    program = chromium()
    with playwright.sync_playwright() as started:
        found = started.chromium.launch(
            executable_path=program,
            args=["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"],
        )
        yield found
        found.close()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """`fitl serve` as people start it, on a free port with a database of its own."""
    server = Server(tmp_path_factory.mktemp("server") / "games.sqlite3")
    server.start()
    yield server
    server.end()


@pytest.fixture
def open_page(browser: Any, server: Server) -> Iterator[Callable[..., Any]]:
    """Opens a page in a browser profile of its own; whatever the console complains about fails the test."""
    contexts: list[Any] = []
    complaints: list[str] = []

    def make(
        path: str = "/", *, width: int = 1280, height: int = 800, stored: dict[str, str] | None = None, **settings: Any
    ) -> Any:
        """`stored`: what the browser remembers from before."""
        if stored:
            items = [{"name": name, "value": value} for name, value in stored.items()]
            settings["storage_state"] = {"origins": [{"origin": server.address, "localStorage": items}]}
        # What a service worker fetches no test could hold back; the one that is about it lets it in.
        settings.setdefault("service_workers", "block")
        # What moves is waited for; those tests that are about it let it move.
        settings.setdefault("reduced_motion", "reduce")
        context = browser.new_context(viewport={"width": width, "height": height}, **settings)
        contexts.append(context)
        context.set_default_timeout(PATIENCE)
        context.add_init_script(COUNTING)
        page = context.new_page()
        page.on("pageerror", lambda error: complaints.append(f"{path}: {error}"))
        page.on(
            "console",
            lambda message: complaints.append(f"{path}: {message.text}") if message.type == "error" else None,
        )
        page.complaints = complaints
        page.goto(server.address + path)
        return page

    yield make
    for context in contexts:
        context.close()
    assert complaints == []


@pytest.fixture
def table(open_page: Callable[..., Any], server: Server) -> Callable[..., Table]:
    """Creates a game and sits down at it."""

    def make(
        scenario: str = "short-1965", me: str = "us", *, width: int = 1280, height: int = 800, **wish: Any
    ) -> Table:
        made = server.create(scenario, me, **wish)
        mine = next(link for link in made["links"] if link["mine"])
        return Table(open_page(mine["path"], width=width, height=height), server, made)

    return make
