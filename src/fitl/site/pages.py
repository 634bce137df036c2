"""The pages as they lie in the folder: bundled like a server's (server/assets.py), in each language.

All paths are relative, so that they hold wherever the folder lies.
"""

import hashlib
import html
import json
import shutil
from importlib.resources import files
from pathlib import Path
from typing import Final

from fitl.catalogue import catalogue, languages, speaking, tell
from fitl.server import library
from fitl.server.assets import Assets

WEB: Final = Path(str(files("fitl.web").joinpath("static")))
STATIC: Final = Path(str(files("fitl.site").joinpath("static")))
PAGES: Final = ("lobby", "table", "learn", "rules", "cards", "editor")
# What a server tells at /api/NAME and never changes.
CONSTANTS: Final = {
    "messages": library.messages,
    "facts": library.facts,
    "scenarios": library.scenarios,
    "options": library.options,
    "readings": library.readings,
    "cards": library.cards,
    "rules": library.rules,
    "lesson": library.the_lesson,
}
WORDS: Final = "web.site."
# No more than WebAssembly needs beyond what a server's pages have (server/guard.py).
POLICY: Final = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self' 'wasm-unsafe-eval'",
        "worker-src 'self'",
        "style-src 'self'",
        "img-src 'self' data: blob:",
        "font-src 'self' data:",
        "connect-src 'self'",
        "manifest-src 'self'",
        "frame-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
    )
)


def write_pages(folder: Path) -> None:
    """Every page in every language, and all it is made of."""
    for part in ("img", "fonts"):
        shutil.copytree(WEB / part, folder / "static" / part, dirs_exist_ok=True)
    (folder / "assets").mkdir()
    assets = Assets(WEB, library.constants())
    for language in languages():
        with speaking(language):
            _write_language(folder, language, assets)


def _write_language(folder: Path, language: str, assets: Assets) -> None:
    """Pages and words lie in a folder of their language: who reads another need not fetch them."""
    data = folder / language / "data"
    data.mkdir(parents=True)
    for name in PAGES:
        page = assets.page(f"{name}.html").decode()
        for used in {part.partition('"')[0] for part in page.split('"/assets/')[1:]}:
            found = assets.asset(used)
            assert found is not None
            in_words = used.endswith(".json")
            text = found.body.replace(b'url("/static/', b'url("../static/')
            (data / used if in_words else folder / "assets" / used).write_bytes(text)
            page = page.replace(f'"/assets/{used}', f'"{"data" if in_words else "../assets"}/{used}')
        (folder / language / f"{name}.html").write_text(_in_folder(page), encoding="utf-8")
    for constant, read in CONSTANTS.items():
        (data / f"{constant}.json").write_text(as_json(read()), encoding="utf-8")


def _in_folder(page: str) -> str:
    """A page with relative paths, under the folder's policy; before all else it finds the frame it lies in."""
    own = (STATIC / "head.html").read_text(encoding="utf-8").replace("%POLICY%", POLICY)
    return page.replace('="/static/', '="../static/').replace("<title>", f"{own.strip()}\n  <title>", 1)


def write_frame(folder: Path, program: dict[str, str]) -> None:
    """The frame around the pages, its worker, and what makes it an app."""
    own = folder / "site"
    own.mkdir()
    for path in sorted(STATIC.iterdir()):
        if path.suffix == ".txt":
            shutil.copyfile(path, folder / path.name)
        elif path.suffix != ".html" and path.name != "sw.js" and not path.name.startswith("single"):
            shutil.copyfile(path, own / path.name)
    page = (STATIC / "index.html").read_text(encoding="utf-8")
    page = page.replace("%POLICY%", POLICY).replace("%NOSCRIPT%", html.escape(tell(f"{WORDS}no_script")))
    (folder / "index.html").write_text(page.replace("%FACTS%", inside_html(facts(program))), encoding="utf-8")
    (folder / "manifest.webmanifest").write_text(as_json(manifest()), encoding="utf-8")


def facts(program: dict[str, str]) -> dict[str, object]:
    """What the frame knows of its pages and its program."""
    return {
        "languages": ["en", *(each for each in languages() if each != "en")],
        "pages": PAGES,
        "constants": sorted(CONSTANTS),
        "words": {language: _words(language) for language in languages()},
        "files": program,
    }


def _words(language: str) -> dict[str, str]:
    with speaking(language):
        known = catalogue()
    return {name.removeprefix(WORDS): text for name, text in known.items() if name.startswith(WORDS)}


def manifest() -> dict[str, object]:
    """What makes the folder an app that can be installed."""
    icons = [
        ("icon-192.png", "192x192", "any"),
        ("icon-512.png", "512x512", "any"),
        ("icon-full.png", "512x512", "maskable"),
    ]
    return {
        "id": "./",
        "name": tell("web.lobby.title"),
        "short_name": tell(f"{WORDS}short_name"),
        "description": tell(f"{WORDS}about"),
        "start_url": "./",
        "scope": "./",
        "display": "standalone",
        "orientation": "any",
        "background_color": "#f6efdc",
        "theme_color": "#f6efdc",
        "categories": ["games"],
        "icons": [
            {"src": f"site/{file}", "sizes": sizes, "type": "image/png", "purpose": purpose}
            for file, sizes, purpose in icons
        ],
    }


def write_keeper(folder: Path) -> str:
    """The service worker, which knows every file by its content; the version of the folder."""
    files = (path for path in sorted(folder.rglob("*")) if path.is_file() and path != folder / "sw.js")
    found = {path.relative_to(folder).as_posix(): path for path in files}
    known = {name: hashlib.sha256(path.read_bytes()).hexdigest()[:16] for name, path in found.items()}
    text = (STATIC / "sw.js").read_text(encoding="utf-8").replace('"%FILES%"', json.dumps(as_json(known)))
    text = text.replace('"%LANGUAGES%"', as_json(list(languages())))
    version = hashlib.sha256(text.encode()).hexdigest()[:16]
    (folder / "sw.js").write_text(text.replace("%VERSION%", version), encoding="utf-8")
    return version


def as_json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def inside_html(value: object) -> str:
    return as_json(value).replace("<", "\\u003c")
