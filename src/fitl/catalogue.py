"""The message catalogue: every sentence a player reads, by id, from `messages/<language>/*.toml`.

Ids are dotted paths into the tables of those files. This module knows nothing of the game, so that every other may
use it: `tell` fills a message with plain values; `words.say` does so with Factions, spaces, pieces and cards, which it
names first.

A message names its parameters in braces: `{file}`, `{value!r}`, `{share:.0%}`. Words that have two forms are written
with a bar, the form for one first: `{n:hit|hits}` is "hit" if n is 1 and else "hits". A change has its sign, and words
where there is none: `{n:+|unchanged}`. Braces of its own are doubled, but only in a message that has parameters; one
without is shown as it stands.

Names that messages speak of (a Faction, a piece, a space) may have a number and, in languages that want one, an article
in brackets: "[la] Base|[las] Bases". A message asks for them so: `{x}` bare, `{x:many}` or `{x:{n}}` in number,
`{x:de}` in a form that the language's table `[form]` describes by article, `{x:De}` the same at the head of a sentence:

    [form.de]
    none = "de {noun}"  # a name without an article
    el = "del {noun}"
    other = "de {article} {noun}"

A language is a folder beside `en`; what it lacks is said in English. Which one is spoken is a matter of each
conversation: `with speaking("es"):` holds for one request or one terminal, and FITL_LANG names the one used else.
"""

import os
import re
import tomllib
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache, wraps
from importlib.resources import files
from importlib.resources.abc import Traversable
from string import Formatter
from typing import Any, Final, TypeVar

ENGLISH: Final = "en"
SETTING: Final = "FITL_LANG"

T = TypeVar("T")

_caches: list[Callable[[], None]] = []  # of `per_language`: what empties them
_spoken: ContextVar[str] = ContextVar("spoken", default="")


@cache
def languages() -> tuple[str, ...]:
    """The languages there are."""
    return tuple(sorted(folder.name for folder in files("fitl.messages").iterdir() if _tables(folder)))


def _tables(folder: Traversable) -> list[Traversable]:
    if not folder.is_dir():
        return []
    return sorted((file for file in folder.iterdir() if file.name.endswith(".toml")), key=lambda file: file.name)


def wanted_language() -> str:
    """The language the setting names, whether we have it or not."""
    return os.environ.get(SETTING, "").strip().lower() or ENGLISH


def _flatten(tree: Mapping[str, Any], prefix: str, into: dict[str, str]) -> None:
    for key, value in tree.items():
        path = f"{prefix}{key}"
        if isinstance(value, str):
            if path in into:
                raise ValueError(f"message {path!r} stands in two files of the catalogue")
            into[path] = value
        else:
            _flatten(value, path + ".", into)


def read_messages(folder: Traversable) -> dict[str, str]:
    """The messages in one folder of tables, by id."""
    messages: dict[str, str] = {}
    for file in _tables(folder):
        _flatten(tomllib.loads(file.read_text(encoding="utf-8")), "", messages)
    return messages


@contextmanager
def speaking(language: str) -> Iterator[None]:
    """Within this, in this thread or task, everything is said in that language (if we have it)."""
    before = _spoken.set(language)
    try:
        yield
    finally:
        _spoken.reset(before)


def spoken_language() -> str:
    """The language of this conversation, one of those there are."""
    language = _spoken.get() or wanted_language()
    return language if language == ENGLISH or language in languages() else ENGLISH


def per_language(make: Callable[[], T]) -> Callable[[], T]:
    """Something with words in it that is made only once in each language."""

    @cache
    def made(_language: str) -> T:
        return make()

    @wraps(make)
    def in_spoken_language() -> T:
        return made(spoken_language())

    _caches.append(made.cache_clear)
    return in_spoken_language


def forget_languages() -> None:
    """Read the catalogue again when it is next needed, and make again what was made with its words."""
    for clear in (languages.cache_clear, messages_in.cache_clear, *_caches):
        clear()


