"""Claims: a saved game is played in one terminal at a time.

A claim is an advisory lock on the journal file. It ends with the program, however that ends; where files cannot be
locked there is none.
"""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from fitl.catalogue import tell

if sys.platform != "win32":
    import fcntl


class InUse(OSError):
    """The game is being played elsewhere; nothing was read or written."""


def claim(descriptor: int, path: Path) -> None:
    """Claim an open file as long as it stays open."""
    if sys.platform == "win32":
        return
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise InUse(tell("file.open_elsewhere", file=path)) from None
    except OSError:
        return  # a file system without locks


@contextmanager
def claimed(path: Path) -> Iterator[None]:
    """Claim a file for a while; if it is not there, whoever opens it will say so."""
    descriptor = os.open(path, os.O_RDONLY) if path.is_file() and os.access(path, os.R_OK) else None
    if descriptor is None:
        yield
        return
    try:
        claim(descriptor, path)
        if not os.path.samestat(os.fstat(descriptor), os.stat(path)):
            raise InUse(tell("file.opening_elsewhere", file=path))  # it was replaced under our hands
        yield
    finally:
        os.close(descriptor)
