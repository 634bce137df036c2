"""Two services over one database, in any order of events: the store and the games in memory always agree."""

import tempfile
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from fitl import journal
from fitl.game import NotOffered, NoUndo, Refused, Stale, WrongSeat
from fitl.server.hub import Hub
from fitl.server.service import Service
from fitl.server.store import Link, Store
from fitl.server.webhook import Nudges

WHICH = st.integers(0, 1)
PICK = st.integers(0, 10**6)


class Table(RuleBasedStateMachine):
    """People at one game, through two services that know of each other only by the database."""

    @initialize(bots=st.booleans(), table_mode=st.booleans())
    def begin(self, bots: bool, table_mode: bool) -> None:
        self.folder = tempfile.TemporaryDirectory()
        self.url = f"sqlite:///{Path(self.folder.name) / 'games.sqlite3'}"
        self.services = [self.service(), self.service()]
        kinds = ("link", "link", "bot", "bot") if bots else ("link", "link", "link", "me")
        names = ("us", "arvn", "nva", "vc")
        seats = [{"factions": [name], "kind": kind} for name, kind in zip(names, kinds, strict=True)]
        wish = {"scenario": "short-1965", "seed": 4, "seats": seats, "table_mode": table_mode}
        created = self.services[0].create(wish)
        self.game: str = created["game"]
        self.links = [self.services[0].link(link["token"], self.game) for link in created["links"]]
        self.players = [link for link in self.links if link.plays]
        self.stamp = -1
        self.answers: list[tuple[Link, int, str]] = []

    def service(self) -> Service:
        return Service(Store(self.url), Hub(), Nudges())

    def teardown(self) -> None:
        if hasattr(self, "services"):
            for service in self.services:
                service.nudges.close()
                service.store.close()
            self.folder.cleanup()

    def question(self, which: int) -> tuple[Any, int, Any]:
        """The decision, its number, and the link that may answer it (None: a non-player)."""
        with self.services[which].open(self.game) as live:
            decision, number = live.game.decision, live.game.number
            if decision is None or live.bots_asked:
                return decision, number, None
            if decision.actor < 0:
                return decision, number, self.players[0]
            seat = live.options.seat_of(decision.actor)
            return decision, number, next(link for link in self.players if seat in link.seats)

    @rule(which=WHICH, pick=PICK)
    def somebody_answers(self, which: int, pick: int) -> None:
        decision, number, link = self.question(which)
        if link is not None:
            key = decision.options[pick % len(decision.options)].key
            self.services[which].choose(link, number, key)
            self.answers.append((link, number, key))

    @rule(which=WHICH)
    def non_players_play(self, which: int) -> None:
        self.services[which].play_bots(self.game)

    @precondition(lambda self: self.answers)
    @rule(which=WHICH)
    def somebody_sends_the_last_answer_again(self, which: int) -> None:
        link, number, key = self.answers[-1]
        before = self.lines()
        try:
            self.services[which].choose(link, number, key)
        except Refused:
            assert self.lines() == before
        else:
            with self.services[which].open(self.game) as live:
                assert live.game.entries[number].key == key

    @rule(which=WHICH, pick=PICK)
    def somebody_answers_wrongly(self, which: int, pick: int) -> None:
        decision, number, link = self.question(which)
        before = self.lines()
        if decision is None or link is None:
            return
        others = [other for other in self.players if other != link and decision.actor >= 0]
        key = decision.options[0].key
        wrong: list[tuple[Link, int, str, type[Exception]]] = [
            (link, number + 1, key, Stale),
            (link, number, "nonsense", NotOffered),
            *((other, number, key, WrongSeat) for other in others),
            (self.links[-1], number, key, Refused),
        ]
        who, at, what, error = wrong[pick % len(wrong)]
        with pytest.raises(error):
            self.services[which].choose(who, at, what)
        assert self.lines() == before

    @rule(which=WHICH, pick=PICK)
    def somebody_takes_back_or_asks_to(self, which: int, pick: int) -> None:
        link = self.players[pick % len(self.players)]
        try:
            self.services[which].take_back(link)
        except (NoUndo, Refused):
            pass
        else:
            self.answers.clear()

    @rule(which=WHICH, pick=PICK, agree=st.booleans())
    def somebody_votes(self, which: int, pick: int, agree: bool) -> None:
        with self.services[which].open(self.game) as live:
            proposal = live.listed.proposal
            entries = len(live.game.entries)
        if proposal is None:
            return
        link = self.players[pick % len(self.players)]
        self.services[which].answer_proposal(link, proposal["id"], agree)
        with self.services[1 - which].open(self.game) as live:
            left = live.listed.proposal
            if not agree:
                assert left is None
                assert len(live.game.entries) == entries
            elif left is None:
                assert len(live.game.entries) == proposal["kept"]
                self.answers.clear()

    @rule(which=WHICH, pick=PICK)
    def somebody_chats(self, which: int, pick: int) -> None:
        before = self.lines()
        self.services[which].say(self.links[pick % len(self.links)], "hello")
        assert self.lines() == before

    @rule(which=WHICH)
    def a_service_is_started_again(self, which: int) -> None:
        self.services[which].store.close()
        self.services[which] = self.service()

    def lines(self) -> list[str]:
        store = self.services[0].store
        listed = store.listed(self.game)
        assert listed is not None
        return store.lines(self.game, listed.head.generation)

    @invariant()
    def the_stored_journal_is_the_game_both_services_show(self) -> None:
        if not hasattr(self, "services"):
            return
        told = journal.replay(journal.parse("".join(line + "\n" for line in self.lines())))
        for service in self.services:
            with service.open(self.game) as live:
                game = live.game
                assert game.entries == told.entries
                assert game.thoughts == told.thoughts or game.considered is not None
                if game.considered is None:
                    assert game.state == told.state
                    assert repr(game.decision) == repr(told.decision)
                assert live.listed.head.lines == len(self.lines())

    @invariant()
    def versions_never_fall(self) -> None:
        if hasattr(self, "services"):
            for service in self.services:
                version = service.news_of(self.game)["version"]
                assert version >= self.stamp
                self.stamp = version


Table.TestCase.settings = settings(
    max_examples=15, stateful_step_count=30, deadline=None, suppress_health_check=list(HealthCheck)
)
TestTable = Table.TestCase
