"""The fixtures of the browser tests over the folder of `fitl site` instead of a server."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.site.building import built
from tests.web.browser.conftest import PATIENCE
from tests.web.browser.site.support import Asked, Framed, Site
from tests.web.browser.support import COUNTING, Table


@pytest.fixture(scope="session")
def folder() -> Path:
    """What `fitl site` writes; written once for each state of the sources."""
    return built()


@pytest.fixture(scope="session")
def server(folder: Path) -> Iterator[Site]:
    """The folder on a web host of this machine, below its root."""
    site = Site(folder, "/below/")
    yield site
    site.close()


class Opener:
    """Opens the folder; what the console complains about meanwhile is kept."""

    def __init__(self, browser: Any, site: Asked) -> None:
        self._browser = browser
        self._site = site
        self._shared: Framed | None = None
        self._contexts: list[Any] = []
        self.complaints: list[str] = []

    def __call__(self, path: str = "/", *, width: int = 1280, height: int = 800, **settings: Any) -> Framed:
        """`stored`: what the browser remembers from before. Without more, the profile is one that has been here."""
        page = self.anew(width, height, **settings) if settings else self._again(width, height)
        page.go(path)
        self._site.page = page
        return page

    def _again(self, width: int, height: int) -> Framed:
        """Python takes seconds to begin: tests that need no profile of their own share one."""
        if self._shared is None:
            self._shared = self.anew(width, height)
            self._contexts.remove(self._shared.around.context)
        page = self._shared
        page.around.evaluate("localStorage.clear(); sessionStorage.clear(); location.hash = '/rules'")
        page.around.wait_for_function("() => frames[0].location.pathname.endsWith('rules.html')")
        page.set_viewport_size({"width": width, "height": height})
        return page

    def anew(self, width: int, height: int, *, stored: dict[str, str] | None = None, **settings: Any) -> Framed:
        """A page in a profile of its own."""
        settings.setdefault("service_workers", "block")
        settings.setdefault("reduced_motion", "reduce")
        if stored:
            assert isinstance(self._site, Site)
            items = [{"name": name, "value": value} for name, value in stored.items()]
            settings["storage_state"] = {"origins": [{"origin": self._site.origin, "localStorage": items}]}
        context = self._browser.new_context(viewport={"width": width, "height": height}, **settings)
        self._contexts.append(context)
        context.set_default_timeout(PATIENCE)
        context.add_init_script(COUNTING)
        return self.beside(context)

    def beside(self, context: Any) -> Framed:
        """Another tab of a profile."""
        page = context.new_page()
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("console", lambda told: self.complaints.append(told.text) if told.type == "error" else None)
        page.complaints = self.complaints
        page.goto(self._site.front)
        page.wait_for_function("() => frames.length && frames[0].location.href !== 'about:blank'")
        return Framed(page)

    def end(self) -> list[str]:
        """After a test: its profiles are closed. What was complained about?"""
        for context in self._contexts:
            context.close()
        self._contexts.clear()
        said, self.complaints[:] = list(self.complaints), []
        return said


@pytest.fixture(scope="session")
def opener(browser: Any, server: Site) -> Opener:
    return Opener(browser, server)


@pytest.fixture
def open_page(opener: Opener) -> Iterator[Opener]:
    """Opens the folder; whatever the console complains about fails the test."""
    yield opener
    assert opener.end() == []


@pytest.fixture
def table(open_page: Opener, server: Site) -> Callable[..., Table]:
    """Creates a game and sits down at it."""

    def make(
        scenario: str = "short-1965", me: str = "us", *, width: int = 1280, height: int = 800, **wish: Any
    ) -> Table:
        page = open_page("/", width=width, height=height)
        made = server.create(scenario, me, **wish)
        page.go(next(link for link in made["links"] if link["mine"])["path"])
        return Table(page, server, made)

    return make
