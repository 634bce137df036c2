"""P7.4 steps 4 and 5: Diem falls or stays, the base game begins; and what ends his time once he has stayed."""

from fitl.board.card import SOVEREIGN_YEARS
from fitl.board.expansion_cards import DIEM
from fitl.board.factions import ARVN, NVA, VC
from fitl.board.pieces import HAMLET, KINDS
from fitl.board.pivotals import PIVOTAL_BIT
from fitl.board.scenario import Scenario
from fitl.board.spaces import CITIES, PROVINCES, ROWS, SET_ASIDE, SPACE_COUNT
from fitl.decisions import Flow
from fitl.era import Era
from fitl.eras.sovereign_of_discord.fall_of_diem import missing_pieces
from fitl.eras.sovereign_of_discord.tracks import regime_falls
from fitl.lasting import effect_bit, effects_in_force
from fitl.rules.control import set_support, shift_toward_neutral, thaw_control
from fitl.rules.coup.reset import all_underground
from fitl.rules.deck import open_deck
from fitl.rules.draft import deck_after, lay_deck
from fitl.rules.economy import add_patronage, add_resources
from fitl.rules.forces import enter, leave_game
from fitl.rules.pivotal import take_back
from fitl.rules.sequence import begin_card
from fitl.state import MINH, NEUTRAL, PASSIVE_SUPPORT, State

RESOURCES = {VC: 5, NVA: 10, ARVN: 30}
PATRONAGE_OF_MINH = 15


def fall_reset(s: State) -> Flow[None]:
    """P7.4: the government's fate (step 4), then step 5: Control, Resources, markers, cards, and the new deck."""
    following = deck_after(s.scenario, s.options)
    assert following is not None  # or this stage is never reached (P7.3)
    if regime_falls(s):
        diem_falls(s)
    else:
        s.note("log.fall.stays", card=DIEM)
    s.washington = s.hanoi = s.regime = 0
    s.era = era_after(s)
    for kind, n in missing_pieces(s):
        enter(s, kind, n, SET_ASIDE)  # S1.4: what a campaign to 1975 brings later
    thaw_control(s)
    for faction, n in RESOURCES.items():
        add_resources(s, faction, n - s.resources[faction])
    end_capabilities(s)
    s.terror[:] = bytes(SPACE_COUNT)
    all_underground(s)
    s.eligible = s.everybody()
    s.last_was_coup = False
    s.played += (s.card,)
    cards_of_1964(s, following)
    s.note("log.fall.over")
    yield from open_deck(s)
    begin_card(s)


def cards_of_1964(s: State, following: Scenario) -> None:
    """P7.4 step 5: Pivotal Events not played leave for those of the base game; its deck is laid."""
    take_back(s, "sod")
    s.pivotal_held |= sum(PIVOTAL_BIT[card] for card in following.pivotal)  # none in Long 1964 (OPEN 27)
    s.us_policy = following.us_policy or s.us_policy  # OPEN 28
    lay_deck(s, following)


def diem_falls(s: State) -> None:
    """P7.4 step 4: Minh leads; Hamlets leave, and their Provinces and all Cities move with the times."""
    s.note("log.fall.falls", card=DIEM)
    for sp in PROVINCES:
        if s.pieces[sp * KINDS + HAMLET]:
            shift_toward_neutral(s, sp)
    hamlets_leave(s)
    s.leader = MINH
    s.leader_silenced = False
    add_patronage(s, PATRONAGE_OF_MINH - s.patronage)
    for sp in CITIES:
        level = s.support[sp]
        set_support(s, sp, level + 1 if level <= NEUTRAL else PASSIVE_SUPPORT)


def hamlets_leave(s: State) -> None:
    """All Strategic Hamlets leave the game, on the map and off it."""
    for row in range(ROWS):
        leave_game(s, row, HAMLET, s.pieces[row * KINDS + HAMLET])


def end_capabilities(s: State) -> None:
    """P7.4 step 5: those of 1961 to 1963 end."""
    for card, side in effects_in_force(s.effects):
        if s.cards.facts[card].period in SOVEREIGN_YEARS:
            s.effects &= ~effect_bit(card, side)


def era_after(s: State) -> Era:
    """Which tables hold from 1964 on: with Hamlets while Diem leads, with more to come in a campaign to 1975."""
    extended = ("transition", "paris_peace") in s.scenario.phases
    return s.era_named(("extended_" if extended else "") + ("diem_stays" if s.leader == DIEM else "after_diem"))


def diem_covered(s: State) -> None:
    """P7.4 box: another leader covers Diem; his Hamlets leave the game without a shift (OPEN 30)."""
    if s.leader == DIEM:
        s.note("log.fall.covered", card=DIEM)
        hamlets_leave(s)
        s.leader = MINH
        s.era = era_after(s)
