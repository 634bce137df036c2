"""Quotas and limits are options of `fitl serve`, each with its row in the documentation."""

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from fitl.server.limits import RATES
from fitl.server.options import BadLimit, Limits, names, read_limits
from fitl.server.retention import Quota
from tests.server.processes import Process
from tests.server.support import Running

ROOT = Path(__file__).parents[2]
GAME = {"scenario": "short-1965"}


def test_the_defaults_are_those_that_hold_without_options() -> None:
    assert read_limits([]) == Limits()
    assert Limits().quota == Quota()
    assert Limits().rates == RATES


def test_limits_are_read_by_name() -> None:
    limits = read_limits(["games-per-address=3", "megabytes=7", "answers-per-second=15", "new-games-per-minute=12"])
    assert (limits.quota.games_each, limits.quota.bytes) == (3, 7_000_000)
    assert limits.rates["write"] == RATES["write"]._replace(per_second=15, burst=30)
    assert limits.rates["create"].per_second == pytest.approx(0.2)
    assert limits.rates["read"] == RATES["read"]


@pytest.mark.parametrize(
    "word", ["", "games", "games=", "games=0", "games=-1", "games=1.5", "gaems=1", "games=9999999999"]
)
def test_what_is_no_limit_is_refused_with_the_names_there_are(word: str) -> None:
    with pytest.raises(BadLimit, match="games-per-address"):
        read_limits([word])


def test_the_command_refuses_what_is_no_limit() -> None:
    command = [sys.executable, "-m", "fitl", "serve", "--no-browser", "--port", "0", "--limit", "x=1"]
    done = subprocess.run(command, capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (2, "")
    assert "x=1" in done.stderr


def test_a_server_has_the_limits_it_is_given(sqlite: str, serve: Callable[..., Running]) -> None:
    server = serve(sqlite, limits=read_limits(["games-per-address=1", "open-games=7"]))
    afar = {"X-Forwarded-For": "198.51.100.7"}
    assert [server.post("/api/games", GAME, **afar).status_code for _ in range(2)] == [201, 507]
    assert server.service.open_games == 7


def test_the_command_passes_limits_on(sqlite: str) -> None:
    with Process(sqlite, "--limit", "games-per-address=1") as process:
        afar = {"X-Forwarded-For": "198.51.100.7"}
        found = [process.http.post("/api/games", json=GAME, headers=afar).status_code for _ in range(2)]
    assert found == [201, 507]


def test_every_limit_has_its_row_in_the_documentation() -> None:
    text = (ROOT / "docs" / "serving.md").read_text()
    defaults = Limits()
    for name in names():
        default = getattr(defaults, name.replace("-", "_"))
        shown = "1 or 2" if name == "imports" else f"{default:,}"
        assert f"| `{name}` | {shown} |" in text, name
