"""Seats: an invitation is used once, a link can be renewed, an abandoned seat is freed, and names say who speaks."""

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection

from fitl.server.lookalikes import CONFUSABLE, skeleton
from fitl.server.seats import ABANDONED
from fitl.server.socket import NOT_YOURS
from fitl.server.tokens import new_token
from tests.server.support import PATIENCE, Json, Player, Running, until

NAMES = ("us", "arvn", "nva", "vc")


def created(server: Running, *kinds: str) -> tuple[str, dict[str, Json]]:
    """A game nobody has opened, and its links by Faction ("" for the spectators')."""
    seats = [{"factions": [name], "kind": kind} for name, kind in zip(NAMES, kinds, strict=True)]
    made = server.post("/api/games", {"scenario": "short-1965", "seats": seats}).json()
    return made["game"], {"me" if link["mine"] else "+".join(link["factions"]): link for link in made["links"]}


def claim(server: Running, game: str, invitation: str, secret: str | None = None) -> tuple[int, Json, str]:
    secret = secret or new_token()
    answer = server.post(f"/api/games/{game}/claim", {"token": secret}, invitation)
    return answer.status_code, answer.json(), secret


def age(server: Running, place: int, seconds: float) -> None:
    """Let it be so long that somebody was seen."""
    server.set_links(place, seen=time.time() - seconds)


def listen(socket: ClientConnection) -> None:
    while True:
        socket.recv(timeout=PATIENCE)


def test_an_invitation_opens_nothing_but_its_seat(either: Running) -> None:
    game, links = created(either, "me", "me", "link", "me")
    before = either.stored()
    for path in ("", "/version", "/chat", "/journal", "/hint"):
        answer = either.get(f"/api/games/{game}{path}", links["nva"]["token"])
        assert (answer.status_code, answer.json()["error"]) == (409, "invitation")
    answer = either.post(f"/api/games/{game}/choose", {"number": 0, "key": "x"}, links["nva"]["token"])
    assert (answer.status_code, answer.json()["error"]) == (409, "invitation")
    assert either.stored() == before


def test_who_opens_a_seat_first_has_it_and_the_creators_copy_stops_working(either: Running) -> None:
    game, links = created(either, "me", "me", "link", "me")
    host = Player(either, game, links["me"]["token"], "player", ["us"])
    assert [player["claimed"] for player in host.state()["players"]] == [True, True, False, True]
    status, _, secret = claim(either, game, links["nva"]["token"])
    assert status == 200
    assert [player["claimed"] for player in host.state()["players"]] == [True] * 4
    assert Player(either, game, secret, "player", ["nva"]).state()["me"]["factions"] == ["nva"]
    for path in ("", "/version"):
        assert either.get(f"/api/games/{game}{path}", links["nva"]["token"]).status_code == 404
    status, refused, _ = claim(either, game, links["nva"]["token"])
    assert (status, refused["error"]) == (404, "unknown")


def test_of_many_who_open_an_invitation_at_once_one_gets_the_seat(
    postgresql: str, serve: Callable[..., Running]
) -> None:
    servers = [serve(postgresql), serve(postgresql)]
    game, links = created(servers[0], "me", "me", "link", "me")
    with ThreadPoolExecutor(8) as crowd:
        tried = list(crowd.map(lambda n: claim(servers[n % 2], game, links["nva"]["token"]), range(8)))
    won = [secret for status, _, secret in tried if status == 200]
    assert len(won) == 1
    for _, _, secret in tried:
        for server in servers:
            assert server.get(f"/api/games/{game}", secret).status_code == (200 if secret in won else 404)


