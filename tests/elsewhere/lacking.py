"""What the fakes of other systems are made of (see windows/ and macos/). Linux only, the standard library only."""

import os
import sys
from collections.abc import Iterator, Sequence
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import Any


def remove(module: ModuleType | type, *names: str) -> None:
    """The system does not have these."""
    for name in names:
        if hasattr(module, name):
            delattr(module, name)


class Absent:
    """An importer's first question: these modules do not exist."""

    def __init__(self, names: Sequence[str]) -> None:
        self.names = frozenset(names)

    def find_spec(self, name: str, path: Any = None, target: Any = None) -> ModuleSpec | None:
        if name in self.names:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)
        return None


def without_modules(*names: str) -> None:
    for name in names:
        sys.modules.pop(name, None)
    sys.meta_path.insert(0, Absent(names))


def _descriptors() -> Iterator[str]:
    """Of every process that may be looked at."""
    for process in os.listdir("/proc"):
        if process.isdecimal():
            folder = f"/proc/{process}/fd"
            try:
                yield from (f"{folder}/{number}" for number in os.listdir(folder))
            except OSError:
                continue  # it has ended, or is somebody else's


def is_open(path: str) -> bool:
    """Does anybody have this file open?"""
    real = os.path.realpath(path)
    for descriptor in _descriptors():
        try:
            if os.readlink(descriptor) == real:
                return True
        except OSError:
            continue
    return False
