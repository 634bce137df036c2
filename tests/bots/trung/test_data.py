"""The data of the Trung bots, laid beside the specification: 24 cards, 27 tables, 25 rules of movement, 480 marks."""

import re
from pathlib import Path

import pytest

from fitl.board.factions import ARVN, FACTIONS, NVA, US, VC
from fitl.board.pieces import KIND_IDS
from fitl.bots.trung.aims import AIMS, TO_LOC
from fitl.bots.trung.cards import ACTIVATION, CARDS, Card, Side, attempts
from fitl.bots.trung.conditions import CONDITIONS
from fitl.bots.trung.keep import KEEPS
from fitl.bots.trung.marks import MARKS
from fitl.bots.trung.naming import slug
from fitl.bots.trung.pieces import ATTACK_LOSSES, FRIENDLY, GIVE_UP
from fitl.bots.trung.tables import FILTERS, ONLY_FOR, TABLES
from fitl.compose import BASE
from fitl.rules.menu import ACCOMPANYING
from fitl.words import has_message

SPECIFICATION = Path(__file__).parents[4] / "shared" / "rules" / "trung-bots.md"
pytestmark = pytest.mark.skipif(not SPECIFICATION.exists(), reason="the specification is not here")

NAMES = {"US": US, "ARVN": ARVN, "NVA": NVA, "VC": VC}


@pytest.fixture(scope="module")
def text() -> str:
    return SPECIFICATION.read_text(encoding="utf-8")


def section(text: str, heading: str) -> str:
    """The text from this heading to the next one."""
    begun = text.index(heading)
    return text[begun : text.index("\n#", begun + 1)]


def rows(text: str) -> list[list[str]]:
    """The rows of a table of the specification, without its head."""
    found = [line.strip("| ").split(" | ") for line in text.splitlines() if line.startswith("| ")]
    return [[cell.strip() for cell in row] for row in found][1:]


# --- marks --------------------------------------------------------------------------------------------------------


def test_all_480_marks_are_those_of_the_specification(text: str) -> None:
    printed = re.findall(r"^\| (\d+) \| [^|]+ \| [UANV]{4} \| (\S+) \| (\S+) \| (\S+) \| (\S+) \|", text, re.M)
    letters = {"unshaded": "u", "shaded": "s", "single": ""}
    for card, *marks in printed:
        ours = ["-" if mark is None else mark.weight + letters[mark.side] for mark in MARKS[int(card)]]
        assert ours == marks, card
    assert len(printed) == len(MARKS) == 120


@pytest.mark.parametrize("card", MARKS)
def test_every_mark_names_a_side_that_the_card_has(card: int) -> None:
    for mark in MARKS[card]:
        assert mark is None or mark.side in BASE.programs[card]


# --- tables -------------------------------------------------------------------------------------------------------


def test_the_27_tables_have_the_columns_of_the_specification(text: str) -> None:
    printed = re.findall(r"^\| \*\*(\S+)\*\* [^|]*\| (.+) \|$", section_6(text), re.M)
    assert len(printed) == len(TABLES) == 27
    for name, columns in printed:
        assert our_columns(name) == spoken_columns(columns), name


def section_6(text: str) -> str:
    return text[text.index("\n## 6. ") : text.index("\n### 6.5 ")]


def spoken_columns(columns: str) -> list[str]:
    """The printed columns without remarks: notes on the purpose, tags, and references to other sections."""
    columns = re.sub(r"\(Trail first[^)]*\) |\(only spaces[^)]*\)|\*\*\[Q\d+\]\*\*|\((?!H )[^()]*\)", "", columns)
    return [re.sub(r"\s+", " ", column).strip(" )") for column in columns.split(" > ")]


def our_columns(name: str) -> list[str]:
    ids = {faction: each for each, faction in NAMES.items()}
    people = {column: " or H ".join(ids[faction] for faction in column.human) for column in TABLES[name]}
    return [f"{column.filter} (H {people[column]}".strip() if column.human else column.filter for column in people]


def test_every_filter_is_defined_and_used(text: str) -> None:
    used = {column.filter for columns in TABLES.values() for column in columns}
    assert used == set(FILTERS)
    defined = {name.strip() for row in rows(section(text, "\n## 6. ")) for name in row[0].split(" / ")}
    assert used <= defined
    assert all(name in used and table in TABLES for name, (table, _) in ONLY_FOR.items())


# --- cards --------------------------------------------------------------------------------------------------------

OPERATIONS = ("Train", "Patrol", "Sweep", "Assault", "Rally", "March", "Attack", "Terror")
ACTIVITIES = (
    *("Advise", "Air Lift", "Air Strike", "Govern", "Transport", "Raid"),
    *("Infiltrate", "Bombard", "Ambush", "Tax", "Subvert"),
)


def test_there_are_six_cards_of_each_faction_in_the_order_of_the_letters() -> None:
    assert [card.letter for card in CARDS] == list("ABCDEFGHJKLMNPQRSTUVWXYZ")
    assert [sum(card.faction == faction for card in CARDS) for faction in FACTIONS] == [6] * 4
    assert ACTIVATION == (3, 3, 2, 2)


def printed_cards(text: str) -> dict[str, str]:
    """What the specification says of each card."""
    found = {row[0]: " | ".join(row[1:]) for row in rows(text[text.index("\n### 10.1") : text.index("\n## 11.")])}
    found.pop("Card", None)
    found["F"] = re.search(r"\*\*Card F\.\*\* (.*)", text).group(1)  # type: ignore[union-attr]
    return found


def words_of(card: Card) -> str:
    return " ".join(
        f"{side.first} {play.operation} {play.first} {play.during} {play.after}"
        for side in (card.front, card.back)
        for play in side.plays
    )


