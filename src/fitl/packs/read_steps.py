"""From the tables of a pack to steps: one reader per word, each checking all that the word needs."""

from collections.abc import Callable, Sequence
from typing import Final

from fitl.board.factions import COIN, FACTION_IDS, FACTIONS
from fitl.board.pieces import ACTIVE_OF, ARMOR, FACTION_OF, KIND_IDS, PLAIN
from fitl.board.spaces import AVAILABLE, CASUALTIES, COMMON_BOXES, OUT_OF_PLAY, SPACE_COUNT, row_id
from fitl.compose import ERAS
from fitl.packs.lasting import read_lasting
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
    FreeStrike,
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
)
from fitl.rules.economy import track_limit
from fitl.rules.forces import LOST

MOST: Final = 40  # pieces or spaces in one step
MOST_STEPS: Final = 60  # of one side of a card, those of its alternatives included
MOST_ALTERNATIVES: Final = 20

Read = tuple[Step, Scope]
Reader = Callable[[Value, Scope], Read]

BOXES: Final = {row_id(box): box for box in COMMON_BOXES}  # what is set aside is out of every card's reach (S1.4)
MOST_HITS: Final = 12
# What each Faction has in some era; a step grants it where the era in play has it too.
OPERATIONS_OF: Final = tuple(
    tuple(dict.fromkeys(name for era in ERAS.values() for name in era.operations.get(faction, ())))
    for faction in FACTIONS
)
ACTIVITIES_OF: Final = tuple(
    tuple(dict.fromkeys(name for era in ERAS.values() for name in era.activities_of(faction))) for faction in FACTIONS
)


# --- what several words share -------------------------------------------------------------------------------------


def _by(value: Value) -> int:
    return value.read("by", read_faction, EXECUTING)


def _where(value: Value, scope: Scope) -> Spaces:
    return read_spaces(value.need("in", "pack.need.in"), scope)


def _n(value: Value, scope: Scope, default: Amount, all_allowed: bool = False) -> Amount:
    found = value.get("n")
    return default if found is None else read_amount(found, scope, 1, MOST, all_allowed)


def _up_to(value: Value, default: bool = False) -> bool:
    return value.read("up_to", Value.flag, default)


def _pieces(value: Value) -> tuple[int, ...]:
    return read_pieces(value.need("piece", "pack.need.piece"))


def _box(value: Value, key: str, kinds: tuple[int, ...], default: int) -> int:
    """A box these pieces may be in: of NVA and VC only Armor is Out of Play, nothing a Casualty (1.4.1, S1.4.5)."""
    found = value.get(key)
    if found is None:
        return default
    box = BOXES[found.word("box", BOXES)]
    wrong = [
        KIND_IDS[kind]
        for kind in kinds
        if box in (CASUALTIES, OUT_OF_PLAY)
        and FACTION_OF[kind] not in COIN
        and not (box == OUT_OF_PLAY and kind in ARMOR)  # S1.4.5
    ]
    if wrong:
        raise found.error("pack.casualties" if box == CASUALTIES else "pack.out_of_play", piece=wrong[0])
    return box


# --- pieces -------------------------------------------------------------------------------------------------------


def _place(value: Value, scope: Scope) -> Read:
    value.only(("do", "by", "piece", "in", "n", "up_to", "each"))
    kinds = read_placed(value.need("piece", "pack.need.piece"))
    each = value.read("each", Value.flag, False)
    return Place(_by(value), kinds, _where(value, scope), _n(value, scope, 1), _up_to(value), each), scope


def _deploy(value: Value, scope: Scope) -> Read:
    value.only(("do", "by", "piece", "in", "n", "up_to", "from", "to"))
    kinds = read_placed(value.need("piece", "pack.need.deployed"))
    value.need("from", "pack.need.from")
    source = _box(value, "from", kinds, AVAILABLE)
    n, up_to = _n(value, scope, 1), _up_to(value)
    if "to" in value.table():
        if "in" in value.table():
            raise value.at("to").error("pack.in_or_to")
        to = _box(value, "to", kinds, AVAILABLE)
        if to == source:
            raise value.at("to").error("pack.same_box")
        return BetweenBoxes(_by(value), kinds, n, up_to, source, to), scope
    return Deploy(_by(value), kinds, _where(value, scope), n, up_to, source), scope


def _remove(value: Value, scope: Scope) -> Read:
    value.only(("do", "by", "piece", "in", "n", "up_to", "each", "to"))
    kinds = _pieces(value)
    each = value.read("each", Value.flag, False)
    to = _box(value, "to", kinds, LOST)
    n = _n(value, scope, 1, all_allowed=True)
    return Remove(_by(value), kinds, _where(value, scope), n, _up_to(value), each, to), scope


