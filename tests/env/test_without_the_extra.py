"""Without its packages the environment says what to install, wherever it is asked for."""

import importlib
import sys

import pytest

from fitl.casting import PlayersError
from fitl.lab import env_bench
from fitl.lab.players import parse_players

SENTENCE = r"pip install 'fitl\[env\]'"


@pytest.fixture(autouse=True)
def without_pettingzoo(monkeypatch: pytest.MonkeyPatch) -> None:
    import fitl

    for name in [name for name in sys.modules if name == "fitl.env" or name.startswith("fitl.env.")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setattr(fitl, "env", None, raising=False)  # put back afterwards, with the modules
    monkeypatch.setitem(sys.modules, "pettingzoo", None)


def test_whoever_imports_it_is_told() -> None:
    with pytest.raises(ModuleNotFoundError, match=SENTENCE):
        importlib.import_module("fitl.env")


def test_whoever_names_an_agent_is_told() -> None:
    with pytest.raises(PlayersError, match=SENTENCE):
        parse_players("agent:somewhere:Somebody")


def test_whoever_measures_it_is_told() -> None:
    with pytest.raises(env_bench.EnvironmentMissing, match=SENTENCE):
        env_bench.measure(0)
