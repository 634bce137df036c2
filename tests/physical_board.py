"""A board on a table, moved by orders alone: pieces, markers, tracks, cards and cylinders as people see them."""

from collections import Counter
from typing import Any

from fitl.board.expansion_cards import DIEM
from fitl.board.factions import FACTIONS
from fitl.board.pieces import (
    ACTIVE_OF,
    ADVISOR,
    ARVN_ARMOR,
    CADRE,
    CAPTURED_ARVN_ARMOR,
    CAPTURED_NVA_ARMOR,
    KINDS,
    NVA_ARMOR,
    NVA_BASE,
    NVA_TUNNEL,
    PLAIN,
    US_TROOPS,
    VC_BASE,
    VC_BASE_CADRE,
    VC_TUNNEL,
)
from fitl.board.pivotals import PIVOTAL_BIT, PIVOTALS
from fitl.board.spaces import AVAILABLE, CONTROLLABLE, SPACE_COUNT
from fitl.bots.orders import Order
from fitl.catalogue import catalogue
from fitl.lasting import effects_in_force
from fitl.rules.control import victory_marker
from fitl.state import END_OF_CARD, PIVOTAL, TURN, State

TUNNEL_OF = {NVA_BASE: NVA_TUNNEL, VC_BASE: VC_TUNNEL}
CAPTURED_OF = {NVA_ARMOR: CAPTURED_NVA_ARMOR, ARVN_ARMOR: CAPTURED_ARVN_ARMOR}
HIDDEN_OF = {active: hidden for hidden, active in ACTIVE_OF.items()}