def _replace(value: Value, scope: Scope) -> Read:
    value.only(("do", "by", "piece", "in", "n", "up_to", "with", "to"))
    kinds = _pieces(value)
    substitute = value.need("with", "pack.need.with")
    placed = read_placed(substitute)
    if len(placed) != 1:
        raise substitute.error("pack.one_kind")
    to = _box(value, "to", kinds, LOST)
    n = _n(value, scope, 1, all_allowed=True)
    return Replace(_by(value), kinds, placed[0], _where(value, scope), n, _up_to(value), to), scope


def _move(value: Value, scope: Scope) -> Read:
    value.only(("do", "by", "piece", "in", "to", "n", "up_to"))
    kinds, where = _pieces(value), _where(value, scope)
    to = read_spaces(value.need("to", "pack.need.to"), scope, moving=True)
    return Move(_by(value), kinds, where, to, _n(value, scope, ALL, all_allowed=True), _up_to(value, True)), scope


def _flip(value: Value, scope: Scope) -> Read:
    value.only(("do", "by", "piece", "in", "n", "up_to", "to"))
    kinds = _pieces(value)
    side = value.need("to", "pack.need.side").word("side", ("active", "underground"))
    before = tuple(
        kind if side == "active" else ACTIVE_OF[kind] for kind in ACTIVE_OF if kind in {PLAIN[each] for each in kinds}
    )
    if not before:
        raise value.at("piece").error("pack.no_active_side")
    n = _n(value, scope, ALL, all_allowed=True)
    return Flip(_by(value), before, _where(value, scope), n, _up_to(value)), scope


# --- people and tracks --------------------------------------------------------------------------------------------


def _shift(value: Value, scope: Scope) -> Read:
    value.only(("do", "by", "in", "levels", "n", "up_to"))
    found = value.need("levels", "pack.need.levels")
    levels = found.number(-4, 4)
    if not levels:
        raise found.error("pack.no_levels")
    n = _n(value, scope, ALL, all_allowed=True)
    return Shift(_by(value), _where(value, scope), levels, n, _up_to(value)), scope


def _set(value: Value, scope: Scope) -> Read:
    if "track" in value.table():
        value.only(("do", "track", "value"))
        track = value.at("track").word("track", TRACKS)
        number = value.need("value", "pack.need.value").number(0, track_limit(track))
        return SetTrack(EXECUTING, track, number), scope
    value.only(("do", "by", "in", "level", "n", "up_to", "track", "value"))
    words = [word for word, levels in LEVEL_WORDS.items() if len(levels) == 1]
    level = value.need("level", "pack.need.level", names=", ".join(words)).word("level", words)
    n = _n(value, scope, ALL, all_allowed=True)
    return SetLevel(_by(value), _where(value, scope), LEVEL_WORDS[level][0], n, _up_to(value)), scope


def _terror(value: Value, scope: Scope) -> Read:
    value.only(("do", "by", "in", "n", "up_to", "remove"))
    n = _n(value, scope, ALL, all_allowed=True)
    remove = value.read("remove", Value.flag, False)
    return Terror(_by(value), _where(value, scope), n, _up_to(value), remove), scope


def _add(value: Value, scope: Scope) -> Read:
    value.only(("do", "track", "n", "times"))
    track = value.need("track", "pack.need.track", names=", ".join(TRACKS)).word("track", TRACKS)
    found = value.need("n", "pack.need.n")
    n = read_amount(found, scope, -75, 75)
    times = value.read("times", lambda each: each.number(-20, 20), 1)
    if n == 0 or times == 0:
        raise found.error("pack.no_change")
    return Add(EXECUTING, track, n, times), scope


# --- dice and choices ---------------------------------------------------------------------------------------------


def _name(value: Value, scope: Scope, why: str) -> str:
    return read_name(value.need("as", why), (*scope.rolled, *scope.picked))


def _roll(value: Value, scope: Scope) -> Read:
    value.only(("do", "as"))
    name = _name(value, scope, "pack.need.as_roll")
    return Roll(EXECUTING, name), Scope((*scope.rolled, name), scope.picked, scope.depth)


def _pick(value: Value, scope: Scope) -> Read:
    value.only(("do", "by", "in", "n", "up_to", "as"))
    name = _name(value, scope, "pack.need.as_pick")
    step = Pick(_by(value), _where(value, scope), _n(value, scope, 1), _up_to(value), name)
    return step, Scope(scope.rolled, (*scope.picked, name), scope.depth)