@pytest.mark.parametrize("card", CARDS, ids=lambda card: card.letter)
def test_a_card_names_the_operations_and_activities_of_its_face(card: Card, text: str) -> None:
    printed = printed_cards(text)[card.letter]
    common = " Assault Air Lift / Air Strike" if card.letter in "ABCDE" else ""
    printed = printed.replace("Ambush if possible", "Ambush").replace("with Ambush", "").replace("no Ambush", "")
    ours = words_of(card) + " " + card.before
    for word in (*OPERATIONS, *ACTIVITIES):
        assert (word in ours) == (word in printed + common), f"{card.letter}: {word}"


@pytest.mark.parametrize("card", CARDS, ids=lambda card: card.letter)
def test_a_card_is_entered_and_turned_by_the_conditions_of_its_face(card: Card, text: str) -> None:
    cells = printed_cards(text)[card.letter].split(" | ")
    named = {"5Together": "5+ ARVN Troops", "MoreARVN2": "ARVN cubes > US Troops", "NVAin2": "NVA base or NVA Control"}
    named |= {"NVA14": "NVA score >= 14", "20Troops": "20+ NVA Troops", "Pop2-noCOIN": "without COIN Control"}
    named |= {"UGbyUS": "UG VC Guerrilla with US Troops", "15Guer": "15+ VC Guerrillas"}
    named |= {"Pop2-noVCG": "without VC Guerrillas"}
    assert named.get(card.stay, card.stay) in cells[0]
    if card.letter in "ABCDE":
        assert "Common front for A-E: **Front if** BigTarget; operation Assault" in text
        assert card.front_if == "BigTarget"
    else:
        assert named.get(card.front_if, card.front_if) in cells[0 if card.letter == "F" else 1]


def named_by(card: Card) -> list[str]:
    entries = [card.before]
    for side in (card.front, card.back):
        entries += [side.first, *(entry for play in side.plays for entry in (play.first, play.during, play.after))]
    whens = [play.when for side in (card.front, card.back) for play in side.plays]
    whens += [attempt.when for entry in entries for attempt in attempts(entry)]
    return [name for test in (card.stay, card.front_if, *whens) if test for name in test.split(" or ")]


def test_every_condition_of_a_card_is_a_predicate_and_every_predicate_is_used() -> None:
    assert {name for card in CARDS for name in named_by(card)} == set(CONDITIONS)


@pytest.mark.parametrize("card", CARDS, ids=lambda card: card.letter)
def test_only_the_last_operation_of_a_side_has_no_condition(card: Card) -> None:
    for side in (card.front, card.back):
        assert [bool(play.when) for play in side.plays] == [True] * (len(side.plays) - 1) + [False]


@pytest.mark.parametrize("card", CARDS, ids=lambda card: card.letter)
def test_every_activity_may_accompany_its_operation(card: Card) -> None:
    for side, before in ((card.front, card.before), (card.back, "")):
        for play in side.plays:
            for entry in (before, side.first, play.first, play.during, play.after):
                for attempt in attempts(entry):
                    allowed = ACCOMPANYING[card.faction, play.operation.lower()]
                    assert attempt.activity in allowed or not_tried(card, side, attempt.activity)


def not_tried(card: Card, side: Side, activity: str) -> bool:
    """M's Sweep comes only if no route is blocked, and then nothing is tried; J's Patrol alone has its entry."""
    return card.letter == "M" and side is card.back and activity == "govern"


# --- movement -----------------------------------------------------------------------------------------------------


def test_the_13_keep_rules_bind_the_factions_of_the_specification(text: str) -> None:
    printed = {row[0]: row[1] for row in rows(section(text, "\n### 7.4"))}
    assert [rule.name for rule in KEEPS] == list(printed) == [f"K{n}" for n in range(1, 14)]
    for rule in KEEPS:
        named = printed[rule.name].replace(", Sweep only", "")
        factions = FACTIONS if named == "all" else tuple(NAMES[each] for each in named.split(", "))
        assert rule.factions == factions, rule.name


def test_the_13_move_priorities_bind_the_factions_of_the_specification(text: str) -> None:
    printed = {row[0]: row[1] for row in rows(section(text, "\n### 7.5")) if re.fullmatch(r"[LP]\d", row[0])}
    assert [aim.name for aim in AIMS] == list(printed)
    for aim in AIMS:
        named = re.findall(r"US|ARVN|NVA|VC", printed[aim.name].replace("Easter Offensive", ""))
        assert aim.factions == tuple(dict.fromkeys(NAMES[each] for each in named)), aim.name
        assert (aim.to == TO_LOC) == (aim.name[0] == "L")


# --- pieces -------------------------------------------------------------------------------------------------------


def test_the_orders_hold_every_piece_of_the_base_game_once() -> None:
    base_game = set(range(18))
    for order in (FRIENDLY, GIVE_UP):
        kinds = [kind for place in order for kind in place]
        assert sorted(kinds) == sorted(base_game), [KIND_IDS[kind] for kind in kinds]


def test_an_attack_takes_forces_before_bases() -> None:
    kinds = [KIND_IDS[place[0]] for place in ATTACK_LOSSES]
    assert kinds[-2:] == ["us_base", "arvn_base"]
    assert kinds[0] == "us_troops"


# --- words --------------------------------------------------------------------------------------------------------


def test_every_condition_table_and_filter_has_its_words() -> None:
    ids = [f"why.trung.condition.{slug(name)}" for name in CONDITIONS]
    ids += [f"why.trung.table.{slug(name)}" for name in TABLES]
    ids += [f"why.tie.trung.{slug(name)}" for name in FILTERS]
    assert [each for each in ids if not has_message(each)] == []
    assert len(set(ids)) == len(ids)
