"""From the tables of a pack to steps: one reader per word, each checking all that the word needs."""

from collections.abc import Callable
from typing import Final

from fitl.board.factions import COIN, FACTION_IDS, FACTIONS, US
from fitl.board.pieces import ACTIVE_OF, FACTION_OF, KIND_IDS, PLAIN
from fitl.board.spaces import AVAILABLE, BOX_IDS, CASUALTIES, OUT_OF_PLAY, SPACE_COUNT
from fitl.packs.reading import PackError, Value
from fitl.packs.selectors import (
    ALL,
    DEEPEST,
    EXECUTING,
    LEVEL_WORDS,
    Amount,
    Scope,
    Spaces,
    read_amount,
    read_faction,
    read_name,
    read_pieces,
    read_placed,
    read_spaces,
)
from fitl.packs.steps import (
    TRACKS,
    Add,
    BetweenBoxes,
    Choose,
    Deploy,
    Eligibility,
    Flip,
    Free,
    Move,
    Pick,
    Place,
    Remove,
    Replace,
    Roll,
    SetLevel,
    SetTrack,
    Shift,
    Step,
    Terror,
    track_limit,
)
from fitl.rules.menu import ACCOMPANYING, OPERATIONS, OPERATIONS_OF

MOST: Final = 40  # pieces or spaces in one step
MOST_STEPS: Final = 60

Read = tuple[Step, Scope]
Reader = Callable[[Value, Scope], Read]

BOXES: Final = {name: SPACE_COUNT + place for place, name in enumerate(BOX_IDS)}
ACTIVITIES_OF: Final = tuple(
    tuple(dict.fromkeys(name for (who, _), names in ACCOMPANYING.items() if who == faction for name in names))
    for faction in FACTIONS
)


# --- what several words share -------------------------------------------------------------------------------------


def _by(value: Value) -> int:
    return value.read("by", read_faction, EXECUTING)


def _where(value: Value, scope: Scope) -> Spaces:
    return read_spaces(value.need("in", 'say in which spaces, such as in = { kind = "city" }'), scope)


def _n(value: Value, scope: Scope, default: Amount, all_allowed: bool = False) -> Amount:
    found = value.get("n")
    return default if found is None else read_amount(found, scope, 1, MOST, all_allowed)


def _up_to(value: Value, default: bool = False) -> bool:
    return value.read("up_to", Value.flag, default)


def _pieces(value: Value) -> tuple[int, ...]:
    return read_pieces(value.need("piece", 'say which pieces, such as piece = "vc_guerrilla"'))


def _box(value: Value, key: str, kinds: tuple[int, ...], default: int) -> int:
    """A box these pieces may be in: only the US has Casualties, only US and ARVN pieces are Out of Play (1.4.1)."""
    found = value.get(key)
    if found is None:
        return default
    box = BOXES[found.word("box", BOXES)]
    wrong = [
        KIND_IDS[kind]
        for kind in kinds
        if (box == CASUALTIES and FACTION_OF[kind] != US) or (box == OUT_OF_PLAY and FACTION_OF[kind] not in COIN)
    ]
    if wrong:
        whose = "US" if box == CASUALTIES else "US and ARVN"
        raise found.error(f"{wrong[0]} cannot be there: {found.value} holds only {whose} pieces (1.4.1)")
    return box


# --- pieces -------------------------------------------------------------------------------------------------------


def _place(value: Value, scope: Scope) -> Read:
    value.only(("do", "by", "piece", "in", "n", "up_to", "each"))
    kinds = read_placed(value.need("piece", 'say which pieces, such as piece = "vc_guerrilla"'))
    each = value.read("each", Value.flag, False)
    return Place(_by(value), kinds, _where(value, scope), _n(value, scope, 1), _up_to(value), each), scope


def _deploy(value: Value, scope: Scope) -> Read:
    value.only(("do", "by", "piece", "in", "n", "up_to", "from", "to"))
    kinds = read_placed(value.need("piece", 'say which pieces, such as piece = "us_troops"'))
    value.need("from", 'say from which box: "casualties", "out_of_play" or "available"')
    source = _box(value, "from", kinds, AVAILABLE)
    n, up_to = _n(value, scope, 1), _up_to(value)
    if "to" in value.table():
        if "in" in value.table():
            raise value.at("to").error('pieces go either "in" spaces or "to" another box, not both')
        to = _box(value, "to", kinds, AVAILABLE)
        if to == source:
            raise value.at("to").error("the pieces are in that box already; name another")
        return BetweenBoxes(_by(value), kinds, n, up_to, source, to), scope
    return Deploy(_by(value), kinds, _where(value, scope), n, up_to, source), scope


def _remove(value: Value, scope: Scope) -> Read:
    value.only(("do", "by", "piece", "in", "n", "up_to", "each", "to"))
    kinds = _pieces(value)
    each = value.read("each", Value.flag, False)
    to = _box(value, "to", kinds, AVAILABLE)
    n = _n(value, scope, 1, all_allowed=True)
    return Remove(_by(value), kinds, _where(value, scope), n, _up_to(value), each, to), scope


