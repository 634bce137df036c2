"""Claims: a saved game is played in one terminal at a time.

A claim is a lock on the journal file. It ends with the program, however that ends; where files cannot be locked there
is none.
"""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from fitl.catalogue import tell

FAR: Final = 0x7FFF_0000  # the byte that Windows locks: nobody may read a locked one, and no journal reaches so far

try:
    import fcntl

    def _lock(descriptor: int) -> None:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)

except ImportError:  # Windows
    import msvcrt

    def _lock(descriptor: int) -> None:
        before = os.lseek(descriptor, 0, os.SEEK_CUR)
        os.lseek(descriptor, FAR, os.SEEK_SET)
        try:
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined, unused-ignore]
        finally:
            os.lseek(descriptor, before, os.SEEK_SET)


class InUse(OSError):
    """The game is being played elsewhere; nothing was read or written."""


def claim(descriptor: int, path: Path) -> None:
    """Claim an open file as long as it stays open."""
    try:
        _lock(descriptor)
    except (BlockingIOError, PermissionError):  # as Linux and macOS, and as Windows say that somebody has it
        raise InUse(tell("file.open_elsewhere", file=path)) from None
    except OSError:
        return  # a file system without locks


_held: Final[dict[Path, int]] = {}  # the descriptors by which `claimed` holds files


def let_go(path: Path) -> None:
    """Give up what `claimed` holds of this file: Windows replaces none that is open."""
    descriptor = _held.pop(path.absolute(), None)
    if descriptor is not None:
        os.close(descriptor)


@contextmanager
def claimed(path: Path) -> Iterator[None]:
    """Claim a file for a while; if it is not there, anyone who opens it will say so."""
    descriptor = os.open(path, os.O_RDONLY) if path.is_file() and os.access(path, os.R_OK) else None
    if descriptor is None:
        yield
        return
    _held[path.absolute()] = descriptor
    try:
        claim(descriptor, path)
        if not os.path.samestat(os.fstat(descriptor), os.stat(path)):
            raise InUse(tell("file.opening_elsewhere", file=path))  # it was replaced under our hands
        yield
    finally:
        let_go(path)
