"""Refusals: their form, and the one table of their codes."""

from typing import Final, NamedTuple, TypedDict


class RefusalTold(TypedDict):
    """Whatever is refused has changed nothing."""

    error: str  # one of the codes
    message: str


class RefusalKind(NamedTuple):
    """The status that a code of a refusal is sent with, and what it means."""

    status: int
    says: str


REFUSALS: Final = {
    "unclear": RefusalKind(400, "malformed, a field missing or of the wrong type"),
    "options": RefusalKind(400, "optional rules that do not exist or contradict each other"),
    "journal": RefusalKind(400, "no journal that can be read"),
    "position": RefusalKind(400, "no position that can be read"),
    "webhook": RefusalKind(400, "an address that nothing may be sent to"),
    "wrong_seat": RefusalKind(403, "somebody else is asked"),
    "origin": RefusalKind(403, "from another site"),
    "unknown": RefusalKind(404, "no such address (405: not by this method), or the token no longer works in this game"),
    "stale": RefusalKind(409, "the decision has passed"),
    "no_undo": RefusalKind(409, "nothing to take back, or not alone"),
    "no_hint": RefusalKind(409, "no advice"),
    "invitation": RefusalKind(409, "the seat must be claimed first"),
    "refused": RefusalKind(409, "the sentence says why"),
    "too_large": RefusalKind(413, "16 KiB; 2 MiB for an import"),
    "content_type": RefusalKind(415, "no JSON"),
    "host": RefusalKind(421, "the server does not go by this name"),
    "not_offered": RefusalKind(422, "the sentence lists what is"),
    "slower": RefusalKind(429, "`Retry-After` says when"),
    "fault": RefusalKind(500, "ours"),
    "damaged": RefusalKind(500, "a stored game cannot be read, ours too"),
    "store": RefusalKind(503, "the database is away or full: try again"),
    "full": RefusalKind(503, "too many connections"),
    "busy": RefusalKind(
        503,
        "several imports are being read, or many hints and looks back found out: `Retry-After` says when",
    ),
    "too_long": RefusalKind(503, "a hint or look back was given up"),
    "quota": RefusalKind(507, "no room for another game, of this address or at all"),
}
