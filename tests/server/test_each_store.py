"""What every kind of store promises: SQLite, PostgreSQL, and memory."""

import json
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Any

import pytest

from fitl.server.store import Store
from fitl.server.store.memory import MemoryStore, Record
from fitl.server.store.sql import SqlStore
from fitl.server.stored import (
    CHAT_EACH,
    CHAT_TOLD,
    DAY,
    About,
    Ages,
    Company,
    Conflict,
    Head,
    Link,
    Listed,
    Notice,
    Proposal,
    StoreError,
    TokenUsed,
    Totals,
    Usage,
    size_of,
)
from tests.server.support import MEMORY, a_row

LINES = ["one", "two"]
HOST = Link("g", "player", (0,), "Ann", 0, host=True)
GUEST = Link("g", "player", (1, 2), "", 1, claimed=False)
SPECTATOR = Link("g", "spectator", (), "", 2)
LINKS = {"hash-0": HOST, "hash-1": GUEST, "hash-2": SPECTATOR}
ABOUT: About = a_row("g")["about"]
PROPOSAL: Proposal = {"id": "p", "by": 0, "kept": 1, "agreed": [0]}
TOLD = Notice("server.told.kept", {"days": 3})


def opened(url: str) -> Store:
    return MemoryStore() if url == MEMORY else SqlStore(url)


@pytest.fixture
def store(each_store: str) -> Iterator[Store]:
    """A store with one game, for a host, a guest and spectators."""
    found = opened(each_store)
    found.create(a_row("g", creator="c" * 32), LINES, LINKS)
    yield found
    found.close()


def known(store: Store) -> Listed:
    listed = store.listed("g")
    assert listed is not None
    return listed


def stamp(store: Store) -> int:
    return known(store).head.stamp


# --- games ---


def test_a_new_game_is_as_it_was_stored(store: Store) -> None:
    listed = known(store)
    assert (listed.id, listed.name, listed.scenario, listed.head) == ("g", "g", "x", Head(0, 2, 0))
    assert (listed.summary, listed.size, listed.chat) == (ABOUT["summary"], size_of(LINES), 0)
    assert (listed.proposal, listed.webhook, listed.ends, listed.origin) == (None, None, None, None)
    assert store.lines("g", 0) == LINES
    assert store.lines("g", 0, after=1) == LINES[1:]
    assert store.links("g") == list(LINKS.values())
    assert store.links_of(["g", "none"]) == {"g": list(LINKS.values()), "none": []}
    assert store.mine(["hash-2", "hash-9"]) == {"hash-2": (SPECTATOR, listed)}
    assert store.is_ready()


def test_what_is_not_there_is_not_found(store: Store) -> None:
    assert (store.listed("x"), store.link("x"), store.company("x"), store.lines("x", 0)) == (None, None, None, [])
    assert (store.links("x"), store.chat("x"), store.lines("g", 1), store.delete("x")) == ([], [], [], False)
    with pytest.raises(Conflict):
        store.append("x", Head(0, 0, 0), ["line"], ABOUT)
    with pytest.raises(StoreError):
        store.say("x", "somebody", "hello", 0)


def test_where_a_game_came_from_is_kept(store: Store) -> None:
    origin: Any = {"kind": "journal", "by": "Ann", "markers": True}
    store.create(a_row("h", origin=origin, webhook="https://example.org"), [], {"other": replace(HOST, game="h")})
    listed = store.listed("h")
    assert listed is not None
    assert (listed.origin, listed.webhook, listed.head) == (origin, "https://example.org", Head(0, 0, 0))


def test_neither_a_game_nor_a_link_is_stored_twice(store: Store) -> None:
    with pytest.raises(StoreError):
        store.create(a_row("g"), [], {})
    with pytest.raises(StoreError):
        store.create(a_row("h"), [], {"hash-0": replace(HOST, game="h")})
    assert store.listed("h") is None
    assert store.lines("g", 0) == LINES


