"""A turn told in one sentence, and its lines told without repetition.

The log of a game (`state.LogEntry`) has a line for every single thing that happens. For people who look on that is too
much at once: `merged` joins lines that say the same of several pieces, and `sentence` sums up a whole turn ("ARVN
Trained in Hue and Kontum, Governed Can Tho: Patronage +1"). Both only read the log; what cannot be read off it for
certain is left out.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final, NamedTuple

from fitl.board.pieces import FACTION_OF, RANGER
from fitl.board.spaces import SPACE_COUNT, row_id
from fitl.cardset import CardSet
from fitl.compose import BASE
from fitl.state import UNCONTROLLED, LogEntry
from fitl.words import level_name, row_name, say

NAMED: Final = 3  # this many spaces are named; more are counted

# What is joined when it comes several times in a row: everything but the number (and what is left) is the same.
JOINED: Final = frozenset(("log.move", "log.between_boxes", "log.remove", "log.place", "log.activate", "log.hide"))
PAID: Final = "log.pay"
TRACK: Final = "log.track_now"  # a tile or a marker of the expansions has moved
TRACK_BOX: Final = "log.track_box"  # pieces have left a box of a track
# What is told of several spaces at once when it comes several times in a row: everything but the space is the same.
OF_SEVERAL: Final = {
    "log.train.space": "log.train.spaces",
    "log.sweep.space": "log.sweep.spaces",
    "log.control": "log.control_of_several",
    "log.support": "log.support_of_several",
}

OPERATIONS: Final = ("log.operation", "log.free_operation")
ACTIVITIES: Final = ("log.activity", "log.free_activity")
MOVERS: Final = frozenset(("patrol", "sweep", "march"))  # Operations whose moves read like those of an Activity

# Lines that name a space and can only be of one Operation or Activity.
OF: Final = {
    "log.train.space": "train",
    "log.sweep.space": "sweep",
    "log.assault.space": "assault",
    "log.attack.hit": "attack",
    "log.attack.miss": "attack",
    "log.air_strike.space": "air_strike",
    "log.govern.aid": "govern",
    "log.govern.patronage": "govern",
    "log.tax.space": "tax",
    "log.interdict.space": "interdict",
    "log.direct.space": "direct",
    "log.propagandize.heard": "propagandize",
    "log.propagandize.unheard": "propagandize",
}
# Lines by which the others are known, while nothing else can have come between.
KNOWN_BY: Final[dict[str, tuple[str, ...]]] = {
    "patrol": ("log.move",),
    "rally": ("log.place", "log.lift", "log.hide"),
    "march": ("log.move",),
    "attack": ("log.remove",),
    "terror": ("log.terror", "log.sabotage", "log.activate"),
    "advise": ("log.remove", "log.place"),
    "air_lift": ("log.move",),
    "transport": ("log.move",),
    "raid": ("log.activate",),
    "infiltrate": ("log.place", "log.infiltrate.tunnel", "log.cadre_placed"),
    "bombard": ("log.remove",),
    "ambush": ("log.remove",),
    "subvert": ("log.remove", "log.cadre_removed"),
}


class Deed(NamedTuple):
    """One Operation, Special Activity, Event or Pass of a turn, and where."""

    faction: int
    what: str
    spaces: list[int]
    params: dict[str, object]


def merged(log: Sequence[LogEntry], first: int, last: int) -> Iterator[tuple[int, int, LogEntry]]:
    """The lines from `first` up to `last`, like ones in a row as one: where each begins and ends, and what it says."""
    at = first
    while at < last:
        entry, end = log[at], at + 1
        while end < last and (joined := _joined(entry, log[end])) is not None:
            entry, end = joined, end + 1
        yield at, end, entry
        at = end


def _joined(one: LogEntry, other: LogEntry) -> LogEntry | None:
    """Two lines as one, if they say the same of different pieces or spaces."""
    if other.message in OF_SEVERAL:
        return _of_several(one, other)
    if one.message != other.message or one.message not in (*JOINED, PAID):
        return None
    counted = {"n", "left"} if one.message == PAID else {"n"}
    if any(one.params[name] != other.params.get(name) for name in one.params if name not in counted):
        return None
    here, more = dict[str, Any](one.params), dict[str, Any](other.params)
    return LogEntry(one.message, more | {"n": here["n"] + more["n"]})


def _of_several(one: LogEntry, other: LogEntry) -> LogEntry | None:
    """A line and another that says the same of one more space."""
    several = OF_SEVERAL[other.message]
    if one.message not in (other.message, several):
        return None
    here, more = dict[str, Any](one.params), dict[str, Any](other.params)
    spaces = here.pop("spaces", None) or (here.pop("space"),)
    space = more.pop("space")
    return LogEntry(several, here | {"spaces": (*spaces, space)}) if here == more and space not in spaces else None


def spaces_of(entry: LogEntry) -> list[str]:
    """The spaces a line speaks of, by their ids."""
    told: dict[str, Any] = entry.params
    rows = [told[name] for name in ("space", "origin", "destination") if name in told]
    rows += list(told.get("spaces", ()))
    return [row_id(row) for row in dict.fromkeys(rows) if isinstance(row, int) and 0 <= row < SPACE_COUNT]


def track_of(entry: LogEntry) -> str | None:
    """The track a line speaks of, by its id: that moved, or one of whose boxes pieces came from."""
    if entry.message == TRACK_BOX:
        return row_id(int(str(entry.params["box"]))).rpartition("_")[0]
    return str(entry.params["track"]) if entry.message == TRACK else None


# --- a turn in one sentence -----------------------------------------------------------------------------------------


def sentence(lines: Sequence[LogEntry], cards: CardSet = BASE) -> str | None:
    """What a turn comes to; None if its lines tell of nobody who acts."""
    deeds = _deeds(lines)
    if not deeds:
        return None
    first = deeds[0]
    told = [_deed(deed, cards, by_other=deed.faction != first.faction) for deed in deeds]
    params = {"faction": first.faction, "deeds": ", ".join(told), "outcome": "; ".join(_outcome(lines, first.faction))}
    return say("story.turn_with_outcome" if params["outcome"] else "story.turn", params, cards)


def _deeds(lines: Iterable[LogEntry]) -> list[Deed]:
    deeds: list[Deed] = []
    now: Deed | None = None  # what the lines that could be of several are of
    operation: Deed | None = None
    for message, params in lines:
        told: dict[str, Any] = params
        if message in (*OPERATIONS, *ACTIVITIES):
            what = told["operation"] if message in OPERATIONS else told["activity"]
            now = Deed(told["faction"], what, [], told)
            operation = now if message in OPERATIONS else operation
            deeds.append(now)
        elif message in ("log.event", "log.pass"):
            now = operation = None  # what follows an Event is of its text
            deeds.append(Deed(told["faction"], message.removeprefix("log."), [], told))
        elif message in OF:
            _note(next((deed for deed in reversed(deeds) if deed.what == OF[message]), None), told["space"])
            if operation is not None and operation.what == OF[message]:
                now = operation
        elif message == PAID and operation is not None:
            now = operation  # Special Activities cost nothing: the Operation goes on
        elif now is not None and message in KNOWN_BY.get(now.what, ()) and _is_certain(now, operation, told):
            _note(now, told["destination"] if "destination" in told else told["space"])
    return deeds


def _is_certain(deed: Deed, operation: Deed | None, told: dict[str, object]) -> bool:
    """Can the line only be of this deed?"""
    if deed.what == "raid":  # 4.3.3: Rangers turn Active; whom a Sweep finds is the enemy
        return bool(told["piece"] == RANGER)
    return not (operation is not deed and operation is not None and operation.what in MOVERS and "destination" in told)


def _note(deed: Deed | None, space: int) -> None:
    if deed is not None and space < SPACE_COUNT and space not in deed.spaces:
        deed.spaces.append(space)


def _deed(deed: Deed, cards: CardSet, *, by_other: bool) -> str:
    if deed.what == "event":
        return say("story.event", deed.params, cards)
    if deed.what == "pass":
        return say("story.pass")
    where = [row_name(space) for space in deed.spaces]
    if not where:
        told = say(f"story.did.{deed.what}")
    else:
        spaces = _listed(where) if len(where) <= NAMED else say("story.spaces", {"n": len(where)})
        told = say(f"story.did_in.{deed.what}", {"where": spaces})
    return say("story.by_other", {"faction": deed.faction, "deed": told}) if by_other else told


def _listed(words: Sequence[str]) -> str:
    """Hue, Saigon and Kontum."""
    if len(words) < 2:
        return "".join(words)
    return say("story.and", {"first": ", ".join(words[:-1]), "last": words[-1]})


def _outcome(lines: Sequence[LogEntry], by: int) -> list[str]:
    """What the turn changed that counts for victory: enemy losses, Control, Support, Patronage, Aid, Trail, markers."""
    lost: dict[int, int] = {}
    control: dict[int, int] = {}
    levels: dict[int, int] = {}
    tracks: dict[str, int] = {}
    now: dict[str, int] = {}
    for message, params in lines:
        told: dict[str, Any] = params
        if message == "log.remove" and FACTION_OF[told["piece"]] != by:
            lost[FACTION_OF[told["piece"]]] = lost.get(FACTION_OF[told["piece"]], 0) + told["n"]
        elif message == "log.control":
            control[told["space"]] = told["control"]
        elif message == "log.support":
            levels[told["space"]] = told["level"]
        elif message in ("log.patronage", "log.aid"):
            tracks[message[4:]] = tracks.get(message[4:], 0) + told["n"]
        elif message.startswith("log.trail."):
            now["trail"] = told["now"]
        elif message == TRACK:
            now[told["track"]] = told["now"]
    told_of = [say("story.lost", {"by": faction, "n": n}) for faction, n in sorted(lost.items())]
    told_of += _changes("control", control)
    told_of += _changes("level", levels)
    told_of += [say(f"story.{track}", {"n": n}) for track, n in tracks.items() if n]
    return told_of + [
        say("story.track", {"name": say(f"track.{name}"), "n": level_name(name, n)}) for name, n in now.items()
    ]


def _changes(what: str, now: dict[int, int]) -> list[str]:
    if len(now) > NAMED:
        return [say(f"story.{what}_in", {"n": len(now)})]
    by_value: dict[int, list[str]] = {}
    for space, value in now.items():
        by_value.setdefault(value, []).append(row_name(space))
    return [
        say(
            "story.no_control" if (what, value) == ("control", UNCONTROLLED) else f"story.{what}",
            {what: value, "where": _listed(where)},
        )
        for value, where in by_value.items()
    ]
