"""What somebody hands in as an answer: whose it is, and which option it means. What chance says comes from a seed."""

from fitl import prng
from fitl.decisions import CHANCE, Decision, Option
from fitl.naming import UnknownName, faction_of
from fitl.options import GameOptions
from fitl.refusals import NotOffered, Unreadable, WrongSeat, same
from fitl.words import say


def seat_number(options: GameOptions, given: int | str | None) -> int | None:
    """The number of a seat that may be named by a Faction it runs."""
    if not isinstance(given, str):
        return given
    try:
        return options.seat_of(faction_of(given))
    except UnknownName as error:
        raise WrongSeat(str(error)) from error


def may_answer(options: GameOptions, given: int | str | None, decision: Decision) -> bool:
    """Is this seat asked? Dice and cards may be given by any player (table mode)."""
    seat = seat_number(options, given)
    if decision.actor == CHANCE:
        return type(seat) is int and 0 <= seat < len(options.seats)
    return same(seat, options.seat_of(decision.actor))


def option_meant(decision: Decision, answer: str | Option) -> Option:
    """The offered option that an answer names, or is."""
    if type(answer) is Option:
        for option in decision.options:
            if option is answer:
                return option
        key = answer.key
    elif type(answer) is str:
        key = answer
    else:
        raise Unreadable(say("refuse.unreadable", {"got": type(answer).__name__}))
    found = decision.find(key)
    if found is None:
        offered = ", ".join(option.key for option in decision.options)
        raise NotOffered(say("refuse.not_offered", {"key": key[:80], "kind": decision.kind, "offered": offered}))
    return found


def drawn(decision: Decision, seed: int) -> Option:
    """What a seed says to a decision of chance."""
    if decision.weights is None:
        return decision.options[prng.below(seed, len(decision.options))]
    return decision.options[prng.weighted(seed, decision.weights)]
