"""The optional compiled build: `FITL_COMPILE=1 pip wheel .` (docs/decisions/0013-compiled-build.md).

Without the variable this file adds nothing to what pyproject.toml says, and the wheel is plain Python.
"""

import os
from pathlib import Path

from setuptools import Extension, setup

SOURCE = Path("src")

# The core, what runs between one decision and the next, and the non-players. Everything above stays plain Python, and
# so do the loaders of static facts, which run once.
COMPILED = (
    "fitl/prng.py",
    "fitl/lasting.py",
    "fitl/decisions.py",
    "fitl/era.py",
    "fitl/state.py",
    "fitl/board/factions.py",
    "fitl/board/pieces.py",
    "fitl/board/spaces.py",
    "fitl/rules/**/*.py",
    "fitl/events/**/*.py",
    "fitl/eras/**/*.py",
    "fitl/bots/**/*.py",
    "fitl/thinker/*.py",
)


def compiled_modules() -> list[str]:
    """The files to compile; packages' own files import, and a non-player's class is one that may be patched."""
    found = [path for pattern in COMPILED for path in sorted(SOURCE.glob(pattern)) if path.name != "__init__.py"]
    return [str(path) for path in found]


def extensions() -> list[Extension]:
    """What is compiled: nothing unless it is asked for."""
    if os.environ.get("FITL_COMPILE") != "1":
        return []
    try:
        from mypyc.build import mypycify
    except ImportError:
        raise SystemExit(
            "FITL_COMPILE=1 needs mypy, which brings mypyc, and a C compiler: pip install mypy setuptools wheel, then "
            "build with --no-build-isolation; or use 'make compiled', which does both."
        ) from None
    return mypycify(compiled_modules(), opt_level="2", debug_level="0", multi_file=True)


if __name__ == "__main__":
    setup(ext_modules=extensions())
