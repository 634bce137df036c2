"""Why a space cannot be chosen now, in a sentence: for a player who points at a space that is not lit."""

from typing import Final

from fitl.board.pieces import KINDS
from fitl.board.spaces import SPACE_BY_ID, SPACE_COUNT
from fitl.catalogue import Name, has_message, tell
from fitl.decisions import CHANCE, Decision
from fitl.era import POST_PARIS
from fitl.game import Game
from fitl.lookback import moment
from fitl.rulebook import rule_behind
from fitl.rules.space_checks import Asked, lacking
from fitl.state import State
from fitl.words import named_faction, named_row, piece_name, prompt

MANY: Final = 4  # kinds of pieces that are still named one by one


def why_not(game: Game, space: str) -> str:
    """What the present decision asks of a space, if this one is not among its options."""
    decision = game.decision
    if decision is None:
        return tell("server.why_not.over")
    if space not in SPACE_BY_ID:
        return tell("server.why_not.unknown")
    number = SPACE_BY_ID[space]
    name = named_row(number)
    lit = {row for option in decision.options for row in option.spaces if row < SPACE_COUNT}
    if number in lit:
        return tell("server.why_not.lit", space=name)
    if decision.actor == CHANCE or not lit:
        return tell("server.why_not.no_spaces")
    if not game.state.era.open_spaces >> number & 1:
        return tell("server.why_not.because", reason=tell("why_not.closed", space=name), rule="P1.3.5")
    rule = rule_behind(game.state.era, decision)
    lacks = lacking(Asked(game.state, number, decision))
    if lacks is not None:
        reason = tell(_worded(game.state, f"lacks.{lacks}"), space=name, **_named(decision))
    elif missing := _missing_pieces(game.state, number, decision):
        reason = tell("why_not.no_piece", space=name, pieces=missing)
    elif _chosen_before(game, number, decision):
        reason = tell("why_not.chosen", space=name)
    elif has_message(f"why_not.{decision.kind}"):
        needs = tell(_worded(game.state, decision.kind))
        return tell("server.why_not.needs", space=name, needs=needs, rule=rule)
    else:
        return tell("server.why_not.asked", space=name, prompt=prompt(decision, game.state.cards, game.state.era))
    return tell("server.why_not.because", reason=reason, rule=rule)


def _worded(s: State, name: str) -> str:
    """The message that says it: after the Paris talks Armor and ARVN Bases may do what others did (S3.2, S3.3)."""
    later = f"why_not.after_paris.{name}"
    return later if s.era.flags & POST_PARIS and has_message(later) else f"why_not.{name}"


def _named(decision: Decision) -> dict[str, Name | str]:
    """What a reason may name besides the space."""
    params = decision.params
    named: dict[str, Name | str] = {"faction": named_faction(decision.actor)}
    if "piece" in params:
        named["piece"] = piece_name(params["piece"], 2)
    for name in ("destination", "origin"):
        if name in params:
            named[name] = named_row(params[name])
    if "space" in params:
        named["other"] = named_row(params["space"])
    return named


def _missing_pieces(s: State, space: int, decision: Decision) -> str:
    """The kinds of pieces asked for, if they are to be taken from where they stand and none stands here."""
    offered = [(option.piece, row) for option in decision.options for row in option.spaces if option.piece is not None]
    if not offered or any(not s.pieces[row * KINDS + kind] for kind, row in offered):
        return ""
    kinds = sorted({kind for kind, _ in offered})
    if any(s.pieces[space * KINDS + kind] for kind in kinds):
        return ""
    if len(kinds) > MANY:
        return tell("why_not.such_pieces")
    return tell("why_not.or").join(dict.fromkeys(piece_name(kind, 2) for kind in kinds))


def _chosen_before(game: Game, space: int, decision: Decision) -> bool:
    """Was the space an answer to the same question earlier in this turn?"""
    copy, _ = moment(game, game.checkpoints[-1].entries)
    for entry in game.entries[game.checkpoints[-1].entries :]:
        asked = copy.decision
        option = asked.find(entry.key) if asked is not None else None
        if asked is not None and asked.kind == decision.kind and option is not None and space in option.spaces:
            return True
        copy.give_again(entry)
    return False
