"""A plain web host, as a folder of static files gets one: files as they are, packed with gzip where that helps."""

import gzip
import mimetypes
import threading
from collections import Counter
from functools import cache
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, Final
from urllib.parse import unquote, urlsplit

PACKED: Final = (".html", ".js", ".mjs", ".css", ".json", ".svg", ".wasm", ".webmanifest")
KINDS: Final = {".mjs": "text/javascript", ".js": "text/javascript", ".wasm": "application/wasm"}


@cache
def _packed(path: Path, _changed: int) -> bytes:
    return gzip.compress(path.read_bytes(), 6, mtime=0)


class Host:
    """Serves a folder on this machine, below `base`; counts what it sends."""

    def __init__(self, folder: Path, base: str = "/") -> None:
        self.sent: Counter[str] = Counter()
        host = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self) -> None:
                name = unquote(urlsplit(self.path).path)
                inside = name.removeprefix(base) if name.startswith(base) else ".."
                path = folder / (inside or "index.html")
                if ".." in inside or not path.is_file():
                    self.send_response(404)
                    self.send_header("Content-Length", "0")
                    self.end_headers()
                    return
                body = path.read_bytes()
                self.send_response(200)
                kind = KINDS.get(path.suffix) or mimetypes.guess_type(path.name)[0] or "application/octet-stream"
                self.send_header("Content-Type", kind)
                self.send_header("Cache-Control", "max-age=600")
                if path.suffix in PACKED:
                    body = _packed(path, path.stat().st_mtime_ns)
                    self.send_header("Content-Encoding", "gzip")
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)
                host.sent[inside] += len(body)

            def log_message(self, *_words: Any) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._thread = threading.Thread(target=self._server.serve_forever, daemon=True)
        self._thread.start()
        self.origin = f"http://127.0.0.1:{self._server.server_port}"
        self.address = self.origin + base.rstrip("/")

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()
