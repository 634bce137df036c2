"""The optional compiled build: `FITL_COMPILE=1 pip wheel .` (docs/decisions/0013-compiled-build.md).

Without the variable this file adds nothing to what pyproject.toml says, and the wheel is plain Python.
"""

import os
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, Final

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

SOURCE = Path("src")
WANTED: Final = os.environ.get("FITL_COMPILE") == "1"
COMPILER: Final = "mypy==2.4.1"  # brings mypyc; the version of requirements/dev.txt
BUILDING: Final = ("bdist_wheel", "build_ext", "build", "editable_wheel", "install", "develop")

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
    """What is compiled: nothing unless it is asked for.

    A build asks several times what there is before it builds; only then is the work done, which takes minutes.
    """
    if not WANTED or not set(BUILDING) & set(sys.argv):
        return []
    try:
        from mypyc.build import mypycify
    except ImportError:
        raise SystemExit(
            f"FITL_COMPILE=1 needs {COMPILER}, which brings mypyc, and a C compiler. 'pip wheel .' gets it by itself. "
            "With --no-build-isolation install it before, or use 'make compiled', which does both."
        ) from None
    return mypycify(compiled_modules(), opt_level="2", debug_level="0", multi_file=True)


class ManyAtOnce(build_ext):
    """Compiles as many files at a time as there are processors: the compiled core is one extension of many."""

    def build_extensions(self) -> None:
        compiler = self.compiler
        compile_some = compiler.compile
        if hasattr(compiler, "initialize") and not getattr(compiler, "initialized", True):
            compiler.initialize()  # Microsoft's, which else each thread would do

        def compile_all(sources: list[str], **options: Any) -> list[str]:
            with ThreadPoolExecutor(os.cpu_count()) as threads:
                each = list(threads.map(lambda source: compile_some([source], **options), sources))
            return [found for objects in each for found in objects]

        compiler.compile = compile_all
        super().build_extensions()


if __name__ == "__main__":
    setup(
        ext_modules=extensions(),
        cmdclass={"build_ext": ManyAtOnce},
        setup_requires=[COMPILER] if WANTED else [],
    )
