"""What can be taken away and brought back: journals and positions, without the seed and without hidden markers."""

import json
import random
from typing import Any

import pytest

from fitl import journal
from fitl.board.spaces import SPACE_BY_ID
from fitl.bots.hint import hint
from fitl.decisions import CHANCE
from fitl.game import Game
from fitl.server import exports
from fitl.state import REDEPLOY, LogEntry
from tests.server.support import Player, Running, Table

SEED = 0x1234_5678_9ABC_DEF0


@pytest.fixture
def table(server: Running) -> Table:
    table = server.new_game("me", "bot", "bot", "bot", scenario="full-1964", seed=SEED)
    table.play(25)
    table.me.settled()
    return table


def real(player: Player) -> Game:
    """The server's own copy, secrets and all."""
    with player.server.service.open(player.game) as live:
        return journal.replay(journal.parse("".join(line + "\n" for line in player.server.lines(live.id))))


def seeds_of(game: Game) -> set[int]:
    return {game.state.seed, *(checkpoint.state.seed for checkpoint in game.checkpoints)}


def chance_to_come(game: Game) -> list[str]:
    """What dice and cards will be if people play on in a certain way."""
    rng, known = random.Random(1), len(game.entries)
    to_come: list[str] = []
    while game.decision is not None and len(to_come) < 12:
        game.choose(rng.choice(game.decision.options).key)
        to_come = [entry.key for entry in game.entries[known:] if entry.actor == CHANCE]
    return to_come


def have_different_futures(mine: Game, theirs: Game) -> bool:
    """The seed of `theirs` is fixed and its future long: another seed agrees with twelve cards or dice once in ages."""
    future = chance_to_come(theirs)
    assert len(future) >= 12, "too little chance to tell two futures apart"
    return chance_to_come(mine) != future


def test_an_exported_journal_is_the_same_game_with_another_future(table: Table) -> None:
    answer = table.me.get("/journal")
    assert answer.headers["content-disposition"] == f'attachment; filename="fitl-{table.id}.jsonl"'
    mine, theirs = journal.replay(journal.parse(answer.text)), real(table.me)
    assert mine.entries == theirs.entries
    assert mine.thoughts == theirs.thoughts
    assert mine.view() == theirs.view()
    assert not seeds_of(mine) & seeds_of(theirs)
    assert str(SEED) not in answer.text
    assert have_different_futures(mine, theirs)


def test_an_exported_position_is_the_same_situation_with_another_future(table: Table) -> None:
    position = table.me.get("/position").json()
    mine, theirs = Game.from_position(position), real(table.me)
    assert mine.view()["spaces"] == theirs.view()["spaces"]
    assert mine.decision is not None
    assert theirs.decision is not None
    assert [option.key for option in mine.decision.options] == [option.key for option in theirs.decision.options]
    assert position["seed"] not in seeds_of(theirs)
    assert have_different_futures(mine, theirs)


def test_two_exports_do_not_agree_on_the_future(table: Table) -> None:
    first, second = (journal.parse(table.me.get("/journal").text).header["seed"] for _ in range(2))
    assert first != second


def test_the_log_is_a_text(table: Table) -> None:
    answer = table.spectator.get("/log.txt")
    assert answer.headers["content-type"].startswith("text/plain")
    assert len(answer.text.splitlines()) > 30


def test_the_story_as_text_has_headings_and_indents() -> None:
    game = Game.new("short-1965", seed=7)
    while game.state.stage != REDEPLOY:
        game.choose(hint(game)[0].key)
    text = exports.log_text(game)
    card, phase = text.index("\n\nCard #"), text.index("\n\nCoup Round: Resources\n    ")
    assert 0 < card < phase
    assert "\n  VC: Terror\n    VC pays " in text
    assert "\n\n\n" not in text
    assert len([line for line in text.splitlines() if line.strip()]) >= len(game.log or [])


def test_the_story_as_text_has_real_minus_signs_and_keeps_hyphens() -> None:
    game = Game.new("short-1965", seed=7)
    assert game.log is not None
    game.log += [
        LogEntry("log.patronage", {"n": -2, "now": 3}),
        LogEntry(
            "log.move",
            {"n": 1, "piece": 0, "origin": SPACE_BY_ID["hue"], "destination": SPACE_BY_ID["loc_hue_da_nang"]},
        ),
    ]
    text = exports.log_text(game)
    assert "Patronage \N{MINUS SIGN}2: now 3" in text
    assert "Hue to Hue-Da Nang" in text