@pytest.mark.parametrize("secret", [None, 7, "", "short", "x" * 42, "x" * 44, "x" * 42 + "/", ["x" * 43]])
def test_a_secret_that_could_be_guessed_is_refused(server: Running, secret: object) -> None:
    game, links = created(server, "me", "me", "link", "me")
    before = server.stored()
    answer = server.post(f"/api/games/{game}/claim", {"token": secret}, links["nva"]["token"])
    assert (answer.status_code, answer.json()["error"]) == (400, "unclear")
    mine = server.post(f"/api/games/{game}/renew", {"token": secret}, links["me"]["token"])
    assert mine.status_code == 400
    assert server.stored() == before


def test_somebody_elses_secret_is_refused(either: Running) -> None:
    game, links = created(either, "me", "me", "link", "me")
    status, refused, _ = claim(either, game, links["nva"]["token"], links["me"]["token"])
    assert (status, refused["error"]) == (400, "unclear")
    assert claim(either, game, links["nva"]["token"])[0] == 200


def test_a_renewed_link_shuts_out_every_copy_of_the_old_one(either: Running) -> None:
    table = either.new_game("me", "me", "link", "me")
    secret = new_token()
    with table.me.socket() as socket:
        socket.recv(timeout=PATIENCE)
        answer = table.me.post("/renew", {"token": secret})
        assert answer.status_code == 200
        assert secret not in answer.text
        with pytest.raises(ConnectionClosed) as closed:
            listen(socket)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 4401
    assert table.me.get().status_code == 404
    renewed = Player(either, table.id, secret, "player", ["us"])
    assert renewed.state()["me"]["host"] is True


def test_the_spectators_link_cannot_be_renewed_by_one_of_them(server: Running) -> None:
    table = server.new_game("me", "me", "link", "me")
    answer = table.spectator.post("/renew", {"token": new_token()})
    assert (answer.status_code, answer.json()["error"]) == (409, "refused")
    assert table.spectator.get().status_code == 200


def test_a_seat_is_freed_by_the_host_once_it_is_abandoned_and_everybody_is_told(either: Running) -> None:
    table = either.new_game("me", "me", "link", "me")
    host, nva = table.players
    refused = host.post("/free", {"seat": 2})
    assert (refused.status_code, refused.json()["error"]) == (409, "refused")
    assert [player["abandoned"] for player in host.state()["players"]] == [False] * 4
    age(either, 1, ABANDONED + 60)
    assert [player["abandoned"] for player in host.state()["players"]] == [False, False, True, False]
    invitation = host.post("/free", {"seat": 2}).json()["result"]
    assert invitation["path"].startswith(f"/game/{table.id}#take=")
    assert nva.get().status_code == 404
    (told,) = table.spectator.get("/chat").json()
    assert told["role"] == "server"
    assert "NVA" in told["text"]
    status, _, secret = claim(either, table.id, invitation["token"])
    assert status == 200
    assert Player(either, table.id, secret, "player", ["nva"]).state()["me"]["factions"] == ["nva"]


def test_a_seat_whose_holder_looks_is_not_abandoned(server: Running) -> None:
    table = server.new_game("me", "me", "link", "me")
    host, nva = table.players
    with nva.socket() as socket:
        socket.recv(timeout=PATIENCE)
        age(server, 1, ABANDONED + 60)
        assert host.post("/free", {"seat": 2}).status_code == 409
    until(lambda: server.service.hub.here(table.id) == [], "the holder has left")
    assert nva.get().status_code == 200  # that is a sign of life, too
    assert host.post("/free", {"seat": 2}).status_code == 409


def test_a_lost_invitation_is_replaced_at_once(server: Running) -> None:
    game, links = created(server, "me", "me", "link", "me")
    host = Player(server, game, links["me"]["token"], "player", ["us"])
    fresh = host.post("/free", {"seat": 2}).json()["result"]["token"]
    assert claim(server, game, links["nva"]["token"])[0] == 404
    assert claim(server, game, fresh)[0] == 200
    assert host.get("/chat").json() == []


