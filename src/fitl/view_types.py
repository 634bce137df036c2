"""What a view consists of, by type: plain JSON data for people and programs (docs/web-api.md is written from these).

A comment behind a field says what it means to a client. What is not always there is `NotRequired`.
"""

from typing import NotRequired, TypedDict

# --- cards ----------------------------------------------------------------------------------------------------------


class CardShown(TypedDict):
    """A card that can be seen."""

    number: int
    id: str  # as it is written: `12`, `P101`, `S1`
    ours: bool  # is the text of its Event our own reading?
    title: str
    gloss: str | None  # what the title means, in a language that does not read the printed one
    order: list[str]  # the Factions as printed; none on a Coup card
    sides: dict[str, str | None]  # our text of each side
    ruling: str | None  # the reading chosen where the print leaves a question open


class DraftedCard(CardShown):
    """An Event picked for a year that is still to come."""

    by: str | None  # who picked it, while the draft goes on


class DraftShown(TypedDict):
    """While Events are drafted (P2.1, S2.1)."""

    years: list[int]
    dealt: int  # how many of each year are dealt unseen


class YearShown(TypedDict):
    """Of a deck of years, the present one."""

    year: int
    left: int  # how many of its cards are still to come


# --- the Paris Peace Talks (S6.8.1) ---------------------------------------------------------------------------------


class TalksCell(TypedDict):
    """What a pair of scores means: by War or Peace, how far the marker of each side moves."""

    nva: dict[str, int]
    us: dict[str, int]


class TalksScores(TypedDict):
    """The scores that are compared."""

    nva: int
    us: int


class TalksShown(TypedDict):
    """The table of the Paris Peace Talks with the scores, and what each side has answered so far."""

    source: str  # whose values they are: `ours`, `printed` or `pack`
    nva_from: list[int]  # the first score of each row
    us_from: list[int]  # the first score of each column
    cells: list[list[TalksCell]]  # by row, then by column
    at: list[int]  # the row and the column of the scores
    scores: TalksScores
    answers: dict[str, str | None]  # by Faction: `war`, `peace` or not yet


# --- the board ------------------------------------------------------------------------------------------------------


class SpaceShown(TypedDict):
    """A space of the map."""

    pieces: dict[str, int]  # by kind; kinds of which there is none are left out
    support: NotRequired[str]  # not of LoCs
    control: NotRequired[str]  # `none`, `coin` or `nva`; not of LoCs
    terror: NotRequired[int]  # not of LoCs
    sabotage: NotRequired[bool]  # of LoCs
    closed: NotRequired[bool]  # true where no pieces may be (P1.3.5)


class TracksShown(TypedDict):
    """Resources, and the other tracks that the era has."""

    resources: dict[str, int]  # by Faction
    aid: NotRequired[int]
    patronage: NotRequired[int]
    econ: NotRequired[int]
    trail: NotRequired[int]
    washington: NotRequired[int]
    hanoi: NotRequired[int]
    regime: NotRequired[int]
    posture: NotRequired[int]
    war_weary: NotRequired[int]
    anti_war: NotRequired[int]


class Standing(TypedDict):
    """Where a Faction stands (1.9, 7.2)."""

    marker: int
    exceeds: int  # it wins a Victory Phase above this
    margin: int


class LeaderShown(TypedDict):
    """The RVN leader (2.4.1), named by the number of the Coup card."""

    card: int
    silenced: bool
    box: list[int]  # the leaders in the box, bottom first


class EffectShown(TypedDict):
    """A Capability or Momentum in force."""

    card: int
    side: str
    title: str


class MarkersShown(TypedDict):
    """Deception markers (7.3) of a Faction."""

    held: list[str] | int  # only the holder sees which
    shown: list[str]


class Initiative(TypedDict):
    """P2.3, S2.3: who acts, and what the First leaves to the Second."""

    order: list[str]
    first: str  # the box of the First, empty before
    second: list[str]  # the boxes open to the Second
    changes: bool  # do they change places on the next card?


class TurnShown(TypedDict):
    """The sequence of play on the present card."""

    sequence: str  # `eligibility` or `initiative`
    order: list[str]
    eligible: list[str]
    made_ineligible: list[str]  # by an Event, through the next card
    passed: list[str]
    acted: list[list[str]]  # pairs of a Faction and what it has done
    up: str | None  # whose turn it is
    initiative: Initiative | None


# --- the question ---------------------------------------------------------------------------------------------------


class OptionShown(TypedDict):
    """An answer."""

    key: str  # what is sent to choose it
    label: str
    spaces: list[str]
    piece: str | None
    amount: int | None
    idle: bool  # it would change nothing
    text: str | None  # of the side of the card it plays
    card: NotRequired[CardShown | None]  # that it picks in a draft
    also: NotRequired[str]  # its label in English, where another language is spoken: a search finds it by that too


