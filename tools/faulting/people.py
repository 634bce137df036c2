"""People who play on whatever happens, and remember every answer that was acknowledged.

At each table sit two of them, US and NVA, each with a link and a connection of their own; ARVN and VC are non-players.
Somebody who sent an answer and heard nothing sends the very same answer again: it must count once.
"""

import random
import threading
import time
from collections.abc import Callable
from typing import Any, Final

import httpx
from tests.server.support import bearer

from fitl.server.tokens import new_token

SEATS: Final = [
    {"factions": [name], "kind": kind}
    for name, kind in (("us", "link"), ("arvn", "bot"), ("nva", "link"), ("vc", "bot"))
]
PATIENCE: Final = 90.0  # seconds after which a table at which nobody was asked anything has stopped
PAUSE: Final = 0.02
SLOW: Final = 30.0  # seconds for one request


def wait_until(true: Callable[[], Any], what: str) -> None:
    end = time.monotonic() + PATIENCE
    while not true():
        if time.monotonic() > end:
            raise TimeoutError(f"in vain: {what}")
        time.sleep(PAUSE)


class Seated:
    """One game, and what its people were told."""

    def __init__(self, created: dict[str, Any]) -> None:
        self.id: str = created["game"]
        invited = {link["factions"][0]: link["token"] for link in created["links"] if link["factions"]}
        self.tokens = {faction: new_token() for faction in invited}
        self.invitations = {self.tokens[faction]: token for faction, token in invited.items()}
        self.watching: str = created["links"][-1]["token"]
        self.acknowledged: dict[int, str] = {}
        self.fresh = 0  # of these, acknowledged when they were sent first, so that they were stored then
        self.over = False

    def told(self) -> dict[int, str]:
        """All that was acknowledged up to now."""
        return self.acknowledged.copy()


class Person(threading.Thread):
    """Looks, answers at random when asked, and notes whatever is not as it should be."""

    def __init__(self, party: "Party", seated: Seated, token: str, seed: int) -> None:
        super().__init__(daemon=True)
        self._party = party
        self._seated = seated
        self._rng = random.Random(seed)
        self._base = f"/api/games/{seated.id}"
        self._http = httpx.Client(base_url=party.address, headers=bearer(token), timeout=SLOW)
        self._token = token
        self._invitation: str | None = seated.invitations[token]
        self._unanswered: dict[str, Any] | None = None  # sent, but nothing was heard
        self._version = self._looked = -1
        self._entries = 0

    def run(self) -> None:
        try:
            while not self._party.stopped.is_set() and not self._seated.over:
                try:
                    if self._invitation is not None:
                        self._claim(self._invitation)
                    else:
                        self._step()
                except httpx.TransportError:
                    time.sleep(PAUSE)  # the server is gone, or the connection is
        except Exception as error:
            self._party.problems.append(f"a person gave up: {error!r}")
        finally:
            self._http.close()

    def _claim(self, invitation: str) -> None:
        """Take the seat; without an answer, send the very same claim again, or find it taken already."""
        answer = self._http.post(self._base + "/claim", json={"token": self._token}, headers=bearer(invitation))
        if answer.status_code in (200, 404) or not self._excused(answer):
            self._invitation = None

    def _step(self) -> None:
        if self._unanswered is not None:
            self._send(self._unanswered, again=True)
            return
        news = self._get("/version")
        if news is None:
            return
        self._must_not_fall(news)
        if news["version"] == self._looked or news["thinking"]:
            time.sleep(self._party.pause)
            return
        state = self._get("")
        if state is not None:
            self._look(state)

    def _look(self, state: dict[str, Any]) -> None:
        self._must_not_fall(state)
        self._looked = state["version"]
        if state["over"]:
            self._seated.over = True
            return
        if state["left_to_people"]:
            self._party.problems.append("a fault made a non-player give up its decision")
        options = (state["view"]["decision"] or {}).get("options")
        if options and not state["thinking"]:
            self._send({"number": state["number"], "key": self._rng.choice(options)["key"]})

    def _send(self, body: dict[str, Any], again: bool = False) -> None:
        self._unanswered = body
        answer = self._http.post(self._base + "/choose", json=body)
        if answer.status_code == 200:
            self._unanswered = None
            self._seated.acknowledged[body["number"]] = body["key"]
            self._seated.fresh += not again
            self._party.note_answer(again)
            self._look(answer.json()["state"])
        elif not self._excused(answer):
            self._unanswered = None

    def _get(self, path: str) -> dict[str, Any] | None:
        answer = self._http.get(self._base + path)
        return answer.json() if answer.status_code == 200 or not self._excused(answer) else None

    def _excused(self, answer: httpx.Response) -> bool:
        """Was it refused because of the fault that is made? Then try again in a moment."""
        code = answer.json().get("error")
        if code not in self._party.excused:
            self._party.problems.append(f"{answer.status_code} {answer.text[:300]}")
            raise RuntimeError("refused")
        self._party.refused += 1
        time.sleep(PAUSE)
        return True

    def _must_not_fall(self, seen: dict[str, Any]) -> None:
        if seen["entries"] < self._entries or seen["version"] < self._version:
            self._party.problems.append(
                f"shown were {self._entries} entries (version {self._version}), "
                f"now {seen['entries']} (version {seen['version']})"
            )
        self._entries, self._version = seen["entries"], seen["version"]


