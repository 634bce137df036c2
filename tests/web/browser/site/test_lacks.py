"""What the folder says in a browser that lacks something: each is taken away before the page begins."""

import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest

from tests.web.browser.conftest import PATIENCE
from tests.web.browser.site.support import Site

REFUSED: Final = "throw new DOMException('refused', 'SecurityError')"
IN_THE_PAGE: Final = {
    "delete window.WebAssembly": "too old for the table",
    "delete window.Worker": "too old for the table",
    f"Object.defineProperty(window, 'localStorage', {{ get() {{ {REFUSED}; }} }})": "does not let the page",
}
IN_THE_WORKER: Final = {
    "WebAssembly.instantiateStreaming = async () => { throw new RangeError('could not allocate memory'); };": (
        "too little free memory"
    ),
    "WebAssembly.instantiateStreaming = async () => { throw new WebAssembly.CompileError('unknown type'); };": (
        "too old for the table"
    ),
    f"indexedDB.open = () => {{ {REFUSED}; }};": "does not store games",
}


@pytest.fixture
def page(browser: Any) -> Iterator[Any]:
    context = browser.new_context(service_workers="block")
    context.set_default_timeout(PATIENCE)
    yield context.new_page()
    context.close()


@pytest.mark.parametrize("taken", IN_THE_PAGE)
def test_what_the_page_lacks_is_said(page: Any, server: Site, taken: str) -> None:
    page.add_init_script(taken)
    page.goto(server.front)
    page.wait_for_selector(f"#word:has-text('{IN_THE_PAGE[taken]}')")


@pytest.mark.parametrize("taken", IN_THE_WORKER)
def test_what_the_worker_lacks_is_said(page: Any, folder: Path, tmp_path: Path, taken: str) -> None:
    copy = tmp_path / "site"
    shutil.copytree(folder, copy, copy_function=os.link)
    script = copy / "site" / "python.js"
    text = script.read_text(encoding="utf-8")
    script.unlink()
    script.write_text(f"{taken}\n{text}", encoding="utf-8")
    site = Site(copy)
    try:
        page.goto(site.front)
        page.wait_for_selector(f"#word:has-text('{IN_THE_WORKER[taken]}')", timeout=4 * PATIENCE)  # Python begins first
    finally:
        site.close()


def test_a_folder_opened_from_a_disk_says_what_to_do(page: Any, folder: Path) -> None:
    page.goto((folder / "index.html").as_uri())
    page.wait_for_selector("#word:has-text('fitl site --single')")


def test_a_browser_that_cannot_read_the_scripts_is_told_so(page: Any, server: Site) -> None:
    page.add_init_script("delete window.structuredClone")
    page.route("**/site/folder.js", lambda route: route.fulfill(body="let = ;", content_type="text/javascript"))
    page.goto(server.front)
    page.wait_for_selector("#word:has-text('too old for the table')")
