"""The game for OpenSpiel: chance is explicit, so that its algorithms can weigh every die and every card.

    import fitl.env.open_spiel
    import pyspiel

    state = pyspiel.load_game("fitl(scenario=short-1965)").new_initial_state()

Players are the seats in order. Actions are those of `fitl.env` (docs/decisions/0019-actions-of-the-environment.md),
but the last page does not lead back to the first, so that every game ends. At a chance node the actions are the
places of its outcomes. Importing this module registers the game.
"""

import json
from typing import Any, Final

import numpy as np

from fitl.catalogue import tell
from fitl.decisions import CHANCE
from fitl.env.layout import ACTIONS, COLUMNS, NEXT_PAGE, PAGE, layout
from fitl.env.observation import pages_of
from fitl.env.table import REWARDS, Table
from fitl.game import Game
from fitl.options import GameOptions
from fitl.rules.setup import check_options, scenario_named
from fitl.words import label

try:
    import pyspiel
except ModuleNotFoundError as error:
    raise ModuleNotFoundError(tell("env.open_spiel")) from error

NAME: Final = "fitl"
MOST_OUTCOMES: Final = 512  # of one chance node: more than there are cards
LONGEST: Final = 1_000_000  # answers, pages and dice of a game: far beyond any
PLAYERS: Final = 4
DEFAULTS: Final = {"scenario": "short-1965", "seats": ""}

GAME_TYPE: Final = pyspiel.GameType(
    short_name=NAME,
    long_name="Fire in the Lake",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=PLAYERS,
    min_num_players=2,
    provides_information_state_string=False,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification=DEFAULTS,
)


class SpielGame(pyspiel.Game):  # type: ignore[misc]  # OpenSpiel has no types
    """A scenario for players of seats such as `us/arvn/nva+vc` (a seat for each Faction if left out)."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given = {**DEFAULTS, **(params or {})}
        scenario = scenario_named(given["scenario"])
        seats = given["seats"].replace("/", ",")
        options = GameOptions(seats=seats) if seats else GameOptions()
        self.options = options.for_factions(scenario.factions)
        check_options(scenario, self.options)
        self.scenario = scenario.name
        players = len(self.options.seats)
        super().__init__(GAME_TYPE, game_info(players), given)

    def new_initial_state(self) -> "SpielState":
        return SpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "Observer":
        return Observer()


def game_info(players: int) -> Any:
    """The bounds of a game for this many players: the winner has 1, which the others lose."""
    return pyspiel.GameInfo(
        num_distinct_actions=ACTIONS,
        max_chance_outcomes=MOST_OUTCOMES,
        num_players=players,
        min_utility=-1.0,
        max_utility=1.0,
        utility_sum=0.0,
        max_game_length=LONGEST,
    )


class Held:
    """A table as a state holds it: its copy is another game in the same situation."""

    __slots__ = ("table",)

    def __init__(self, table: Table) -> None:
        self.table = table

    def __deepcopy__(self, memo: dict[int, Any]) -> "Held":
        copy = Table(self.table.game.clone())
        copy.page = self.table.page
        return Held(copy)

    def __reduce__(self) -> tuple[Any, ...]:
        """For OpenSpiel's texts of states: the situation as a position."""
        return held_again, (json.dumps(self.table.game.position()), self.table.page)


def held_again(position: str, page: int) -> Held:
    """The table of a position, its chance left open."""
    table = Table(Game.from_position(json.loads(position), manual_chance=True, log=False))
    table.page = page
    return Held(table)


class SpielState(pyspiel.State):  # type: ignore[misc]  # OpenSpiel has no types
    """A situation; what has led to it is the history of actions, from which OpenSpiel makes it again."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        played = Game.new(game.scenario, options=game.options, manual_chance=True, log=False)
        self.held = Held(Table(played))

    @property
    def table(self) -> Table:
        """The game and the page of answers that lies open."""
        return self.held.table

    # --- what OpenSpiel asks of every state ---

    def current_player(self) -> int:
        decision = self.table.game.decision
        if decision is None:
            return int(pyspiel.PlayerId.TERMINAL)
        return int(pyspiel.PlayerId.CHANCE) if decision.actor == CHANCE else self.table.seat

    def is_terminal(self) -> bool:
        return self.table.game.decision is None

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The places of what may be rolled or drawn, with their chances."""
        decision = self.table.game.decision
        assert decision is not None
        weights = decision.weights or [1] * len(decision.options)
        whole = sum(weights)
        return [(place, weight / whole) for place, weight in enumerate(weights) if weight]

    def returns(self) -> list[float]:
        state = self.table.game.state
        if state.outcome is None:
            return [0.0] * len(state.options.seats)
        return REWARDS["win"](state, state.outcome)

    def _legal_actions(self, player: int) -> list[int]:
        decision = self.table.game.decision
        if decision is None or decision.actor == CHANCE or player != self.table.seat:
            return []
        more = [NEXT_PAGE] if self.table.page + 1 < pages_of(decision) else []
        return [*range(self.table.shown()), *more]

    def _apply_action(self, action: int) -> None:
        decision = self.table.game.decision
        if decision is not None and decision.actor == CHANCE:
            self.table.game.choose(decision.options[action])
        else:
            self.table.take(action)

    def _action_to_string(self, player: int, action: int) -> str:
        decision = self.table.game.decision
        if decision is None:
            return str(action)
        if player != pyspiel.PlayerId.CHANCE and action == NEXT_PAGE:
            return tell("env.turn_page")
        place = action if player == pyspiel.PlayerId.CHANCE else self.table.page * PAGE + action
        option = decision.options[place]
        return f"{option.key}: {label(decision, option, self.table.game.state.cards)}"

    def __str__(self) -> str:
        return self.table.in_words()


class Observer:
    """What a player observes, as `fitl.env` tells it: three arrays, one behind the other in `tensor`."""

    def __init__(self) -> None:
        self.tensor = np.zeros(layout().size + ACTIONS * len(COLUMNS) + ACTIONS, np.float32)
        first, second = layout().size, layout().size + ACTIONS * len(COLUMNS)
        self.dict = {
            "observation": self.tensor[:first],
            "options": self.tensor[first:second].reshape(ACTIONS, len(COLUMNS)),
            "action_mask": self.tensor[second:],
        }

    def set_from(self, state: SpielState, player: int) -> None:
        for name, values in state.table.observe(player).items():
            self.dict[name][:] = values

    def string_from(self, state: SpielState, player: int) -> str:
        """The values that are not 0, by name."""
        found = state.table.observe(player)
        told = [f"{name}={value}" for name, value in zip(layout().names, found["observation"], strict=True) if value]
        return " ".join([*told, *(str(row.tolist()) for row in found["options"] if row.any())])


pyspiel.register_game(GAME_TYPE, SpielGame)