@pytest.mark.parametrize("seat", [None, -1, 0, 1, 9, "2", 2.0, True])
def test_only_the_host_frees_and_only_seats_of_others(server: Running, seat: object) -> None:
    table = server.new_game("me", "me", "link", "me")
    age(server, 1, ABANDONED + 60)
    for other in (table.players[1], table.spectator):
        assert other.post("/free", {"seat": 0}).status_code == 409
    age(server, 1, ABANDONED + 60)
    before = server.stored()
    assert table.me.post("/free", {"seat": seat}).status_code in (400, 409)
    assert server.stored() == before


def test_who_creates_a_game_for_others_hosts_it_without_a_seat(server: Running) -> None:
    made = server.new_game("link", "link", "bot", "bot").created
    assert [(link["role"], link["mine"]) for link in made["links"]] == [
        ("spectator", True),
        ("player", False),
        ("player", False),
        ("spectator", False),
    ]
    hosts = [server.get(f"/api/games/{made['game']}", link["token"]) for link in made["links"] if link["mine"]]
    assert [answer.json()["me"]["host"] for answer in hosts] == [True]


# --- spectators, and people who say too much ---


def test_the_host_renews_the_spectators_link_and_open_spectators_are_cut_off(
    database: str, serve: Callable[..., Running]
) -> None:
    one = serve(database)
    other = serve(database) if "postgresql" in database else one  # SQLite has one server
    table = one.new_game("me", "link", "bot", "bot")
    host, player = table.players
    assert table.spectator.post("/name", {"name": "Eve"}).status_code == 200
    with table.spectator.through(other).socket() as watching, player.socket() as playing:
        watching.recv(timeout=PATIENCE)
        playing.recv(timeout=PATIENCE)
        answer = host.post("/renew/spectators")
        assert answer.status_code == 200, answer.text
        for server in (one, other):
            assert table.spectator.through(server).get().status_code == 404, "at once"
        with pytest.raises(ConnectionClosed) as closed:
            list(watching)  # until it is closed
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == NOT_YOURS
        playing.recv(timeout=PATIENCE)
    result = answer.json()["result"]
    new = Player(other, table.id, result["token"], "spectator", [])
    assert result["path"] == f"/game/{table.id}#{result['token']}"
    state = new.state()
    assert (state["me"]["role"], state["me"]["name"]) == ("spectator", "")
    assert player.get().status_code == 200
    assert "renewed" in player.get("/chat").json()[-1]["text"]


def test_a_muted_person_plays_and_watches_but_does_not_write(either: Running) -> None:
    table = either.new_game("me", "link", "bot", "bot")
    host, player = table.players
    for seat, muted in ((1, player), ("spectators", table.spectator)):
        assert host.post("/mute", {"seat": seat, "muted": True}).status_code == 200
        assert host.post("/mute", {"seat": seat, "muted": True}).status_code == 200, "twice is as good as once"
        before = either.stored()
        for path, body in (("/chat", {"text": "spam"}), ("/name", {"name": "Spam"})):
            answer = muted.post(path, body)
            assert (answer.status_code, answer.json()["error"]) == (409, "refused")
            assert "muted" in answer.json()["message"]
        assert either.stored() == before
        assert muted.state()["me"]["muted"] is True
    state = host.state()
    assert [each["muted"] for each in state["players"]] == [False, True, False, False]
    assert state["spectators"] == {"muted": True}
    assert host.post("/chat", {"text": "hello"}).status_code == 200
    table.play(6)
    for seat, muted in ((1, player), ("spectators", table.spectator)):
        assert host.post("/mute", {"seat": seat, "muted": False}).status_code == 200
        assert muted.post("/chat", {"text": "sorry"}).status_code == 200
    told = [said["text"] for said in host.get("/chat").json() if said["role"] == "server"]
    assert ["unmuted" in text for text in told] == [False] * 2 + [True] * 2
    assert all("muted" in text for text in told)
    assert "ARVN" in told[0]


