"""Why a thinker plays as it does, as messages: what it expects, what else it could do, what others may answer."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Final

from fitl.board.card import card_number
from fitl.rules.deception import HIDDEN_ASSET
from fitl.state import LIMITED_OP, OP_AND_ACTIVITY, OP_ONLY, OPERATION, OVER, TURN, State
from fitl.thinker.evaluation import judge_of, worth_to
from fitl.thinker.lines import Line
from fitl.thinker.search import Found, Imagined, Search, Way

Explain = Callable[..., None]  # as Game.explain: faction, message, params
Told = tuple[str, dict[str, object]]  # the form of a message, and its parameters

# Actions that are Operations, and how those are told.
FORMS: Final = {
    OP_ONLY: "operation",
    OPERATION: "operation",
    HIDDEN_ASSET: "operation",
    OP_AND_ACTIVITY: "with_activity",
    LIMITED_OP: "limited",
}
OTHERS_TOLD: Final = 2  # alternatives
LOOKS: Final = 4  # how often the way is played to see where it leads
STAGES_AHEAD: Final = 6  # how far ahead the next to act is looked for


def explain_plan(explain: Explain, faction: int, search: Search, begins: bool, replies: int) -> None:
    """Say why the best way was chosen; `replies` playouts may be spent on what the next to act will do."""
    best = search.best[0]
    if not begins:
        explain(faction, "why.thinker.anew", value=_rounded(best.value))
        return
    ends = [search.outcome(best.way, luck) for luck in range(LOOKS)]
    operations = ends[0].era.operations.get(faction, ())
    form, way = first = told(best.way, operations)
    explain(faction, "why.thinker." + form, **way, value=_rounded(best.value), n=search.ways)
    if ends[0].stage != OVER:
        _expect(explain, faction, ends)
    for (form, way), value in _others(search, first, operations)[:OTHERS_TOLD]:
        explain(faction, "why.thinker.instead_" + form, **way, value=_rounded(value))
    if replies:
        _expect_reply(explain, faction, ends[0], replies)


def _others(search: Search, first: Told, operations: Sequence[str]) -> list[tuple[Told, float]]:
    """The alternatives that differ in words from the first and from each other, and what they are worth."""
    found: list[tuple[Told, float]] = []
    for each in _mentionable(search):
        other = told(each.way, operations)
        if other != first and all(other != told_before for told_before, _ in found):
            found.append((other, each.value))
    return found


def _mentionable(search: Search) -> list[Found]:
    """The alternatives, without those that would tell of a Hidden Asset that it keeps (7.3): the table hears this."""
    others = search.alternatives()
    return others if _plays_asset(search.best[0].way) else [each for each in others if not _plays_asset(each.way)]


def _plays_asset(way: Way) -> bool:
    return ("turn.action", HIDDEN_ASSET) in way


def _rounded(value: float) -> float:
    return round(value, 1)


def told(way: Way, operations: Sequence[str] = ()) -> Told:
    """The beginning of a way of who has these Operations: the form of the message that tells it, and its parameters."""
    keys = dict(way[:2])
    action = keys.get("turn.action", "")
    operation = keys.get("turn.operation") or (_only_operation(way, operations) if action in FORMS else "")
    if operation:
        return FORMS.get(action, "operation"), {"operation": operation}
    if "turn.side" in keys:
        return "side", {"side": keys["turn.side"]}
    kind, key = way[0]
    if kind == "draft.pick":
        return "card", {"card": card_number(key)}
    return "way", {"way": f"{kind} {key}"}


def _only_operation(way: Way, operations: Sequence[str]) -> str:
    """The Operation of a turn in which no other was possible, so that nobody was asked: its questions bear its name."""
    return next((name for kind, _ in way if (name := kind.partition(".")[0]) in operations), "")


def _expect(explain: Explain, faction: int, ends: Sequence[State]) -> None:
    """The margins at the next Coup: one's own, and the best of the others."""
    factions = ends[0].era.factions
    coming = {each: sum(judge_of(s.era.id).coming(s, each) for s in ends) / len(ends) for each in factions}
    rival = max((each for each in factions if each != faction), key=lambda each: coming[each])
    explain(faction, "why.thinker.expects", own=round(coming[faction]), by=rival, n=round(coming[rival]))


def _expect_reply(explain: Explain, faction: int, s: State, replies: int) -> None:
    """What the next Faction to act would best do, as far as a short look can tell."""
    for _ in range(STAGES_AHEAD):
        if s.stage == OVER:
            return
        line = Line(s.copy(), s.seed)
        if line.decision is not None:
            break
        s = line.state
    if line.decision is None or s.stage != TURN or line.decision.actor == faction:
        return
    other = line.decision.actor
    search = Search(other, Imagined(s), partial(worth_to, other), s.seed)
    ways = [found.way for found in search.run(replies) if not _plays_asset(found.way)]  # the other may be its partner
    if ways:
        form, way = told(ways[0], s.era.operations.get(other, ()))
        explain(faction, "why.thinker.reply_" + form, by=other, **way)
