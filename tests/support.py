"""Helpers for tests: build a situation, drive a rule with answers by key."""

from collections.abc import Callable, Iterable
from typing import Any

import pytest

from fitl.board.factions import ARVN
from fitl.board.pieces import KIND_BY_ID, KINDS, PLAIN
from fitl.board.scenarios import SCENARIOS
from fitl.board.spaces import AVAILABLE, ROWS
from fitl.compose import BASE, ERAS, era_named
from fitl.decisions import CHANCE, RELIST, Decision, Flow
from fitl.game import Game
from fitl.lab.bench import is_compiled
from fitl.options import GameOptions
from fitl.rules.control import recount
from fitl.rules.deception import EMPTY_THREAT, HIDDEN_AGENDA, HIDDEN_ASSET
from fitl.rules.pivotal import PIVOTAL_OF, condition_met, held_pivotals, may_play
from fitl.rules.sequence import STAGES
from fitl.state import TURN, VICTORY, PileState, State, empty_state

# For tests that watch the engine by putting a function of their own in the place of one of its functions.
plain_build = pytest.mark.skipif(is_compiled(), reason="compiled callers would not notice what is put in its place")


def break_passing(monkeypatch: pytest.MonkeyPatch, also: Callable[[State], None]) -> None:
    """Put a fault into the rules: whenever a Faction passes (2.3.3), something else happens `also`.

    The stage is replaced, in every era, not a function that it calls: compiled callers would not notice that.
    """
    honest = STAGES[TURN]

    def broken(s: State) -> Flow[None]:
        flow = honest.step(s)
        given = None
        passed = False
        while True:
            try:
                decision = flow.send(given)
            except StopIteration:
                if passed:
                    also(s)
                return
            given = yield decision
            passed = passed or given == "pass"

    for stages in {id(era.stages): era.stages for era in ERAS.values()}.values():
        assert isinstance(stages, dict)
        if stages.get(TURN) is honest:
            monkeypatch.setitem(stages, TURN, honest._replace(step=broken))


def blank(scenario: str = "full-1964", options: GameOptions | None = None, **tracks: Any) -> State:
    """A situation with an empty map: every piece Available, everything Neutral, tracks as named (others 20/0).

    Keyword tracks: resources=dict or list, aid, patronage, econ, trail, leader, effects, card, next_card...
    """
    s = empty_state(SCENARIOS[scenario], options or GameOptions(), 1, BASE, era_named)
    for kind, total in enumerate(s.scenario.force_pool):
        s.pieces[AVAILABLE * KINDS + kind] = total
    s.resources = [0, 20, 20, 20]
    s.aid = s.patronage = 20
    s.econ = 15
    s.trail = 1
    s.leader = 128  # Thieu: no effect
    s.card, s.next_card, s.stage = 1, 2, TURN
    s.order = (0, 1, 2, 3)
    for name, value in tracks.items():
        setattr(s, name, value)
    recount(s)
    s.log = []
    return s


def put(s: State, row: int, **pieces: int) -> None:
    """Move pieces from Available into a space or box: put(s, SAIGON, us_troops=3, vc_tunnel=1)."""
    for name, n in pieces.items():
        kind = KIND_BY_ID[name]
        s.pieces[AVAILABLE * KINDS + PLAIN[kind]] -= n
        s.pieces[row * KINDS + kind] += n
    recount(s)


def at(s: State, row: int) -> dict[str, int]:
    """The pieces of a space or box by id, zero counts left out."""
    return {name: s.pieces[row * KINDS + kind] for name, kind in KIND_BY_ID.items() if s.pieces[row * KINDS + kind]}


class Play:
    """Drives one flow: answers by key, single options answered as the game does, dice answered like anything else."""

    def __init__(self, flow: Flow[Any]) -> None:
        self.flow = flow
        self.decision: Decision | None = None
        self.result: Any = None
        self.asked: list[str] = []
        self._send(None)

    def _send(self, value: Any) -> None:
        try:
            decision = self.flow.send(value)
            while decision.actor != CHANCE and len(decision.options) == 1:
                decision = self.flow.send(decision.options[0].value)
            assert decision.options, f"{decision.kind} offers nothing"
            assert len({o.key for o in decision.options}) == len(decision.options), f"duplicate keys: {decision}"
            self.decision = decision
            self.asked.append(decision.kind)
        except StopIteration as stop:
            self.decision = None
            self.result = stop.value

    @property
    def over(self) -> bool:
        return self.decision is None

    def keys(self) -> list[str]:
        """The keys offered now."""
        assert self.decision is not None, "the flow has ended"
        return [option.key for option in self.decision.options]

    def answer(self, *keys: str | int) -> "Play":
        """Answer the coming decisions in turn."""
        for key in keys:
            assert self.decision is not None, f"nothing is asked any more, cannot answer {key!r}"
            option = self.decision.find(str(key))
            assert option is not None, f"{key!r} not offered by {self.decision.kind}: {self.keys()}"
            self._send(option.value)
        return self

    def relist(self) -> "Play":
        """Ask the open decision again, as after a Resource transfer."""
        assert self.decision is not None
        assert self.decision.open
        self._send(RELIST)
        return self


def play(flow: Flow[Any], *keys: str | int) -> Play:
    """Start a flow and answer its first decisions."""
    return Play(flow).answer(*keys)


def all_rows(s: State) -> Iterable[tuple[int, dict[str, int]]]:
    """Every row that holds pieces."""
    return ((row, at(s, row)) for row in range(ROWS) if at(s, row))


def pivotal_condition(s: State, faction: int) -> bool:
    """2.3.8: is the condition of a Faction's Pivotal Event of the base game met?"""
    return condition_met(s, PIVOTAL_OF[faction])


def may_play_pivotal(s: State, faction: int) -> bool:
    """2.3.8: may the Faction play a Pivotal Event it holds?"""
    return any(may_play(s, card) for card in held_pivotals(s, faction))


def asked_for_agendas(*answered: str, markers: tuple[str, ...] = (EMPTY_THREAT, HIDDEN_ASSET)) -> Game:
    """A Victory Phase in which ARVN, who holds these markers, has answered; VC is asked next."""
    mine = (HIDDEN_AGENDA, EMPTY_THREAT)
    piles = (PileState(events=3, period=0, coup=-1, last=4),)
    s = blank(options=GameOptions(deception=True), piles=piles, markers=((), markers, (), mine), stage=VICTORY)
    s.patronage, s.total_opposition = 49, 34  # both a point below what more than 0 takes (7.2)
    game = Game(s, log=False)
    game.begin()
    for key in answered:
        assert game.decision is not None
        assert (game.decision.actor, game.decision.kind) == (ARVN, "deception.reveal")
        game.choose(key)
    return game
