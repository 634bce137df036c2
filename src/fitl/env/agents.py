"""Agents of your own in simulations and matches: a class that is made with a seed and has `act(observation)`.

    class Cautious:
        def __init__(self, seed): ...
        def act(self, observation): return int(observation["action_mask"].nonzero()[0][0])

`agent:my_module:Cautious` names it wherever players are named in the laboratory. It is told what its seat observes and
nothing else.
"""

from importlib import import_module
from inspect import signature
from typing import Any, Final, Protocol

from fitl import prng
from fitl.casting import PlayersError
from fitl.catalogue import tell
from fitl.decisions import Decision
from fitl.env.observation import Observation
from fitl.env.table import Table, whole
from fitl.game import Game

MOST_PAGES: Final = 100  # turned for one answer; anyone who turns more does not mean to answer


class Agent(Protocol):
    """Chooses one of the actions that the mask allows."""

    def act(self, observation: Observation) -> int: ...


def agent_class(name: str) -> Any:
    """The class named "my_module:MyAgent"; PlayersError says what is missing."""
    module, _, found = name.partition(":")
    try:
        agent = getattr(import_module(module), found)
    except (ImportError, AttributeError, ValueError) as error:
        raise PlayersError(tell("env.no_agent", typed=name, error=error)) from error
    if not (isinstance(agent, type) and callable(getattr(agent, "act", None)) and _made_with_a_seed(agent)):
        raise PlayersError(tell("lab.not_an_agent", typed=name))
    return agent


def _made_with_a_seed(agent: type) -> bool:
    """Asked before it is made, so that what goes wrong within it is told as it is."""
    try:
        signature(agent).bind(0)
    except TypeError:
        return False
    except ValueError:  # a compiled class need not say
        return True
    return True


class AgentPlayer:
    """An agent as a player of one Faction."""

    __slots__ = ("_agent",)

    def __init__(self, name: str, seed: int) -> None:
        self._agent: Agent = agent_class(name)(prng.scramble(seed))

    def play(self, game: Game, decision: Decision) -> None:
        """Show it what its seat observes until it has answered."""
        table = Table(game)
        seat = table.seat
        for _ in range(MOST_PAGES):
            option = table.option(whole(self._agent.act(table.observe(seat))))
            if option is not None:
                game.choose(option)
                return
            table.turn_page()
        raise PlayersError(tell("env.only_turns_pages", kind=decision.kind, most=MOST_PAGES))