def _choose(value: Value, scope: Scope) -> Read:
    value.only(("do", "by", "between"))
    between = value.need("between", "pack.need.between")
    if scope.depth >= DEEPEST:
        raise value.error("pack.nested", most=DEEPEST)
    inner = Scope(scope.rolled, scope.picked, scope.depth + 1)
    alternatives: list[tuple[str, tuple[Step, ...]]] = []
    if len(items := between.items()) > MOST_ALTERNATIVES:
        raise between.error("pack.too_many_alternatives", n=len(items), most=MOST_ALTERNATIVES)
    for item in items:
        item.only(("name", "steps"))
        name = item.need("name", "pack.need.alternative").text()
        if name in (each for each, _ in alternatives):
            raise item.at("name").error("pack.alternative_twice", name=name)
        steps = read_steps(item.need("steps", "pack.need.steps"), inner)
        alternatives.append((name, steps))
    if len(alternatives) < 2:
        raise between.error("pack.one_alternative")
    return Choose(_by(value), tuple(alternatives)), scope


# --- Operations, Special Activities, eligibility ------------------------------------------------------------------


def _free(value: Value, scope: Scope) -> Read:
    value.only(("do", "faction", "operation", "activity", "limop", "in", "max_spaces", *_STRIKE))
    given = [key for key in ("operation", "activity", "limop") if key in value.table()]
    if len(given) != 1:
        raise value.error("pack.free")
    who = value.need("faction", "pack.need.faction")
    faction = read_faction(who)
    if faction == EXECUTING and given != ["limop"]:
        raise who.error("pack.whose", action=given[0])
    operation = activity = ""
    if given == ["operation"]:
        operation = _own(value.at("operation"), "operation", faction, OPERATIONS_OF)
    elif given == ["activity"]:
        activity = _own(value.at("activity"), "activity", faction, ACTIVITIES_OF)
    elif not value.at("limop").flag():
        raise value.at("limop").error("pack.limop")
    where = read_spaces(value.at("in"), scope) if "in" in value.table() else None
    max_spaces = None
    if "max_spaces" in value.table():
        max_spaces = value.at("max_spaces").number(1, SPACE_COUNT)
        if given == ["limop"]:
            raise value.at("max_spaces").error("pack.limop_spaces")
    if any(key in value.table() for key in _STRIKE):
        return _free_strike(value, faction, activity, where), scope
    return Free(faction, operation, activity, where, max_spaces), scope


_STRIKE: Final = ("hits", "degrade", "anywhere")  # keys of an Air Strike without a die


def _free_strike(value: Value, faction: int, activity: str, where: Spaces | None) -> Step:
    """`{ do = "free", faction = "arvn", activity = "air_strike", hits = 4 }`: no die, whatever the Posture."""
    key = next(key for key in _STRIKE if key in value.table())
    if activity != "air_strike":
        raise value.at(key).error("pack.strike_only", key=key)
    if "max_spaces" in value.table():
        raise value.at("max_spaces").error("pack.strike_spaces")
    hits = value.need("hits", "pack.need.hits").number(1, MOST_HITS)
    degrade, anywhere = value.read("degrade", Value.flag, True), value.read("anywhere", Value.flag, False)
    return FreeStrike(faction, hits, where, degrade, anywhere)


def _own(value: Value, what: str, faction: int, by_faction: tuple[tuple[str, ...], ...]) -> str:
    name = value.word(what, tuple(dict.fromkeys(each for names in by_faction for each in names)))
    own = by_faction[faction]
    if name not in own:
        raise value.error("pack.not_its_own", faction=FACTION_IDS[faction], name=name, names=", ".join(own))
    return name


def _eligible(value: Value, scope: Scope) -> Read:
    value.only(("do", "faction"))
    return Eligibility(read_faction(value.need("faction", "pack.need.eligible")), True), scope


def _ineligible(value: Value, scope: Scope) -> Read:
    value.only(("do", "faction"))
    return Eligibility(read_faction(value.need("faction", "pack.need.ineligible")), False), scope


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
    "lasting": read_lasting,
}
LASTING: Final = ("capability", "momentum", "effect")  # what people write for it


def read_steps(value: Value, scope: Scope) -> tuple[Step, ...]:
    """The steps of a side or an alternative, in order; all that is wrong with them is found at once."""
    steps: list[Step] = []
    problems: list[str] = []
    items = value.items()
    if len(items) > MOST_STEPS:
        raise value.error("pack.too_many_steps", n=len(items), most=MOST_STEPS)
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


def steps_in(steps: Sequence[Step]) -> int:
    """How many steps these are with those of their alternatives."""
    within = (each for step in steps if isinstance(step, Choose) for _, each in step.alternatives)
    return len(steps) + sum(map(steps_in, within))


def _read_step(value: Value, scope: Scope) -> Read:
    word = value.need("do", "pack.need.do", names=", ".join(WORDS))
    if word.value in LASTING:
        raise word.error("pack.lasting")
    return WORDS[word.word("word", WORDS)](value, scope)


def _with_name(value: Value, scope: Scope) -> Scope:
    """After a step that is wrong: its name counts as given, so that later steps are not blamed for it."""
    name = value.value.get("as") if isinstance(value.value, dict) else None
    if not isinstance(name, str):
        return scope
    return Scope((*scope.rolled, name), (*scope.picked, name), scope.depth)
