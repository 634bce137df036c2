"""What can be asked about a game, and about the server: every answer agrees with the game itself."""

import json
from collections.abc import Iterator
from itertools import pairwise
from typing import Any, cast

import pytest

from fitl.board.factions import FACTION_IDS
from fitl.board.scenarios import SCENARIOS
from fitl.bots.flowchart import FlowchartBot
from fitl.bots.hint import NoHint
from fitl.catalogue import speaking
from fitl.game import Game
from fitl.lookback import SHOWN
from fitl.readings import VALUES
from fitl.server import show
from fitl.server.app import PAGES, WEB
from fitl.thinker.levels import BUDGETS, QUICK, Level
from fitl.words import card_text
from tests.server.support import Running, Table, bearer, serving

CONSTANTS = ("messages", "facts", "scenarios", "options", "readings", "cards", "rules", "lesson")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """One server for all of these, for they only look."""
    with serving(f"sqlite:///{tmp_path_factory.mktemp('looking') / 'games.sqlite3'}") as running:
        yield running


@pytest.fixture(scope="module")
def table(server: Running) -> Table:
    """A game against three non-players, some turns old."""
    table = server.new_game("me", "bot", "bot", "bot")
    table.play(20)
    assert not table.me.settled()["over"]
    return table


@pytest.mark.parametrize("name", CONSTANTS)
def test_what_never_changes_can_be_read_without_a_link(server: Running, name: str) -> None:
    answer = server.get(f"/api/{name}")
    assert answer.status_code == 200
    assert len(answer.json()) > 3
    assert answer.headers["cache-control"] == "no-cache"


def test_the_facts_tell_the_whole_map(server: Running) -> None:
    facts = server.get("/api/facts").json()
    assert len(facts["spaces"]) == 47
    for name, space in facts["spaces"].items():
        assert space["adjacent"], name
        assert all(name in facts["spaces"][other]["adjacent"] for other in space["adjacent"]), name
    assert set(facts["kinds"]) == set(facts["pieces"])


def test_every_scenario_can_be_created_with_every_option_it_names(server: Running) -> None:
    for scenario in server.get("/api/scenarios").json():
        assert len(scenario["story"]) > 40, scenario["name"]
        for option in scenario["options"]:
            others = {"kind": "bot", "plays": scenario["kinds"][0]} if option.startswith("solo") else {"kind": "link"}
            mine, *rest = ({"factions": [faction]} for faction in scenario["factions"])
            seats = [{**mine, "kind": "me"}, *({**seat, **others} for seat in rest)]
            table = server.new_game(scenario=scenario["name"], seats=seats, options={option: True})
            assert table.me.state()["scenario"] == scenario["name"]


def test_a_scenario_offers_the_options_that_change_something_there(server: Running) -> None:
    offered = {scenario["name"]: scenario for scenario in server.get("/api/scenarios").json()}
    war = offered["diems-war-1961"]
    assert not {"us_coup_involvement", "political_rhythm"} & {*war["options"], *offered["black-april-1973"]["options"]}
    assert {"us_coup_involvement", "political_rhythm", "period_events"} <= {*war["options_if"]["continue_full_1964"]}
    assert "historical_coups" in war["options_if"]["continue_long_1964"]
    assert "political_rhythm" not in war["options_if"]["continue_long_1964"], "it is the rule of that deck"
    assert "continue_long_1964" not in war["options_if"]["continue_full_1964"], "there is one way to go on"
    assert "continue_full_1964" not in offered["prequel-1963"]["options"], "it goes on there unless told otherwise"
    assert "period_events" not in offered["prequel-1963"]["options_if"]["continue_long_1964"]
    assert offered["short-1965"]["options_if"] == {}
    for way, options in war["options_if"].items():
        chosen = {option: True for option in options if option != "deception"} | {way: True}
        seats = [{"factions": [name], "kind": "me"} for name in ("arvn", "vc")]
        table = server.new_game(scenario="diems-war-1961", seats=seats, options=chosen)
        assert table.me.state()["scenario"] == "diems-war-1961"


