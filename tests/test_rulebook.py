"""Which number of a rule is told in an era: that of its own book wherever it has one."""

import random
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from fitl.board.factions import ARVN, US, VC
from fitl.catalogue import catalogue
from fitl.compose import ERAS, era_named
from fitl.decisions import YES_NO, Decision, roll
from fitl.era import Era
from fitl.game import Game
from fitl.rulebook import BOOKS, Book, beside, book_of, cited_in, explained, rule_behind, rule_in
from fitl.state import LogEntry, State
from fitl.view import build_view
from fitl.words import prompt, story_line
from tests.cli.test_session import after, sit
from tests.eras.fall_of_saigon.support import activity as act
from tests.eras.fall_of_saigon.support import begun as begun_later
from tests.eras.fall_of_saigon.support import edit as edit_later
from tests.eras.sovereign_of_discord.cards import executed
from tests.eras.sovereign_of_discord.support import D61, begun, edit
from tests.test_prompts import question

RULES = [message.removeprefix("rule.") for message in catalogue() if message.startswith("rule.")]
NUMBERS = {letter: {number for number in RULES if number[0].strip("0123456789") == letter} for letter in ("", "P", "S")}
CITED = re.compile(r"[PS]?\d+\.\d+(?:\.\d+)*")

# What is cited by its base number although the era's book has the number, and why.
KEPT = {
    "2.4": "desertion after a Failed Attempt: the era's own Coup cards bring none",
    "7.3": "Deception markers, of which the books of the expansions do not speak",
}
KEPT_BY_FOUR = {
    **dict.fromkeys(("2.3.1", "2.3.2", "2.3.3", "2.3.4", "2.3.5", "2.3.6", "2.3.7"), "the sequence of two players"),
    **dict.fromkeys(("6.2.3", "6.2.4", "6.3", "6.3.2"), "for two players"),
}
KEPT_AT_WAR = dict.fromkeys(
    ("1.8", "1.8.1", "3.1", "3.1.2", "3.2", "4.2", "4.5", "4.5.2", "5.5", "6.5"), "holds after a US Retreat"
)


def kept(era: Era) -> set[str]:
    found = {**KEPT}
    if len(era.factions) > 2:
        found |= KEPT_BY_FOUR
    if era.id.startswith("post_paris"):
        found |= KEPT_AT_WAR
    return {*found}


def letter_of(era: Era) -> str:
    return book_of(era).letter


def decisions(scenario: str, seed: int) -> Iterator[tuple[State, Decision]]:
    rng = random.Random(seed)
    game = Game.new(scenario, seed=seed, log=False)
    for _ in range(2500):
        if game.decision is None:
            return
        yield game.state, game.decision
        game.choose(rng.choice(game.decision.options))


@pytest.mark.parametrize(
    "scenario", ["four-player-1961", D61, "prequel-1963", "black-april-1973", "extended-short-1972"]
)
def test_what_decisions_cite_is_told_by_the_eras_own_number(scenario: str) -> None:
    seen = set()
    faults = set()
    for seed in range(4):
        for s, decision in decisions(scenario, seed):
            seen.add(s.era.id)
            own = letter_of(s.era)
            for number in (rule_in(s.era, decision.rule, decision.actor), *CITED.findall(prompt(decision, era=s.era))):
                letter = number[0] if number[0] in "PS" else ""
                if not explained(number) or (letter and letter != own and s.era.id != "extended"):
                    faults.add(f"{s.era.id}: {decision.kind} cites {number}")
                if not letter and own and own + number in NUMBERS[own] and number not in kept(s.era):
                    faults.add(f"{s.era.id}: {decision.kind} cites {number} instead of {own}{number}")
    assert seen
    assert not faults, "\n".join(sorted(faults))


@pytest.mark.parametrize(
    "scenario", ["four-player-1961", D61, "prequel-1963", "black-april-1973", "extended-short-1972"]
)
def test_the_story_cites_the_eras_own_numbers(scenario: str) -> None:
    """Whole random games: each line is worded with the state that it led to, as a player reads it."""
    faults = set()
    for seed in range(3):
        rng = random.Random(seed)
        game = Game.new(scenario, seed=seed)
        told = 0
        while game.decision is not None:
            game.choose(rng.choice(game.decision.options))
            log, s = game.log or [], game.state
            for entry in log[told:]:
                for number in CITED.findall(story_line(s, entry)):
                    own = letter_of(s.era)
                    if own and own + number in NUMBERS[own] and number not in kept(s.era):
                        faults.add(f"{s.era.id}: {entry.message} cites {number} instead of {own}{number}")
            told = len(log)
    assert not faults, "\n".join(sorted(faults))


@pytest.mark.parametrize(("scenario", "number"), [(D61, "P7.3"), ("black-april-1973", "S7.3"), ("full-1964", "7.3")])
def test_the_last_line_of_the_story_cites_the_end_of_its_era(scenario: str, number: str) -> None:
    entry = LogEntry("log.victory.final", {"faction": VC, "margin": 3})
    assert story_line(Game.new(scenario).state, entry).endswith(f"({number})")


