"""How much is kept and how long: quotas by address and in all, games that end, and everybody told before."""

import time
from collections.abc import Callable
from typing import Any

import pytest
import sqlalchemy as sa

from fitl.server.addresses import SITES
from fitl.server.retention import DAY, Ages, Full, Keeping, Quota
from fitl.server.store.memory import MemoryStore
from fitl.server.store.schema import CHAT, GAMES, LINES, LINKS
from fitl.server.store.sql import SqlStore
from fitl.server.stored import CHAT_EACH, CHAT_TOLD, Link
from tests.server.support import PATIENCE, Running, Table, a_row, until

GAME = {"scenario": "short-1965"}
STRANGER = "198.51.100.7"


def from_afar(server: Running, address: str = STRANGER, **wish: Any) -> Any:
    """As through a proxy that says for whom it asks."""
    return server.post("/api/games", GAME | wish, **{"X-Forwarded-For": address})


def age(server: Running, game: str, seconds: float) -> None:
    then = time.time() - seconds
    server.set_games(game, updated=then, created=then)


def with_quota(serve: Callable[..., Running], url: str, quota: Quota) -> Running:
    server = serve(url)
    server.service.keeping.quota = quota
    return server


def test_one_address_keeps_so_many_games_and_others_are_not_bothered(
    database: str, serve: Callable[..., Running]
) -> None:
    server = with_quota(serve, database, Quota(games_each=3))
    assert [from_afar(server).status_code for _ in range(4)] == [201, 201, 201, 507]
    refused = from_afar(server)
    assert refused.json()["error"] == "quota"
    assert "3 games" in refused.json()["message"]
    assert from_afar(server, "198.51.100.8").status_code == 201
    assert server.post("/api/games", GAME).status_code == 201, "whoever sits at the machine itself"


def test_addresses_of_one_ipv6_network_share_a_quota(sqlite: str, serve: Callable[..., Running]) -> None:
    server = with_quota(serve, sqlite, Quota(games_each=1))
    assert from_afar(server, "2001:db8::1").status_code == 201
    assert from_afar(server, "2001:db8::2").status_code == 507
    assert from_afar(server, "2001:db8:0:1::1").status_code == 201


def test_a_network_of_ipv6_has_the_quota_of_few_addresses(sqlite: str, serve: Callable[..., Running]) -> None:
    server = with_quota(serve, sqlite, Quota(games_each=1))
    found = [from_afar(server, f"2001:db8:0:{n}::1").status_code for n in range(SITES + 1)]
    assert found == [201] * SITES + [507]
    assert from_afar(server, "2001:db8:1::1").status_code == 201


def test_bytes_are_counted_by_address_and_in_all(either: Running) -> None:
    keeping = either.service.keeping
    game = from_afar(either).json()["game"]
    (kept,) = either.store.kept()
    assert kept.id == game
    assert kept.size == sum(len(line.encode()) + 1 for line in either.lines(game))
    keeping.quota = Quota(bytes_each=kept.size)
    assert from_afar(either).status_code == 507
    keeping.quota = Quota(bytes=kept.size)
    assert from_afar(either, "198.51.100.8").status_code == 507
    assert either.post("/api/games", GAME).status_code == 507, "what is full is full for everybody"
    keeping.quota = Quota(games=1)
    with pytest.raises(Full):
        keeping.check_room("")


def test_the_size_of_a_game_is_that_of_its_journal_and_its_chat(either: Running) -> None:
    table = either.new_game()
    table.play(10)
    table.me.post("/chat", {"text": "chào"})
    table.me.post("/undo")
    table.play(3)
    (kept,) = either.store.kept()
    assert kept.size == sum(len(line.encode()) + 1 for line in either.lines(table.id)) + len("chào\n".encode())