def test_lines_are_stored_once_and_say_what_is_known_of_the_game(store: Store) -> None:
    seen = Head(0, 2, 0)
    about: About = {**ABOUT, "bot_asked": True, "played": True}
    assert store.append("g", seen, ["three"], about) == Head(0, 3, 1)
    with pytest.raises(Conflict):
        store.append("g", seen, ["drei"], about)
    assert store.lines("g", 0) == [*LINES, "three"]
    assert store.waiting_for_bots() == ["g"]
    assert known(store).size == size_of([*LINES, "three"])


def test_a_journal_written_anew_leaves_the_former_one(store: Store) -> None:
    assert store.append("g", Head(0, 2, 0), ["I"], ABOUT, anew=True) == Head(1, 1, 1)
    assert (store.lines("g", 0), store.lines("g", 1)) == (LINES, ["I"])
    assert store.append("g", Head(1, 1, 1), ["II"], ABOUT) == Head(1, 2, 2)


def test_of_many_who_store_at_once_one_succeeds(store: Store) -> None:
    together = threading.Barrier(6)

    def stores(n: int) -> int:
        together.wait()
        try:
            store.append("g", Head(0, 2, 0), [str(n)], ABOUT)
        except Conflict:
            return 0
        return 1

    with ThreadPoolExecutor(6) as crowd:
        assert sum(crowd.map(stores, range(6))) == 1
    assert len(store.lines("g", 0)) == 3


def test_a_proposal_belongs_to_one_moment(store: Store) -> None:
    store.propose("g", Head(0, 2, 0), None, PROPOSAL)
    listed = known(store)
    assert listed.proposal == PROPOSAL
    with pytest.raises(Conflict):
        store.propose("g", listed.head, None, PROPOSAL)
    store.append("g", listed.head, ["three"], ABOUT)
    with pytest.raises(Conflict):
        store.propose("g", listed.head, None, PROPOSAL)
    listed = known(store)
    assert listed.proposal is None


def test_a_web_hook_is_set_and_taken_away(store: Store) -> None:
    for url in ("https://example.org/x", None):
        before = stamp(store)
        store.set_webhook("g", url)
        listed = known(store)
        assert (listed.webhook, listed.head.stamp) == (url, before + 1)


# --- people ---


def test_bots_alone_take_turns_by_who_created_the_game(store: Store) -> None:
    assert store.company("g") == Company("c" * 16, False)
    store.create(a_row("bots"), [], {"other": replace(SPECTATOR, game="bots")})
    assert store.company("bots") == Company("bots", True)


def test_a_link_is_found_by_the_hash_of_its_token_and_renamed(store: Store) -> None:
    before = stamp(store)
    store.rename(GUEST, "Bob")
    assert store.link("hash-1") == replace(GUEST, name="Bob")
    assert store.link("hash-0") == HOST
    assert stamp(store) == before + 1


def test_chat_is_told_from_a_number_on_and_counted(store: Store) -> None:
    before = stamp(store)
    first = store.say("g", "Ann", "Hello", 0)
    second = store.say("g", "", "你好", 2)
    assert first < second
    listed = known(store)
    assert (listed.chat, listed.head.stamp) == (second, before + 2)
    assert listed.size == size_of([*LINES, "Hello", "你好"])
    told = store.chat("g")
    assert [(said["id"], said["who"], said["text"], said["place"]) for said in told] == [
        (first, "Ann", "Hello", 0),
        (second, "", "你好", 2),
    ]
    assert store.chat("g", first) == told[1:]


def test_of_very_many_lines_of_one_link_the_oldest_are_lost_and_few_are_told(store: Store) -> None:
    own = store.say("g", "Ann", "mine", 0)
    for n in range(CHAT_EACH + 2):
        last = store.say("g", "", f"{n:03}", 2)
    assert known(store).size == size_of([*LINES, "mine"]) + CHAT_EACH * len("000\n")
    told = store.chat("g")
    assert told[0]["id"] == own
    assert (len(told), told[-1]["id"]) == (CHAT_TOLD + 1, last)


# --- seats ---


def test_an_invitation_is_exchanged_once(store: Store) -> None:
    before = stamp(store)
    assert store.exchange(GUEST, "hash-1", "secret")
    found = store.link("secret")
    assert found is not None
    assert found.claimed
    assert found.seen is not None
    assert store.link("hash-1") is None
    assert not store.exchange(GUEST, "hash-1", "another")
    assert stamp(store) == before + 1


