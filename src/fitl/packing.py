"""Packing: how a journal keeps situations and reasons short.

Both come in long rows in which each resembles those before it, so each is packed against what was packed before (a
*chain*): deflate with the last 32 KiB as preset dictionary, written in base 85. Whoever unpacks goes through the same
row from its beginning. Damage to one therefore ends what can be read of that chain; the answers of a game, which are
plain text, do not depend on it.
"""

import base64
import json
import math
import zlib
from collections.abc import Sequence
from typing import Any, Final

from fitl.board.factions import FACTIONS
from fitl.bounds import MOST, REASON, REASON_AT, REASON_LINE, REASON_NAME, STATE, UNPACKED
from fitl.catalogue import tell
from fitl.compose import new_state
from fitl.entries import Reason
from fitl.position import write_position
from fitl.state import State

WINDOW: Final = 1 << 15  # how far back deflate can look
CHANGES: Final = "."  # begins a situation that is packed as changes; base 85 has no full stop
# The chain of reasons begins with what nearly every game's reasons repeat.
FIRST_REASONS: Final = (
    b'[[0,0,"why.us.u1",{"answer":"no","spaces":[]}],[0,1,"why.arvn.a2",{"n":1,"answer":"yes"}],'
    b'[0,2,"why.event.ordinary",{"card":47}],[3,3,"why.random_space",{"dice":66,"space":15}],'
    b'[0,3,"why.vc.rally.2_1a",{"space":0,"spaces":[0,1,2,3,4,5,6,7],"ties":["arvn.adds_control"],"tied":2}]]'
)


class Damaged(ValueError):
    """Something packed that cannot be unpacked."""


class Chain:
    """Packs one text after another, each as little more than what those before it do not say."""

    __slots__ = ("size", "told")

    def __init__(self, told: bytes, size: int = 0) -> None:
        self.told = told  # the end of everything packed so far
        self.size = size  # bytes of all texts packed and unpacked so far

    def pack(self, text: bytes) -> str:
        packer = zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS, 9, zdict=self.told)
        packed = packer.compress(text) + packer.flush()
        self.size += len(text)
        self._tell(text)
        return base64.b85encode(packed).decode()

    def unpack(self, packed: str, most: int = UNPACKED) -> bytes:
        """The text packed after the one last unpacked; Damaged if this is none, or longer than it may be."""
        text = self._inflate(zlib.decompressobj(-zlib.MAX_WBITS, zdict=self.told), packed, most)
        self._tell(text)
        return text

    def unpack_alone(self, packed: str, most: int = UNPACKED) -> bytes:
        """A text that was packed without those before it; it counts like the others."""
        return self._inflate(zlib.decompressobj(), packed, most)

    def _inflate(self, unpacker: Any, packed: str, most: int) -> bytes:
        """The text; a damaged one counts as the largest, for it may have cost as much."""
        try:
            text: bytes = unpacker.decompress(base64.b85decode(packed), most)
        except (ValueError, zlib.error) as error:
            self.size += most
            raise Damaged(str(error)) from None
        self.size += len(text)
        if not unpacker.eof:
            raise Damaged(tell("journal.cut_short"))
        return text

    def _tell(self, text: bytes) -> None:
        self.told = (self.told + text)[-WINDOW:]


def _text(value: Any) -> bytes:
    return json.dumps(value, separators=(",", ":")).encode()


# --- situations ---------------------------------------------------------------------------------------------------


def position_without_packs(s: State) -> dict[str, Any]:
    """The situation without its card packs, which a journal's header has."""
    position = write_position(s)
    position.pop("packs", None)
    return position


def changes(before: dict[str, Any], after: dict[str, Any]) -> dict[str, Any]:
    """What turns one object into another: a JSON merge patch, in which null removes."""
    found: dict[str, Any] = {}
    for key, value in after.items():
        old = before.get(key)
        if old != value:
            found[key] = changes(old, value) if isinstance(old, dict) and isinstance(value, dict) else value
    return found | dict.fromkeys(key for key in before if key not in after)


def changed(before: dict[str, Any], patch: dict[str, Any]) -> dict[str, Any]:
    """An object after the changes."""
    after = dict(before)
    for key, value in patch.items():
        old = before.get(key)
        if value is None:
            after.pop(key, None)
        else:
            after[key] = changed(old, value) if isinstance(old, dict) and isinstance(value, dict) else value
    return after