class ForbiddenShown(TypedDict):
    """An answer that belongs to the question but cannot be given now."""

    key: str
    place: int  # where it would stand in the list
    label: str
    reason: str


class ColumnShown(TypedDict):
    """A Spearhead's Armor, how many Troops may go with it, and the Highways it would take (S4.3.4)."""

    armor: str
    troops: int
    ways: dict[str, list[str]]  # by the space where it would end


class StrikeShown(TypedDict):
    """What a strike of a Spearhead is worth in a space (S4.4.4)."""

    hits: int
    armor: int
    capture: list[int] | None  # Captured markers left, and all that are drawn from; nothing if no enemy Armor is there


class SpearheadShown(TypedDict, total=False):
    """What belongs to a question of a Spearhead beside its answers."""

    column: ColumnShown
    strikes: dict[str, StrikeShown]


class DecisionShown(SpearheadShown):
    """The present question. Of a secret one (7.3) others see the first three fields alone."""

    number: int
    actor: str  # a Faction, or `chance`
    kind: str
    rule: NotRequired[str]
    prompt: NotRequired[str]
    cost: NotRequired[int | None]
    payer: NotRequired[str | None]
    about: NotRequired[dict[str, str]]  # `space`, `origin`, `destination` and `piece` it is about
    options: NotRequired[list[OptionShown]]  # only for the seat that is asked
    forbidden: NotRequired[list[ForbiddenShown]]  # only for the seat that is asked
    answer: NotRequired[str | None]  # of an earlier moment: what was answered then


class OutcomeShown(TypedDict):
    """How a game ended."""

    reason: str  # `victory` in a Coup Round (7.2) or `final` (7.3)
    winner: str
    ranking: list[str]
    margins: dict[str, int]


# --- all of it ------------------------------------------------------------------------------------------------------


class BoardShown(TypedDict):
    """Everything a view shows but the story."""

    scenario: str
    years: list[int]
    era: str
    factions: list[str]
    stage: str
    phases: list[str]  # of a Coup Round
    card: CardShown | None
    next_card: CardShown | None
    cards_left: int
    year: YearShown | None
    drafted: dict[str, list[DraftedCard]]  # by year
    draft: DraftShown | None
    talks: TalksShown | None
    monsoon: bool
    turn: TurnShown
    spaces: dict[str, SpaceShown]
    boxes: dict[str, dict[str, int]]  # the pieces in each, by kind
    tracks: TracksShown
    victory: dict[str, Standing]  # by Faction
    leader: LeaderShown
    effects: list[EffectShown]
    markers: dict[str, MarkersShown]  # by Faction; of those that have none nothing
    decision: DecisionShown | None
    outcome: OutcomeShown | None


class View(BoardShown):
    """What a seat may see of a game."""

    log: list[str]


class Told(TypedDict):
    """A line of the story by name, for programs and for people."""

    message: str
    params: dict[str, object]
    text: str


# --- looking back ---------------------------------------------------------------------------------------------------


class Changes(TypedDict, total=False):
    """What is new on the board; of spaces and boxes only those that changed."""

    era: str
    factions: list[str]
    stage: str
    phases: list[str]
    card: CardShown | None
    next_card: CardShown | None
    cards_left: int
    year: YearShown | None
    drafted: dict[str, list[DraftedCard]]
    draft: DraftShown | None
    monsoon: bool
    turn: TurnShown
    tracks: TracksShown
    victory: dict[str, Standing]
    leader: LeaderShown
    effects: list[EffectShown]
    outcome: OutcomeShown | None
    spaces: dict[str, SpaceShown | None]  # null: the new era does not have it
    boxes: dict[str, dict[str, int] | None]  # null: the new era does not have it


class Frame(TypedDict):
    """One step of what happened."""

    entry: int  # how many entries had been given after it
    actor: str
    text: list[str]
    kinds: list[str]  # of each line
    chapter: str | None  # the step of the Fall of Diem or of the Paris Peace Talks that it tells
    talks: TalksShown | None  # where the scores are compared
    changes: Changes


class SceneStanding(TypedDict):
    """How things stood before or after a scene."""

    leader: LeaderShown
    tracks: TracksShown
    victory: dict[str, Standing]
    factions: list[str]
    pieces: dict[str, int]  # of each kind on the map


class Passage(TypedDict):
    """What a scene in several stages has done."""

    before: SceneStanding
    after: SceneStanding


class Die(TypedDict):
    """A die that was rolled."""

    by: str | None
    n: int


class HistoryRow(TypedDict):
    """How the contest stood where a card began, or now."""

    entry: int
    id: str  # of the card, as it is written: `12`, `P101`, `S1`; empty before the first card
    title: str
    coup: bool
    over: bool
    margins: dict[str, int]  # by Faction
    resources: dict[str, int]  # by Faction
    control: dict[str, int]  # Population under the Control of `coin` and `nva`
    dice: list[Die]  # since the row before
