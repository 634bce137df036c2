"""`fitl site --single`: the folder as one HTML file, which a browser opens from a disk (docs/site.md).

Such a file may fetch nothing. So every file of the folder is a part of it: all parts in a row, packed, as text.
"""

import base64
import gzip
import hashlib
import html
import mimetypes
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from fitl.catalogue import tell
from fitl.server.assets import script
from fitl.site.pages import POLICY, STATIC, WEB, WORDS, facts, inside_html

WORKER: Final = "worker.js"  # the part that static/single.js and static/single_worker.js start
LEFT_OUT: Final = ("runtime/pyodide.mjs", "runtime/pyodide.asm.mjs")  # they are in the worker's script
KINDS: Final = {".wasm": "application/wasm", ".js": "text/javascript", ".woff2": "font/woff2"}
EXPORT: Final = re.compile(r"export\{(\w+) as loadPyodide,[^}]*\};?|export default (\w+);?")


def write_single(target: Path, folder: Path, runtime: Path, program: dict[str, str]) -> int:
    """Pack the folder's pages and program into one file; return its size in bytes."""
    parts = {**dict(_parts(folder)), WORKER: _worker(runtime).encode()}
    packed = base64.b64encode(gzip.compress(b"".join(parts.values()), 9, mtime=0)).decode()
    sheet = (STATIC / "shell.css").read_text(encoding="utf-8")
    old, whole = (STATIC / "old.js").read_text(encoding="utf-8"), script(STATIC, "single.js")
    rows = [[name, _kind(name), len(body)] for name, body in parts.items()]
    icon = base64.b64encode((WEB / "img" / "favicon.svg").read_bytes()).decode()
    page = (STATIC / "single.html").read_text(encoding="utf-8")
    words = {
        "POLICY": policy(scripts=(old, whole), sheet=sheet),
        "ICON": f"data:image/svg+xml;base64,{icon}",
        "STYLE": sheet,
        "NOSCRIPT": html.escape(tell(f"{WORDS}no_script")),
        "FACTS": inside_html({**facts(program), "parts": rows}),
        "OLD": old,
        "PARTS": packed,
        "SCRIPT": whole,
    }
    text = re.sub(r"%([A-Z]+)%", lambda found: words[found[1]], page)
    target.write_text(text, encoding="utf-8")
    return target.stat().st_size


def policy(scripts: tuple[str, ...], sheet: str) -> str:
    """The file may run its own scripts and read its own parts, nothing else: no address of a network is allowed."""
    own = " ".join(map(_hash, scripts))
    rules = (
        "default-src 'none'",
        f"script-src {own} blob: 'wasm-unsafe-eval'",
        "worker-src blob:",
        f"style-src {_hash(sheet)} blob:",
        "img-src data: blob:",
        "font-src data: blob:",
        "connect-src data: blob:",
        "base-uri 'none'",
        "form-action 'none'",
    )
    return "; ".join(rules)


def _hash(text: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


def _parts(folder: Path) -> Iterator[tuple[str, bytes]]:
    """Every file of the folder that a page or the worker reads; pages without a policy, for the file has one."""
    for path in sorted(folder.rglob("*")):
        name = path.relative_to(folder).as_posix()
        if path.is_file() and name not in LEFT_OUT:
            body = path.read_bytes()
            if path.suffix == ".html":
                body = body.replace(f'content="{POLICY}"'.encode(), b'content=""')
            yield name, body


def _kind(name: str) -> str:
    return KINDS.get(Path(name).suffix) or mimetypes.guess_type(name)[0] or "application/octet-stream"


def _worker(runtime: Path) -> str:
    """The runtime and the worker as one classic script: files may start no worker that is a module."""
    parts = ["self.importScripts = undefined; // the runtime refuses workers that have it"]
    for name, file in (("loadPyodide", "pyodide.mjs"), ("createPyodideModule", "pyodide.asm.mjs")):
        source = (runtime / file).read_text(encoding="utf-8").replace("import.meta.url", f'"fitl:/runtime/{file}"')
        source = EXPORT.sub(lambda found: f"return {found[1] or found[2]};", source)
        parts.append(f"self.{name} = (() => {{{source}\n}})();")
    return "\n".join((*parts, script(STATIC, "single_worker.js")))
