"""Two services over one database, in any order of events: the store and the games in memory always agree."""

import os
import tempfile
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from fitl import journal
from fitl.board.factions import FACTION_IDS
from fitl.entries import TRANSFER, Entry
from fitl.lab.deep_checks import transfer_possible
from fitl.lab.fuzz import PLAYABLE
from fitl.options import OptionsError
from fitl.refusals import NotOffered, NoUndo, Refused, Stale, WrongSeat
from fitl.server.hub import Hub
from fitl.server.seating import Unclear
from fitl.server.service import Service
from fitl.server.store.sql import SqlStore
from fitl.server.stored import Link
from fitl.server.tokens import new_token
from fitl.server.webhook import Nudges

WHICH = st.integers(0, 1)
PICK = st.integers(0, 10**6)
TIMES = st.integers(1, 12)
SOAK_EXAMPLES = int(os.environ.get("SOAK_GAMES", "100"))

FOUR_PEOPLE = "us=link arvn=link nva=link vc=me"
SECRETS: tuple[dict[str, Any], ...] = ({"deception": True}, {"uncertain_victory": True}, {"handicap": ["vc", "us"]})


class Setting(NamedTuple):
    """What is played by whom: people with links of their own, or with that of whoever created the game; non-players."""

    scenario: str
    seating: str
    options: dict[str, Any]
    table_mode: bool

    @property
    def seats(self) -> list[dict[str, Any]]:
        """The seating as the web API wants it."""
        places = (place.split("=") for place in self.seating.split())
        return [{"factions": factions.split("+"), "kind": kind} for factions, kind in places]


SETTINGS = (
    Setting("short-1965", FOUR_PEOPLE, {}, False),
    Setting("full-1964", FOUR_PEOPLE, {"deception": True}, False),
    Setting("medium-1968", "us+arvn=link nva=link vc=link", {"handicap": ["vc", "us"]}, False),
    Setting("short-1967", "us+arvn=link nva+vc=me", {"uncertain_victory": True}, False),
    Setting("medium-1968", "us=link arvn=link nva=link vc=link", {"us_coup_involvement": True}, True),
    Setting("short-1965", "us=link arvn=link nva=bot vc=bot", {"period_events": True}, False),
    Setting("full-1964", "us=bot arvn=bot nva=link vc=link", {"by_hand": True}, False),
    Setting("long-1964", "us=bot arvn=me nva=bot vc=bot", {}, True),
    Setting("short-1965", "us=me arvn=me nva=me vc=me", {"deception": True}, True),  # refused together
)
MIXED = st.builds(
    Setting,
    st.sampled_from(PLAYABLE),
    st.sampled_from(sorted({setting.seating for setting in SETTINGS})),
    st.sampled_from([setting.options for setting in SETTINGS]),
    st.booleans(),
)


