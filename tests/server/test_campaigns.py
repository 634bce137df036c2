"""Games of the expansions at the server, at the moments in which their rules change: from the draft to 1964.

Whatever people do at a table is done at each of them: look, listen, answer, refuse, take back, look back, take the game
away and bring it again, and go on after the server was started anew.
"""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from fitl import journal
from fitl.journal import lines_of, to_text
from tests.server.support import Json, Player, Running, Table
from tests.server.test_sockets import news, news_with

GOLDEN = Path(__file__).parents[1] / "golden" / "games"
PAIRS = [{"factions": ["us", "arvn"], "kind": "link"}, {"factions": ["nva", "vc"], "kind": "link"}]
FOUR = [{"factions": [name], "kind": "link"} for name in ("us", "arvn", "nva", "vc")]
IN_THE_WAR = ("set_up", "turn", "support", "reset", "fall_united_states")
IN_1963 = ("set_up", "turn", "fall_viet_cong", "fall_united_states", "fall_south_vietnam", "1964")
PUBLIC = ("era", "year", "card", "next_card", "spaces", "boxes", "tracks", "leader", "drafted", "stage")

Moments = dict[str, str]


def moments_of(name: str) -> Moments:
    """A recorded game as it stood where a stage of some name first asked somebody: its journal up to there."""
    game = journal.replay(journal.parse((GOLDEN / f"{name}.jsonl").read_text(encoding="utf-8")))
    starts = {each.state.stage: each.entries for each in reversed(game.checkpoints)}
    of_1964 = (each.entries for each in game.checkpoints if each.state.era.id in ("diem_stays", "after_diem"))
    starts["1964"] = next(of_1964)
    found = {}
    for stage, entries in sorted(starts.items(), key=lambda item: -item[1]):
        game.rewind(entries)
        if game.decision is not None:
            found[stage] = "".join(map(to_text, lines_of(game)))
    return found


@pytest.fixture(scope="module")
def moments() -> Moments:
    """Of Diem's War, which goes on with four Factions, and of the prequel."""
    war, prequel = moments_of("diems-war-1961-on-to-1972"), moments_of("prequel-1963-1")
    return {f"war {each}": war[each] for each in IN_THE_WAR} | {f"prequel {each}": prequel[each] for each in IN_1963}


def brought(server: Running, moments: Moments, *wanted: str) -> Iterator[tuple[str, Table]]:
    """The games as they stood at these moments, brought to the server."""
    for what in wanted:
        seats = PAIRS if what.startswith("war") else FOUR
        created = server.post("/api/games/import", {"journal": moments[what], "seats": seats})
        assert created.status_code == 201, created.text
        yield what, Table(server, created.json())


def public(state: Json) -> Json:
    """What everybody may know of a situation."""
    return {key: state["view"][key] for key in PUBLIC if key in state["view"]}


def test_every_stage_from_1961_to_1964_is_played_looked_at_and_taken_back(
    sqlite: str, serve: Callable[..., Running], moments: Moments
) -> None:
    """P2.1, P2.3, P6, P7.4."""
    server = serve(sqlite)
    left: list[tuple[str, Player, Json]] = []
    for what, table in brought(server, moments, *moments):
        states = [(each, each.state()) for each in (*table.players, table.spectator)]
        (asked, before), *too_many = [(each, state) for each, state in states if each.asked(state)]
        assert not too_many, f"{what}: others are offered nothing"
        assert all(public(state) == public(before) for _, state in states), what
        key, number, entries = asked.asked(before)[0], before["number"], before["entries"]
        assert asked.choose("p99", number).status_code == 422, what
        assert all(not each.choose(key, number).is_success for each, _ in states if each is not asked), what
        with table.spectator.socket() as socket:
            assert news(socket)["number"] == number, what
            answered = asked.choose(key, number)
            assert answered.is_success, (what, answered.text)
            news_with(socket, lambda told, number=number: told["number"] > number)  # type: ignore[misc]
        assert public(table.spectator.get(f"?at={entries}").json()) == public(before), f"{what}: looked back at"
        for path in ("/frames", "/orders"):
            assert table.spectator.get(f"{path}?from={max(0, entries - 2)}&to={entries + 1}").is_success, (what, path)
        take_back(asked, table)
        left.append((what, asked, before))
    again = serve(sqlite)
    for what, asked, before in left:
        assert public(asked.through(again).state()) == public(before), f"{what}: taken back, and served anew"


def take_back(asked: Player, table: Table) -> None:
    """Undo the last answer, with everybody's consent where that is needed."""
    answer = asked.post("/undo")
    assert answer.is_success, answer.text
    proposal: Any = answer.json()["state"].get("proposal")
    if proposal:
        for other in table.players:
            if other is not asked:
                assert other.post("/undo/answer", {"proposal": proposal["id"], "agree": True}).is_success


def test_at_every_stage_a_game_is_taken_away_and_brought_again(server: Running, moments: Moments) -> None:
    """As a journal and as a position; neither tells what nobody may know."""
    for what, table in brought(server, moments, "war set_up", "war support", "prequel fall_united_states"):
        taken = table.players[-1]
        expected = public(taken.state())
        with server.service.open(table.id) as live:
            secrets = {str(live.game.state.seed), *(str(each.state.seed) for each in live.game.checkpoints)}
        heard = [
            each.get(path).text
            for each in (taken, table.spectator)
            for path in ("", "/log.txt", "/journal", "/position")
        ]
        assert not any(secret in text for secret in secrets for text in heard), f"{what}: what is dealt nobody knows"
        for wish in ({"journal": taken.get("/journal").text}, {"position": taken.get("/position").json()}):
            created = server.post("/api/games/import", wish)
            assert created.status_code == 201, (what, created.text)
            assert public(Table(server, created.json()).me.state()) == expected, what