def test_the_creator_gets_a_link_for_each_person_and_one_to_watch(server: Running) -> None:
    created = server.new_game("me", "link", "me", "bot").created
    assert [(link["role"], link["factions"], link["mine"]) for link in created["links"]] == [
        ("player", ["us", "nva"], True),
        ("player", ["arvn"], False),
        ("spectator", [], False),
    ]
    tokens = [link["token"] for link in created["links"]]
    assert len(set(tokens)) == 3
    assert all(len(token) >= 43 for token in tokens), "256 bits in base 64"
    signs = ["", "take=", ""]
    assert [link["invitation"] for link in created["links"]] == [False, True, False]
    assert [link["path"] for link in created["links"]] == [
        f"/game/{created['game']}#{sign}{token}" for sign, token in zip(signs, tokens, strict=True)
    ]


def test_one_player_may_run_a_pair(server: Running) -> None:
    seats = [{"factions": ["us", "arvn"], "kind": "me"}, {"factions": ["nva", "vc"], "kind": "link"}]
    state = server.new_game(seats=seats).me.state()
    assert state["me"]["factions"] == ["us", "arvn"]
    assert [player["factions"] for player in state["players"]] == [["us", "arvn"], ["nva", "vc"]]


def test_the_table_shows_only_the_one_who_is_asked_the_options(server: Running) -> None:
    table = server.new_game("link", "link", "link", "link")
    asked = [player for player in table.players if player.asked()]
    assert len(asked) == 1
    assert asked[0].state()["view"]["decision"]["actor"] in asked[0].factions
    assert not table.spectator.asked()
    assert table.spectator.state()["me"] == {
        "role": "spectator",
        "name": "",
        "seats": [],
        "factions": [],
        "host": False,
        "muted": False,
    }


def test_any_earlier_moment_looks_as_it_did_then(server: Running) -> None:
    table = server.new_game("me", "me", "me", "me", options={"deception": False})
    seen: dict[int, Any] = {}
    for _ in range(25):
        state = table.me.state()
        seen[state["entries"]] = state["view"]
        answer = state["view"]["decision"]["options"][-1]
        assert table.me.choose(answer["key"], state["number"]).status_code == 200
        state["view"]["decision"]["answer"] = answer["label"]
    for entries, view in seen.items():
        then = table.me.get(f"?at={entries}").json()
        assert then["at"] == entries
        shown = then["view"]
        assert [line["text"] for line in shown.pop("log")] == [line["text"] for line in view.pop("log")]
        assert shown == view


def board(view: Any) -> Any:
    return {name: view[name] for name in (*SHOWN, "spaces", "boxes")}


