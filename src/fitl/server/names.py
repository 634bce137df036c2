"""The host names that a server answers to (the `Host` of a request).

A page of another site can point its own name at our address and then speaks to us as if it were ours (DNS rebinding).
It cannot make its visitors' browsers send a name that is not its own, so names must be known; plain addresses are
nobody's name.
"""

import ipaddress
import socket
from collections.abc import Iterable
from typing import Final

EVERY: Final = "*"


class Names:
    """The host names of this server: the machine's own, and the names its operator has given."""

    def __init__(self, more: Iterable[str] = ()) -> None:
        machine = socket.gethostname().lower()
        self._known = {"localhost", machine, f"{machine.partition('.')[0]}.local", *(name.lower() for name in more)}

    def fits(self, host: str | None) -> bool:
        """Is this a `Host` of ours?"""
        if EVERY in self._known:
            return True
        if not host:
            return False
        name = host.lower()
        if name.startswith("["):
            name = name[1:].partition("]")[0]
        elif name.count(":") == 1:
            name = name.partition(":")[0]
        if name.rstrip(".") in self._known or name.endswith(".localhost"):
            return True
        try:
            ipaddress.ip_address(name)
        except ValueError:
            return False
        return True
