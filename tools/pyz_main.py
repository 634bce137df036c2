"""How `fitl.pyz` starts (tools/pyz.py puts this file in): unpack once among the user's caches, and run from there."""

import os
import sys
import tempfile
import zipfile
from pathlib import Path

STAMP = "STAMP"  # a file in the archive: a name for what is in it


def cache() -> Path:
    """Where programs of this system keep what they can make again."""
    for name in ("FITL_PYZ_CACHE", "LOCALAPPDATA", "XDG_CACHE_HOME"):
        if os.environ.get(name):
            return Path(os.environ[name]) / "fitl-pyz"
    return Path.home() / ("Library/Caches" if sys.platform == "darwin" else ".cache") / "fitl-pyz"


def unpacked(archive: Path) -> Path:
    """The folder with what is in the archive; it gets its name only when it is whole."""
    with zipfile.ZipFile(archive) as file:
        folder = cache() / file.read(STAMP).decode()
        if folder.is_dir():
            return folder
        folder.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=folder.parent) as temporary:
            whole = Path(temporary) / "whole"
            file.extractall(whole)
            try:
                whole.rename(folder)
            except OSError:
                if not folder.is_dir():  # else another one that started just now was faster
                    raise
    return folder


if __name__ == "__main__":
    if sys.version_info < (3, 11):  # noqa: UP036  (nobody has looked at requires-python on the way here)
        sys.exit(f"fitl needs Python 3.11 or newer; this is {sys.version.split()[0]}.")
    home = str(unpacked(Path(sys.argv[0])))
    sys.path[0] = home
    os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, (home, os.environ.get("PYTHONPATH"))))  # what it starts

    from fitl.cli.main import main

    sys.exit(main())