class PhysicalBoard:
    """What lies on the table. `carry_out` does what an order says, as it says it."""

    def __init__(self, s: State) -> None:
        """As somebody would lay it out for a situation."""
        self.pieces = Counter({divmod(i, KINDS): n for i, n in enumerate(s.pieces) if n})
        self.support = {sp: s.support[sp] for sp in range(CONTROLLABLE)}
        self.control = {sp: s.control[sp] for sp in range(CONTROLLABLE)}
        self.terror = {sp: s.terror[sp] for sp in range(SPACE_COUNT)}
        self.resources = {faction: s.resources[faction] for faction in FACTIONS[1:]}
        self.tracks = {name: self._level(name, getattr(s, name)) for name in s.era.tracks}
        self.victory = {faction: victory_marker(s, faction) for faction in s.era.factions}
        self.effects = set(effects_in_force(s.effects))
        self.pivotal = {each.card for each in PIVOTALS if s.pivotal_held & PIVOTAL_BIT[each.card]}
        self.diem = s.leader == DIEM
        self.leader_box = ", ".join(Order("order.card", {"card": card}).text() for card in s.leader_box) or "-"
        self.face_down = s.leader_silenced
        self.policy = s.us_policy
        self.cylinders = dict(self._cylinders(s))

    @staticmethod
    def _level(track: str, level: int) -> str:
        return catalogue().get(f"track_level.{track}_{level}", str(level))

    @staticmethod
    def _cylinders(s: State) -> Any:
        on_a_card = s.stage in (PIVOTAL, TURN, END_OF_CARD)
        acted = {faction: place for place, (faction, _) in enumerate(s.acted)} if on_a_card else {}
        for faction in s.scenario.factions if s.era.id == "fall_of_diem" else s.era.factions:
            if faction in acted:
                yield faction, s.acted[acted[faction]][1]
            elif on_a_card and s.passed >> faction & 1:
                yield faction, "passed"
            elif s.era.sequence.id == "initiative":
                yield faction, "first" if faction == s.initiative else "second"
            else:
                yield faction, "eligible" if s.eligible >> faction & 1 else "ineligible"

    def carry_out(self, order: Order) -> None:
        """Do what an order says; whatever it speaks of must lie where it says."""
        name, told = order.message.removeprefix("order."), order.params
        if name in ("track", "resources", "victory"):
            self._move_marker(name, told)
            return
        if name.startswith("cylinder."):
            self._move_cylinders(name.removeprefix("cylinder."), told)
            return
        getattr(self, f"_{name}")(**told)

    # --- pieces ---

    def _take(self, kind: int, n: int, row: int) -> None:
        self.pieces[row, kind] -= n
        assert self.pieces[row, kind] >= 0, (kind, row)

    def _turn(self, space: int, n: int, kind: int, becomes: int) -> None:
        self._take(kind, n, space)
        self.pieces[space, becomes] += n

    def _move(self, piece: int, n: int, origin: int, destination: int, **_: Any) -> None:
        self._take(piece, n, origin)
        self._arrive(piece if destination < SPACE_COUNT else PLAIN[piece], n, destination, piece)

    def _arrive(self, becomes: int, n: int, row: int, was: int) -> None:
        self.pieces[row, becomes] += n
        if was == VC_BASE_CADRE != becomes:
            self.pieces[AVAILABLE, CADRE] += n  # it is Available with or without its Base

    _remove = _move

    def _place(self, piece: int, n: int, origin: int, destination: int, **_: Any) -> None:
        self._take(PLAIN[piece], n, origin)
        self.pieces[destination, piece] += n

    def _lift(self, piece: int, n: int, origin: int, destination: int, becomes: str, **_: Any) -> None:
        self._take(piece, n, origin)
        plain = PLAIN[piece]
        self._arrive(ACTIVE_OF[plain] if becomes == "Active" else plain, n, destination, piece)

    def _activate(self, piece: int, n: int, space: int, **_: Any) -> None:
        self._turn(space, n, piece, ACTIVE_OF[piece])

    def _hide(self, piece: int, n: int, space: int, **_: Any) -> None:
        self._turn(space, n, piece, HIDDEN_OF[piece])

    def _captured(self, piece: int, n: int, space: int, **_: Any) -> None:
        self._turn(space, n, piece, CAPTURED_OF[piece])

    def _retaken(self, piece: int, n: int, space: int, **_: Any) -> None:
        self._turn(space, n, CAPTURED_OF[piece], piece)

    def _tunnel(self, piece: int, n: int, space: int, **_: Any) -> None:
        self._turn(space, n, piece, TUNNEL_OF[piece])

    def _untunnel(self, piece: int, n: int, space: int, **_: Any) -> None:
        self._turn(space, n, piece, PLAIN[piece])

    def _cadre(self, n: int, space: int) -> None:
        self._take(CADRE, n, AVAILABLE)
        self._turn(space, n, VC_BASE, VC_BASE_CADRE)

    def _uncadre(self, n: int, space: int) -> None:
        self._turn(space, n, VC_BASE_CADRE, VC_BASE)
        self.pieces[AVAILABLE, CADRE] += n

    def _advisors_are_troops(self, n: int, space: int) -> None:
        self._turn(space, n, ADVISOR, US_TROOPS)

    def _enter(self, piece: int, n: int, space: int) -> None:
        self.pieces[space, piece] += n

    def _leave(self, piece: int, n: int, space: int) -> None:
        self._take(piece, n, space)

    # --- markers and tracks ---

    def _support(self, space: int, level: int) -> None:
        self.support[space] = level

    def _neutral(self, space: int, level: int) -> None:
        assert level == 0
        self.support[space] = 0

    def _control(self, space: int, control: int) -> None:
        self.control[space] = control

    def _no_control(self, space: int, **_: Any) -> None:
        self.control[space] = 0

    def _terror(self, space: int, n: int) -> None:
        self.terror[space] += n

    def _terror_off(self, space: int, n: int) -> None:
        self.terror[space] -= n

    _sabotage, _sabotage_off = _terror, _terror_off

    def _move_marker(self, name: str, told: dict[str, Any]) -> None:
        place = {"resources": self.resources, "victory": self.victory}.get(name, self.tracks)
        key = told["faction" if "faction" in told else "track"]
        assert place[key] == told["n"]
        place[key] = told["now"]

    def _tile_comes(self, track: str, now: str) -> None:
        assert track not in self.tracks
        self.tracks[track] = now

    def _tile_leaves(self, track: str) -> None:
        del self.tracks[track]

    _marker_comes, _marker_leaves = _tile_comes, _tile_leaves

    def _victory_comes(self, faction: int, now: int) -> None:
        assert faction not in self.victory
        self.victory[faction] = now

    # --- cards ---

    def _capability(self, card: int, side: str) -> None:
        self.effects.add((card, side))

    _momentum = _capability

    def _effect_ends(self, card: int, side: str) -> None:
        self.effects.remove((card, side))

    def _pivotal(self, card: int, faction: int) -> None:
        self.pivotal.remove(card)

    _pivotal_leaves = _pivotal

    def _pivotal_given(self, card: int, faction: int) -> None:
        self.pivotal.add(card)

    def _diem_leaves(self, card: int) -> None:
        assert self.diem
        self.diem = False

    def _leader_box(self, names: str) -> None:
        self.leader_box = names

    def _leader_down(self) -> None:
        self.face_down = True

    def _leader_up(self) -> None:
        self.face_down = False

    def _policy(self, name: str) -> None:
        self.policy = next(key.removeprefix("order.president.") for key, text in catalogue().items() if text == name)

    def _peace_talks(self) -> None:
        """Something to remember."""

    _peace_talks_end = _peace_talks

    def _drafted(self, card: int, year: int) -> None:
        """The deck is drawn from by hand and looked after by whoever shuffles it."""

    def _dealt(self, piles: str) -> None:
        """As above."""

    _deck = _dealt

    # --- cylinders ---

    def _move_cylinders(self, name: str, told: dict[str, Any]) -> None:
        if name in ("stay_eligible", "made_ineligible"):
            return  # laid down where it stands
        place = name.removeprefix("of_two.")
        for faction in told.get("factions") or [told["faction"]]:
            self.cylinders[faction] = place