def test_frames_lead_from_one_view_to_another(table: Table) -> None:
    last = table.me.state()["entries"]
    marks = sorted({0, last // 3, 2 * last // 3, last})
    for first, end in pairwise(marks):
        told = table.me.get(f"/frames?from={first}&to={end}").json()
        assert (told["from"], told["to"]) == (first, end)
        now = board(table.me.get(f"?at={first}").json()["view"])
        lines = 0
        for frame in told["frames"]:
            assert first < frame["entry"] <= end
            lines += len(frame["text"])
            for name, change in frame["changes"].items():
                if name in ("spaces", "boxes"):
                    now[name].update(change)
                else:
                    now[name] = change
        assert now == board(table.me.get(f"?at={end}").json()["view"])
        assert lines > 0


def test_too_many_frames_are_cut_at_the_front(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fitl.server.show.FRAMES", 10)
    last = table.me.state()["entries"]
    told = table.me.get(f"/frames?from=0&to={last + 99}").json()
    assert (told["from"], told["to"]) == (last - 10, last)


def test_an_answer_and_a_look_carry_the_steps_of_others_since(table: Table) -> None:
    """One round trip: whoever shows what others did need not ask for it again."""
    me = table.me
    entries = me.state()["entries"]
    by_bots = me.get(f"/frames?from={entries - 60}&to={entries}").json()["frames"]
    assert by_bots
    told = me.get(f"?from={entries - 60}").json()["steps"]
    assert told == {"from": entries - 60, "to": entries, "frames": by_bots}
    assert me.get(f"?from={entries}").json()["steps"]["frames"] == []
    assert me.get("?from=0").json()["steps"] is None, "too many for a look; /frames tells them"
    assert me.get(f"?from={entries + 1}").json()["steps"] is None
    assert "steps" not in me.get().json()
    state = me.state()
    answer = me.post("/choose", {"number": state["number"], "key": me.asked(state)[0], "from": entries}).json()
    assert answer["state"]["steps"]["from"] == entries
    assert me.post("/choose", {"number": 0, "key": "x", "from": "1"}).status_code == 400


def test_ones_own_answers_are_no_steps_to_be_shown(server: Running) -> None:
    me = server.new_game().me
    for _ in range(3):
        state = me.state()
        key = me.asked(state)[0]
        told = me.post("/choose", {"number": state["number"], "key": key, "from": state["entries"]}).json()["state"]
        assert told["entries"] > state["entries"]
        assert told["steps"] == {"from": state["entries"], "to": told["entries"], "frames": []}


def test_history_has_a_row_for_each_card_and_one_for_now(table: Table) -> None:
    state = table.me.state()
    rows = table.me.get("/history").json()
    assert rows[-1]["entry"] == state["entries"]
    assert rows[-1]["margins"] == {name: found["margin"] for name, found in state["view"]["victory"].items()}
    cards = [row["id"] for row in rows[:-1]]
    assert len(cards) == len(set(cards)) > 2
    assert rows[-1]["resources"] == state["view"]["tracks"]["resources"]
    for row in rows:
        assert sum(row["control"].values()) <= 60


@pytest.mark.parametrize(("scenario", "letter"), [("diems-war-1961", "p"), ("black-april-1973", "s")])
def test_cards_of_the_expansions_are_called_by_their_ids(server: Running, scenario: str, letter: str) -> None:
    seats = [{"factions": [FACTION_IDS[each]], "kind": "me"} for each in SCENARIOS[scenario].factions]
    table = server.new_game(scenario=scenario, seats=seats)
    table.play(40)
    view, rows = table.me.state()["view"], table.me.get("/history").json()
    assert rows[-1]["id"] == view["card"]["id"]
    assert all(row["id"][0] == letter and row["id"][1:].isdecimal() for row in rows)


def test_a_card_at_the_table_has_its_gloss_in_the_language_of_the_reader(server: Running, table: Table) -> None:
    me = table.me
    shown = {}
    for language in ("en", "es"):
        asked = server.http.get(me.base, headers=bearer(me.token) | {"Accept-Language": language})
        shown[language] = asked.json()["view"]["card"]
    with speaking("es"):
        assert shown["es"]["gloss"] == card_text(shown["es"]["number"], "gloss")
    assert shown["en"]["gloss"] is None


def test_the_log_is_read_piece_by_piece(table: Table) -> None:
    text = table.me.get("/log.txt").text.replace("\u2212", "-").splitlines()  # the page puts the minus sign in itself
    whole = [line.strip() for line in text if line and not line.startswith("Coup Round")]
    lines: list[Any] = []
    while more := table.me.get(f"/log?from={lines[-1]['last'] + 1 if lines else 0}").json():
        lines += more
    assert [line["n"] for line in lines] == [0, *(line["last"] + 1 for line in lines[:-1])]
    assert lines[-1]["last"] == len(whole) - 1
    assert all(line["text"] == whole[line["n"]] for line in lines if line["n"] == line["last"])
    joined = [line for line in lines if line["n"] < line["last"]]
    assert joined
    pieces = {"move", "between_boxes", "remove", "place", "activate", "hide", "pay"}
    spaces = {"train.spaces", "sweep.spaces", "control_of_several", "support_of_several"}
    assert {line["kind"] for line in joined} <= pieces | spaces
    shown = table.me.state()["view"]["log"]
    assert shown == lines[-len(shown) :]


def test_the_story_is_told_in_chapters_then_and_now(table: Table) -> None:
    """A bot's finished turn is one sentence; looking back tells the same lines with the same reasons."""
    state = table.me.state()
    now = [line for line in state["view"]["log"] if "chapter" in line]
    turns = [line["chapter"] for line in now if line["chapter"]["stage"] == "turn"]
    assert {"us", "arvn", "nva", "vc"} >= {chapter["faction"] for chapter in turns}
    assert all(chapter["bot"] == (chapter["faction"] != "us") for chapter in turns)
    finished = [chapter for chapter in turns if chapter["done"]]
    assert len(finished) > 3
    assert all(chapter["text"].startswith(chapter["faction"].upper()) for chapter in finished)
    entry = now[-2]["entry"]
    then = table.me.get(f"?at={entry}").json()
    earlier = [line for line in state["view"]["log"] if line["n"] < then["view"]["log"][-1]["n"]]
    told = {line["n"]: line for line in then["view"]["log"] if line.get("chapter", {}).get("done", True)}
    assert told
    assert all(told[line["n"]] == line for line in earlier if line["n"] in told)
    assert then["turns"]
    assert all(turn["first"] < entry for turn in then["turns"])


def test_a_line_says_which_spaces_it_speaks_of(table: Table) -> None:
    names = {name: space["short"] for name, space in table.server.get("/api/facts").json()["spaces"].items()}
    lines = [line for line in table.me.state()["view"]["log"] if line["spaces"]]
    assert len(lines) > 20
    assert all(names[space] in line["text"] for line in lines for space in line["spaces"])


def test_reasons_of_a_bot_turn_name_nodes_and_dice(table: Table) -> None:
    turns = table.me.state()["turns"]
    assert turns
    for turn in turns[:5]:
        told = table.me.get(f"/reasons?turn={turn['id']}").json()
        assert told["title"] == turn["title"]
        assert told["reasons"][0]["entry"] == turn["first"]
        assert all(reason["text"] for reason in told["reasons"])
        assert all(1 <= die <= 6 for die in told["dice"])
    assert table.me.get("/reasons?turn=999999").status_code == 404


def test_a_hint_is_an_option_with_reasons(server: Running) -> None:
    table = server.new_game("me", "bot", "bot", "bot")
    table.me.settled()
    answer = table.me.get("/hint")
    assert answer.status_code == 200, answer.text
    assert answer.json()["key"] in table.me.asked()
    assert answer.json()["reasons"]
    assert answer.json()["by"] == "flowchart"
    assert answer.json()["thinker"]["key"] in table.me.asked()
    assert answer.json()["thinker"]["reasons"]
    assert answer.json()["no_chart"] is False


def test_only_the_one_who_is_asked_gets_a_hint(server: Running) -> None:
    table = server.new_game("link", "link", "link", "link")
    for player in (*table.players, table.spectator):
        answer = player.get("/hint")
        assert answer.status_code == (200 if player.asked() else 409), answer.text
        assert player.asked() or answer.json()["message"] == "Only the player who must answer can ask for a hint."


def test_no_advice_is_no_fault(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    def lost(game: Any, *level: Any) -> Any:
        raise NoHint("lost")

    monkeypatch.setattr(show, "hint", lost)
    monkeypatch.setattr(show, "advise", lost)
    answer = table.me.get("/hint")
    assert (answer.status_code, answer.json()["error"]) == (409, "no_hint")


@pytest.mark.parametrize(("scenario", "missed"), [("short-1965", True), ("diems-war-1961", False)])
def test_a_flowchart_that_has_no_advice_is_missed_only_where_there_is_one(
    scenario: str, missed: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    def lost(game: Game) -> Any:
        raise NoHint("lost")

    monkeypatch.setattr(show, "hint", lost)
    told = show.hint_for(Game.new(scenario, seed=1))
    assert (told["by"], told["thinker"], told["no_chart"]) == ("thinker", None, missed)


def test_a_thinker_that_fails_costs_nobody_the_hint_of_the_flowchart(
    table: Table, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(*question: Any) -> Any:
        raise ZeroDivisionError

    monkeypatch.setitem(BUDGETS, QUICK, Level(cast(int, None), 0))  # nobody can count with that
    answer = table.me.get("/hint")
    assert answer.status_code == 200, answer.text
    assert (answer.json()["by"], answer.json()["thinker"]) == ("flowchart", None)
    assert "TypeError" in caplog.text
    monkeypatch.setattr(FlowchartBot, "deliberate", broken)
    answer = table.me.get("/hint")
    assert (answer.status_code, answer.json()["message"]) == (409, "The bot has no advice here.")


def test_orders_for_a_physical_board_name_what_changed(table: Table) -> None:
    last = table.me.state()["entries"]
    orders = table.me.get(f"/orders?from=0&to={last}").json()
    assert orders
    assert all(isinstance(order, str) for order in orders)
    assert table.me.get("/orders?from=0&to=0").json() == []


def test_my_games_are_told_by_their_links(server: Running) -> None:
    tables = [server.new_game("me", "bot", "bot", "bot", name="first"), server.new_game("link", "link", "link", "link")]
    watched = tables[1].spectator
    asked = tables[1].asked()
    tokens = [tables[0].me.token, "no such token", watched.token, asked.token, "\ud800"]
    tables[0].me.settled()
    answer = server.http.post(
        "/api/mine", content=json.dumps({"tokens": tokens}), headers={"Content-Type": "application/json"}
    )
    listed = answer.json()
    assert listed[1] is listed[4] is None
    assert (listed[0]["game"], listed[0]["title"], listed[0]["role"]) == (tables[0].id, "first", "player")
    assert listed[0]["turn"] is bool(tables[0].me.asked())
    assert (listed[2]["role"], listed[2]["turn"]) == ("spectator", False)
    assert (listed[3]["turn"], listed[3]["factions"]) == (True, asked.factions)
    assert listed[3]["over"] is False
    assert [(other["bot"], other["name"]) for other in listed[0]["others"]] == [(True, "")] * 3
    assert sorted(other["factions"][0] for other in listed[2]["others"]) == ["arvn", "nva", "us", "vc"]
    assert asked.factions not in [other["factions"] for other in listed[3]["others"]]
    assert not any(other["bot"] for other in listed[3]["others"])


def test_version_tells_whether_to_look_again(server: Running) -> None:
    table = server.new_game()
    before = table.me.get("/version").json()
    assert table.me.get("/version").json() == before
    state = table.me.state()
    assert before["version"] == state["version"]
    table.me.choose(table.me.asked(state)[0], state["number"])
    after = table.me.get("/version").json()
    assert after["version"] > before["version"]
    assert after["number"] > before["number"]


def test_every_answer_carries_the_headers_that_protect_the_page(server: Running) -> None:
    table = server.new_game()
    answers = [
        *(server.http.get(path) for path in ("/", "/game/x", "/static/css/theme.css", "/nothing", "/api/nothing")),
        server.get("/api/facts"),
        table.me.get(),
        table.me.post("/choose", {"number": 0}),
        server.http.post("/api/games", content="x" * 20_000, headers={"Content-Type": "application/json"}),
    ]
    for answer in answers:
        policy = answer.headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.headers["referrer-policy"] == "no-referrer"
        assert "set-cookie" not in answer.headers
    assert table.me.get().headers["cache-control"] == "no-store"


@pytest.mark.parametrize("path", sorted(PAGES))
def test_pages_are_served(server: Running, path: str) -> None:
    if not (WEB / PAGES[path]).exists():
        pytest.fail(f"{PAGES[path]} is missing")
    answer = server.http.get(path.replace("{game}", "abc"))
    assert answer.status_code == 200
    assert answer.headers["content-type"].startswith("text/html")


def test_transfers_between_insurgents_are_told(server: Running) -> None:
    table = server.new_game("link", "link", "link", "link")
    nva = table.players[2]
    for _ in range(60):
        player = table.asked()
        state = player.state()
        if player is nva and state["view"]["decision"]["kind"] != "turn.action":
            done = nva.post("/transfer", {"giver": "nva", "amount": 1})
            if done.status_code == 200:
                before, after = (
                    state["view"]["tracks"]["resources"],
                    done.json()["state"]["view"]["tracks"]["resources"],
                )
                assert (before["nva"] - after["nva"], after["vc"] - before["vc"]) == (1, 1)
                assert table.players[3].post("/transfer", {"giver": "nva", "amount": 1}).status_code == 403
                return
        keys = player.asked(state)
        player.choose("operation" if "operation" in keys else keys[0], state["number"])
    pytest.fail("NVA never had a moment for a transfer")


def test_every_reading_of_chapter_8_is_told_with_a_sentence_for_each_value(server: Running) -> None:
    told = {each["name"]: each for each in server.get("/api/readings").json()}
    assert {name: tuple(value["name"] for value in each["values"]) for name, each in told.items()} == VALUES
    for name, each in told.items():
        assert each["text"].endswith("?")
        for value in each["values"]:
            assert value["text"] != value["name"] or value["name"].isdecimal(), (name, value)