@pytest.mark.parametrize("era", sorted(BOOKS))
def test_a_book_names_only_rules_that_are(era: str) -> None:
    book = BOOKS[era]
    assert era in ERAS
    assert {book.letter + number for number in book.not_here} <= NUMBERS[book.letter]
    named = {*book.instead.values(), *book.of_faction.values()}
    assert named <= NUMBERS["P"] | NUMBERS["S"]
    bases = {*book.instead, *(number for _, number in book.of_faction), *book.replaced}
    assert bases <= NUMBERS[""]


def test_eras_of_all_lines_of_a_campaign_have_the_same_book() -> None:
    for name in ("after_retreat_diem_stays", "after_retreat_after_diem"):
        assert book_of(era_named(name)) is BOOKS["after_retreat"]
    for name in ("base", "after_diem", "diem_stays"):
        assert book_of(era_named(name)) == Book("", "")
        assert rule_in(era_named(name), "3.3.1", VC) == "3.3.1"


def test_two_players_are_told_their_own_sequence_of_play() -> None:
    s = begun(D61)
    action = Decision(VC, "turn.action", "2.3.4", YES_NO, {"card": 1001})
    trump = Decision(VC, "pivotal.trump", "P2.3.7", YES_NO, {"card": 1079})
    assert prompt(action, s.cards, s.era).endswith("(P2.3.2)")
    assert prompt(trump, s.cards, s.era).endswith("(P2.3.7)")
    assert prompt(trump, s.cards, era_named("base")).endswith("(2.3.8)")


def test_subvert_names_a_hamlet_and_a_cadre_where_there_may_be_some() -> None:
    s = begun()
    edit(s, "kien_phong", vc_guerrilla=1, arvn_troops=1, hamlet=1)
    flow = act(s, VC, "subvert", "kien_phong")
    assert flow.decision is not None
    told = prompt(flow.decision, s.cards, s.era)
    assert told.endswith("ARVN cubes, or the Strategic Hamlet or a Cadre that is there? (P4.5.2)")
    assert "Hamlet" not in prompt(flow.decision, s.cards, era_named("base"))


def test_arvn_flies_by_a_rule_of_its_own_after_a_us_retreat() -> None:
    s = begun_later("extended-short-1972", "after_retreat", posture=4)
    edit_later(s, "hue", arvn_troops=3)
    flow = act(s, ARVN, "air_lift", "hue", "saigon")
    assert flow.decision is not None
    assert prompt(flow.decision, s.cards, s.era).endswith("(S4.3.5)")
    assert build_view(s, flow.decision, 0, None, None)["decision"]["rule"] == "S4.3.5"
    assert rule_in(s.era, "4.2.2", US) == "S4.2"
    die = roll("4.2.3", "air_strike.die", faction=ARVN, spaces=())
    assert (rule_behind(s.era, die), rule_behind(era_named("base"), die)) == ("S4.3.5", "4.2.3")


def test_an_ambush_of_two_pieces_names_the_card_that_allows_it() -> None:
    s = begun()
    edit(s, "kien_phong", vc_guerrilla=3, police=2, arvn_troops=1)
    flow = executed(s, "p44", "shaded", VC)
    while flow.decision is not None and flow.decision.kind != "ambush.two":
        flow.answer(next(key for key in ("kien_phong", "yes", *flow.keys()) if key in flow.keys()))
    assert question(flow) == "P44* Plain of Reeds: let this one Ambush remove 2 pieces in Kien Phong? (4.5.3)"


def test_why_tells_the_eras_rule_and_what_holds_beside_it(tmp_path: Path) -> None:
    terminal = sit(Game.new(D61), tmp_path / "game", "why 3.3.1", "why 2.3.4", "why p1.6.2", "why 6.4.2.7")
    told = " ".join(after(terminal, "why 3.3.1").split())
    assert told.startswith(
        "P3.3.1: VC may not Rally where a Hamlet stands. The base game's 3.3.1, for comparison: Rally"
    )
    told = after(terminal, "why 2.3.4").partition("> ")[0]
    assert told.startswith("P2.3.2: The First takes")
    assert "Beside" not in told
    assert after(terminal, "why p1.6.2").startswith("P1.6.2:")
    assert after(terminal, "why 6.4.2.7").startswith("P6.4.2:")
    assert beside(era_named("base"), "3.3.1") == ""


def test_every_number_in_the_brackets_of_a_sentence_is_the_eras() -> None:
    era = begun(D61).era
    assert cited_in(era, "It cannot be paid for (1.8)", VC) == "It cannot be paid for (P1.8)"
    assert cited_in(era, "Ambush in which space? (4.4.3, 4.5.3)", VC) == "Ambush in which space? (P4.5.3)"
    assert cited_in(era, "Pay 3 (of 5) more (4.1)", VC) == "Pay 3 (of 5) more (4.1)"