@cache
def messages_in(language: str) -> dict[str, str]:
    """All messages of one of the languages, by id."""
    messages = read_messages(files("fitl.messages").joinpath(ENGLISH))
    if language != ENGLISH:
        messages |= read_messages(files("fitl.messages").joinpath(language))
    return messages


def in_english(said: Callable[[], str]) -> str | None:
    """The same text in English, for readers who type or search in English; None if the language is English."""
    if spoken_language() == ENGLISH:
        return None
    with speaking(ENGLISH):
        return said()


def catalogue() -> dict[str, str]:
    """All messages of the language spoken here, by id."""
    return messages_in(spoken_language())


def has_message(message: str) -> bool:
    return message in catalogue()


def in_number(forms: str, n: int) -> str:
    """Of "one|many" the form that goes with n things."""
    one, _, many = forms.partition("|")
    return many if n != 1 and many else one


class Name:
    """A name that a message may put in number and form; see the top of this file."""

    __slots__ = ("_forms",)

    def __init__(self, forms: str) -> None:
        self._forms = forms

    def __str__(self) -> str:
        return bend(self._forms)

    def __format__(self, wanted: str) -> str:
        return bend(self._forms, wanted)


_ARTICLE: Final = re.compile(r"\[(.+?)\] ")


def bend(name: str, wanted: str = "") -> str:
    """A name of the catalogue as a message wants it: in one or many, bare or in a form of the language."""
    n, form = 1, ""
    for word in wanted.split():
        if word == "many":
            n = 2
        elif word.lstrip("-").isdecimal():
            n = int(word)
        else:
            form = word
    noun, article = in_number(name, n), "none"
    if found := _ARTICLE.match(noun):
        noun, article = noun[found.end() :], found[1]
    if not form:
        return noun
    messages = catalogue()
    form_id = f"form.{form.lower()}"
    pattern = messages.get(f"{form_id}.{article}") or messages[f"{form_id}.other"]
    bent = pattern.format(noun=noun, article=article)
    return bent[0].upper() + bent[1:] if form[0].isupper() else bent


class _Sentence(Formatter):
    """Fills in a message; see the top of this file for what follows a colon."""

    def format_field(self, value: Any, format_spec: str) -> str:
        if isinstance(value, Name):
            return format(value, format_spec)
        if format_spec.startswith(_CHANGE):
            return format(value, "+") if value else format_spec.removeprefix(_CHANGE)
        if "|" in format_spec:
            return in_number(format_spec, value)
        written = format(value, format_spec)
        return _punctuated(written) if format_spec and isinstance(value, (int, float)) else written

    def vformat(self, format_string: str, args: Any, kwargs: Any) -> str:
        """A name that ends with a full stop ends its sentence too."""
        return _TWO_STOPS.sub(".", super().vformat(format_string, args, kwargs))


_CHANGE: Final = "+|"  # how the form of a change begins
_TWO_STOPS: Final = re.compile(r"(?<!\.)\.\.(?!\.)")


def figures(value: float, form: str = ",") -> str:
    """A number in a format (",", "+.1f", ".0%"), written as the language does."""
    return _punctuated(format(value, form))


def _punctuated(number: str) -> str:
    """A number written as the language does: its marks for thousands and for the fraction, its sign of a percentage."""
    messages = catalogue()
    marks = messages.get("number.marks", ",.") + messages.get("number.percent", "%")
    whole, _, _ = number.partition(".")
    if sum(map(str.isdecimal, whole)) <= int(messages.get("number.ungrouped", "0")):
        number = number.replace(",", "")
    return number.translate(
        {ord(mark): sign for mark, sign in zip(",.%", (marks[0], marks[1], marks[2:]), strict=True)}
    )


SENTENCE: Final = _Sentence()


def tell(message: str, /, **params: object) -> str:
    """A message of the catalogue, its parameters filled in as they are."""
    template = catalogue()[message]
    return SENTENCE.format(template, **params) if params else template
