"""What the players agree on before a game: the optional rules (2.1, 1.5, 7.3) and variants."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields, replace
from typing import Any, Final, NamedTuple

from fitl.board.factions import FACTION_BY_ID, FACTION_IDS, FACTIONS, INSURGENTS, partner
from fitl.bot_types import FLOWCHART, KINDS, LIMITED_LIKE_PEOPLE, PRIVILEGED, TRUNG
from fitl.catalogue import tell
from fitl.naming import UnknownName, faction_of
from fitl.readings import ReadingError, check_readings

FOUR_SEATS: Final = ((0,), (1,), (2,), (3,))


class OptionsError(ValueError):
    """The chosen options contradict each other or the scenario."""


class Switch(NamedTuple):
    """An optional rule that is on or off: a field of `GameOptions` with words in `messages/*/options.toml`.

    Which scenarios have a use for it is said in `rules/setup.py`.
    """

    name: str
    group: str  # of the lobby


SWITCHES: Final = {
    switch.name: switch
    for switch in (
        Switch("period_events", "deck"),
        Switch("political_rhythm", "deck"),
        Switch("first_game_draft", "deck"),
        Switch("continue_full_1964", "deck"),
        Switch("continue_long_1964", "deck"),
        Switch("historical_coups", "deck"),
        Switch("win_only_after_paris", "deck"),
        Switch("shorter_campaigns", "deck"),
        Switch("us_coup_involvement", "victory"),
        Switch("uncertain_victory", "victory"),
        Switch("deception", "victory"),
        Switch("solo_capabilities", "solo"),
        Switch("solo_margins", "solo"),
        Switch("by_hand", "table"),
    )
}


@dataclass(frozen=True, slots=True)
class GameOptions:
    """The optional rules in use. The defaults are the plain scenario with four players.

    Factions may be given by name: `GameOptions(non_players=("us", "vc"))`, seats also as text ("us+arvn,nva,vc"), and
    non-players with their kind: `GameOptions(non_players={"us": "flowchart"})`.
    """

    period_events: bool = False  # 2.1: Events by the period of their pile, with the period's Capabilities
    political_rhythm: bool = False  # 2.1: a Coup card only among the last five cards of its pile
    historical_coups: bool = False  # Long 1964: only Khanh, Failed Attempt and Young Turks are shuffled in
    first_game_draft: bool = False  # P2.1: the Events advised for a first game instead of a draft
    continue_full_1964: bool = False  # P7.3: if nobody has won by Officer Coup, on into the deck of full-1964
    continue_long_1964: bool = False  # P7.3: the same, into that of long-1964
    win_only_after_paris: bool = False  # S6.8.1: nobody wins before the Coup Rounds after the Paris talks
    shorter_campaigns: bool = False  # variant: piles of 8 Events instead of 12
    us_coup_involvement: bool = False  # variant: the US may turn a leader's Coup into a Failed Attempt
    uncertain_victory: bool = False  # variant: an early win draws a Deception marker instead
    by_hand: bool = False  # any Event may be carried out by hand, as the table reads it
    deception: bool = False  # 7.3: each player draws two Deception markers
    handicap: tuple[int, ...] = ()  # 7.3: these Factions choose their markers, in this order, before others draw
    seats: tuple[tuple[int, ...], ...] = FOUR_SEATS  # 1.5: which Factions each player runs
    non_players: tuple[int, ...] = ()  # 8.1: Factions run by the non-player rules, each in a seat of its own
    kinds: tuple[tuple[int, str], ...] = ()  # of which kind non-players are, where not the flowchart (bot_types.py)
    solo_capabilities: bool = False  # 8.9 option A: Capabilities against the one player from the start
    solo_margins: bool = False  # 8.9 option B: the one player may not fall behind at a Victory Phase
    readings: tuple[tuple[str, str], ...] = ()  # of chapter 8, where not the recommended ones (readings.py)

    def __post_init__(self) -> None:
        self._read_names()
        seated = [faction for seat in self.seats for faction in seat]
        if not seated or len(set(seated)) != len(seated) or not set(seated) <= set(FACTIONS):
            raise OptionsError(tell("options.seats"))
        if self.uncertain_victory and (self.deception or self.handicap):
            raise OptionsError(tell("options.uncertain_victory"))
        if self.continue_full_1964 and self.continue_long_1964:
            raise OptionsError(tell("options.continue_both"))
        if len(set(self.handicap)) != len(self.handicap):
            raise OptionsError(tell("options.handicap_twice"))
        if (self.deception or self.handicap) and len(self.unprivileged_seats()) < 3:
            raise OptionsError(tell("options.deception_players"))
        for faction in self.non_players:
            if (faction,) not in self.seats:
                raise OptionsError(tell("options.shared_seat", name=tell(f"faction.{FACTION_IDS[faction]}")))
        if (self.solo_capabilities or self.solo_margins) and len(self.unprivileged_seats()) != 1:
            raise OptionsError(tell("options.one_player"))
        try:
            check_readings(self.readings)
        except ReadingError as error:
            raise OptionsError(str(error)) from error

    def _read_names(self) -> None:
        """Factions by number from here on, each bot type where it belongs."""
        kinds: dict[Any, str] = dict(self.kinds)
        non_players: Any = self.non_players
        if isinstance(non_players, Mapping):
            kinds |= non_players
        seats: Any = self.seats
        if isinstance(seats, str):
            seats = parse_seats(seats)
        self._set("handicap", _factions(self.handicap))
        self._set("non_players", _factions(self.non_players))
        self._set("seats", tuple(_factions(seat) for seat in seats))
        by_number = {_factions((faction,))[0]: kind for faction, kind in kinds.items()}
        for faction, kind in by_number.items():
            if kind not in KINDS:
                raise OptionsError(tell("options.kind", typed=str(kind)[:40], names=", ".join(KINDS)))
            if faction not in self.non_players:
                raise OptionsError(tell("options.kind_of_player", name=tell(f"faction.{FACTION_IDS[faction]}")))
        self._set("kinds", tuple(sorted(each for each in by_number.items() if each[1] != FLOWCHART)))

    def _set(self, name: str, value: object) -> None:
        object.__setattr__(self, name, value)

    def kind_of(self, faction: int) -> str:
        """Of which kind this non-player is."""
        return dict(self.kinds).get(faction, FLOWCHART)

    @property
    def privileged(self) -> tuple[int, ...]:
        """The non-players that have the privileges of 7.1, 8.1 and 8.9; the others play by people's rules."""
        if not self.kinds:
            return self.non_players
        return tuple(faction for faction in self.non_players if self.kind_of(faction) in PRIVILEGED)

    @property
    def never_limited(self) -> tuple[int, ...]:
        """8.1: the non-players that take a full Operation where people have a Limited one."""
        if not self.kinds:
            return self.non_players
        return tuple(faction for faction in self.privileged if self.kind_of(faction) not in LIMITED_LIKE_PEOPLE)

    @property
    def trung(self) -> tuple[int, ...]:
        """The non-players that follow the Trung cards."""
        return tuple(faction for faction, kind in self.kinds if kind == TRUNG)

    def for_factions(self, factions: tuple[int, ...], others_later: bool = False) -> "GameOptions":
        """The same options for a scenario of these Factions: unless agreed otherwise each has a seat of its own.

        Where the others come into the game later, each is run by its partner's player, or by a non-player like its
        partner (1.5, P7.4, OPEN 35).
        """
        each_alone = tuple((faction,) for faction in factions)
        seats = each_alone if self.seats == FOUR_SEATS else self.seats
        if factions == FACTIONS or set(seats) != set(each_alone):
            return self
        if not others_later:
            return replace(self, seats=seats)
        seats = tuple(
            seat if seat[0] in self.non_players else tuple(sorted((seat[0], partner(seat[0])))) for seat in seats
        )
        joining = tuple(partner(faction) for faction in factions if faction in self.non_players)
        new = tuple(faction for faction in joining if faction not in self.non_players)
        return replace(
            self,
            seats=(*seats, *((faction,) for faction in joining)),
            non_players=(*self.non_players, *new),
            kinds=(*self.kinds, *((faction, self.kind_of(partner(faction))) for faction in new)),
        )

    def chosen(self) -> tuple[tuple[str, object], ...]:
        """The options that are not as by default, by name."""
        found = ((field.name, getattr(self, field.name), field.default) for field in fields(self))
        return tuple(sorted((name, value) for name, value, default in found if value != default))

    def seat_of(self, faction: int) -> int:
        """The number of the player who runs this Faction."""
        for number, seat in enumerate(self.seats):
            if faction in seat:
                return number
        raise OptionsError(tell("options.no_seat", faction=faction))

    def player_seats(self) -> list[tuple[int, ...]]:
        """The seats at which people sit."""
        return [seat for seat in self.seats if seat[0] not in self.non_players]

    def unprivileged_seats(self) -> list[tuple[int, ...]]:
        """The seats that play by people's rules, no matter who sits there."""
        return [seat for seat in self.seats if seat[0] not in self.privileged]

    def may_transfer_resources(self) -> bool:
        """1.5.2: NVA and VC may hand Resources to each other only if two different players run them."""
        nva, vc = INSURGENTS
        if not any(nva in seat for seat in self.seats) or not any(vc in seat for seat in self.seats):
            return False
        return self.seat_of(nva) != self.seat_of(vc) and not {nva, vc} & set(self.non_players)


