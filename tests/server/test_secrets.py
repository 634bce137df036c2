"""No secret leaves: every byte that every client receives in a wild session is searched for what it must not know."""

import json
import random
from collections.abc import Callable
from typing import Any

import pytest

from fitl import journal
from fitl.board.factions import FACTION_IDS
from fitl.game import Game
from fitl.options import GameOptions
from fitl.rules.deception import MARKER_KINDS
from fitl.server.offload.jobs.search import Search
from fitl.server.tokens import hash_of
from fitl.thinker.levels import BUDGETS, QUICK, Level
from fitl.thinker.thought import think
from fitl.view import build_view
from tests.server.support import Player, Running, Table

GETS = ("", "/version", "/history", "/log", "/hint", "/journal", "/position", "/log.txt", "/chat", "/why?space=hue")


@pytest.fixture(autouse=True)
def _short_thoughts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hints are asked for again and again here; what they are worth does not matter."""
    monkeypatch.setitem(BUDGETS, QUICK, Level(2, 0))


class Ear:
    """Everything one client has received."""

    def __init__(self, player: Player) -> None:
        self.player = player
        self.texts: list[str] = []
        self.states: list[Any] = []

    def heard(self, answer: Any) -> Any:
        self.texts.append(f"{answer.headers}\n{answer.text}")
        if answer.headers["content-type"] == "application/json":
            found = answer.json()
            state = found.get("state", found) if isinstance(found, dict) else {}
            if "view" in state:
                self.states.append(state)
            return found
        return None


def wild_session(table: Table, steps: int, rng: random.Random) -> list[Ear]:
    """Everybody does everything, allowed or not."""
    ears = [Ear(player) for player in (*table.players, table.spectator)]
    sockets = [(ear, ear.player.socket(max_queue=None)) for ear in ears]  # read in the end, however long it takes
    opened = [(ear, socket.__enter__()) for ear, socket in sockets]
    for _ in range(steps):
        for ear in ears:
            ear.heard(ear.player.get())
        if table.me.settled()["over"]:
            break
        asked = next(ear for ear in ears if ear.player.asked())
        number = asked.heard(asked.player.get())["number"]
        keys = asked.player.asked()
        other = rng.choice(ears)
        other.heard(other.player.post("/choose", {"number": number, "key": rng.choice([*keys, *MARKER_KINDS])}))
        early = {"number": rng.randrange(number + 1), "key": rng.choice(MARKER_KINDS)}
        other.heard(other.player.post("/choose", early))
        asked.heard(asked.player.post("/choose", {"number": number, "key": rng.choice(keys)}))
        last = asked.states[-1]["entries"]
        for path in rng.sample(GETS, 3):
            other.heard(other.player.get(path))
        first = rng.randrange(last + 1)
        for path in (f"/frames?from={first}&to={last}", f"/orders?from={first}&to={last}", f"?at={first}"):
            other.heard(other.player.get(path))
        if rng.random() < 0.2:
            proposal = other.heard(other.player.post("/undo")).get("state", {}).get("proposal")
            if proposal:
                for ear in ears:
                    body = {"proposal": proposal["id"], "agree": rng.random() < 0.8}
                    ear.heard(ear.player.post("/undo/answer", body))
        if rng.random() < 0.2:
            other.heard(other.player.post("/chat", {"text": "hello"}))
            other.heard(other.player.post("/name", {"name": f"Ann {rng.random()}"}))
            other.heard(other.player.post("/transfer", {"giver": rng.choice(["nva", "vc"]), "amount": 1}))
            other.heard(other.player.post("/webhook", {"url": ""}))
            other.heard(other.player.server.post("/api/mine", {"tokens": [other.player.token]}))
    for ear, socket in opened:
        while True:
            try:
                ear.texts.append(str(socket.recv(timeout=0.05)))
            except TimeoutError:
                break
    for _, socket in sockets:
        socket.__exit__(None, None, None)
    return ears


def seeds_of(game: Game) -> set[int]:
    return {game.state.seed, *(checkpoint.state.seed for checkpoint in game.checkpoints)}


@pytest.mark.parametrize("seats", [("link",) * 4, ("link", "link", "link", "bot")])
def test_nobody_hears_what_they_must_not_know(
    database: str, serve: Callable[..., Running], seats: tuple[str, ...]
) -> None:
    server = serve(database)
    table = server.new_game(*seats, options={"deception": True}, seed=None)
    ears = wild_session(table, 40, random.Random(2))
    with server.service.open(table.id) as live:
        game, options = live.game, live.options
    lines = server.lines(table.id)
    seeds = seeds_of(game) | {json.loads(lines[0])["seed"]}
    assert len(seeds) >= 2
    links = table.created["links"]
    for ear in ears:
        everything = "\n".join(ear.texts)
        assert len(everything) > 100_000
        for seed in seeds:
            assert str(seed) not in everything
            assert f"{seed:x}" not in everything
        for link in links:
            assert link["token"] not in everything, "not even one's own link is repeated"
            assert hash_of(link["token"]) not in everything
        for word in ('"piles"', '"coups_to_come"', '"seed"', '"seen"'):
            assert word not in everything
        mine = {FACTION_IDS[faction] for name in ear.player.factions for faction in _seat(options, name)}
        for state in ear.states:
            for name, markers in state["view"]["markers"].items():
                assert isinstance(markers["held"], list if name in mine else int)
                markers["held"] = markers["shown"] = None
            decision = state["view"]["decision"] or {}
            if decision.get("actor") in mine:
                decision.pop("options", None)
            state["view"].pop("log")  # tells what was shown
            state["plan"] = [each for each in state["plan"] if each["key"] != "hidden_asset"]  # played openly
            text = json.dumps(state)
            assert not any(kind in text for kind in MARKER_KINDS)


def _seat(options: GameOptions, name: str) -> tuple[int, ...]:
    return options.seats[options.seat_of(FACTION_IDS.index(name))]


def test_a_question_about_hidden_agendas_is_shown_only_to_their_holder() -> None:
    game = Game.new("short-1965", seed=1, options=GameOptions(deception=True))
    from fitl.rules.deception import ask_to_reveal_agendas

    game.state.markers = (("hidden_agenda", "hidden_agenda"), (), (), ())
    decision = next(ask_to_reveal_agendas(game.state, 0))
    own, other = (build_view(game.state, decision, 0, None, (seat,))["decision"] for seat in (0, 1))
    assert "2" in own["prompt"]
    assert set(other) == {"number", "actor", "kind"}


def test_the_reasons_of_a_thinker_do_not_tell_its_markers(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Search, "run", lambda job, _desk, _talk: think(job.question))
    thinker = {"factions": ["vc"], "kind": "bot", "plays": "thinker:quick"}
    seats = [*({"factions": [name], "kind": "me"} for name in ("us", "arvn", "nva")), thinker]
    table = server.new_game(seats=seats, options={"deception": True, "handicap": ["vc"]})
    turn = table.me.settled()["turns"][0]
    for player in (table.me, table.spectator):
        told = player.get(f"/reasons?turn={turn['id']}").json()["reasons"]
        assert {reason["node"] for reason in told} == {"thinker.secret"}
        assert all(
            "keeps its use of Deception markers secret" in reason["text"] and not reason["details"] for reason in told
        )


def test_the_journal_in_the_store_is_whole_though_nobody_sees_it(server: Running) -> None:
    """The test above would prove nothing if the secrets it looks for were not there."""
    table = server.new_game("link", "link", "link", "link", options={"deception": True})
    told = journal.parse("".join(line + "\n" for line in server.lines(table.id)))
    assert sum(entry.key in MARKER_KINDS for entry in told.entries) == 8
