"""The game as a Gymnasium environment: one seat, the others played by opponents of chosen kinds.

env = SeatEnv("short-1965", "us", "flowchart")
observation, info = env.reset(seed=7)
observation, reward, terminated, truncated, info = env.step(action)
"""

import secrets
from typing import Any

import gymnasium

from fitl import prng
from fitl.board.factions import FACTION_BY_ID, FACTION_IDS
from fitl.catalogue import tell
from fitl.env.aec import DEFAULT_SCENARIO, check_render_mode, observation_space, reward_named
from fitl.env.layout import ACTIONS
from fitl.env.observation import Observation
from fitl.env.table import Reward, Table, whole
from fitl.game import Game
from fitl.lab.players import RANDOM, Player, options_for, players_of, seat_players
from fitl.options import GameOptions
from fitl.rules.setup import check_options, scenario_named


class SeatEnv(gymnasium.Env[Observation, int]):
    """One Faction's game against opponents, who are the environment."""

    metadata: dict[str, Any] = {"render_modes": ["ansi"]}  # noqa: RUF012

    def __init__(
        self,
        scenario: str = DEFAULT_SCENARIO,
        seat: str = "us",
        opponents: str = "random",
        *,
        options: GameOptions | None = None,
        reward: str | Reward = "win",
        lenient: bool = False,
        render_mode: str | None = None,
    ) -> None:
        """`opponents` is one kind for all ("random", "flowchart") or a mix: "arvn=flowchart,others=random".

        `lenient` as for `GameEnv`. To cut games off: `gymnasium.wrappers.TimeLimit`, or `max_episode_steps` of `make`.
        """
        check_render_mode(render_mode, self.metadata["render_modes"])
        playing = scenario_named(scenario).factions
        if seat not in FACTION_BY_ID or FACTION_BY_ID[seat] not in playing:
            names = ", ".join(FACTION_IDS[faction] for faction in playing)
            raise ValueError(tell("env.seat", typed=seat, scenario=scenario, names=names))
        self._scenario = scenario
        self._faction = FACTION_BY_ID[seat]
        others = opponents if "=" in opponents else f"others={opponents}"
        self._cast = players_of(f"{seat}={RANDOM},{others}", scenario)  # its own player is never asked
        self._options = options_for(self._cast, (options or GameOptions()).for_factions(playing))
        check_options(scenario_named(scenario), self._options)
        self._reward = reward_named(reward)
        self._lenient = lenient
        self._seed = secrets.randbits(64)
        self._table: Table | None = None
        self._players: list[Player] = []
        self.render_mode = render_mode
        self.action_space: Any = gymnasium.spaces.Discrete(ACTIONS)
        self.observation_space: Any = observation_space()

    @property
    def table(self) -> Table:
        """The game that is being played."""
        if self._table is None:
            raise ValueError(tell("env.reset_first"))
        return self._table

    def reset(
        self, *, seed: int | None = None, options: dict[str, object] | None = None
    ) -> tuple[Observation, dict[str, object]]:
        """A new game, up to the seat's first question; without a seed the next of this environment's own."""
        super().reset(seed=seed)
        self._seed = prng.advance(self._seed) if seed is None else prng.proper(seed)
        game = Game.new(self._scenario, seed=self._seed, options=self._options, log=False)
        self._table = Table(game)
        self._players = seat_players(self._cast, self._seed)
        self._let_others_play()
        return self._observe(), {}

    def step(self, action: int) -> tuple[Observation, float, bool, bool, dict[str, object]]:
        """Answer, and let the others play until the seat is asked again or the game is over."""
        table, chosen = self.table, whole(action)
        table.take(table.nearest(chosen) if self._lenient else chosen)
        self._let_others_play()
        outcome = self.table.game.outcome
        reward = 0.0
        if outcome is not None:
            reward = self._reward(self.table.game.state, outcome)[self._seat()]
        return self._observe(), reward, outcome is not None, False, {}

    def _let_others_play(self) -> None:
        game = self.table.game
        mine = game.state.options.seats[self._seat()]
        while game.decision is not None and game.decision.actor not in mine:
            self._players[game.decision.actor].play(game, game.decision)

    def _seat(self) -> int:
        return self.table.game.state.options.seat_of(self._faction)

    def _observe(self) -> Observation:
        return self.table.observe(self._seat())

    def render(self) -> Any:
        """The present question and its answers in words, if the render mode is "ansi"."""
        return self.table.in_words() if self.render_mode == "ansi" else None
