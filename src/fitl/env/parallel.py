"""The game as a PettingZoo environment in which all agents act at once: those who are not asked wait.

One step is one question. The agent that is asked answers it; for the others the mask allows action 0 alone, which does
nothing. Tools that know no turns can use the game so; `aec.py` is the faster and plainer way.
"""

from typing import Any

import gymnasium
import pettingzoo

from fitl.env.aec import DEFAULT_SCENARIO, GameEnv
from fitl.env.observation import Observation

WAIT = 0


class ParallelGameEnv(pettingzoo.ParallelEnv):  # type: ignore[misc]  # PettingZoo has no types
    """`GameEnv` for all agents at once."""

    metadata: dict[str, Any] = {**GameEnv.metadata, "is_parallelizable": True}  # noqa: RUF012

    def __init__(self, scenario: str = DEFAULT_SCENARIO, **settings: Any) -> None:
        """Settings as for `GameEnv`; in a lenient environment whatever those do who are not asked is waiting."""
        self.game_env = GameEnv(scenario, **settings)
        self.render_mode = self.game_env.render_mode
        self.possible_agents = self.game_env.possible_agents
        self.agents: list[str] = []

    def observation_space(self, agent: str) -> gymnasium.spaces.Dict:
        return self.game_env.observation_space(agent)

    def action_space(self, agent: str) -> gymnasium.spaces.Discrete:
        return self.game_env.action_space(agent)

    def reset(
        self, seed: int | None = None, options: dict[str, object] | None = None
    ) -> tuple[dict[str, Observation], dict[str, dict[str, object]]]:
        self.game_env.reset(seed, options)
        self.agents = list(self.possible_agents)
        return self._observations(), {agent: {} for agent in self.agents}

    def step(self, actions: dict[str, int]) -> tuple[dict[str, Any], ...]:
        """Take the action of the seat that is asked."""
        inner = self.game_env
        inner.step(actions[inner.agent_selection])
        found: tuple[dict[str, Any], ...] = (
            self._observations(),
            {agent: inner.rewards[agent] for agent in self.agents},
            {agent: inner.terminations[agent] for agent in self.agents},
            {agent: inner.truncations[agent] for agent in self.agents},
            {agent: {} for agent in self.agents},
        )
        if any(inner.terminations.values()) or any(inner.truncations.values()):
            self.agents = []
        return found

    def _observations(self) -> dict[str, Observation]:
        found = {agent: self.game_env.observe(agent) for agent in self.agents}
        for agent, observation in found.items():
            if agent != self.game_env.agent_selection:
                observation["action_mask"][WAIT] = 1
        return found

    def render(self) -> str | None:
        return self.game_env.render()

    def close(self) -> None:
        self.game_env.close()


def parallel_env(scenario: str = DEFAULT_SCENARIO, **settings: object) -> ParallelGameEnv:
    """The environment for all agents at once; settings as for `GameEnv`."""
    return ParallelGameEnv(scenario, **settings)