def test_a_game_cannot_grow_without_end(server: Running) -> None:
    table = server.new_game()
    server.service.keeping.quota = Quota(bytes_game=1)
    before = server.stored()
    for answer in (table.me.choose(table.me.asked()[0]), table.me.post("/chat", {"text": "x"})):
        assert (answer.status_code, answer.json()["error"]) == (409, "refused")
        assert "Export" in answer.json()["message"]
    assert server.stored() == before


def said(server: Running, game: str, place: int | None, n: int) -> None:
    """So many lines from one link, stored as by somebody who says them one after another."""
    lines = [{"at": 0.0, "who": "somebody", "text": f"{place}:{i}", "place": place} for i in range(n)]
    server.add_chat(game, lines)


def test_of_one_persons_very_many_lines_the_oldest_are_lost_and_those_of_others_stay(either: Running) -> None:
    table = either.new_game("me", "link", "bot", "bot")
    said(either, table.id, 1, 3)
    said(either, table.id, None, 2)
    spectator = 2
    said(either, table.id, spectator, CHAT_EACH)
    listed = either.store.listed(table.id)
    assert listed is not None
    for text in ("a", "b"):
        assert table.spectator.post("/chat", {"text": text}).status_code == 200
    others = ["1:0", "1:1", "1:2", "None:0", "None:1"]
    assert f"'{spectator}:2'" in (kept := repr(either.stored()))
    assert f"'{spectator}:1'" not in kept
    told = [line["text"] for line in either.store.chat(table.id)]
    assert told == [*others, *(f"{spectator}:{n}" for n in range(CHAT_EACH - CHAT_TOLD + 2, CHAT_EACH)), "a", "b"]
    after = either.store.listed(table.id)
    assert after is not None
    assert after.size == listed.size + 2 * len("a\n") - 2 * len(f"{spectator}:0\n")


def test_a_spectator_who_writes_and_writes_leaves_the_game_its_room(server: Running) -> None:
    table = server.new_game("me", "link", "bot", "bot")
    server.add_chat(table.id, [{"at": 0.0, "who": "", "text": "x" * 1000, "place": 2}] * CHAT_EACH)
    sizes = []
    for _ in range(3):
        assert table.spectator.post("/chat", {"text": "x" * 1000}).status_code == 200
        listed = server.store.listed(table.id)
        assert listed is not None
        sizes.append(listed.size)
    assert len(set(sizes)) == 1


def test_where_somebody_comes_from_is_not_stored(server: Running) -> None:
    from_afar(server)
    assert STRANGER not in repr(server.stored())


# --- the end of a game ---


def rows(server: Running, game: str) -> list[int]:
    """How many lines, links and chat messages of a game are stored."""
    if isinstance(server.store, MemoryStore):
        record = server.store.record(game)
        return [0, 0, 0] if record is None else [len(record[part]) for part in ("journals", "links", "chat")]
    with server.database.reading() as connection:
        return [
            connection.scalar(sa.select(sa.func.count()).select_from(table).where(table.c.game == game)) or 0
            for table in (LINES, LINKS, CHAT)
        ]


def test_a_host_alone_deletes_a_game_at_once_with_all_that_belongs_to_it(either: Running) -> None:
    table, other = either.new_game(), either.new_game()
    table.me.post("/chat", {"text": "farewell"})
    assert table.me.post("/end", {"end": True}).json()["result"] == {"gone": True}
    assert table.me.get().status_code == 404
    assert rows(either, table.id) == [0, 0, 0]
    assert other.me.get().status_code == 200


def test_with_others_at_the_table_everybody_is_told_first(either: Running) -> None:
    table: Table = either.new_game("me", "me", "link", "me")
    host, other = table.players
    assert host.post("/end", {"end": True}).json()["result"] == {"gone": False}
    ends = other.state()["ends"]
    assert ends["by"] == "host"
    assert 2.9 * DAY < ends["at"] - time.time() < 3.1 * DAY
    (told,) = other.get("/chat").json()
    assert (told["role"], told["who"]) == ("server", "Server")
    assert "delete" in told["text"]
    table.play(2)
    assert other.state()["ends"] is not None, "playing on does not keep it from the host"
    assert other.post("/end", {"end": False}).status_code == 409
    assert either.service.keeping.sweep() == []
    either.set_games(ends=time.time() - 1)
    with other.socket() as socket:
        socket.recv(timeout=PATIENCE)
        assert either.service.keeping.sweep() == [table.id]
    assert other.get().status_code == 404