class Party:
    """All the tables of one server."""

    person: Callable[["Party", Seated, str, int], Person] = Person

    def __init__(
        self, address: str, tables: int, seed: int, *, excused: tuple[str, ...] = (), pause: float = PAUSE
    ) -> None:
        """`excused`: the codes of refusals that the fault explains. `pause`: seconds between two looks."""
        self.address = address
        self.excused = excused
        self.pause = pause
        self.games: list[Seated] = []
        self.problems: list[str] = []
        self.stopped = threading.Event()
        self.answers = self.again = self.refused = 0
        self.longest = 0.0  # seconds between two answers at any of the tables
        self._last = time.monotonic()
        self._tables = tables
        self._rng = random.Random(seed)
        self._people: list[Person] = []
        self._lock = threading.Lock()

    def note_answer(self, again: bool) -> None:
        with self._lock:
            now = time.monotonic()
            self.answers += 1
            self.again += again
            self.longest = max(self.longest, now - self._last)
            self._last = now

    @property
    def at_play(self) -> list[Seated]:
        return [game for game in self.games if not game.over]

    def fill(self) -> None:
        """Begin new games where one has ended; if the server is away, later."""
        while len(self.at_play) < self._tables:
            wish = {"scenario": "short-1965", "seats": SEATS}
            try:
                answer = httpx.post(f"{self.address}/api/games", json=wish, timeout=SLOW)
            except httpx.TransportError:
                return
            if answer.status_code != 201:
                if answer.json().get("error") not in self.excused:
                    self.problems.append(answer.text)
                return
            seated = Seated(answer.json())
            self.games.append(seated)
            for token in seated.tokens.values():
                person = type(self).person(self, seated, token, self._rng.getrandbits(32))
                self._people.append(person)
                person.start()

    def play(self, answers: int) -> None:
        """Wait until this many more answers have been acknowledged."""
        goal = self.answers + answers
        self._wait(lambda: self.answers >= goal, "play goes on")

    def play_everywhere(self) -> None:
        """Wait until people have gone on at every table (what they send again does not count), or ended their game."""
        games = self.at_play
        before = {game.id: game.fresh for game in games}
        self._wait(
            lambda: all(game.over or game.fresh > before[game.id] for game in games),
            "play goes on at every table",
        )

    def _wait(self, true: Callable[[], bool], what: str) -> None:
        def enough() -> bool:
            self.fill()
            return bool(self.problems) or true()

        wait_until(enough, what)

    def stop(self) -> None:
        self.stopped.set()
        for person in self._people:
            person.join(2 * SLOW)
