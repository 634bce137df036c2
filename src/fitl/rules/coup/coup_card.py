"""Coup cards (2.4): desertion after a Failed Attempt, the RVN leader box, and whether a Coup Round follows."""

from typing import Final

from fitl.board.cards import COUP_CARDS, FAILED_ATTEMPT_1, FAILED_ATTEMPT_2, KY
from fitl.board.expansion_cards import ALL_COUPS
from fitl.board.factions import ARVN, US
from fitl.board.pieces import ARVN_TROOPS, KINDS, POLICE
from fitl.board.spaces import SPACE_COUNT
from fitl.decisions import Decision, Flow, amounts, confirm
from fitl.lasting import BLOWTORCH_KOMER
from fitl.rules.coup.victory import end_game
from fitl.rules.deck import last_coup_shown
from fitl.rules.forces import remove
from fitl.state import MINH, NEXT_CARD, NO_LEADER, State

NOBODY: Final = -1  # executes the text of a Coup card
FAILED_ATTEMPTS: Final = (FAILED_ATTEMPT_1, FAILED_ATTEMPT_2)


def coup_card(s: State) -> Flow[None]:
    """2.4: immediate effect and leader box, then the Coup Round; none right after another Coup card."""
    yield from leader_or_text(s)
    if not s.last_was_coup:
        s.stage = s.era.coup_round[0]
    elif last_coup_shown(s):
        end_game(s, final=True)  # 6.0: no Round is left to play
    else:
        s.note("log.coup.no_round")
        s.stage = NEXT_CARD


def leader_or_text(s: State) -> Flow[None]:
    """2.4.1: a new leader or a Failed Attempt; the expansions' Coup cards have texts of their own."""
    if s.card in COUP_CARDS:  # in 1967-69 Tet only brings the Round: no leader, and its Event comes later
        if s.card in FAILED_ATTEMPTS or (yield from us_involvement(s)):
            yield from desertion(s)
            failed_attempt(s)
        else:
            new_leader(s)
    elif s.card in ALL_COUPS:  # P2.4.1, S2.4.1: a text of its own, carried out by nobody; never a leader
        text = s.cards.programs.get(s.card, {}).get("single")
        if text is not None:
            yield from text.run(s, NOBODY)


def us_involvement(s: State) -> Flow[bool]:
    """US Coup Involvement variant: the US may keep a leader other than Minh, at the price of a Failed Attempt."""
    if not s.options.us_coup_involvement or s.leader in (MINH, NO_LEADER):
        return False
    failed: bool = yield confirm(US, "coup.involvement", "2.4.1", params={"card": s.card})
    return failed


def desertion(s: State) -> Flow[None]:
    """2.4 Failed Attempt: in each space one in three ARVN cubes goes to Available, ARVN choosing Troops or Police."""
    p = s.pieces
    for sp in range(SPACE_COUNT):
        troops, police = p[sp * KINDS + ARVN_TROOPS], p[sp * KINDS + POLICE]
        lost = (troops + police) // 3
        if lost:
            lowest, highest = max(0, lost - police), min(lost, troops)
            of_troops = yield Decision(
                ARVN, "coup.desertion", "2.4", amounts(lowest, highest), {"space": sp, "lost": lost}
            )
            if of_troops:
                remove(s, sp, ARVN_TROOPS, of_troops)
            if lost > of_troops:
                remove(s, sp, POLICE, lost - of_troops)


def failed_attempt(s: State) -> None:
    """2.4.1: to the bottom of the box; it cancels Minh only."""
    s.leader_box = (s.card, *s.leader_box)
    if s.leader == MINH:
        s.leader = NO_LEADER
    s.note("log.coup.failed")


def new_leader(s: State) -> None:
    """2.4.1: the card covers the previous leader."""
    if s.era.leader_covered is not None:  # P7.4
        s.era.leader_covered(s)
    s.leader_box = (*s.leader_box, s.card)
    s.leader = s.card
    s.leader_silenced = False
    s.note("log.coup.leader", card=s.card)
    if s.card == KY:
        s.effects &= ~BLOWTORCH_KOMER  # 5.1.2: Ky's price of 4 is the later text (card 16)