def test_a_host_may_think_better_of_it(server: Running) -> None:
    table = server.new_game("me", "me", "link", "me")
    table.me.post("/end", {"end": True})
    assert table.me.post("/end", {"end": False}).json()["result"] == {"gone": False}
    assert table.players[1].state()["ends"] is None
    assert len(table.players[1].get("/chat").json()) == 2


@pytest.mark.parametrize("end", [None, 1, "yes"])
def test_only_the_host_deletes_and_says_so_clearly(server: Running, end: object) -> None:
    table = server.new_game("me", "me", "link", "me")
    before = server.stored()
    assert table.me.post("/end", {"end": end}).status_code == 400
    for other in (table.players[1], table.spectator):
        assert other.post("/end", {"end": True}).status_code == 409
    assert server.stored() == before


@pytest.mark.parametrize(
    ("played", "over", "age_name"), [(False, False, "untouched"), (True, False, "begun"), (True, True, "over")]
)
def test_games_nobody_plays_end_after_notice(either: Running, played: bool, over: bool, age_name: str) -> None:
    made = from_afar(either, seats=None).json()
    table = Table(either, made)
    keeping, ages = either.service.keeping, Ages()
    limit = getattr(ages, age_name)
    either.set_games(played=played, over=over)
    age(either, table.id, limit - ages.notice - DAY)
    assert keeping.sweep() == []
    age(either, table.id, limit - ages.notice + DAY)
    assert keeping.sweep() == [table.id]
    assert keeping.sweep() == [], "told once"
    assert table.me.state()["ends"]["by"] == "age"
    (told,) = table.me.get("/chat").json()
    assert "14 days" in told["text"]
    (row,) = either.post("/api/mine", {"tokens": [table.me.token]}).json()
    assert row["ends"]["by"] == "age"
    either.set_games(ends=time.time() - 1)
    assert keeping.sweep() == [table.id]
    assert table.me.get().status_code == 404


def test_an_answer_or_a_word_of_a_player_keeps_a_game(either: Running) -> None:
    table = Table(either, from_afar(either).json())
    for keep in (lambda: table.play(1), lambda: table.me.post("/end", {"end": False})):
        age(either, table.id, 1000 * DAY)
        assert either.service.keeping.sweep() == [table.id]
        keep()
        assert table.me.state()["ends"] is None
        assert either.service.keeping.sweep() == []


def test_games_of_the_machine_itself_do_not_end(server: Running) -> None:
    table = server.new_game()
    age(server, table.id, 10_000 * DAY)
    assert server.service.keeping.sweep() == []


def test_a_deleted_game_is_gone_in_every_process(postgresql: str, serve: Callable[..., Running]) -> None:
    one, two = serve(postgresql), serve(postgresql)
    table = one.new_game()
    there = table.me.through(two)
    there.state()
    assert table.me.post("/end", {"end": True}).status_code == 200
    until(lambda: there.get().status_code == 404, "the other process knows")


def test_sweeping_in_two_processes_tells_once(postgresql: str) -> None:
    stores = [SqlStore(postgresql), SqlStore(postgresql)]
    now = time.time()
    stores[0].create(a_row("g", creator="x"), ["{}"], {"h": Link("g", "player", (0,), "", 0)})
    with stores[0].writing() as connection:
        connection.execute(GAMES.update().values(updated=now - 999 * DAY))
    told = [Keeping(store).sweep() for store in stores]
    assert sorted(map(len, told)) == [0, 1]
    for store in stores:
        store.close()