@pytest.mark.parametrize("ending", ["\n", ""])
def test_a_journal_comes_back_as_it_was(either: Running, ending: str) -> None:
    table = either.new_game("me", "bot", "bot", "bot")
    table.play(15)
    before = table.me.settled()
    text = table.me.get("/journal").text.rstrip("\n") + ending
    answer = either.post("/api/games/import", {"journal": text, "name": "again"})
    assert answer.status_code == 201, answer.text
    assert answer.json()["notes"] == []
    again = Table(either, answer.json())
    after = again.me.settled()
    assert after["view"] == before["view"]
    assert after["turns"] == before["turns"]
    assert after["name"] == "again"
    again.play(5)


def test_whoever_brings_a_journal_does_not_know_its_future(table: Table) -> None:
    text = table.me.get("/journal").text
    known = journal.replay(journal.parse(text))
    again = Table(table.server, table.server.post("/api/games/import", {"journal": text}).json())
    assert not seeds_of(real(again.me)) & seeds_of(known)


def test_a_position_comes_back_as_it_was(either: Running) -> None:
    table = either.new_game()
    table.play(15)
    before = table.me.state()
    position = table.me.get("/position").json()
    after = Table(either, either.post("/api/games/import", {"position": position}).json()).me.state()
    for view in (before["view"], after["view"]):
        del view["log"], view["decision"]["number"]
    assert after["view"] == before["view"]


def test_a_game_saved_in_the_terminal_can_be_brought_in(server: Running) -> None:
    game = Game.new("full-1964", seed=3)
    rng = random.Random(1)
    for _ in range(50):
        assert game.decision is not None
        game.choose(rng.choice(game.decision.options).key)
    text = "".join(map(journal.to_text, journal.lines_of(game)))
    table = Table(server, server.post("/api/games/import", {"journal": text}).json())
    assert table.me.state()["view"]["spaces"] == game.view()["spaces"]


def test_a_saved_game_can_get_links_for_its_seats(server: Running) -> None:
    table = server.new_game("me", "me", "bot", "bot")
    text = table.me.get("/journal").text
    kinds = ("link", "me", "bot", "bot")
    names = ("us", "arvn", "nva", "vc")
    seats = [{"factions": [name], "kind": kind} for name, kind in zip(names, kinds, strict=True)]
    created = server.post("/api/games/import", {"journal": text, "seats": seats}).json()
    assert [link["factions"] for link in created["links"]] == [["arvn"], ["us"], []]
    seats[2]["kind"] = "me"
    answer = server.post("/api/games/import", {"journal": text, "seats": seats})
    assert answer.status_code == 400
    assert "seats" in answer.json()["message"]


def test_markers_that_others_hold_cannot_be_taken_away(server: Running) -> None:
    table = server.new_game("link", "link", "link", "link", options={"deception": True})
    for player in (*table.players, table.spectator):
        for path in ("/journal", "/position"):
            answer = player.get(path)
            assert answer.status_code == 409
            assert "Deception" in answer.json()["message"]
        assert player.get("/log.txt").status_code == 200


def test_whoever_holds_all_seats_may_take_markers_away(server: Running) -> None:
    table = server.new_game(options={"deception": True})
    assert journal.replay(journal.parse(table.me.get("/journal").text)).state.markers != ((),) * 4
    assert table.spectator.get("/journal").status_code == 409


def test_markers_of_thinkers_cannot_be_taken_away(server: Running) -> None:
    """They are players by the rules; the reasons would be in the journal, too."""
    thinker = {"factions": ["vc"], "kind": "bot", "plays": "thinker:quick"}
    seats = [*({"factions": [name], "kind": "me"} for name in ("us", "arvn", "nva")), thinker]
    table = server.new_game(seats=seats, options={"deception": True})
    for player in (table.me, table.spectator):
        for path in ("/journal", "/position"):
            assert player.get(path).status_code == 409
    flowchart = thinker | {"plays": "flowchart"}  # has no markers
    table = server.new_game(seats=[*seats[:3], flowchart], options={"deception": True})
    assert table.me.get("/journal").status_code == 200


