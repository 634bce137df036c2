"""What a seat knows, and what it does not: situations as they may be, drawn at random for every playout.

Hidden are all chance to come (the deck has no order before it is drawn, see rules/deck.py) and the Deception markers
that others have not shown (7.3).
"""

from collections.abc import Sequence
from hashlib import blake2b
from typing import Final, NamedTuple

from fitl import prng
from fitl.board.factions import FACTIONS
from fitl.decisions import Decision
from fitl.entries import Checkpoint, Entry
from fitl.game import Game
from fitl.rules.deception import HIDDEN_AGENDA, MARKER_KINDS, MARKERS_PER_KIND
from fitl.state import SET_UP, State

YES_OR_NO: Final = ("yes", "no")


class Knowledge(NamedTuple):
    """What the player of some Factions knows of a game: a plain value, to be thought about anywhere."""

    factions: Sequence[int]
    given: Sequence[Entry]  # what was answered since the last checkpoint
    checkpoint: State
    shown: Sequence[Sequence[str]]  # by Faction: Deception markers that were shown since
    offered: Sequence[str] = ()  # 7.3: where a marker is chosen now, those that are left

    @property
    def showed(self) -> Sequence[int]:
        """7.3: the holders of markers who have shown Agendas since: all that they had."""
        return [faction for faction in FACTIONS if HIDDEN_AGENDA in self.shown[faction]]

    def deal(self, seed: int) -> State:
        """The situation at the checkpoint as it may be; the same seed gives the same."""
        new = self.checkpoint.copy()
        new.seed = prng.scramble(seed)
        if any(new.markers[faction] for faction in FACTIONS if faction not in self.factions):
            new.markers = self._markers(seed)
        return new

    def copy(self) -> State:
        """The situation at the checkpoint as it is, hidden facts included."""
        return self.checkpoint.copy()

    def _markers(self, seed: int) -> tuple[tuple[str, ...], ...]:
        """As many markers as each other player holds: those shown since, the rest from what this one has not seen."""
        s = self.checkpoint
        known = [kind for shown in s.revealed_markers for kind in shown]
        for faction in FACTIONS:
            known += s.markers[faction] if faction in self.factions else self.shown[faction]
        unseen = [kind for kind in MARKER_KINDS for _ in range(MARKERS_PER_KIND - known.count(kind))]
        found = list(s.markers)
        # Who has shown Agendas has shown all: what such a one may hold is taken out first, so that enough is there.
        for faction in (*self.showed, *(each for each in FACTIONS if each not in self.showed)):
            if faction in self.factions:
                continue
            held = list(self.shown[faction][: len(s.markers[faction])])
            fitting = [kind for kind in unseen if kind != HIDDEN_AGENDA] if faction in self.showed else unseen
            for i in range(len(s.markers[faction]) - len(held)):
                kind = _drawn(fitting, seed + i)
                held.append(kind)
                if fitting is not unseen:
                    unseen.remove(kind)
            seed = prng.advance(seed)
            found[faction] = tuple(sorted(held))
        return tuple(found)

    def seed(self) -> int:
        """A seed for thinking that follows from what is known, so that the same position is thought about alike."""
        s = self.checkpoint
        facts = s.facts()
        facts.pop("seed", None)
        facts["markers"] = [s.markers[faction] for faction in self.factions]
        given = self.given
        if s.stage == SET_UP:  # markers are drawn
            given = [entry for entry in given if entry.actor in self.factions]
        elif any(s.markers):  # 7.3: who is asked to show Agendas may say yes and have none, which nobody sees
            given = [entry for entry in given if entry.actor in self.factions or entry.key not in YES_OR_NO]
        told = (s.scenario.id, s.cards.digest, sorted(facts.items()), given)
        return int.from_bytes(blake2b(repr(told).encode(), digest_size=8).digest(), "big")


def known_to(factions: Sequence[int], game: Game) -> Knowledge:
    """What these Factions' player knows of a game."""
    last: Checkpoint = game.checkpoints[-1]
    shown = [_without(game.state.revealed_markers[each], last.state.revealed_markers[each]) for each in FACTIONS]
    return Knowledge(factions, game.entries[last.entries :], last.state, shown, _markers_left(game.decision))


def _markers_left(asked: Decision | None) -> list[str]:
    """7.3: anyone who chooses a marker sees which kinds nobody has used up."""
    if asked is None or asked.kind != "deception.choose":
        return []
    return [option.key for option in asked.options]


def _drawn(unseen: list[str], seed: int) -> str:
    return unseen.pop(prng.below(prng.scramble(seed & (1 << 64) - 1), len(unseen)))


def _without(all_of: Sequence[str], those: Sequence[str]) -> list[str]:
    left = list(all_of)
    for kind in those:
        left.remove(kind)
    return left