def own_first(seat: tuple[int, ...], factions: tuple[int, ...]) -> tuple[bool, tuple[int, ...]]:
    """By what seats are sorted: those of a scenario's Factions, then those of Factions that come later (P7.4).

    So four seats that people agreed on for Diem's War are told from the four that all games have by default.
    """
    return not set(seat) & set(factions), seat


def _factions(given: Iterable[int | str]) -> tuple[int, ...]:
    try:
        return tuple(faction_of(each) for each in given)
    except UnknownName as error:
        raise OptionsError(str(error)) from error


def parse_seats(text: str) -> tuple[tuple[int, ...], ...]:
    """Read seats such as "us,arvn,nva,vc" or "us+arvn,nva+vc" (1.5: one player may run a pair)."""
    seats = []
    for word in text.lower().split(","):
        names = [name.strip() for name in word.split("+")]
        unknown = [name for name in names if name not in FACTION_BY_ID]
        if unknown:
            raise OptionsError(tell("options.unknown_faction", typed=unknown[0]))
        seat = tuple(sorted(FACTION_BY_ID[name] for name in names))
        if len(seat) > 1 and seat not in ((0, 1), (2, 3)):
            raise OptionsError(tell("options.pair", typed=word.strip()))
        seats.append(seat)
    return tuple(seats)
