"""`make lint` notices sentences that readers stumble over (tools/plain_english.py)."""

from pathlib import Path

import pytest
from tools import plain_english

LONG = " ".join(["word"] * 36)


@pytest.mark.parametrize(
    ("text", "habit"),
    [
        ("Whoever holds the seat is asked.", "Whoever"),
        ("The rest is planned\nanew.", "anew"),
        ("Twelve were had.", "were had"),
        ("A game can be brought in here.", "brought in"),
    ],
)
def test_a_bad_habit_is_found_with_advice(text: str, habit: str) -> None:
    (found,) = plain_english.habits("page.md:1", text)
    assert str(found).startswith(f'page.md:1: "{habit}": write ')


@pytest.mark.parametrize(
    "text",
    [
        "The host is asked.",
        "There are so many people at the table.",
        "If `anew`, the lines are a whole journal.",
    ],
)
def test_names_of_the_program_and_idioms_are_no_habits(text: str) -> None:
    assert not list(plain_english.habits("page.md:1", text))


def test_a_sentence_may_have_35_words_besides_numbers() -> None:
    longest = LONG.removesuffix(" word")
    assert not list(plain_english.too_long("page.md:1", f"{longest} 1964. {longest}."))
    (found,) = plain_english.too_long("page.md:1", LONG)
    assert "36 words" in found.what


def test_faults_in_messages_pages_and_the_program_are_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    planted = {
        "src/fitl/messages/en/common.toml": '[refuse]\nseat = "Whoever sits here is asked."\n',
        "src/fitl/module.py": 'def work() -> str:\n    """Made anew."""\n    return "anew"  # lest it ends\n',
        "src/fitl/web/static/js/page.js": 'const name = "anew"; // drawn anew\n',
        "docs/page.md": f"# Page\n\n{'x' * 121}\n\n| {LONG} |\n\n```\nanew\n```\n\nWhat fell is told\nanew.\n",
    }
    for name, text in planted.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    monkeypatch.setattr(plain_english, "ROOT", tmp_path)
    assert [found.where for found in plain_english.in_messages()] == ["src/fitl/messages/en/common.toml refuse.seat"]
    assert [found.where for found in plain_english.in_program()] == [
        "src/fitl/module.py:2",
        "src/fitl/module.py:3",
        "src/fitl/web/static/js/page.js:1",
    ]
    assert [found.where for found in plain_english.in_pages()] == [
        "docs/page.md:3",
        "docs/page.md:11",
        "docs/page.md:11",
    ]
    assert plain_english.main() == 1