def _replace(value: Value, scope: Scope) -> Read:
    value.only(("do", "by", "piece", "in", "n", "up_to", "with", "to"))
    kinds = _pieces(value)
    substitute = value.need("with", 'say by which piece, such as with = "nva_guerrilla"')
    placed = read_placed(substitute)
    if len(placed) != 1:
        raise substitute.error("name one kind of piece; several need a step each")
    to = _box(value, "to", kinds, AVAILABLE)
    n = _n(value, scope, 1, all_allowed=True)
    return Replace(_by(value), kinds, placed[0], _where(value, scope), n, _up_to(value), to), scope


def _move(value: Value, scope: Scope) -> Read:
    value.only(("do", "by", "piece", "in", "to", "n", "up_to"))
    kinds, where = _pieces(value), _where(value, scope)
    to = read_spaces(value.need("to", "say where to, such as to = { adjacent_to_origin = true }"), scope, moving=True)
    return Move(_by(value), kinds, where, to, _n(value, scope, ALL, all_allowed=True), _up_to(value, True)), scope


def _flip(value: Value, scope: Scope) -> Read:
    value.only(("do", "by", "piece", "in", "n", "up_to", "to"))
    kinds = _pieces(value)
    side = value.need("to", '"active" or "underground"').word("side", ("active", "underground"))
    before = tuple(
        kind if side == "active" else ACTIVE_OF[kind] for kind in ACTIVE_OF if kind in {PLAIN[each] for each in kinds}
    )
    if not before:
        raise value.at("piece").error("only Guerrillas, Irregulars and Rangers have an Active side (1.4.3)")
    n = _n(value, scope, ALL, all_allowed=True)
    return Flip(_by(value), before, _where(value, scope), n, _up_to(value)), scope


# --- people and tracks --------------------------------------------------------------------------------------------


def _shift(value: Value, scope: Scope) -> Read:
    value.only(("do", "by", "in", "levels", "n", "up_to"))
    found = value.need("levels", "say how far: positive toward Active Support, negative toward Active Opposition")
    levels = found.number(-4, 4)
    if not levels:
        raise found.error("0 levels shift nothing; use -4 to -1 or 1 to 4")
    n = _n(value, scope, ALL, all_allowed=True)
    return Shift(_by(value), _where(value, scope), levels, n, _up_to(value)), scope


def _set(value: Value, scope: Scope) -> Read:
    if "track" in value.table():
        value.only(("do", "track", "value"))
        track = value.at("track").word("track", TRACKS)
        number = value.need("value", "say what the track is set to").number(0, track_limit(track))
        return SetTrack(EXECUTING, track, number), scope
    value.only(("do", "by", "in", "level", "n", "up_to", "track", "value"))
    words = [word for word, levels in LEVEL_WORDS.items() if len(levels) == 1]
    level = value.need("level", f"say to which level: {', '.join(words)}").word("level", words)
    n = _n(value, scope, ALL, all_allowed=True)
    return SetLevel(_by(value), _where(value, scope), LEVEL_WORDS[level][0], n, _up_to(value)), scope


def _terror(value: Value, scope: Scope) -> Read:
    value.only(("do", "by", "in", "n", "up_to", "remove"))
    n = _n(value, scope, ALL, all_allowed=True)
    remove = value.read("remove", Value.flag, False)
    return Terror(_by(value), _where(value, scope), n, _up_to(value), remove), scope


def _add(value: Value, scope: Scope) -> Read:
    value.only(("do", "track", "n", "times"))
    track = value.need("track", f"say which: {', '.join(TRACKS)}").word("track", TRACKS)
    found = value.need("n", "say how much; a negative number takes away")
    n = read_amount(found, scope, -75, 75)
    times = value.read("times", lambda each: each.number(-20, 20), 1)
    if n == 0 or times == 0:
        raise found.error("this changes nothing; use a number other than 0")
    return Add(EXECUTING, track, n, times), scope


# --- dice and choices ---------------------------------------------------------------------------------------------


def _name(value: Value, scope: Scope, what: str) -> str:
    return read_name(value.need("as", f'give {what} a name, such as as = "x"'), (*scope.rolled, *scope.picked))


def _roll(value: Value, scope: Scope) -> Read:
    value.only(("do", "as"))
    name = _name(value, scope, "the roll")
    return Roll(EXECUTING, name), Scope((*scope.rolled, name), scope.picked, scope.depth)


def _pick(value: Value, scope: Scope) -> Read:
    value.only(("do", "by", "in", "n", "up_to", "as"))
    name = _name(value, scope, "what is picked")
    step = Pick(_by(value), _where(value, scope), _n(value, scope, 1), _up_to(value), name)
    return step, Scope(scope.rolled, (*scope.picked, name), scope.depth)