def test_a_secret_is_exchanged_only_by_who_has_it_and_for_a_new_one(store: Store) -> None:
    assert not store.exchange(HOST, "wrong", "new")
    with pytest.raises(TokenUsed):
        store.exchange(HOST, "hash-0", "hash-2")
    assert store.link("hash-0") == HOST
    assert store.exchange(HOST, "hash-0", "new")


def test_a_sign_of_life_is_noted_and_told_to_nobody(store: Store) -> None:
    before = stamp(store)
    store.note_seen("hash-0", 5.0)
    store.note_seen("unknown", 5.0)
    found = store.link("hash-0")
    assert found is not None
    assert (found.seen, stamp(store)) == (5.0, before)


def test_a_seat_is_freed_unless_its_link_was_used_meanwhile(store: Store) -> None:
    store.rename(HOST, "Zoe")
    store.note_seen("hash-0", 5.0)
    assert not store.free(HOST, "new", TOLD)
    abandoned = store.link("hash-0")
    assert abandoned is not None
    assert store.free(abandoned, "new", TOLD)
    assert store.link("hash-0") is None
    assert store.link("new") == replace(HOST, name="", claimed=False)
    (said,) = store.chat("g")
    assert (said["place"], said["who"], json.loads(said["text"])) == (None, "", list(TOLD))
    before = store.chat("g")
    assert store.free(GUEST, "newer", None)
    assert store.chat("g") == before


def test_muting_is_told_when_it_changes_something(store: Store) -> None:
    for muted, lines in ((True, 1), (True, 1), (False, 2)):
        store.mute(GUEST, muted, TOLD)
        found = store.link("hash-1")
        assert found is not None
        assert (found.muted, len(store.chat("g"))) == (muted, lines)


def test_a_shared_link_is_renewed(store: Store) -> None:
    store.mute(SPECTATOR, True, TOLD)
    store.renew_shared(SPECTATOR, "new", TOLD)
    assert store.link("hash-2") is None
    assert store.link("new") == SPECTATOR
    assert len(store.chat("g")) == 2


# --- keeping ---


def test_what_is_kept_is_counted_by_creator(store: Store) -> None:
    creator = "c" * 16 + "d" * 16
    store.create(a_row("h", creator=creator, about={**ABOUT, "over": True}), ["x" * 100], {})
    assert store.usage() == Usage(2, size_of(LINES) + 101)
    assert store.usage("c" * 16) == Usage(2, size_of(LINES) + 101)
    assert store.usage(creator) == Usage(1, 101)
    assert store.usage("none") == Usage(0, 0)
    assert store.totals() == Totals(1, 1, size_of(LINES) + 101)
    assert [(kept.id, kept.size, kept.over) for kept in store.kept()] == [("h", 101, True), ("g", 8, False)]
    assert len(store.address_key()) >= 16
    assert store.address_key() == store.address_key()


def test_old_games_get_notice_once_and_playing_on_keeps_them(store: Store) -> None:
    listed = known(store)
    store.create(a_row("own"), [], {})
    ages = Ages(untouched=30 * DAY, notice=14 * DAY)
    due = listed.updated + 16 * DAY
    assert store.give_notice(ages, due - 1, TOLD) == []
    assert store.give_notice(ages, due + 1, TOLD) == ["g"], "games from this machine stay"
    assert store.give_notice(ages, due + 1, TOLD) == []
    listed = known(store)
    assert listed.ending == {"at": due + 1 + ages.notice, "by": "age"}
    assert store.expired(due + ages.notice) == []
    assert store.expired(due + ages.notice + 2) == ["g"]
    store.append("g", listed.head, ["three"], ABOUT)
    assert store.expired(due + ages.notice + 2) == []


@pytest.mark.parametrize(
    ("flags", "age"), [({}, "untouched"), ({"played": True}, "begun"), ({"played": True, "over": True}, "over")]
)
def test_how_old_a_game_may_be_depends_on_how_far_it_is(store: Store, flags: dict[str, bool], age: str) -> None:
    ages = Ages(untouched=10.0, begun=20.0, over=30.0, notice=0.0)
    store.create(a_row("h", creator="x", about={**ABOUT, **flags}), [], {})
    listed = store.listed("h")
    assert listed is not None
    limit = listed.updated + getattr(ages, age)
    assert "h" not in store.give_notice(ages, limit - 1, TOLD)
    assert "h" in store.give_notice(ages, limit + 1, TOLD)


