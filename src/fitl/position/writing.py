"""A situation as a position."""

from fitl.board.card import card_id, written
from fitl.board.factions import FACTION_IDS, FACTIONS, US
from fitl.board.pieces import KIND_IDS, KINDS
from fitl.board.pivotals import PIVOTAL_BIT, PIVOTALS
from fitl.board.spaces import AVAILABLE, COMMON_BOXES, CONTROLLABLE, ROWS, SPACE_COUNT, SPACES, row_id
from fitl.lasting import effects_in_force, flags_in_force
from fitl.position.options import write_options
from fitl.position.words import CONTROLS, FORMAT, LEADER_WORDS, LEVEL_IDS
from fitl.rules.draft import may_draft
from fitl.state import PileState, State


def write_position(s: State) -> dict[str, object]:
    """The situation as a position."""
    found: dict[str, object] = {
        "fitl": FORMAT,
        "scenario": s.scenario.name,
        "options": write_options(s.options),
        **({"packs": list(s.cards.packs)} if s.cards.packs else {}),
        **({"era": s.era.id} if s.era.id != s.scenario.era else {}),
        "stage": s.stage,
        "card": written(s.card),
        "next_card": written(s.next_card),
        "spaces": {SPACES[sp].id: _write_space(s, sp) for sp in range(SPACE_COUNT) if _write_space(s, sp)},
    }
    if s.era.control_frozen:
        found["control"] = {
            name: [SPACES[sp].id for sp in range(CONTROLLABLE) if s.control[sp] == control]
            for name, control in CONTROLS.items()
        }
    for row in range(AVAILABLE, ROWS):
        if row in COMMON_BOXES or any(s.pieces[row * KINDS : (row + 1) * KINDS]):
            found[row_id(row)] = _write_pieces(s, row)
    found |= {
        "resources": {FACTION_IDS[f]: s.resources[f] for f in s.era.factions if f != US},
        **{track: getattr(s, track) for track in s.era.tracks},
        "leader": next((word for word, leader in LEADER_WORDS.items() if leader == s.leader), s.leader),
        "leader_box": list(s.leader_box),
        "leader_silenced": s.leader_silenced,
        "effects": [[written(card), side] for card, side in effects_in_force(s.effects)],
        "flags": flags_in_force(s.effects),
        "eligible": _write_mask(s.eligible),
        "passed": _write_mask(s.passed),
        "acted": [[FACTION_IDS[faction], action] for faction, action in s.acted],
        "stay_eligible": _write_mask(s.stay_eligible),
        "made_ineligible": _write_mask(s.made_ineligible),
        "order": [FACTION_IDS[faction] for faction in s.order],
        **({"initiative": FACTION_IDS[s.initiative]} if s.era.sequence.id == "initiative" else {}),
        "pivotal": [*_write_mask(s.pivotal_held), *_write_pivotals(s.pivotal_held)],
        "piles": [_write_pile(pile) for pile in s.piles],
        **({"draft": [[FACTION_IDS[faction], year] for faction, year in s.draft]} if may_draft(s) else {}),
        "coups_to_come": list(s.coup_pool),
        "seen": [written(card) for card in s.cards.events if s.seen >> card & 1],
        "played": [written(card) for card in s.played],
        "last_was_coup": s.last_was_coup,
        "coup_rounds": s.coup_rounds,
        "us_policy": s.us_policy,
        **({"trung_deck": s.trung_deck} if s.trung_deck else {}),
        "markers": {FACTION_IDS[f]: list(s.markers[f]) for f in FACTIONS if s.markers[f]},
        "revealed_markers": {FACTION_IDS[f]: list(s.revealed_markers[f]) for f in FACTIONS if s.revealed_markers[f]},
        "seed": s.seed,
    }
    if s.outcome is not None:
        found["outcome"] = {
            "reason": s.outcome.reason,
            "winner": FACTION_IDS[s.outcome.winner],
            "ranking": [FACTION_IDS[faction] for faction in s.outcome.ranking],
            "margins": list(s.outcome.margins),
        }
    return found


def write_picture(s: State) -> dict[str, object]:
    """The board as it stands, perhaps in the middle of a turn: like a position, but nobody can play on from it."""
    found = write_position(s)
    return {"picture": found.pop("fitl"), **found}


def _write_pile(pile: PileState) -> dict[str, object]:
    found: dict[str, object] = {**pile._asdict(), "coup": written(pile.coup)}
    if pile.chosen:
        found["chosen"] = [written(card) for card in pile.chosen]
    else:
        del found["chosen"]
    return found


def _write_space(s: State, sp: int) -> dict[str, object]:
    found: dict[str, object] = {}
    if sp < CONTROLLABLE and s.support[sp]:
        found["support"] = LEVEL_IDS[s.support[sp] + 2]
    if s.terror[sp]:
        found["terror" if sp < CONTROLLABLE else "sabotage"] = s.terror[sp]
    pieces = _write_pieces(s, sp)
    if pieces:
        found["pieces"] = pieces
    return found


def _write_pieces(s: State, row: int) -> dict[str, int]:
    return {KIND_IDS[kind]: s.pieces[row * KINDS + kind] for kind in range(KINDS) if s.pieces[row * KINDS + kind]}


def _write_pivotals(held: int) -> list[str]:
    """The Pivotal Events of expansions; the base game's are told by the Faction that holds them."""
    return [card_id(each.card) for each in PIVOTALS[len(FACTIONS) :] if held & PIVOTAL_BIT[each.card]]


def _write_mask(mask: int) -> list[str]:
    return [FACTION_IDS[faction] for faction in FACTIONS if mask >> faction & 1]
