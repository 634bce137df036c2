"""The deck of a position: its piles, what has been played, what is still to be drafted (2.1, P2.1, S2.1)."""

from collections.abc import Mapping

from fitl.board.card import card_id
from fitl.board.cards import CARDS, COUP_CARDS
from fitl.catalogue import tell
from fitl.options import OptionsError
from fitl.position.decks import may_come_up, may_have_come_up, periods_of_piles
from fitl.position.values import PositionError, card_of, cards_of, faction_of, integer_of, list_of
from fitl.rules.deck import cards_left, is_coup, last_coup_shown, looks_ahead, piles_after
from fitl.rules.setup import check_cards
from fitl.state import OVER, SET_UP, PileState, State


def read_deck(s: State, found: Mapping[str, object]) -> None:
    if "piles" in found:
        most = len(s.cards.events)
        s.piles = tuple(_read_pile(s, pile, f"piles[{i}]", most) for i, pile in enumerate(list_of(found, "piles")))
    if "draft" in found:
        s.draft = tuple(_read_pick(s, pick, f"draft[{i}]") for i, pick in enumerate(list_of(found, "draft")))
    of_the_deck = {*s.coup_pool, *(pile.coup for pile in s.piles if pile.coup > 0)}
    if "coups_to_come" in found:
        s.coup_pool = cards_of(found, "coups_to_come", filter(may_come_up(s), COUP_CARDS))
    if "seen" in found:
        s.seen = sum(1 << card for card in cards_of(found, "seen", filter(may_have_come_up(s), s.cards.events)))
    if "played" in found:
        s.played = cards_of(found, "played", filter(may_have_come_up(s), s.cards.facts))
    for key in ("card", "next_card"):
        if key in found:
            card = card_of(s, found[key], key) if found[key] != 0 else 0
            setattr(s, key, card)
            if card in s.cards.events:
                s.seen |= 1 << card
    coups = of_the_deck & {*s.played, s.card, s.next_card, *s.leader_box}
    if "coups_to_come" not in found:
        s.coup_pool = tuple(card for card in s.coup_pool if card not in coups)
    if "piles" not in found:
        s.piles = piles_after(s, coups)
    if "coup_rounds" not in found:
        s.coup_rounds = len(coups & set(s.played))
    random_coups = sum(pile.coup == -1 for pile in s.piles)
    if random_coups > len(s.coup_pool):
        raise PositionError(tell("position.coups", n=random_coups, have=len(s.coup_pool)))


def check_deck(s: State) -> None:
    """2.1: every card is in one place, and the piles can be drawn to their end."""
    for path, cards in (("played", s.played), ("coups_to_come", s.coup_pool)):
        for card in cards:
            if cards.count(card) > 1:
                raise PositionError(tell("position.card_twice", path=path, n=card))
    if s.card and s.card == s.next_card:
        raise PositionError(tell("position.card_twice", path="next_card", n=card_id(s.card)))
    shown = {*s.played, s.card, s.next_card}
    for card in s.coup_pool:
        if card in shown:
            raise PositionError(tell("position.coup_shown", n=card))
        if card in s.leader_box:
            raise PositionError(tell("position.coup_in_box", n=card))
    s.seen |= sum(1 << card for card in s.played if card in s.cards.events)
    s.seen |= sum(1 << card for pile in s.piles for card in pile.chosen)
    chosen = [card for pile in s.piles for card in pile.chosen]
    for i, pile in enumerate(s.piles):
        for card in pile.chosen:
            if s.cards.facts[card].period != pile.period or chosen.count(card) > 1 or card in shown:
                raise PositionError(tell("position.chosen", path=f"piles[{i}]", card=card_id(card), n=pile.period))
        if sum(year == pile.period for _, year in s.draft) > pile.events:
            raise PositionError(tell("position.picks", path=f"piles[{i}]", n=pile.events))
        if pile.period not in periods_of_piles(s):
            periods = ", ".join(str(period) for period in periods_of_piles(s))
            raise PositionError(tell("position.period", path=f"piles[{i}]", names=periods, n=pile.period))
        if pile.coup > 0 and not (is_coup(s, pile.coup) and may_come_up(s)(pile.coup)):
            raise PositionError(tell("position.no_coup", path=f"piles[{i}]", n=pile.coup))
    try:
        check_cards(s)
    except OptionsError as error:
        raise PositionError(tell("position.options", error=error)) from error
    if s.stage != OVER and last_coup_shown(s) and not is_coup(s, s.card):
        raise PositionError(tell("position.no_end"))
    if s.stage not in (SET_UP, OVER, *s.era.drafting) and not s.next_card and cards_left(s) and looks_ahead(s):
        raise PositionError(tell("position.next_card"))


def _read_pile(s: State, pile: object, path: str, most: int) -> PileState:
    if not isinstance(pile, Mapping) or {*pile, "chosen"} != set(PileState._fields):
        raise PositionError(tell("position.pile", path=path, names=", ".join(PileState._fields)))
    coup = pile["coup"]
    return PileState(
        integer_of(pile, "events", 0, most, path=path),
        integer_of(pile, "period", 0, 9999, path=path),
        card_of(s, coup, f"{path}.coup")
        if isinstance(coup, str)
        else integer_of(pile, "coup", -1, max(CARDS), path=path),
        integer_of(pile, "last", 0, most, path=path),
        cards_of(pile, "chosen", filter(may_come_up(s), s.cards.events)),
    )


def _read_pick(s: State, pick: object, path: str) -> tuple[int, int]:
    """P2.1, S2.1: who has still to pick an Event of which year."""
    if not isinstance(pick, list) or len(pick) != 2 or pick[1] not in [pile.period for pile in s.piles]:
        raise PositionError(tell("position.pick", path=path, value=pick))
    return faction_of(pick[0], path), pick[1]
