"""What web hooks are told."""

from typing import TypedDict


class Word(TypedDict):
    """What a web hook is told when the turn passes to another person, or the game is over."""

    game: str
    name: str
    path: str
    card: str
    faction: str | None  # none while dice are typed in
    over: bool


class WordSent(Word):
    """The same as it is sent as JSON."""

    text: str  # for people to read
