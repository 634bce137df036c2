"""Journals of before version 1.0 (format 2), told in today's lines: for `fitl convert`, and for databases of then.

Nothing was released in that format, and nothing else reads it. Delete this module with version 1.1, and with it
`fitl convert` (cli/convert.py), server/migrations/versions/v0005_plain_journals.py and tests/golden/format-2.
"""

import base64
import json
import zlib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any, Final

from fitl.board.factions import FACTIONS
from fitl.compose import new_state
from fitl.journal.lines import FORMAT, reason_line, situation
from fitl.journal.reading import header_in, reason_of
from fitl.journal.replaying import start_of
from fitl.state import DIGEST_MARK

MOST: Final = 1 << 20  # bytes of one packed text
WINDOW: Final = 1 << 15
SIGNS: Final = {"=": "chance", "*": "roll", ">": "transfer"}
FIRST_REASONS: Final = (
    b'[[0,0,"why.us.u1",{"answer":"no","spaces":[]}],[0,1,"why.arvn.a2",{"n":1,"answer":"yes"}],'
    b'[0,2,"why.event.ordinary",{"card":47}],[3,3,"why.random_space",{"dice":66,"space":15}],'
    b'[0,3,"why.vc.rally.2_1a",{"space":0,"spaces":[0,1,2,3,4,5,6,7],"ties":["arvn.adds_control"],"tied":2}]]'
)
DAMAGED: Final = (AttributeError, TypeError, ValueError, OverflowError, RecursionError, zlib.error)


def converted(lines: Sequence[str], name: str) -> Iterator[Any]:
    """Today's lines of a journal of format 2; a damaged line is kept as such, so that its reader says so."""
    header = header_in(lines, name, 2)
    packed = header.pop("packed_packs", None)
    if packed is not None:
        header["packs"] = [zlib.decompressobj().decompress(base64.b85decode(each), MOST).decode() for each in packed]
    yield header | {"fitl_journal": FORMAT}
    former = _Former(header)
    for line in lines[1:-1]:  # what comes after the last newline was cut off
        try:
            yield from former.told_anew(json.loads(line))
        except DAMAGED:
            yield {"damaged": line[:60]}


class _Chain:
    """Texts each of which was packed with those before it as dictionary."""

    def __init__(self, told: bytes) -> None:
        self._told: bytes | None = told  # None: after a damaged text nothing more can be unpacked

    def unpack(self, packed: str) -> Any:
        told, self._told = self._told, None
        if told is None:
            raise ValueError
        text = zlib.decompressobj(-zlib.MAX_WBITS, zdict=told).decompress(base64.b85decode(packed), MOST)
        self._told = (told + text)[-WINDOW:]
        return json.loads(text)


class _Former:
    """Goes through a journal of format 2."""

    def __init__(self, header: Mapping[str, Any]) -> None:
        s = start_of(header)
        self._last = situation(new_state(s.scenario, s.options, 0, s.cards))
        self._states = _Chain(json.dumps(self._last, separators=(",", ":")).encode())
        self._reasons = _Chain(FIRST_REASONS)
        self._thoughts: list[tuple[int, list[Any]]] = []  # those that wait for their answer, after how many entries
        self._entries = 0

    def told_anew(self, value: Any) -> Iterator[Any]:
        match value:
            case {"answers": str(words)}:
                for word in words.split():
                    yield from self._entry({SIGNS[word[0]]: word[1:]} if word[0] in SIGNS else word)
            case str() | {"chance": _} | {"roll": _} | {"transfer": _}:
                yield from self._entry(value)
            case {"reasons": str(packed)}:
                self._hear(packed)
            case {"card": _, "hash": str(digest)}:
                if digest.startswith(DIGEST_MARK):  # others cannot be made any more
                    yield value | self._state(value.get("state"))
            case {"undo": int(kept)}:
                self._entries, self._thoughts = kept, []
                yield value
            case _:
                yield value

    def _entry(self, line: Any) -> Iterator[Any]:
        if not (isinstance(line, dict) and "roll" in line):
            while self._thoughts and self._thoughts[0][0] <= self._entries:
                at, (_, faction, message, params) = self._thoughts.pop(0)
                by = faction if faction in FACTIONS else None
                reason = reason_of(str(message), by, params, self._entries - at, self._entries)
                if reason is not None:
                    yield reason_line(reason, self._entries)
        self._entries += 1
        yield line

    def _hear(self, packed: str) -> None:
        """Reasons that cannot be read are left out; the game does not need them."""
        with suppress(*DAMAGED):
            at = self._entries
            for row in self._reasons.unpack(packed):
                at += int(row[0])
                self._thoughts.append((at, row))

    def _state(self, packed: str | None) -> dict[str, Any]:
        if packed is None:
            return {}
        try:
            self._last = _changed(self._last, self._states.unpack(packed.removeprefix(".")))
        except DAMAGED:
            return {"state": None}
        return {"state": self._last}


def _changed(before: dict[str, Any], patch: dict[str, Any]) -> dict[str, Any]:
    """An object after a JSON merge patch."""
    after = dict(before)
    for key, value in patch.items():
        old = before.get(key)
        if value is None:
            after.pop(key, None)
        else:
            after[key] = _changed(old, value) if isinstance(old, dict) and isinstance(value, dict) else value
    return after
