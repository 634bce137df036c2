"""The cost of the most expensive requests, in milliseconds of processor time: the table of docs/serving.md.

    python tools/costs.py

In the longest of some games of every era that players drag out, and in a turn of changes by hand, the longest there can
be. Each number is the most of several tries at several moments, once the game is open.
"""

import argparse
import json
import random
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final

from fitl.board.scenarios import SCENARIOS
from fitl.board.spaces import SPACES
from fitl.catalogue import ENGLISH
from fitl.game import Game
from fitl.journal import lines_of, to_text
from fitl.lab.bombs import long_turn
from fitl.server import show
from fitl.server.chat import chat
from fitl.server.hub import Hub
from fitl.server.live import LiveGame
from fitl.server.offload.inline import InlineWorker
from fitl.server.offload.job import Caller
from fitl.server.offload.jobs.import_save import bring
from fitl.server.offload.jobs.look import Look
from fitl.server.service import Service
from fitl.server.store.sql import SqlStore
from fitl.server.stored import CHAT_TOLD
from fitl.server.webhook import Nudges

DRAGGING: Final = 0.9  # how often an answer is preferred that does not end what is being done
TRIES: Final = 2
MOMENTS: Final = 4
LONGEST: Final = ("four-player-1961", "extended-campaign-1961", "extended-full-1964", "extended-short-1972")

Row = tuple[str, str, Callable[["Bench"], float]]


def dragged_out(scenario: str, seed: int) -> Game:
    """A game of players who do not want it to end."""
    rng = random.Random(seed)
    game = Game.new(scenario, seed=seed)
    while game.decision is not None:
        options = game.decision.options
        more = [option for option in options if option.key not in ("done", "pass")]
        game.choose(rng.choice(more if more and rng.random() < DRAGGING else options))
    return game


def longest(scenario: str, games: int) -> list[dict[str, Any]]:
    """Imports of the longest of this many games, just before its last answer and at earlier moments."""
    game = max((dragged_out(scenario, seed) for seed in range(games)), key=lambda game: len(game.entries))
    found = []
    last = len(game.entries)
    for moment in range(MOMENTS, 0, -1):
        end = last * moment // MOMENTS
        while end < len(game.entries) or game.decision is None:
            end -= 1
            game.rewind(end)  # what needs no answer, dice included, comes by itself again
        found.append({"journal": "".join(map(to_text, lines_of(game)))})
    return found


def processor_time(work: Callable[[], object]) -> float:
    """Milliseconds, the least of some tries: what else the machine does only adds to it."""
    found = []
    for _ in range(TRIES):
        began = time.process_time()
        work()
        found.append(time.process_time() - began)
    return 1000 * min(found)