class Packer:
    """Packs one situation after another as its changes from the one before."""

    def __init__(self, s: State) -> None:
        """Start from the set-up of this game's scenario.

        All that was ever packed is read with the text of that set-up, so it must not change: a position leaves out what
        a scenario has no use for, and so whatever is new. Another text would need another sign than CHANGES.
        """
        self._last = position_without_packs(new_state(s.scenario, s.options, 0, s.cards))
        self._whole = _text(self._last)  # what journals of format 1, which packed whole situations, packed against
        self._chain = Chain(self._whole)
        self._size = len(self._whole)  # of the last position, or more

    @property
    def unpacked(self) -> int:
        """How many bytes all situations unpacked so far had."""
        return self._chain.size

    def pack(self, s: State) -> str:
        position = position_without_packs(s)
        packed = self._chain.pack(_text(changes(self._last, position)))
        self._last = position
        return CHANGES + packed

    def unpack(self, packed: str) -> dict[str, Any]:
        """The position packed after the one last unpacked; Damaged if this is none."""
        try:
            if packed.startswith(CHANGES):
                patch = self._chain.unpack(packed[1:], STATE)
                self._last = changed(self._last, json.loads(patch))
                self._check_size(len(patch))
            else:
                unpacker = zlib.decompressobj(zdict=self._whole)
                self._whole = unpacker.decompress(base64.b85decode(packed), STATE)
                self._chain.size += len(self._whole)
                self._last = dict(json.loads(self._whole))
        except (AttributeError, TypeError, ValueError, RecursionError, zlib.error) as error:
            raise Damaged(str(error)) from None
        return self._last

    def _check_size(self, added: int) -> None:
        """Small changes must not add up to a large position; its size is taken only when it may be one."""
        self._size += added
        if self._size > STATE:
            self._size = len(_text(self._last))
            if self._size > STATE:
                raise Damaged(tell("bounds.state", most=STATE))

    def copy(self) -> "Packer":
        """A packer that goes on from here by itself."""
        new = Packer.__new__(Packer)
        new._last = self._last
        new._whole = self._whole
        new._chain = Chain(self._chain.told, self._chain.size)
        new._size = self._size
        return new


# --- reasons ------------------------------------------------------------------------------------------------------


class ReasonPacker:
    """Packs a game's reasons, some at a time."""

    def __init__(self) -> None:
        self._chain = Chain(FIRST_REASONS)
        self.broken = False  # something could not be unpacked, and so nothing after it

    @property
    def size(self) -> int:
        """How many bytes all reasons packed and unpacked so far had."""
        return self._chain.size

    def pack(self, reasons: Sequence[Reason], entries: int) -> str:
        """`entries`: how many a reader of the journal knows at this line. Reasons say how many have come since."""
        rows = []
        at = entries
        for reason in reasons:
            rows.append([reason.at - at, reason.faction, reason.message, reason.params])
            at = reason.at
        return self._chain.pack(_text(rows))

    def unpack(self, packed: str, entries: int) -> list[Reason]:
        """The reasons packed after those last unpacked; Damaged if these are none, or more than there may be."""
        reasons = []
        at = entries
        try:
            self._check_size()
            for since, faction, message, params in json.loads(self._chain.unpack(packed, REASON_LINE)):
                at += int(since)
                reasons.append(_reason(at, faction, message, params))
        except (TypeError, ValueError, OverflowError, RecursionError) as error:
            self.broken = True
            raise Damaged(str(error)) from None
        return reasons

    def unpack_alone(self, packed: str) -> list[Reason]:
        """Reasons packed by themselves, as journals of format 1 have them; Damaged likewise."""
        try:
            self._check_size()
            text = self._chain.unpack_alone(packed, REASON_LINE)
            return [_reason(int(at), faction, message, params) for at, faction, message, params in json.loads(text)]
        except (TypeError, ValueError, OverflowError, RecursionError) as error:
            raise Damaged(str(error)) from None

    def _check_size(self) -> None:
        if self.size > MOST["reason_bytes"]:
            raise Damaged(tell("bounds.reason_bytes", most=MOST["reason_bytes"]))

    def copy(self) -> "ReasonPacker":
        """A packer that goes on from here by itself."""
        new = ReasonPacker()
        new._chain = Chain(self._chain.told, self._chain.size)
        return new


def _reason(at: int, faction: Any, message: Any, params: Any) -> Reason:
    """A small reason that can be told; whether its message and parameters are known is for whoever words it."""
    named = isinstance(message, str) and len(message) <= REASON_NAME
    if faction not in FACTIONS or not named or not 0 <= at < REASON_AT:
        raise ValueError(f"{at}, {str(faction)[:60]}, {str(message)[:60]}")
    if not isinstance(params, dict) or not all(map(_is_param, params.values())) or len(_text(params)) > REASON:
        raise ValueError(str(message))
    return Reason(at, faction, message, params)


def _is_param(param: Any) -> bool:
    """Is it a value, or a list of values? Lists within lists could take any amount of memory."""
    return all(map(_is_value, param)) if isinstance(param, list) else _is_value(param)


def _is_value(value: Any) -> bool:
    return value is None or isinstance(value, str | int) or (isinstance(value, float) and math.isfinite(value))


# --- texts --------------------------------------------------------------------------------------------------------


def pack_text(text: str) -> str:
    return base64.b85encode(zlib.compress(text.encode(), 9)).decode()


def unpack_text(packed: str) -> str:
    """What `pack_text` packed; Damaged if it did not."""
    try:
        return zlib.decompressobj().decompress(base64.b85decode(packed), UNPACKED).decode()
    except (ValueError, zlib.error) as error:
        raise Damaged(str(error)) from None