# --- what cannot be brought in ---


def mutations(text: str, rng: random.Random) -> str:
    lines = text.splitlines()
    for _ in range(rng.randint(1, 3)):
        at = rng.randrange(len(lines))
        match rng.randrange(6):
            case 0:
                del lines[at]
            case 1:
                lines.insert(at, rng.choice(lines))
            case 2:
                lines[at] = lines[at][: rng.randrange(len(lines[at]) + 1)]
            case 3:
                lines[at] = rng.choice(['"pass"', "{}", "[]", "7", '{"undo": 0}', '{"undo": 99999}', "null", '""'])
            case 4:
                cut = rng.randrange(len(lines[at]) + 1)
                lines[at] = lines[at][:cut] + rng.choice('"{}[]:,0\\x\u0000é') + lines[at][cut:]
            case 5:
                lines[at] = json.dumps(worse(json.loads(text.splitlines()[0]), rng))
        if not lines:
            break
    return "\n".join(lines)


VALUES: tuple[Any, ...] = (
    None,
    True,
    -1,
    1e400,
    float("nan"),
    10**30,
    "",
    "x",
    "\ud800",
    [],
    {},
    [[]],
    [{}],
    {"x": []},
)


def worse(value: Any, rng: random.Random) -> Any:
    """The value with something in it replaced by nonsense."""
    if isinstance(value, dict) and value and rng.random() < 0.8:
        key = rng.choice(list(value))
        return value | {key: worse(value[key], rng)}
    if isinstance(value, list) and value and rng.random() < 0.8:
        at = rng.randrange(len(value))
        return [*value[:at], worse(value[at], rng), *value[at + 1 :]]
    return rng.choice(VALUES)


def bring(server: Running, body: Any) -> Any:
    return server.http.post("/api/games/import", content=json.dumps(body), headers={"Content-Type": "application/json"})


def test_damaged_journals_are_refused_in_words_or_played(table: Table) -> None:
    text = table.me.get("/journal").text
    rng = random.Random(1)
    refused = 0
    for _ in range(150):
        damaged = mutations(text, rng)
        answer = bring(table.server, {"journal": damaged})
        assert answer.status_code in (201, 400, 409), (answer.text, damaged[:300])
        refused += answer.status_code != 201
        if answer.status_code != 201:
            assert len(answer.json()["message"]) > 10
    assert refused < 150  # most damage costs one line


def test_damaged_positions_are_refused_in_words_or_played(table: Table) -> None:
    position = table.me.get("/position").json()
    rng = random.Random(1)
    refused = 0
    for _ in range(200):
        damaged = worse(worse(position, rng), rng)
        answer = bring(table.server, {"position": damaged})
        assert answer.status_code in (201, 400, 409), (answer.text, damaged)
        refused += answer.status_code != 201
    assert refused > 0


@pytest.mark.parametrize(
    "wish",
    [{}, {"journal": 7}, {"journal": ""}, {"journal": "[" * 9000}, {"position": []}, {"position": "x"}]
    + [{"journal": '{"fitl_journal": 3}\n' + "[" * 900 + "]" * 900 + "\n"}]
    + [{"journal": json.dumps({"fitl_journal": 3, "scenario": "short-1965", "seed": seed})} for seed in VALUES]
    + [{"journal": json.dumps({"fitl_journal": version})} for version in (1, 2, None, [])],
    ids=lambda wish: repr(wish)[:40],
)
def test_what_is_no_saved_game_is_refused_in_words(server: Running, wish: dict[str, Any]) -> None:
    before = server.stored()
    answer = bring(server, wish)
    if answer.status_code != 201:
        assert answer.status_code == 400, answer.text
        assert len(answer.json()["message"]) > 10
        assert server.stored() == before


def test_more_than_any_saved_game_is_refused(server: Running) -> None:
    answer = bring(server, {"journal": "x" * (2 * 1024 * 1024)})
    assert (answer.status_code, answer.json()["error"]) == (413, "too_large")
