"""The game as a PettingZoo environment: one agent per player, who are asked in the order of the game (AEC).

    env = fitl.env.env("short-1965")
    env.reset(seed=7)
    for agent in env.agent_iter():
        observation, reward, terminated, truncated, info = env.last()
        env.step(None if terminated or truncated else policy(observation))

Chance is answered by the seed, questions with a single answer are not asked, and Factions that the options hand to
non-players are played by them and have no agent.
"""

import secrets
from collections.abc import Sequence
from typing import Any, Final

import gymnasium
import numpy as np
import pettingzoo

from fitl import prng
from fitl.catalogue import tell
from fitl.env.layout import ACTIONS, COLUMNS, MOST, layout
from fitl.env.observation import NOBODY, Observation
from fitl.env.table import REWARDS, IllegalAction, Reward, Table, seat_name, whole
from fitl.game import Game
from fitl.lab.players import BotPlayer
from fitl.options import GameOptions
from fitl.packs import Pack
from fitl.rules.setup import check_options, scenario_named

DEFAULT_SCENARIO: Final = "short-1965"


def observation_space() -> gymnasium.spaces.Dict:
    """The space of every agent's observations, whatever the scenario."""
    least = [section.least for section in layout().sections.values() for _ in section.labels]
    most = [section.most for section in layout().sections.values() for _ in section.labels]
    return gymnasium.spaces.Dict(
        {
            "observation": gymnasium.spaces.Box(np.array(least, np.int16), np.array(most, np.int16), dtype=np.int16),
            "options": gymnasium.spaces.Box(0, MOST, (ACTIONS, len(COLUMNS)), np.int16),
            "action_mask": gymnasium.spaces.Box(0, 1, (ACTIONS,), np.int8),
        }
    )


def reward_named(reward: str | Reward) -> Reward:
    """A reward by its name, or as it is."""
    if not isinstance(reward, str):
        return reward
    if reward not in REWARDS:
        raise ValueError(tell("env.reward", typed=reward, names=", ".join(REWARDS)))
    return REWARDS[reward]


def check_render_mode(render_mode: str | None, modes: Sequence[str]) -> None:
    """ValueError says that an environment cannot be rendered so."""
    if render_mode is not None and render_mode not in modes:
        raise ValueError(tell("env.render", typed=render_mode, names=", ".join(modes)))


class GameEnv(pettingzoo.AECEnv):  # type: ignore[misc]  # PettingZoo has no types
    """The environment; it refuses by itself what is done out of order, so that no wrapper is needed."""

    metadata: dict[str, Any] = {"name": "fitl_v1", "render_modes": ["ansi"], "is_parallelizable": False}  # noqa: RUF012

    def __init__(
        self,
        scenario: str = DEFAULT_SCENARIO,
        *,
        options: GameOptions | None = None,
        packs: tuple[Pack, ...] = (),
        reward: str | Reward = "win",
        max_cycles: int | None = None,
        lenient: bool = False,
        render_mode: str | None = None,
    ) -> None:
        """Games of a scenario.

        `reward` is "win", "margin" or a function. After `max_cycles` answers a game is cut off (truncated). A lenient
        environment takes an action that the mask forbids for a legal one (`Table.nearest`) instead of refusing it.
        """
        super().__init__()
        if max_cycles is not None and max_cycles < 1:
            raise ValueError(tell("env.limit", n=max_cycles))
        check_render_mode(render_mode, self.metadata["render_modes"])
        found = scenario_named(scenario)
        self._scenario = scenario
        self._packs = packs
        self._options = (options or GameOptions()).for_factions(found.factions)
        check_options(found, self._options)
        self._reward = reward_named(reward)
        self._max_cycles = max_cycles
        self._lenient = lenient
        self.render_mode = render_mode
        self._seed = secrets.randbits(64)
        played = [number for number, seat in enumerate(self._options.seats) if seat[0] not in self._options.non_players]
        if not played:
            raise ValueError(tell("env.no_seat", scenario=scenario))
        self.agent_of = {number: seat_name(self._options.seats[number]) for number in played}
        self.seat_of = {agent: number for number, agent in self.agent_of.items()}
        self.possible_agents = list(self.agent_of.values())
        self._actions = {agent: gymnasium.spaces.Discrete(ACTIONS) for agent in self.possible_agents}
        self._observations = {agent: observation_space() for agent in self.possible_agents}
        self._table: Table | None = None

    @property
    def table(self) -> Table:
        """The game that is being played."""
        if self._table is None:
            raise ValueError(tell("env.reset_first"))
        return self._table

    def observation_space(self, agent: str) -> gymnasium.spaces.Dict:
        return self._observations[agent]

    def action_space(self, agent: str) -> gymnasium.spaces.Discrete:
        return self._actions[agent]

    def reset(self, seed: int | None = None, options: dict[str, object] | None = None) -> None:
        """A new game; without a seed the next of this environment's own."""
        self._seed = prng.advance(self._seed) if seed is None else prng.proper(seed)
        game = Game.new(self._scenario, seed=self._seed, options=self._options, packs=self._packs, log=False)
        self._table = Table(game)
        agreed = game.state.options  # with those who come into the game later
        self._bots = {faction: BotPlayer(agreed.kind_of(faction)) for faction in agreed.non_players}
        self.cycles = 0
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, object]] = {agent: {} for agent in self.agents}
        self._skip_agent_selection = None
        self.agent_selection = self.agents[0]
        self._go_on()

    def observe(self, agent: str) -> Observation:
        return self.table.observe(self.seat_of[agent])

    def step(self, action: int | None) -> None:
        """Give the answer an action stands for, or turn the page; None for an agent whose game is over."""
        if self._table is None:
            raise ValueError(tell("env.reset_first"))
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise IllegalAction(tell("env.none"))
        table, chosen = self.table, whole(action)
        table.take(table.nearest(chosen) if self._lenient else chosen)
        self.cycles += 1
        self._cumulative_rewards[agent] = 0.0
        self._go_on()

    def _go_on(self) -> None:
        """Let non-players answer; then it is the turn of the next seat, or the game is over or cut off."""
        table = self.table
        game = table.game
        while game.decision is not None and game.decision.actor in self._bots:
            self._bots[game.decision.actor].play(game, game.decision)
        seat = table.seat
        if seat == NOBODY:
            outcome = game.outcome
            assert outcome is not None
            rewards = self._reward(game.state, outcome)
            for agent in self.agents:
                self.rewards[agent] = rewards[self.seat_of[agent]]
                self.terminations[agent] = True
            self._accumulate_rewards()
        elif self._max_cycles is not None and self.cycles >= self._max_cycles:
            self.truncations = dict.fromkeys(self.agents, True)
        else:
            self.agent_selection = self.agent_of[seat]

    def render(self) -> str | None:
        """The present question and its answers in words, if the render mode is "ansi"."""
        return self.table.in_words() if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Nothing is held that would have to be let go."""


def env(scenario: str = DEFAULT_SCENARIO, **settings: Any) -> GameEnv:
    """The environment, as PettingZoo's modules call it; settings as for `GameEnv`."""
    return GameEnv(scenario, **settings)