def test_only_the_host_mutes_and_renews_and_never_the_host(server: Running) -> None:
    table = server.new_game("me", "link", "bot", "bot")
    host, player = table.players
    before = server.stored()
    for somebody in (player, table.spectator):
        for answer in (
            somebody.post("/mute", {"seat": 0, "muted": True}),
            somebody.post("/mute", {"seat": "spectators", "muted": True}),
            somebody.post("/renew/spectators"),
        ):
            assert (answer.status_code, answer.json()["error"]) == (409, "refused")
    assert host.post("/mute", {"seat": 0, "muted": True}).status_code == 409
    for seat in (2, 9, None, "x"):
        assert host.post("/mute", {"seat": seat, "muted": True}).status_code == 400, "a bot, or nobody"
    assert server.stored() == before


def test_a_host_who_watches_mutes_and_renews_the_others_who_watch(server: Running) -> None:
    table = server.new_game("link", "link", "link", "link")
    host = Player(server, table.id, table.created["links"][0]["token"], "spectator", [])
    assert host.post("/mute", {"seat": "spectators", "muted": True}).status_code == 200
    assert table.spectator.post("/chat", {"text": "x"}).status_code == 409
    assert host.post("/chat", {"text": "x"}).status_code == 200
    assert host.post("/renew/spectators").status_code == 200
    assert table.spectator.get().status_code == 404
    assert host.state()["spectators"] == {"muted": False}, "the link is given to other people"


def test_whoever_gets_a_freed_seat_is_not_muted(server: Running) -> None:
    table = server.new_game("me", "link", "bot", "bot")
    host, player = table.players
    assert host.post("/mute", {"seat": 1, "muted": True}).status_code == 200
    server.set_links(1, seen=1.0)
    assert host.post("/free", {"seat": 1}).status_code == 200
    assert host.state()["players"][1]["muted"] is False
    assert player.get().status_code == 404


# --- names ---


def test_chat_says_from_which_seat_somebody_speaks(either: Running) -> None:
    table = either.new_game("me", "me", "link", "me")
    host, nva = table.players
    for player in (host, nva, table.spectator):
        player.post("/chat", {"text": "hello"})
    told = [(said["role"], said["factions"]) for said in host.get("/chat").json()]
    assert told == [("player", ["us", "arvn", "vc"]), ("player", ["nva"]), ("spectator", [])]


@pytest.mark.parametrize("name", ["US", "u s", "\uff35.\uff33.", "arvn", "Ann", "ANN!", "Server", "...", "NVA "])
def test_nobody_takes_the_name_of_a_seat_or_of_another(server: Running, name: str) -> None:
    table = server.new_game("me", "link", "link", "bot")
    host, _, nva = table.players
    assert host.post("/name", {"name": "Ann"}).status_code == 200
    for player in (table.spectator, nva):
        if player is nva and name == "NVA ":
            assert player.post("/name", {"name": name}).status_code == 200, "one's own Faction is no disguise"
            continue
        answer = player.post("/name", {"name": name})
        assert (answer.status_code, answer.json()["error"]) == (400, "unclear")
        assert name.strip() in answer.json()["message"]


LOOKALIKES = [
    *("\u0410nn", "Ann\u0301", "\u1d00nn", "A\u03b7n", "\U0001d400nn", "\u24b6nn", "\U0001f150nn", "A.n n!"),  # Ann
    *("\u054dS", "U\u0405", "U5", "\u054d\u13da", "\U0001f1fa\U0001f1f8", "\u00dc\u015e"),  # US
    *("Ann\u00b7", "\U000102a0nn", "A\U00010513n"),
    *("\u13d9\u13df", "\u0474\u0421", "\u2164C", "V\u03f9", "\u2174\u217d"),  # VC
    *("\u0405\u0435rver", "\u13da\u13ac\u13a1\u13d9\u13ac\u13a1", "SERVER"),
]
INVISIBLE = [
    *("Bo\u200bb", "Bo\u200db", "\ufeffBob", "Bo\u00adb", "Bob\u2060", "Bo\u034fb"),  # zero-width
    *("\u202eboB", "Bob\u2066", "\u200fBob", "\u061cBob"),  # the other direction
    *("\u3164", "\u115f", "\uffa0", "\u2800", "Bob\u3164", "Bo\nb", "Bo\u0000b", "\ue000", "Bo\u00a0b"),
]


