"""As if this were Windows: what it lacks is gone, what it refuses is refused. Put this folder on PYTHONPATH.

`sys.platform` stays what it is, for the standard library of Linux must go on working; so what asks for it is not tried
here. File locks are those of `msvcrt`, and a file that somebody has open can be neither replaced, renamed nor deleted.
"""

import ctypes
import errno
import fcntl
import os
import signal
import socket
import subprocess  # noqa: F401  (it takes a machine that has msvcrt for Windows, so it is loaded before)
import sys
import time
from asyncio.unix_events import _UnixSelectorEventLoop  # type: ignore[attr-defined]
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any, NoReturn

sys.path.insert(0, str(Path(__file__).parents[1]))

from lacking import is_open, remove, without_modules

sys.path.pop(0)

remove(signal, "pthread_sigmask", "pthread_kill", "setitimer", "getitimer", "alarm", "pause", "sigwait", "sigpending")
remove(signal, "SIGALRM", "SIGHUP", "SIGUSR1", "SIGUSR2", "SIGQUIT", "SIGWINCH")
remove(os, "nice", "getpriority", "setpriority", "fork", "forkpty", "getloadavg", "killpg", "setsid", "posix_spawn")
remove(os, *[name for name in dir(os) if name.startswith(("sched_", "SCHED_"))])
remove(time, "tzset", "pthread_getcpuclockid")
remove(socket, "SO_REUSEPORT")


# --- files --------------------------------------------------------------------------------------------------------


def _in_use(*paths: Any) -> None:
    for path in paths:
        if is_open(os.fsdecode(path)):
            raise PermissionError(errno.EACCES, "The process cannot access the file because it is being used", path)


def _not_while_open(call: Callable[..., None], names: int) -> Callable[..., None]:
    """The same call, refused if one of the files named first is open."""

    def careful(*args: Any, **more: Any) -> None:
        if not any(more.values()):  # with `dir_fd`, which Windows does not have, names are relative
            _in_use(*args[:names])
        call(*args, **more)

    return careful


os.replace = _not_while_open(os.replace, 2)
os.rename = _not_while_open(os.rename, 2)
os.unlink = _not_while_open(os.unlink, 1)
os.remove = os.unlink

_open, _fsync = os.open, os.fsync


def _open_no_folder(path: Any, flags: int, mode: int = 0o777, **more: Any) -> int:
    # shutil.rmtree opens folders where the system lets it, which it has found out before.
    if not more and not flags & os.O_DIRECTORY and os.path.isdir(path) and "shutil" not in _caller():
        raise PermissionError(errno.EACCES, "Permission denied", path)
    return _open(path, flags, mode, **more)


def _caller() -> str:
    return sys._getframe(2).f_globals.get("__name__", "")


def _fsync_written(descriptor: Any) -> None:
    number = descriptor if isinstance(descriptor, int) else descriptor.fileno()
    if _flags(number, fcntl.F_GETFL) & os.O_ACCMODE == os.O_RDONLY:
        raise OSError(errno.EBADF, "Bad file descriptor")
    _fsync(number)


_flags, _flock = fcntl.fcntl, fcntl.flock
_LOCK = fcntl.LOCK_EX | fcntl.LOCK_NB
os.open = _open_no_folder
os.fsync = _fsync_written


def _locking(descriptor: int, mode: int, size: int) -> None:
    begin = os.lseek(descriptor, 0, os.SEEK_CUR)
    assert begin >= os.fstat(descriptor).st_size, "nobody could read what is locked"
    try:
        _flock(descriptor, _LOCK)
    except BlockingIOError:
        raise PermissionError(errno.EACCES, "Permission denied") from None


msvcrt = ModuleType("msvcrt")
vars(msvcrt).update(LK_NBLCK=2, locking=_locking)
sys.modules["msvcrt"] = msvcrt
without_modules("resource", "readline", "fcntl", "termios", "tty", "pty", "pwd", "grp", "curses", "syslog")


# --- network ------------------------------------------------------------------------------------------------------

vars(socket)["SO_EXCLUSIVEADDRUSE"] = -5
_setsockopt = socket.socket.setsockopt


def _windows_options(self: socket.socket, level: int, option: int, *value: Any) -> None:
    """Without SO_EXCLUSIVEADDRUSE a port that is taken may be taken again."""
    if (level, option) == (socket.SOL_SOCKET, -5):
        return
    if (level, option) == (socket.SOL_SOCKET, socket.SO_REUSEADDR):
        _setsockopt(self, level, 15, 1)  # Linux's SO_REUSEPORT
    _setsockopt(self, level, option, *value)


def _no_signals(self: Any, *args: Any) -> NoReturn:
    raise NotImplementedError


setattr(socket.socket, "setsockopt", _windows_options)  # noqa: B010
_UnixSelectorEventLoop.add_signal_handler = _no_signals


# --- memory -------------------------------------------------------------------------------------------------------


class _Call:
    """A function of a Windows library; what ctypes is told of its types is noted and ignored."""

    restype: Any = None
    argtypes: Any = None

    def __init__(self, call: Callable[..., int]) -> None:
        self._call = call

    def __call__(self, *args: Any) -> int:
        return self._call(*args)


def _memory_info(process: int, counters: Any, size: int) -> int:
    """K32GetProcessMemoryInfo of this process, from what Linux says of it."""
    assert process == -1
    told = counters._obj
    assert size == told.cb == ctypes.sizeof(told)
    private = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1]) * os.sysconf("SC_PAGE_SIZE")
    told.WorkingSetSize = told.PagefileUsage = private
    return 1


class _Kernel32:
    GetCurrentProcess = _Call(lambda: -1)
    K32GetProcessMemoryInfo = _Call(_memory_info)


class _Libraries:
    kernel32 = _Kernel32


vars(ctypes)["windll"] = _Libraries