def test_the_end_a_host_sets_stays_until_it_is_called_off(store: Store) -> None:
    store.end_later("g", 5.0, TOLD)
    listed = known(store)
    store.append("g", listed.head, ["three"], ABOUT)
    listed = known(store)
    assert listed.ending == {"at": 5.0, "by": "host"}
    store.keep("g", TOLD)
    listed = known(store)
    assert (listed.ending, len(store.chat("g"))) == (None, 2)


def test_nothing_is_left_of_a_deleted_game(store: Store) -> None:
    store.say("g", "Ann", "Hello", 0)
    assert store.delete("g")
    assert (store.listed("g"), store.link("hash-0"), store.lines("g", 0), store.chat("g")) == (None, None, [], [])
    assert store.usage() == Usage(0, 0)
    assert not store.delete("g")


# --- memory alone ---


def test_a_store_in_memory_is_made_again_from_its_records() -> None:
    saved: dict[str, str | None] = {}

    def save(game: str, record: Record | None) -> None:
        saved[game] = None if record is None else json.dumps(record)

    store = MemoryStore(changed=save)
    store.create(a_row("g"), LINES, LINKS)
    store.create(a_row("h"), LINES, {"h": replace(HOST, game="h")})
    store.append("g", Head(0, 2, 0), ["I"], ABOUT, anew=True)
    store.propose("g", Head(1, 1, 1), None, PROPOSAL)
    store.exchange(GUEST, "hash-1", "secret")
    number = store.say("g", "Ann", "Hello", 0)
    store.delete("h")
    assert saved["h"] is None
    again = MemoryStore(json.loads(text) for text in saved.values() if text is not None)
    assert again.record("g") == store.record("g")
    assert again.listed("g") == store.listed("g")
    assert again.links("g") == store.links("g")
    assert again.mine(["secret"]) == store.mine(["secret"])
    assert again.lines("g", 0) == LINES
    assert again.chat("g") == store.chat("g")
    assert again.say("g", "Ann", "again", 0) > number
    assert (again.listed("h"), again.link("hash-1")) == (None, None)


CHANGES = {
    "append": lambda store: store.append("g", Head(0, 2, 0), ["x"], ABOUT),
    "propose": lambda store: store.propose("g", Head(0, 2, 0), None, PROPOSAL),
    "set_webhook": lambda store: store.set_webhook("g", "x"),
    "rename": lambda store: store.rename(HOST, "x"),
    "say": lambda store: store.say("g", "", "x", 0),
    "exchange": lambda store: store.exchange(HOST, "hash-0", "x"),
    "note_seen": lambda store: store.note_seen("hash-0", 1.0),
    "free": lambda store: store.free(GUEST, "x", None),
    "mute": lambda store: store.mute(GUEST, True, TOLD),
    "renew_shared": lambda store: store.renew_shared(SPECTATOR, "x", TOLD),
    "end_later": lambda store: store.end_later("g", 1.0, TOLD),
    "keep": lambda store: store.keep("g", TOLD),
    "give_notice": lambda store: store.give_notice(Ages(), 1e11, TOLD),
}


@pytest.mark.parametrize("name", CHANGES)
def test_every_change_in_memory_is_told_with_what_is_kept_now(name: str) -> None:
    told: list[Record | None] = []
    store = MemoryStore(changed=lambda _game, record: told.append(json.loads(json.dumps(record))))
    store.create(a_row("g", creator="c"), LINES, LINKS)
    before = told[-1]
    CHANGES[name](store)
    assert len(told) == 2
    assert told[-1] == store.record("g") != before


def test_a_record_that_was_handed_out_does_not_follow_the_store() -> None:
    store = MemoryStore()
    store.create(a_row("g"), LINES, LINKS)
    record = store.record("g")
    assert record is not None
    again = MemoryStore([record])
    store.append("g", Head(0, 2, 0), ["x"], ABOUT)
    assert again.lines("g", 0) == LINES