def _choose(value: Value, scope: Scope) -> Read:
    value.only(("do", "by", "between"))
    between = value.need("between", "list the alternatives: { name = ..., steps = [...] }")
    if scope.depth >= DEEPEST:
        raise value.error(f"nested too deeply; at most {DEEPEST} levels are read")
    inner = Scope(scope.rolled, scope.picked, scope.depth + 1)
    alternatives: list[tuple[str, tuple[Step, ...]]] = []
    for item in between.items():
        item.only(("name", "steps"))
        name = item.need("name", "players choose by it").text()
        if name in (each for each, _ in alternatives):
            raise item.at("name").error(f'two alternatives are called "{name}"')
        steps = read_steps(item.need("steps", "say what is done; [] for nothing"), inner)
        alternatives.append((name, steps))
    if len(alternatives) < 2:
        raise between.error("a choice has at least two alternatives")
    return Choose(_by(value), tuple(alternatives)), scope


# --- Operations, Special Activities, eligibility ------------------------------------------------------------------


def _free(value: Value, scope: Scope) -> Read:
    value.only(("do", "faction", "operation", "activity", "limop", "in", "max_spaces"))
    given = [key for key in ("operation", "activity", "limop") if key in value.table()]
    if len(given) != 1:
        raise value.error('a free action has exactly one of "operation", "activity" and "limop = true"')
    who = value.need("faction", "say whose action it is")
    faction = read_faction(who)
    if faction == EXECUTING and given != ["limop"]:
        raise who.error(f"name the Faction whose {given[0]} it is; only a limop may be the executing Faction's")
    operation = activity = ""
    if given == ["operation"]:
        operation = _own(value.at("operation"), "Operation", faction, OPERATIONS_OF[faction], tuple(OPERATIONS))
    elif given == ["activity"]:
        everybodys = tuple(dict.fromkeys(name for names in ACTIVITIES_OF for name in names))
        activity = _own(value.at("activity"), "Special Activity", faction, ACTIVITIES_OF[faction], everybodys)
    elif not value.at("limop").flag():
        raise value.at("limop").error("leave it out, or write limop = true")
    where = read_spaces(value.at("in"), scope) if "in" in value.table() else None
    max_spaces = None
    if "max_spaces" in value.table():
        max_spaces = value.at("max_spaces").number(1, SPACE_COUNT)
        if given == ["limop"]:
            raise value.at("max_spaces").error("a Limited Operation has one space anyway (2.3.5)")
    return Free(faction, operation, activity, where, max_spaces), scope


def _own(value: Value, what: str, faction: int, own: tuple[str, ...], known: tuple[str, ...]) -> str:
    name = value.word(what, known)
    if name not in own:
        raise value.error(f"{FACTION_IDS[faction]} has no {name}; its choices are {', '.join(own)}")
    return name


def _eligible(value: Value, scope: Scope) -> Read:
    value.only(("do", "faction"))
    return Eligibility(read_faction(value.need("faction", "say who stays Eligible")), True), scope


def _ineligible(value: Value, scope: Scope) -> Read:
    value.only(("do", "faction"))
    return Eligibility(read_faction(value.need("faction", "say who becomes Ineligible")), False), scope


WORDS: Final[dict[str, Reader]] = {
    "place": _place,
    "deploy": _deploy,
    "remove": _remove,
    "replace": _replace,
    "move": _move,
    "flip": _flip,
    "shift": _shift,
    "set": _set,
    "terror": _terror,
    "add": _add,
    "roll": _roll,
    "choose": _choose,
    "pick": _pick,
    "free": _free,
    "eligible": _eligible,
    "ineligible": _ineligible,
}
LASTING: Final = ("capability", "momentum", "lasting", "effect")


def read_steps(value: Value, scope: Scope) -> tuple[Step, ...]:
    """The steps of a side or an alternative, in order; all that is wrong with them is found at once."""
    steps: list[Step] = []
    problems: list[str] = []
    items = value.items()
    if len(items) > MOST_STEPS:
        raise value.error(f"{len(items)} steps; at most {MOST_STEPS} are read")
    for item in items:
        try:
            step, scope = _read_step(item, scope)
            steps.append(step)
        except PackError as error:
            problems += error.problems
            scope = _with_name(item, scope)
    if problems:
        raise PackError(problems)
    return tuple(steps)


def _read_step(value: Value, scope: Scope) -> Read:
    word = value.need("do", f"every step has a word: {', '.join(WORDS)}")
    if word.value in LASTING:
        raise word.error(
            "lasting effects (Capabilities, Momentum) bend rules and cannot be written in a pack; "
            "resolve such a side by hand"
        )
    return WORDS[word.word("word", WORDS)](value, scope)


def _with_name(value: Value, scope: Scope) -> Scope:
    """After a step that is wrong: its name counts as given, so that later steps are not blamed for it."""
    name = value.value.get("as") if isinstance(value.value, dict) else None
    if not isinstance(name, str):
        return scope
    return Scope((*scope.rolled, name), (*scope.picked, name), scope.depth)