@pytest.mark.parametrize("name", LOOKALIKES, ids=ascii)
def test_nobody_takes_a_name_that_looks_like_anothers(server: Running, name: str) -> None:
    host, _, nva = (table := server.new_game("me", "link", "link", "bot")).players
    assert host.post("/name", {"name": "Ann"}).status_code == 200
    before = server.stored()
    for player in (table.spectator, nva):
        answer = player.post("/name", {"name": name})
        assert (answer.status_code, answer.json()["error"]) == (400, "unclear")
        assert "looks like" in answer.json()["message"]
    assert server.stored() == before


@pytest.mark.parametrize("name", INVISIBLE, ids=ascii)
def test_every_character_of_a_name_can_be_seen(server: Running, name: str) -> None:
    table = server.new_game()
    before = server.stored()
    seats = [{"factions": [each], "kind": "link", "name": name if each == "us" else ""} for each in NAMES]
    for answer in (
        table.me.post("/name", {"name": name}),
        server.post("/api/games", {"scenario": "short-1965", "host": name}),
        server.post("/api/games", {"scenario": "short-1965", "seats": seats}),
    ):
        assert (answer.status_code, answer.json()["error"]) == (400, "unclear")
        assert "only visible characters" in answer.json()["message"]
    assert server.stored() == before


@pytest.mark.parametrize("name", ["...", "\u2764\ufe0f", "\u0301"])
def test_a_name_has_a_letter(server: Running, name: str) -> None:
    answer = server.new_game().me.post("/name", {"name": name})
    assert (answer.status_code, answer.json()["error"]) == (400, "unclear")
    assert "no letter" in answer.json()["message"]


@pytest.mark.parametrize(
    "name",
    [
        *("Nguy\u1ec5n V\u0103n An", "\u0418\u0432\u0430\u043d", "\u0639\u0645\u0631", "\u5f20\u4f1f", "Bj\u00f6rn 2"),
        *(
            "\u00d3scar \U0001f1ea\U0001f1f8",
            "\u03a3\u03c9\u03ba\u03c1\u03ac\u03c4\u03b7\u03c2",
            "Anna \u2764\ufe0f",
            "  Bob  ",
        ),
    ],
    ids=ascii,
)
def test_names_of_every_language_are_taken_as_they_are(server: Running, name: str) -> None:
    table = server.new_game("me", "link", "link", "bot")
    assert table.players[1].post("/name", {"name": "Ann"}).status_code == 200
    assert table.me.post("/name", {"name": name}).status_code == 200
    assert name.strip() in [player["name"] for player in table.me.state()["players"]]


@pytest.mark.parametrize("sign", "\u0e50\u0ed0\u1040\u0966\u0ce6\U0001042c\u12d0\u3007\U0001d7d8")
def test_round_letters_and_zeros_of_all_scripts_look_alike(sign: str) -> None:
    assert skeleton(f"B{sign}b") == skeleton("Bob")


def test_no_letter_looks_like_two(server: Running) -> None:
    codes = [code for row in CONFUSABLE.values() for code in row.split(",")]
    assert len(codes) == len(set(codes))


def test_nor_does_whoever_creates_the_game_give_such_names(server: Running) -> None:
    seats = [{"factions": [name], "kind": "link", "name": "Bob"} for name in NAMES]
    assert server.post("/api/games", {"scenario": "short-1965", "seats": seats}).status_code == 400
    mine = {"scenario": "short-1965", "host": "Spectator"}
    assert server.post("/api/games", mine).status_code == 400
