"""English words of our catalogue, found in what is told in Spanish.

A word counts as English if the English catalogue has it and no Spanish message for players does. Messages about what
is typed (commands, keys of files) and printed names make no word Spanish. Printed names are left out of what is read.
"""

import re
from collections.abc import Iterable
from typing import Final

from fitl.board.expansion_cards import ALL_CARDS
from fitl.board.spaces import SPACES
from fitl.catalogue import messages_in, read_messages
from tests.test_catalogue import SOURCE

SPANISH: Final = read_messages(SOURCE / "messages" / "es")
WORD: Final = re.compile(r"[a-záéíóúüñ]{2,}", re.IGNORECASE)
INITIALS: Final = re.compile(r"\b(?:ARVN|NVA|US|LoCs?)\b")
# A parameter, and the beginning of one that chooses between words.
PARAMETER: Final = re.compile(r"\{[^{}|]*(?:\{[^{}]*\}[^{}|]*)?\}|\{\w+(?:![rs])?:")
# Messages that name what is typed, kept in files or sent: those words are English in every language.
TYPED: Final = re.compile(
    r"argparse\.|cli\.(argument|bench|bots|card\.unknown|card_list|command|file|fuzz|help|hint|lab|log|metavar|pack|save"
    r"|sim|start|transfer|undo|usage)|server\.(admin|backup|cli|refuse|store|webhook)|web\.(local|seat\.local|site)"
    r"|(bounds|env|export|journal|lab|names|notebook|options|pack|players|position|readings|site)\."
)
# Titles of cards, and names of spaces whole and as their labels break them.
NAMES: Final = {card.title for card in ALL_CARDS.values()} | {
    part
    for space in SPACES
    for name in (space.name, space.short)
    for part in (name, *name.split("-"))
    if f"space.{space.id}.name" not in SPANISH or "-" in name
}
OTHERS: Final = {"Fire in the Lake", "Sovereign of Discord", "Fall of Saigon", "Young Turks", "Dak To", "Beef-up"}
PRINTED: Final = re.compile(
    r"--[\w-]+|"  # options of commands
    + "|".join(rf"(?<!\w){re.escape(name)}(?!\w)" for name in sorted(NAMES | OTHERS, key=len, reverse=True))
)


def words_of(text: str) -> set[str]:
    """The words of a message but for printed names and parameters."""
    return {word.lower() for word in WORD.findall(PRINTED.sub(" ", PARAMETER.sub(" ", text)))}


def words_in(texts: Iterable[str]) -> set[str]:
    return set().union(*map(words_of, texts))


ENGLISH_ONLY: Final = words_in(messages_in("en").values()) - words_in(
    text for name, text in SPANISH.items() if not TYPED.match(name)
)


def english_in(texts: Iterable[str]) -> dict[str, str]:
    """English words that are shown, each with where."""
    found: dict[str, str] = {}
    for text in texts:
        read = PRINTED.sub(" ", text)
        shown = [word for word in WORD.findall(read) if word.lower() in ENGLISH_ONLY]
        found.update((word, text) for word in [*shown, *INITIALS.findall(read)] if word not in found)
    return found
