"""Checking a position that somebody sets up: the board it gives, or the place of what is wrong with it."""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar, Final

from fitl.board.card import card_id, written
from fitl.board.cards import COUP_CARDS
from fitl.board.factions import FACTION_IDS
from fitl.board.pieces import KIND_BY_ID, KIND_IDS, KINDS, PLAIN, PLAIN_KINDS
from fitl.board.pivotals import PIVOTALS
from fitl.board.spaces import AVAILABLE, SPACE_COUNT, row_id
from fitl.catalogue import speaking, tell
from fitl.compose import ERAS
from fitl.lasting import FLAG, LASTING
from fitl.position import PositionError, read_position, write_position
from fitl.position.decks import may_come_up, may_have_come_up
from fitl.position.words import KEYS, LEADER_WORDS
from fitl.rules.forces import boxes_of, force_pool, may_stand
from fitl.rules.setup import eras_of
from fitl.server.offload.job import Desk, Talk
from fitl.server.offload.jobs.import_save import NONSENSE, read_body
from fitl.server.offload.lanes import LOOK
from fitl.server.wire.positions import PositionChecked, Room
from fitl.state import OVER, State
from fitl.view import build_board

# Sentences about a position begin with the key they are about; those about a pool, with the kind of piece.
PLACE: Final = re.compile(r"\w+(?:\.\w+|\[\d+\])*")
NOT_SENT: Final = ("answers", "seed", "available")  # what is drawn, given or counted by the reader


def place_of(message: str) -> str:
    """The key that a sentence about a position begins with; empty if it is about the whole."""
    found = PLACE.match(message)
    place = found[0] if found else ""
    if place in KIND_BY_ID:
        return f"available.{place}"
    return place if re.split(r"[.\[]", place)[0] in KEYS else ""


def check(found: Mapping[str, object]) -> PositionChecked:
    """A position with all that it left out, the board, and what else may be set up."""
    if found.get("packs"):
        return refused(tell("server.refuse.edit_packs"))
    try:
        s = read_position({key: value for key, value in found.items() if key not in NOT_SENT})
    except PositionError as error:
        return refused(str(error))
    return {"position": _whole(s), "board": build_board(s), "room": _room(s), "wrong": None}


def refused(message: str) -> PositionChecked:
    """The answer for an invalid position."""
    return {
        "position": None,
        "board": None,
        "room": None,
        "wrong": {"place": place_of(message), "message": message},
    }


def _whole(s: State) -> dict[str, object]:
    """The position, every box named, so that a change of one leaves all others as they are."""
    boxes: dict[str, object] = {row_id(box): {} for box in boxes_of(s)}
    return {key: value for key, value in {**boxes, **write_position(s)}.items() if key not in NOT_SENT}


def _room(s: State) -> Room:
    pool = force_pool(s)
    kinds = [kind for kind in range(KINDS) if pool[PLAIN[kind]]]
    phases = {phase for era in ERAS.values() for phase in era.coup_round}
    now, ever = may_come_up(s), may_have_come_up(s)
    leaders = [card for card in COUP_CARDS if s.cards.facts[card].leader and (ever(card) or card in s.leader_box)]
    return {
        "pool": {KIND_IDS[kind]: pool[kind] for kind in PLAIN_KINDS if pool[kind]},
        "kinds": [KIND_IDS[kind] for kind in kinds if any(may_stand(sp, kind) for sp in range(SPACE_COUNT))],
        "plain": {KIND_IDS[kind]: KIND_IDS[PLAIN[kind]] for kind in kinds},
        "boxes": [row_id(box) for box in boxes_of(s) if box != AVAILABLE],
        "tracks": list(s.era.tracks),
        "resources": [FACTION_IDS[faction] for faction in s.era.holders],
        "eras": [era for era in eras_of(s.scenario, s.options) if era == s.era.id or not ERAS[era].control_frozen],
        "stages": [stage for stage in s.era.stages if stage not in (phases - {*s.era.coup_round}) | {OVER}],
        "cards": [written(card) for card in s.cards.facts if now(card)],
        "coups": [written(card) for card in COUP_CARDS if now(card)],
        "effects": [(written(row.card), row.side) for row in LASTING if row.kind != FLAG and ever(row.card)],
        "leaders": [*LEADER_WORDS, *leaders],
        "pivotal": [*(FACTION_IDS[faction] for faction in s.era.factions), *map(card_id, _later_pivotals(s))],
    }


def _later_pivotals(s: State) -> list[int]:
    """The Pivotal Events of expansions that may be held now; the base game's are told by the Faction."""
    return [each.card for each in PIVOTALS[len(FACTION_IDS) :] if may_come_up(s)(each.card)]


@dataclass(frozen=True, slots=True)
class CheckPosition:
    """Checks the body of a request."""

    body: bytes
    language: str

    lane: ClassVar[str] = LOOK.name
    shared: ClassVar[bool] = True

    def run(self, _desk: Desk, _talk: Talk) -> bytes:
        """The result of the check as JSON."""
        with speaking(self.language):
            try:
                position = read_body(self.body).get("position")
                found = check(position) if isinstance(position, dict) else refused(tell("position.not_an_object"))
                text = json.dumps(found, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "replace")
            except NONSENSE:
                text = json.dumps(refused(tell("server.refuse.unreadable")), ensure_ascii=False).encode()
        return text
