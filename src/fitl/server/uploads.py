"""Bodies of imports while they arrive and wait: their bytes are counted, in all and by network."""

from collections import Counter
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from typing import Final

from fitl.server.addresses import network_of

IN_ALL: Final = 64 << 20  # bytes
PER_NETWORK: Final = 8 << 20  # of these: four of the largest bodies


class NoRoom(Exception):
    """This body had to make room, or is one too many."""


class Upload:
    """The body of one request."""

    def __init__(self, uploads: "Uploads", network: str) -> None:
        self._uploads = uploads
        self.network = network
        self.parts: list[bytes] = []
        self.size = 0
        self.dropped = False

    async def read(self, chunks: AsyncIterator[bytes]) -> bytes:
        """The whole body; NoRoom if it had to make room meanwhile."""
        async for chunk in chunks:
            self._uploads.add(self, chunk)
        if self.dropped:
            raise NoRoom
        return b"".join(self.parts)

    def drop(self) -> None:
        """Give the memory back; the sender is told that there is no room."""
        self.parts = []
        self.size = 0
        self.dropped = True


class Uploads:
    """All bodies of a server. If there is no room the largest of the network that holds most makes room."""

    def __init__(self, in_all: int = IN_ALL, per_network: int = PER_NETWORK) -> None:
        self._in_all = in_all
        self._per_network = per_network
        self._under_way: list[Upload] = []

    @contextmanager
    def upload(self, address: str) -> Iterator[Upload]:
        """A body that is counted meanwhile."""
        upload = Upload(self, network_of(address))
        self._under_way.append(upload)
        try:
            yield upload
        finally:
            self._under_way.remove(upload)

    @property
    def size(self) -> int:
        return sum(upload.size for upload in self._under_way)

    def add(self, upload: Upload, chunk: bytes) -> None:
        """Take in a part of a body; NoRoom if there is none for it."""
        if not upload.dropped:
            upload.parts.append(chunk)
            upload.size += len(chunk)
            self._make_room(upload.network)
        if upload.dropped:
            raise NoRoom

    def _make_room(self, network: str) -> None:
        held = Counter[str]()
        for upload in self._under_way:
            held[upload.network] += upload.size
        if held[network] > self._per_network:
            self._drop_largest_of(network)
        elif held.total() > self._in_all:
            self._drop_largest_of(held.most_common(1)[0][0])

    def _drop_largest_of(self, network: str) -> None:
        of_network = (upload for upload in self._under_way if upload.network == network)
        max(of_network, key=lambda upload: upload.size).drop()
