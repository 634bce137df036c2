"""Why something asked of a game was not done. Nothing has changed then, and the message says what would be right."""


class Refused(ValueError):
    """An answer or request that was not accepted."""


class Unreadable(Refused):
    """Not an answer at all: neither an Option nor the text key of one."""


class NotOffered(Refused):
    """An answer that this decision does not offer."""


class Stale(Refused):
    """An answer to an earlier (or later) decision than the present one."""


class WrongSeat(Refused):
    """An answer by a player who is not asked."""


class NoUndo(Refused):
    """A step back past information: dice, a revealed card, another player's choice."""


def same(given: object, wanted: int) -> bool:
    """Is this the whole number wanted? 2.0, "2" and True, which a careless client may send, are none."""
    return type(given) is int and given == wanted


def in_short(given: object) -> str:
    """Something that should have been a number, as a refusal quotes it: some cannot even be written out."""
    if type(given) is int and given.bit_length() > 64:
        return "..."
    return repr(given)[:40]
