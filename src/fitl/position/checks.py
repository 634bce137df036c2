"""What the era of a position forbids: the years 1961 to 1963 have another board than the base game (P1.3.5, P1.4)."""

from fitl.board.card import SOVEREIGN_YEARS, YEARS_OF_SET, card_id
from fitl.board.expansion_cards import DIEM
from fitl.board.factions import FACTION_IDS, FACTIONS
from fitl.board.forces import STORED, STORED_MOST
from fitl.board.pieces import FACTION_OF, KIND_IDS, KINDS, TUNNELS
from fitl.board.pivotals import PIVOTAL_BIT, PIVOTAL_BY_CARD
from fitl.board.spaces import CASUALTIES, SPACE_COUNT, SPACES, row_id
from fitl.catalogue import tell
from fitl.lasting import effects_in_force
from fitl.position.decks import laid_out, may_come_up, years_now
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
    if s.leader == DIEM and not _diem_leads(s) and "regime" not in s.era.tracks:
        raise PositionError(tell("position.diem_gone"))
    if s.next_card and not looks_ahead(s):
        raise PositionError(tell("position.next_card_unseen"))
    _check_cards(s)


def _check_cards(s: State) -> None:
    """Refuse cards that no deck of this time holds; Capabilities of the set-up may be older (S2.1)."""
    known = may_come_up(s)
    in_force = [card for card in _in_force(s) if card not in laid_out(s)]
    for path, cards in (("card", [s.card]), ("next_card", [s.next_card]), ("effects", in_force), ("pivotal", _held(s))):
        for card in cards:
            if card and not known(card):
                years = ", ".join(map(str, years_now(s)))
                raise PositionError(tell("position.other_deck", path=path, card=card_id(card), names=years))
    for card in _held(s):
        pivotal = PIVOTAL_BY_CARD[card]
        if pivotal.holder not in s.era.factions:
            raise PositionError(tell("position.pivotal_holder", card=card_id(card), name=FACTION_IDS[pivotal.holder]))
        if s.era.periods[-1] not in YEARS_OF_SET[pivotal.set]:
            raise PositionError(tell("position.pivotal_discarded", card=card_id(card)))


def _in_force(s: State) -> list[int]:
    """The cards whose Capability or Momentum lasts; a pack may put any into force (5.3, 5.4)."""
    if s.cards.packs:
        return []
    return [card for card, _ in effects_in_force(s.effects)]


def _held(s: State) -> list[int]:
    return [card for card, bit in PIVOTAL_BIT.items() if s.pivotal_held & bit]


def _diem_leads(s: State) -> bool:
    """P2.4.3, P7.4: until the Fall of Diem, and after it until another leader covers him."""
    return SOVEREIGN_YEARS[-1] in s.era.periods or s.era.leader_covered is not None


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
            for kind, most in STORED_MOST[box].items():
                if (n := s.pieces[box * KINDS + kind]) > most:
                    path = f"{row_id(box)}.{KIND_IDS[kind]}"
                    raise PositionError(tell("position.stored_most", path=path, n=n, most=most))