class Bench:
    """One game on a server without a network."""

    def __init__(self, store: SqlStore, body: dict[str, Any], earlier: Sequence[dict[str, Any]] = ()) -> None:
        self.earlier = [Bench(store, each) for each in earlier]
        self.service = Service(store, Hub(), Nudges())
        made = self.service.take_in(bring(json.dumps(body).encode()))
        self.game: str = made["game"]
        self.token: str = made["links"][0]["token"]
        self.worker = InlineWorker(store)
        with self.service.open(self.game) as live:
            self.entries = len(live.game.entries)
            self._key = live.game.decision.options[0].key if live.game.decision else ""

    def told(self, tell_of: Callable[[LiveGame], Any]) -> None:
        """Something that the server itself tells, as a request has it told."""
        self.service.link(self.token, self.game)
        with self.service.open(self.game) as live:
            json.dumps(tell_of(live))

    def look(self) -> None:
        link = self.service.link(self.token, self.game)
        self.told(lambda live: show.state_of(self.service, live, link))

    def choose(self) -> None:
        link = self.service.link(self.token, self.game)
        with self.service.open(self.game) as live:
            self.service.choose(link, live.game.number, self._key)
        self.look()

    def take_back(self) -> None:
        self.service.take_back(self.service.link(self.token, self.game))
        self.look()

    def in_turn(self) -> tuple[float, float]:
        """An answer, and taking it back."""
        both = []
        for _ in range(TRIES):
            times = [time.process_time()]
            for act in (self.choose, self.take_back):
                act()
                times.append(time.process_time())
            both.append((times[1] - times[0], times[2] - times[1]))
        return 1000 * min(each[0] for each in both), 1000 * min(each[1] for each in both)

    def errand(self, what: str, *args: Any) -> float:
        link = self.service.link(self.token, self.game)
        wanted = Look(what, self.game, link.seats, args, ENGLISH)
        return processor_time(lambda: self.worker.carry_out(wanted, Caller()))

    def at_moments(self, what: str, args: Callable[[int], tuple[int, ...]]) -> float:
        """The dearest of some moments of the game."""
        return max(self.errand(what, *args(self.entries * n // MOMENTS)) for n in range(1, MOMENTS + 1))

    def chatted(self) -> float:
        for place in range(5):
            for _ in range(CHAT_TOLD):
                self.service.store.say(self.game, "", "x" * 1000, place)
        return processor_time(lambda: self.told(lambda live: chat(self.service.store, live, 0)))

    def whenever(self, measure: Callable[["Bench"], float]) -> float:
        """The most that something costs at any of the moments."""
        return max(measure(bench) for bench in (self, *self.earlier))


def why(bench: Bench) -> float:
    return max(bench.errand("why", space.id) for space in SPACES)


ROWS: Final[tuple[Row, ...]] = (
    ("a look", "in the server", lambda bench: processor_time(bench.look)),
    ("an answer, with the new table", "in the server", lambda bench: bench.whenever(lambda each: each.in_turn()[0])),
    (
        "an answer taken back, with the table",
        "in the server",
        lambda bench: bench.whenever(lambda each: each.in_turn()[1]),
    ),
    ("200 lines of the story", "in the server", lambda bench: processor_time(lambda: bench.told(_first_lines))),
    ("500 lines of chat: 100 each of five people", "in the server", Bench.chatted),
    ("a look at an earlier moment", "beside it", lambda bench: bench.at_moments("view", lambda at: (at - 1,))),
    ("why a space cannot be chosen", "beside", lambda bench: bench.whenever(why)),
    ("forecasts of all answers", "beside", lambda bench: bench.whenever(lambda each: each.errand("effects"))),
    ("a hint: flowchart and thinker", "beside", lambda bench: bench.whenever(lambda each: each.errand("hint"))),
    (
        "steps for the playback, 400 of them",
        "beside",
        lambda bench: bench.at_moments("frames", lambda at: (max(0, at - show.FRAMES), at)),
    ),
    ("statistics of the whole game", "beside", lambda bench: bench.errand("history")),
    ("export of the journal", "beside", lambda bench: bench.errand("journal")),
    ("export of the position", "beside", lambda bench: bench.errand("position")),
    ("export of the log", "beside", lambda bench: bench.errand("log")),
    ("orders from the first moment on", "beside", lambda bench: bench.at_moments("orders", lambda at: (0, at))),
)


def _first_lines(live: LiveGame) -> Any:
    return show.log_lines(live, 0)


def flowchart_moves(store: SqlStore) -> Iterator[float]:
    """Milliseconds of each moment for which flowchart non-players play before others go first, in a whole game."""
    service = Service(store, Hub(), Nudges())
    service.new_seed = lambda: 1
    seats = [{"factions": [name], "kind": "bot"} for name in ("us", "arvn", "nva", "vc")]
    game = service.create({"scenario": "full-1964", "seats": seats})["game"]
    more = True
    while more:
        began = time.process_time()
        more = service.play_bots(game).more
        yield 1000 * (time.process_time() - began)


def number(milliseconds: float) -> str:
    return f"{milliseconds:,.0f}" if milliseconds >= 1.5 else "1"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=30, help="of which the longest is measured (30)")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        store = SqlStore(f"sqlite:///{folder}/games.sqlite3")
        bodies = {SCENARIOS[name].title: longest(name, args.games) for name in LONGEST} | {"long turn": [long_turn()]}
        benches = {title: Bench(store, games[0], games[1:]) for title, games in bodies.items()}
        titles = [f"{title} ({bench.entries:,} answers)" for title, bench in benches.items()]
        print(f"| request | {' | '.join(titles)} | where |")
        print(f"|---|{'---:|' * len(titles)}---|")
        for what, where, measure in ROWS:
            print(
                f"| {what} | {' | '.join(number(measure(bench)) for bench in benches.values())} | {where} |", flush=True
            )
        moves = sorted(flowchart_moves(store))
        store.close()
    middle, most = moves[len(moves) // 2], moves[-1]
    print(
        f"\nA moment of flowchart non-players: {middle:.0f} ms, at most {most:.0f} ms ({len(moves)} moments of a game)."
    )


if __name__ == "__main__":
    main()
