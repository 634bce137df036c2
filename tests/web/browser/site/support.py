"""A table in the folder that `fitl site` writes, seen as the browser tests see one on a server."""

import json
from pathlib import Path
from typing import Any, Final

from playwright.sync_api import Error

from tests.web.browser.site.hosting import Host
from tests.web.browser.support import Games

# What belongs to the page around the frame; everything else is what lies in it.
_AROUND: Final = """
    add_init_script bring_to_front close complaints context emulate_media expect_download
    expect_event expect_popup go_back go_forward keyboard mouse on once pdf request route screenshot
    set_viewport_size touchscreen unroute viewport_size wait_for_event"""
AROUND: Final = frozenset(_AROUND.split())
ASK: Final = """async ([method, path, token, body]) => {
  const headers = token ? { Authorization: `Bearer ${token}` } : {};
  const answer = await fitlSite.ask(path, { method, headers, body: body === null ? undefined : JSON.stringify(body) });
  return [answer.status, await answer.text()];
}"""


class Framed:
    """A page of the folder."""

    def __init__(self, page: Any) -> None:
        self.around = page

    @property
    def frame(self) -> Any:
        """The page; while one frame takes another's place there is none for a moment."""
        while not (found := [frame for frame in self.around.frames if frame.parent_frame is not None]):
            self.around.wait_for_timeout(20)
        return found[0]

    def wait_for_selector(self, *words: Any, **settings: Any) -> Any:
        """Wait in the frame, and in the one that takes its place."""
        while True:
            try:
                return self.frame.wait_for_selector(*words, **settings)
            except Error as error:
                if "detached" not in str(error):
                    raise

    def __getattr__(self, name: str) -> Any:
        return getattr(self.around if name in AROUND else self.frame, name)

    @property
    def url(self) -> str:
        return str(self.around.url)

    def wait_for_url(self, *words: Any, **settings: Any) -> None:
        self.around.wait_for_url(*words, **settings)

    def reload(self) -> None:
        self.around.reload()
        self.around.wait_for_function("() => frames[0]?.location.href !== 'about:blank'")

    def go(self, path: str) -> None:
        """Go to an address as a server has it."""
        self.around.evaluate("(path) => { location.hash = path; }", path)


class Asked(Games):
    """A table without a server, asked as a server is: by the page that was opened last."""

    page: Framed
    front: str  # its address

    def told(self, method: str, path: str, *, token: str = "", body: Any = None) -> tuple[int, str]:
        """The status and the text that a request is answered with."""
        status, text = self.page.around.evaluate(ASK, [method, path, token, body])
        return status, text

    def asked(self, method: str, path: str, *, token: str = "", body: Any = None) -> Any:
        status, text = self.told(method, path, token=token, body=body)
        assert status in (200, 201), text
        return json.loads(text)


class Site(Host, Asked):
    """The folder on a web host."""

    def __init__(self, folder: Path, base: str = "/") -> None:
        super().__init__(folder, base)
        self.front = f"{self.address}/"


class Single(Asked):
    """The one HTML file, on a disk."""

    def __init__(self, file: Path) -> None:
        self.origin = self.address = self.front = file.as_uri()
