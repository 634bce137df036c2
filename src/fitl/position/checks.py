"""What the era of a position forbids: the years 1961 to 1963 have another board than the base game (P1.3.5, P1.4)."""

from fitl.board.card import card_id
from fitl.board.expansion_cards import DIEM
from fitl.board.factions import FACTION_IDS, FACTIONS
from fitl.board.forces import FORCES, STORED, engine_kinds
from fitl.board.pieces import FACTION_OF, KIND_IDS, KINDS, TUNNELS
from fitl.board.pivotals import PIVOTAL_BIT, PIVOTAL_BY_CARD
from fitl.board.spaces import CASUALTIES, SPACE_COUNT, SPACES, row_id
from fitl.catalogue import tell
from fitl.lasting import effects_in_force
from fitl.position.values import PositionError
from fitl.rules.deck import looks_ahead
from fitl.state import State


def check_era(s: State) -> None:
    """Refuse pieces, markers, Resources, leader and cards that the era does not have."""
    _check_map(s)
    _check_boxes(s)
    for faction in FACTIONS:
        if s.resources[faction] and faction not in s.era.holders:
            raise PositionError(tell("position.no_resources", name=FACTION_IDS[faction]))
    if s.leader != DIEM and _diem_leads(s):
        raise PositionError(tell("position.diem_leads"))
    if s.leader == DIEM and not _diem_leads(s) and not _before_1964(s):
        raise PositionError(tell("position.diem_gone"))
    if s.next_card and not looks_ahead(s):
        raise PositionError(tell("position.next_card_unseen"))
    for path, card in (("card", s.card), ("next_card", s.next_card)):
        if card and card not in s.cards.texts and (card_id(card)[0] == "p") != _has_deck_of_1961(s):
            message = "position.card_of_1961" if _has_deck_of_1961(s) else "position.card_before_1964"
            raise PositionError(tell(message, path=path, card=card_id(card)))
    for path, cards in (("effects", _in_force(s)), ("pivotal", _held(s))):
        for card in cards:
            if (card_id(card)[0] == "p") != _before_1964(s):
                message = "position.card_of_1961" if _before_1964(s) else "position.card_before_1964"
                raise PositionError(tell(message, path=path, card=card_id(card)))
    for card in _held(s):
        holder = PIVOTAL_BY_CARD[card].holder
        if holder not in s.era.factions:
            raise PositionError(tell("position.pivotal_holder", card=card_id(card), name=FACTION_IDS[holder]))


def _in_force(s: State) -> list[int]:
    """The cards whose Capability or Momentum lasts; a pack may put any into force (5.3, 5.4)."""
    if s.cards.packs:
        return []
    return [card for card, _ in effects_in_force(s.effects)]


def _held(s: State) -> list[int]:
    return [card for card, bit in PIVOTAL_BIT.items() if s.pivotal_held & bit]


def _before_1964(s: State) -> bool:
    return "regime" in s.era.tracks


def _has_deck_of_1961(s: State) -> bool:
    return _before_1964(s) and s.scenario.mini_deck is not None


def _diem_leads(s: State) -> bool:
    """P2.4.3, P7.4: until the Fall of Diem, and after it until another leader covers him."""
    return _has_deck_of_1961(s) or s.era.leader_covered is not None


def _check_map(s: State) -> None:
    for sp in range(SPACE_COUNT):
        here = s.pieces[sp * KINDS : (sp + 1) * KINDS]
        if not s.era.open_spaces >> sp & 1 and (any(here) or s.terror[sp]):
            raise PositionError(tell("position.closed", path=f"spaces.{SPACES[sp].id}"))
        if not s.era.tunnels and any(here[kind] for kind in TUNNELS):
            raise PositionError(tell("position.no_tunnels", path=f"spaces.{SPACES[sp].id}"))


def _check_boxes(s: State) -> None:
    """1.4.1, S6.8.2: whose pieces are Casualties; P6.8.2 to P6.9.3: what the boxes of Washington and Hanoi may hold."""
    for kind in range(KINDS):
        if s.pieces[CASUALTIES * KINDS + kind] and FACTION_OF[kind] not in s.era.casualties:
            names = ", ".join(FACTION_IDS[faction].upper() for faction in s.era.casualties)
            raise PositionError(tell("position.casualties", name=KIND_IDS[kind], names=names))
    for first, kinds in STORED.items():
        for box in range(first, first + 3):
            for kind in range(KINDS):
                if s.pieces[box * KINDS + kind] and kind not in kinds:
                    names = ", ".join(KIND_IDS[each] for each in kinds)
                    raise PositionError(tell("position.stored", path=row_id(box), name=KIND_IDS[kind], names=names))
            for kind, most in engine_kinds(FORCES.tracks[row_id(box)], on_map=False).items():
                if (n := s.pieces[box * KINDS + kind]) > most:
                    path = f"{row_id(box)}.{KIND_IDS[kind]}"
                    raise PositionError(tell("position.stored_most", path=path, n=n, most=most))
