"""Quotas and limits that the operator of a server can change: `fitl serve --limit NAME=NUMBER` (docs/serving.md)."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace

from fitl.catalogue import tell
from fitl.server.bots import FEW
from fitl.server.connections import IN_ALL, PER_ADDRESS
from fitl.server.limits import RATES, Rate
from fitl.server.offload.lanes import IMPORT, LANES, Lane
from fitl.server.retention import MEGABYTE, Quota
from fitl.server.service import OPEN_GAMES


class BadLimit(ValueError):
    """No limit of this name, or no number; the message says which names there are."""


@dataclass(frozen=True, slots=True)
class Limits:
    """Every limit that is an option; there its name has hyphens."""

    connections: int = IN_ALL
    connections_per_address: int = PER_ADDRESS
    games: int = 100_000
    games_per_address: int = 200
    megabytes: int = 5_000
    megabytes_per_address: int = 50
    megabytes_per_game: int = 20
    open_games: int = OPEN_GAMES
    bot_games_per_address: int = FEW
    imports: int = IMPORT.workers
    imports_waiting: int = IMPORT.waiting or 0
    imports_per_address: int = IMPORT.each or 0
    new_games_per_minute: int = round(60 * RATES["create"].per_second)
    answers_per_second: int = round(RATES["write"].per_second)
    looks_per_second: int = round(RATES["read"].per_second)
    hints_per_second: int = round(RATES["think"].per_second)

    @property
    def lanes(self) -> list[Lane]:
        """The lanes of jobs, with the numbers of imports."""
        mine = replace(IMPORT, workers=self.imports, waiting=self.imports_waiting, each=self.imports_per_address)
        return [mine if lane is IMPORT else lane for lane in LANES]

    @property
    def quota(self) -> Quota:
        return Quota(
            games_each=self.games_per_address,
            bytes_each=self.megabytes_per_address * MEGABYTE,
            games=self.games,
            bytes=self.megabytes * MEGABYTE,
            bytes_game=self.megabytes_per_game * MEGABYTE,
        )

    @property
    def rates(self) -> dict[str, Rate]:
        """The rates; how many requests may come at once goes with how many may come in a second."""
        wanted = {
            "create": self.new_games_per_minute / 60,
            "write": self.answers_per_second,
            "read": self.looks_per_second,
            "think": self.hints_per_second,
        }
        return {
            kind: rate._replace(per_second=wanted[kind], burst=max(1.0, rate.burst * wanted[kind] / rate.per_second))
            for kind, rate in RATES.items()
        }


def names() -> list[str]:
    return [name.replace("_", "-") for name in asdict(Limits())]


def read_limits(words: Sequence[str]) -> Limits:
    """Limits as given on the command line; BadLimit if one is none."""
    given = {}
    for word in words:
        name, _, number = word.partition("=")
        if name not in names() or not number.isascii() or not number.isdigit() or not 0 < int(number[:10]) < 10**9:
            raise BadLimit(tell("server.cli.limit", given=word, names=", ".join(names())))
        given[name.replace("-", "_")] = int(number)
    return Limits(**given)
