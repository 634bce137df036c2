"""What never changes: the map, pieces and cards, scenarios, rules and options."""

from typing import NotRequired, TypedDict


class SpaceFacts(TypedDict):
    """A space of the map."""

    name: str
    short: str
    kind: str
    terrain: str | None
    population: int
    econ: int
    region: str
    coastal: bool
    adjacent: list[str]


class PieceFacts(TypedDict):
    """A kind of piece."""

    name: str
    plural: str
    faction: str


class BoxFacts(TypedDict):
    """A box beside the map."""

    name: str


class TrackFacts(TypedDict):
    """A track."""

    name: str
    least: int
    most: int
    where: str  # `edge`, `trail`, or the tile it is on
    faction: str
    mark: str  # what stands on its marker
    levels: dict[str, str]  # the names of its values, by number


class FactionFacts(TypedDict):
    """A Faction."""

    name: str


class Facts(TypedDict):
    """The map, pieces and Factions."""

    spaces: dict[str, SpaceFacts]
    kinds: list[str]  # of pieces, in order
    pieces: dict[str, PieceFacts]
    boxes: dict[str, BoxFacts]
    tracks: dict[str, TrackFacts]
    factions: dict[str, FactionFacts]


class ScenarioFacts(TypedDict):
    """A scenario."""

    name: str
    title: str
    subtitle: str
    set: str
    years: list[int]
    factions: list[str]
    story: str
    coups: int
    cards: int
    leads_on: bool  # does it go on into 1964, though it is no campaign (P7.3)?
    options: list[str]  # that apply
    options_if: dict[str, list[str]]  # those that apply if this one is chosen
    kinds: list[str]  # of non-players that can play it, the recommended one first


class OptionFacts(TypedDict):
    """An optional rule."""

    name: str
    group: str
    title: str
    text: str
    default: bool


class ReadingValue(TypedDict):
    """One way to read an open point."""

    name: str
    text: str


class ReadingFacts(TypedDict):
    """An open point of chapter 8."""

    name: str
    text: str
    values: list[ReadingValue]  # the recommended one first


class CardFacts(TypedDict):
    """A card."""

    number: int
    id: str
    set: str
    ours: bool
    title: str
    gloss: str | None
    kind: str
    period: int | None
    order: list[str]
    capability: str | None  # the Faction it names
    momentum: str
    sides: dict[str, str | None]
    ruling: str | None
    also: NotRequired[str]  # its texts in English, where another language is spoken: a search finds it by them too


class RuleText(TypedDict):
    """What a rule says."""

    title: str
    text: str
    also: NotRequired[str]  # the same in English, where another language is spoken: a search finds it by that too