class Table(RuleBasedStateMachine):
    """People at one game, through two services that know of each other only by the database."""

    def __init__(self, setting: Setting | None = None, database: str | None = None) -> None:
        """Always the same setting, or any; over this database, or a new one each time."""
        super().__init__()
        self.setting = setting
        self.url = database or ""
        self.folder: tempfile.TemporaryDirectory[str] | None = None

    @initialize(mixed=MIXED, seed=st.integers(0, 2**32))
    def begin(self, mixed: Setting, seed: int) -> None:
        self.setting = self.setting or mixed
        if not self.url:
            self.folder = tempfile.TemporaryDirectory()
            self.url = f"sqlite:///{Path(self.folder.name) / 'games.sqlite3'}"
        self.services = [self.service(), self.service()]
        created = self.create(self.setting, seed)
        self.game: str = created["game"]
        self.links = [self.link(link) for link in created["links"]]
        self.players = [link for link in self.links if link.plays]
        self.stamp = -1
        self.answers: list[tuple[Link, int, str]] = []

    def link(self, told: dict[str, Any]) -> Link:
        """What a link opens, claimed first if it is an invitation."""
        token, service = told["token"], self.services[0]
        if told["invitation"]:
            secret = new_token()
            service.claim(token, self.game, secret)
            token = secret
        return service.link(token, self.game)

    def create(self, setting: Setting, seed: int) -> dict[str, Any]:
        """A game with these options if they go with the rest, else without."""
        self.services[0].new_seed = lambda: seed
        wish = {"scenario": setting.scenario, "seats": setting.seats, "table_mode": setting.table_mode}
        try:
            created = self.services[0].create(wish | {"options": setting.options})
        except (OptionsError, Unclear):
            assert setting.options, "a game without any option was refused"
            return self.services[0].create(wish)
        secret = setting.options in SECRETS
        assert not (secret and setting.table_mode), "hidden markers and dice typed in do not go together"
        return created

    def service(self) -> Service:
        return Service(SqlStore(self.url), Hub(), Nudges())

    def teardown(self) -> None:
        if hasattr(self, "services"):
            for service in self.services:
                service.nudges.close()
                service.store.close()
        if self.folder is not None:
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

    @rule(which=WHICH, pick=PICK, times=TIMES)
    def play_goes_on(self, which: int, pick: int, times: int) -> None:
        for more in range(times):
            decision, number, link = self.question(which)
            if link is None:
                self.services[which].play_bots(self.game)
            else:
                key = decision.options[(pick + more) % len(decision.options)].key
                self.services[which].choose(link, number, key)
                self.answers.append((link, number, key))

    @precondition(lambda self: self.setting.table_mode)
    @rule(which=WHICH)
    def the_program_rolls(self, which: int) -> None:
        """Instead of the people."""
        decision, number, link = self.question(which)
        before = self.lines()
        if link is not None and decision.actor < 0:
            self.services[which].roll(link, number)
            assert len(self.lines()) > len(before)
        else:
            with pytest.raises(Refused):
                self.services[which].roll(self.players[0], number)
            assert self.lines() == before

    @precondition(lambda self: "bot" in self.setting.seating)
    @rule(which=WHICH, times=TIMES)
    def non_players_play(self, which: int, times: int) -> None:
        for _ in range(times):
            self.services[which].play_bots(self.game)

    @rule(which=WHICH, pick=PICK)
    def somebody_hands_over_resources(self, which: int, pick: int) -> None:
        """1.5.2: where nobody may, it is refused and nothing changes."""
        with self.services[which].open(self.game) as live:
            possible, number = transfer_possible(live.game), live.game.number
            giver, most = possible[pick % len(possible)] if possible else (2 + pick % 2, 1)
            seat = live.options.seat_of(giver)
        amount = 1 + pick % most
        for link in self.players:
            if seat in link.seats and possible:
                self.services[which].transfer(link, FACTION_IDS[giver], amount)
                with self.services[1 - which].open(self.game) as live:
                    assert live.game.entries[number] == Entry(TRANSFER, f"{FACTION_IDS[giver]}:{amount}")
                return
            self.is_refused(which, link, giver, amount)

    def is_refused(self, which: int, link: Link, giver: int, amount: int) -> None:
        before = self.lines()
        with pytest.raises(Refused):
            self.services[which].transfer(link, FACTION_IDS[giver], amount)
        assert self.lines() == before

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

    @rule(which=WHICH, pick=PICK, votes=st.lists(st.sampled_from([True, True, True, False]), min_size=1, max_size=4))
    def people_vote_on_a_proposal(self, which: int, pick: int, votes: list[bool]) -> None:
        if self.proposal(which) is None:
            self.somebody_takes_back_or_asks_to(which, pick)
        for place, agree in enumerate(votes):
            self.somebody_votes(which, self.players[place % len(self.players)], agree)

    def proposal(self, which: int) -> dict[str, Any] | None:
        with self.services[which].open(self.game) as live:
            return live.listed.proposal

    def somebody_votes(self, which: int, link: Link, agree: bool) -> None:
        proposal = self.proposal(which)
        if proposal is None:
            return
        with self.services[which].open(self.game) as live:
            entries = len(live.game.entries)
        self.services[which].answer_proposal(link, proposal["id"], agree)
        left = self.proposal(1 - which)
        with self.services[1 - which].open(self.game) as live:
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
                assert not live.left_to_people, "a non-player found no answer"
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


# The same games every time, so that a change that breaks nothing never fails; `make soak-tests` looks farther.
QUICK = settings(
    max_examples=4,
    stateful_step_count=20,
    deadline=None,
    derandomize=True,
    suppress_health_check=list(HealthCheck),
)
AT_LENGTH = settings(QUICK, max_examples=SOAK_EXAMPLES, stateful_step_count=60, derandomize=False)


@pytest.fixture(autouse=True)
def non_players_play_one_decision_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """Else how far they come would depend on the machine."""
    monkeypatch.setattr("fitl.server.live.SLICE", -1.0)


@pytest.mark.parametrize("setting", SETTINGS, ids=lambda setting: f"{setting.scenario} {setting.seating}")
def test_store_and_memory_agree(setting: Setting) -> None:
    run_state_machine_as_test(lambda: Table(setting), settings=QUICK)


def test_store_and_memory_agree_over_postgresql(postgresql: str) -> None:
    run_state_machine_as_test(lambda: Table(SETTINGS[0], postgresql), settings=settings(QUICK, max_examples=3))


@pytest.mark.soak
def test_store_and_memory_agree_at_length() -> None:
    run_state_machine_as_test(Table, settings=AT_LENGTH)


@pytest.mark.soak
def test_store_and_memory_agree_over_postgresql_at_length(postgresql: str) -> None:
    run_state_machine_as_test(lambda: Table(database=postgresql), settings=AT_LENGTH)
