"""Positions: any situation as a documented JSON object, to be written by hand, checked, loaded and played on.

`docs/position-format.md` describes the format. A position stands at a checkpoint (a Faction's turn, a Coup phase ...)
and may carry the answers given since.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from fitl.board.card import card_id, written
from fitl.board.cards import CARDS, COUP_CARDS
from fitl.board.expansion_cards import DIEM
from fitl.board.factions import FACTION_BY_ID, FACTION_IDS, FACTIONS, US
from fitl.board.pieces import (
    BASE_KINDS,
    BASES_PER_SPACE,
    CADRE,
    COUNTED_AS,
    EDGE_TRACK_MAX,
    HAMLET,
    KIND_BY_ID,
    KIND_IDS,
    KINDS,
    NVA_TUNNEL,
    PLAIN,
    PLAIN_KINDS,
    TERROR_MARKERS,
    TUNNEL_MARKERS,
    VC_TUNNEL,
)
from fitl.board.pivotals import PIVOTAL_BIT, PIVOTALS
from fitl.board.scenarios import US_POLICIES
from fitl.board.spaces import (
    AVAILABLE,
    BOX_IDS,
    COMMON_BOXES,
    CONTROLLABLE,
    POP,
    ROWS,
    SPACE_BY_ID,
    SPACE_COUNT,
    SPACES,
    row_id,
)
from fitl.board.tracks import TRACKS
from fitl.cardset import CardSet
from fitl.catalogue import tell
from fitl.era import ERAS, POST_PARIS
from fitl.lasting import FLAGS, effect_bit, effects_in_force, flags_in_force
from fitl.options import GameOptions, OptionsError, parse_seats
from fitl.packs import PackError, card_set_of
from fitl.position_checks import check_era
from fitl.position_values import (
    PositionError as PositionError,
)
from fitl.position_values import (
    card_of,
    cards_of,
    faction_of,
    flag_of,
    integer_of,
    list_of,
    mask_of,
    object_of,
    pivotal_of,
)
from fitl.prng import MOST_SEED
from fitl.rules.control import count_population, recount
from fitl.rules.deck import cards_left, is_coup, last_coup_shown, looks_ahead, piles_after
from fitl.rules.draft import cards_of_1973
from fitl.rules.forces import boxes_of, force_pool, may_stand
from fitl.rules.setup import check_cards, eras_of, new_state, scenario_named
from fitl.state import (
    COIN_CONTROL,
    EVENT,
    LIMITED_OP,
    MINH,
    NO_LEADER,
    NVA_CONTROL,
    OP_AND_ACTIVITY,
    OP_ONLY,
    OVER,
    SET_UP,
    STAGE_IDS,
    Outcome,
    PileState,
    State,
)

FORMAT: Final = 1
LEVEL_IDS: Final = ("active_opposition", "passive_opposition", "neutral", "passive_support", "active_support")
ACTIONS: Final = (EVENT, OP_ONLY, OP_AND_ACTIVITY, LIMITED_OP)
EMPTY: Final = "empty"
MOST_COUP_ROUNDS: Final = 11  # two before the Fall of Diem, six from 1964 to 1972, three to 1975
BOARDS: Final = ("set_up", EMPTY)  # what a position leaves out of the board is as in the set-up, or nothing is there
OUTCOME_REASONS: Final = ("victory", "final")
MARKER_KINDS: Final = ("empty_threat", "hidden_agenda", "hidden_asset")
_LISTS: Final = ("seats", "handicap", "non_players", "kinds", "readings")  # options that are not a plain yes or no
_CONTROLS: Final = {"coin": COIN_CONTROL, "nva": NVA_CONTROL}
_LEADER_WORDS: Final = {"minh": MINH, "none": NO_LEADER, "diem": DIEM}


# --- writing ------------------------------------------------------------------------------------------------------


def write_position(s: State) -> dict[str, Any]:
    """The situation as a position."""
    found: dict[str, Any] = {
        "fitl": FORMAT,
        "scenario": s.scenario.name,
        "options": write_options(s.options),
        **({"packs": list(s.cards.packs)} if s.cards.packs else {}),
        **({"era": s.era.id} if s.era.id != s.scenario.era else {}),
        "stage": STAGE_IDS[s.stage],
        "card": written(s.card),
        "next_card": written(s.next_card),
        "spaces": {SPACES[sp].id: _write_space(s, sp) for sp in range(SPACE_COUNT) if _write_space(s, sp)},
    }
    if s.era.control_frozen:
        found["control"] = {
            name: [SPACES[sp].id for sp in range(CONTROLLABLE) if s.control[sp] == control]
            for name, control in _CONTROLS.items()
        }
    for row in range(AVAILABLE, ROWS):
        if row in COMMON_BOXES or any(s.pieces[row * KINDS : (row + 1) * KINDS]):
            found[row_id(row)] = _write_pieces(s, row)
    found |= {
        "resources": {FACTION_IDS[f]: s.resources[f] for f in s.era.factions if f != US},
        **{track: getattr(s, track) for track in s.era.tracks},
        "leader": next((word for word, leader in _LEADER_WORDS.items() if leader == s.leader), s.leader),
        "leader_box": list(s.leader_box),
        "leader_silenced": s.leader_silenced,
        "effects": [[card, side] for card, side in effects_in_force(s.effects)],
        "flags": flags_in_force(s.effects),
        "eligible": _write_mask(s.eligible),
        "passed": _write_mask(s.passed),
        "acted": [[FACTION_IDS[faction], action] for faction, action in s.acted],
        "stay_eligible": _write_mask(s.stay_eligible),
        "made_ineligible": _write_mask(s.made_ineligible),
        "order": [FACTION_IDS[faction] for faction in s.order],
        **({"initiative": FACTION_IDS[s.initiative]} if s.era.sequence.id == "initiative" else {}),
        "pivotal": [*_write_mask(s.pivotal_held), *_write_pivotals(s.pivotal_held)],
        "piles": [_write_pile(pile) for pile in s.piles],
        **({"draft": [[FACTION_IDS[faction], year] for faction, year in s.draft]} if _may_draft(s) else {}),
        "coups_to_come": list(s.coup_pool),
        "seen": [written(card) for card in s.cards.events if s.seen >> card & 1],
        "played": [written(card) for card in s.played],
        "last_was_coup": s.last_was_coup,
        "coup_rounds": s.coup_rounds,
        "us_policy": s.us_policy,
        "markers": {FACTION_IDS[f]: list(s.markers[f]) for f in FACTIONS if s.markers[f]},
        "revealed_markers": {FACTION_IDS[f]: list(s.revealed_markers[f]) for f in FACTIONS if s.revealed_markers[f]},
        "seed": s.seed,
    }
    if s.outcome is not None:
        found["outcome"] = {
            "reason": s.outcome.reason,
            "winner": FACTION_IDS[s.outcome.winner],
            "ranking": [FACTION_IDS[faction] for faction in s.outcome.ranking],
            "margins": list(s.outcome.margins),
        }
    return found


def _may_draft(s: State) -> bool:
    """P2.1, S2.1: Events are drafted before the first card, and in a campaign after the Paris talks (S6.8.3)."""
    return s.stage in s.era.drafting or (s.stage == SET_UP and s.scenario.mini_deck is not None)


def _write_pile(pile: PileState) -> dict[str, Any]:
    found: dict[str, Any] = {**pile._asdict(), "coup": written(pile.coup)}
    if pile.chosen:
        found["chosen"] = [written(card) for card in pile.chosen]
    else:
        del found["chosen"]
    return found


def write_picture(s: State) -> dict[str, Any]:
    """The board as it stands, perhaps in the middle of a turn: like a position, but nobody can play on from it."""
    found = write_position(s)
    return {"picture": found.pop("fitl"), **found}


def _write_space(s: State, sp: int) -> dict[str, Any]:
    found: dict[str, Any] = {}
    if sp < CONTROLLABLE and s.support[sp]:
        found["support"] = LEVEL_IDS[s.support[sp] + 2]
    if s.terror[sp]:
        found["terror" if sp < CONTROLLABLE else "sabotage"] = s.terror[sp]
    pieces = _write_pieces(s, sp)
    if pieces:
        found["pieces"] = pieces
    return found


def _write_pieces(s: State, row: int) -> dict[str, int]:
    return {KIND_IDS[kind]: s.pieces[row * KINDS + kind] for kind in range(KINDS) if s.pieces[row * KINDS + kind]}


def _write_pivotals(held: int) -> list[str]:
    """The Pivotal Events of expansions; the base game's are told by the Faction that holds them."""
    return [card_id(each.card) for each in PIVOTALS[len(FACTIONS) :] if held & PIVOTAL_BIT[each.card]]


def _write_mask(mask: int) -> list[str]:
    return [FACTION_IDS[faction] for faction in FACTIONS if mask >> faction & 1]


def write_options(options: GameOptions) -> dict[str, Any]:
    """The options as plain JSON, defaults left out."""
    found: dict[str, Any] = {
        name: getattr(options, name) for name in GameOptions.__slots__ if name not in _LISTS and getattr(options, name)
    }
    for name in ("handicap", "non_players"):
        if getattr(options, name):
            found[name] = [FACTION_IDS[faction] for faction in getattr(options, name)]
    if options.kinds:
        found["kinds"] = {FACTION_IDS[faction]: kind for faction, kind in options.kinds}
    if options.readings:
        found["readings"] = dict(options.readings)
    if options.seats != GameOptions().seats:
        found["seats"] = ",".join("+".join(FACTION_IDS[f] for f in seat) for seat in options.seats)
    return found


# --- reading ------------------------------------------------------------------------------------------------------


def read_options(found: Mapping[str, Any]) -> GameOptions:
    """Options from plain JSON."""
    names = set(GameOptions.__slots__)
    for name in found:
        if name not in names:
            raise PositionError(tell("position.unknown_option", name=name, names=", ".join(sorted(names))))
    values = dict(found)
    try:
        if "seats" in values:
            values["seats"] = parse_seats(str(values["seats"]))
        for name in ("handicap", "non_players"):
            if name in values:
                values[name] = tuple(faction_of(word, f"options.{name}") for word in list_of(values, name))
        if "kinds" in values:
            kinds = object_of(values, "kinds")
            values["kinds"] = tuple((faction_of(word, "options.kinds"), str(kind)) for word, kind in kinds.items())
        if "readings" in values:
            readings = object_of(values, "readings")
            values["readings"] = tuple(sorted((name, str(value)) for name, value in readings.items()))
        for name, value in values.items():
            if name not in _LISTS and not isinstance(value, bool):
                raise PositionError(tell("position.yes_or_no", path=f"options.{name}", value=value))
        return GameOptions(**values)
    except OptionsError as error:
        raise PositionError(tell("position.options", error=error)) from error


def read_packs(found: Any) -> CardSet:
    """The cards of a game from the texts of its packs."""
    if not isinstance(found, list) or not all(isinstance(text, str) for text in found):
        raise PositionError(tell("position.packs"))
    try:
        return card_set_of(found)
    except PackError as error:
        raise PositionError(tell("position.pack", error=error)) from error


def read_position(found: Mapping[str, Any], cards: CardSet | None = None) -> State:
    """The situation a position describes; whatever it leaves out is as in the scenario's set-up.

    A position that lists `spaces` describes the whole map: spaces it does not name are empty and Neutral. Available
    may be left out, being what remains of the force pool. `cards` are those of the game if the position does not say.
    """
    if not isinstance(found, Mapping):
        raise PositionError(tell("position.not_an_object"))
    if "picture" in found:
        raise PositionError(tell("position.picture"))
    if found.get("fitl") != FORMAT:
        raise PositionError(tell("position.format", format=FORMAT, value=found.get("fitl")))
    for key in found:
        if key not in _KEYS:
            raise PositionError(tell("position.unknown_key", key=key))
    options = read_options(object_of(found, "options"))
    if cards is None or "packs" in found:
        cards = read_packs(found.get("packs", []))
    try:
        seed = found.get("seed", 0)
        if type(seed) is not int or not 0 <= seed <= MOST_SEED:
            raise PositionError(tell("position.seed"))
        s = new_state(scenario_named(str(found.get("scenario"))), options, seed, cards)
    except OptionsError as error:
        raise PositionError(str(error)) from error
    if "era" in found:
        eras = eras_of(s.scenario, s.options)
        if found["era"] not in eras:
            raise PositionError(
                tell("position.era", value=found["era"], scenario=s.scenario.name, names=", ".join(eras))
            )
        s.era = ERAS[found["era"]]
        for name in TRACKS.keys() - set(s.era.tracks):
            setattr(s, name, 0)
        if s.era.sequence.id != "initiative":
            s.initiative = 0
        if s.era.flags & POST_PARIS and s.era.id != s.scenario.era:
            s.piles = s.coup_pool = s.draft = ()
            cards_of_1973(s)
    _read_board(s, found)
    _read_tracks(s, found)
    _read_lasting(s, found)
    _read_deck(s, found)
    _read_turn(s, found)
    _check_deck(s, found)
    _read_markers(s, found)
    _read_outcome(s, found)
    check_era(s)
    recount(s)
    _read_control(s, found)
    return s


def _read_control(s: State, found: Mapping[str, Any]) -> None:
    """P7.4: Control as it was before the Fall of Diem; at any other time it follows from the pieces."""
    if s.era.control_frozen != ("control" in found):
        raise PositionError(tell("position.control", names=", ".join(_CONTROLS)))
    if not s.era.control_frozen:
        return
    s.control_frozen = True
    s.control[:] = bytes(CONTROLLABLE)
    by_name = object_of(found, "control")
    for name in by_name:
        if name not in _CONTROLS:
            raise PositionError(tell("position.control", names=", ".join(_CONTROLS)))
        for space in list_of(by_name, name, "control"):
            if space not in SPACE_BY_ID or SPACE_BY_ID[space] >= CONTROLLABLE:
                raise PositionError(tell("position.control_space", path=f"control.{name}", value=space))
            s.control[SPACE_BY_ID[space]] = _CONTROLS[name]
    count_population(s)


def _read_board(s: State, found: Mapping[str, Any]) -> None:
    board = found.get("board", BOARDS[0])
    if board not in BOARDS:
        raise PositionError(tell("position.board", names=", ".join(BOARDS), value=board))
    if board == EMPTY:
        s.pieces[:] = bytes(len(s.pieces))
    if "spaces" in found or board == EMPTY:
        for row in range(SPACE_COUNT):
            s.pieces[row * KINDS : (row + 1) * KINDS] = bytes(KINDS)
        for sp in range(CONTROLLABLE):
            s.support[sp] = 0
        for name, space in object_of(found, "spaces").items():
            _read_space(s, name, space)
    for row in range(AVAILABLE + 1, ROWS):
        if row_id(row) in found:
            if row not in boxes_of(s):
                boxes = ", ".join(row_id(box) for box in boxes_of(s))
                raise PositionError(tell("position.no_box", path=row_id(row), names=boxes, scenario=s.scenario.name))
            _read_pieces(s, row, object_of(found, row_id(row)), row_id(row))
        elif row not in COMMON_BOXES:
            s.pieces[row * KINDS : (row + 1) * KINDS] = bytes(KINDS)
    _check_markers(s)
    for kind in PLAIN_KINDS:
        _close_pool(s, kind, found)


def _read_space(s: State, name: str, space: Any) -> None:
    path = f"spaces.{name}"
    if name not in SPACE_BY_ID:
        raise PositionError(tell("position.unknown_space", path=path, names=", ".join(SPACE_BY_ID)))
    if not isinstance(space, Mapping):
        raise PositionError(tell("position.object", path=path, value=space))
    sp = SPACE_BY_ID[name]
    marker = "terror" if sp < CONTROLLABLE else "sabotage"
    for key in space:
        if key not in ("support", "pieces", marker):
            raise PositionError(tell("position.space_key", path=path, key=key, marker=marker))
    if "support" in space:
        if space["support"] not in LEVEL_IDS:
            raise PositionError(tell("position.level", path=path, names=", ".join(LEVEL_IDS), value=space["support"]))
        level = LEVEL_IDS.index(space["support"]) - 2
        if level and (sp >= CONTROLLABLE or not POP[sp]):
            raise PositionError(tell("position.nobody_lives", path=path))
        if sp < CONTROLLABLE:
            s.support[sp] = level
    s.terror[sp] = integer_of(space, marker, 0, TERROR_MARKERS if sp < CONTROLLABLE else 1, 0, path)
    _read_pieces(s, sp, object_of(space, "pieces", path), f"{path}.pieces")
    bases = sum(s.pieces[sp * KINDS + kind] for kind in BASE_KINDS)
    if bases > BASES_PER_SPACE:
        raise PositionError(tell("position.bases", path=path, n=bases, most=BASES_PER_SPACE))
    if s.pieces[sp * KINDS + HAMLET] > 1:
        raise PositionError(tell("position.hamlets", path=path, n=s.pieces[sp * KINDS + HAMLET]))


def _read_pieces(s: State, row: int, pieces: Mapping[str, Any], path: str) -> None:
    s.pieces[row * KINDS : (row + 1) * KINDS] = bytes(KINDS)
    for name in pieces:
        if name not in KIND_BY_ID or not _in_pool(s, KIND_BY_ID[name]):
            message = "position.unknown_piece" if name not in KIND_BY_ID else "position.not_in_scenario"
            names = ", ".join(each for kind, each in enumerate(KIND_IDS) if _in_pool(s, kind))
            raise PositionError(tell(message, path=path, name=name, names=names, scenario=s.scenario.name))
        kind = KIND_BY_ID[name]
        n = integer_of(pieces, name, 0, force_pool(s)[PLAIN[kind]], 0, path)
        if row >= SPACE_COUNT and PLAIN[kind] != kind:
            raise PositionError(tell("position.plain", path=path, plain=KIND_IDS[PLAIN[kind]], name=name))
        if row < SPACE_COUNT and n and not may_stand(row, kind):
            message = "position.cadre" if kind == CADRE else "position.may_not_stand"
            raise PositionError(tell(message, path=path, name=name))
        s.pieces[row * KINDS + kind] = n


def _in_pool(s: State, kind: int) -> bool:
    """Does this game have pieces of this kind at all?"""
    return all(force_pool(s)[plain] for plain, states in COUNTED_AS.items() if kind in states)


def _check_markers(s: State) -> None:
    if sum(s.terror) > TERROR_MARKERS:
        raise PositionError(tell("position.terror", n=sum(s.terror), most=TERROR_MARKERS))
    tunnels = sum(s.pieces[sp * KINDS + kind] for sp in range(SPACE_COUNT) for kind in (NVA_TUNNEL, VC_TUNNEL))
    if tunnels > TUNNEL_MARKERS:
        raise PositionError(tell("position.tunnels", n=tunnels, most=TUNNEL_MARKERS))


def _close_pool(s: State, kind: int, found: Mapping[str, Any]) -> None:
    """1.4.1: map, Available, Casualties and Out of Play together hold exactly the force pool."""
    placed = sum(s.pieces[row * KINDS + state] for row in range(ROWS) if row != AVAILABLE for state in COUNTED_AS[kind])
    name, pool = KIND_IDS[kind], force_pool(s)[kind]
    if placed > pool:
        raise PositionError(tell("position.pool", name=name, n=placed, pool=pool))
    rest = pool - placed
    if "available" in found:
        given = integer_of(object_of(found, "available"), name, 0, pool, 0, "available")
        if given != rest:
            raise PositionError(tell("position.available", name=name, n=given, rest=rest, pool=pool))
    s.pieces[AVAILABLE * KINDS + kind] = rest


def _read_tracks(s: State, found: Mapping[str, Any]) -> None:
    resources = object_of(found, "resources")
    for name in resources:
        if faction_of(name, "resources") == 0:
            raise PositionError(tell("position.us_resources"))
        s.resources[FACTION_BY_ID[name]] = integer_of(resources, name, 0, EDGE_TRACK_MAX, 0, "resources")
    for name, track in TRACKS.items():
        if name in s.era.tracks:
            setattr(s, name, integer_of(found, name, track.least, track.most, getattr(s, name)))
        elif name in found:
            raise PositionError(
                tell("position.no_track", path=name, scenario=s.scenario.name, names=", ".join(s.era.tracks))
            )


def _read_lasting(s: State, found: Mapping[str, Any]) -> None:
    if "effects" in found:
        s.effects = 0
        for pair in list_of(found, "effects"):
            try:
                card, side = pair
                s.effects |= effect_bit(card, side)
            except (KeyError, TypeError, ValueError):
                raise PositionError(tell("position.effect", value=pair)) from None
    for name in list_of(found, "flags"):
        if not isinstance(name, str) or name not in FLAGS:
            raise PositionError(tell("position.unknown_flag", name=name, names=", ".join(FLAGS)))
        s.effects |= FLAGS[name]
    if "leader_box" in found:
        s.leader_box = cards_of(found, "leader_box", COUP_CARDS)
    if "leader" in found:
        leader = found["leader"]
        if isinstance(leader, str) and leader in _LEADER_WORDS:
            s.leader = _LEADER_WORDS[leader]
        elif type(leader) is int and leader in s.leader_box and CARDS[leader].leader:
            s.leader = leader
        else:
            raise PositionError(tell("position.leader", value=leader))
    s.leader_silenced = flag_of(found, "leader_silenced", s.leader_silenced)


def _read_deck(s: State, found: Mapping[str, Any]) -> None:
    if "piles" in found:
        most = len(s.cards.events)
        s.piles = tuple(_read_pile(s, pile, f"piles[{i}]", most) for i, pile in enumerate(list_of(found, "piles")))
    if "draft" in found:
        s.draft = tuple(_read_pick(s, pick, f"draft[{i}]") for i, pick in enumerate(list_of(found, "draft")))
    of_the_deck = {*s.coup_pool, *(pile.coup for pile in s.piles if pile.coup > 0)}
    if "coups_to_come" in found:
        s.coup_pool = cards_of(found, "coups_to_come", COUP_CARDS)
    if "seen" in found:
        s.seen = sum(1 << card for card in cards_of(found, "seen", filter(s.scenario.plays, s.cards.events)))
    if "played" in found:
        s.played = cards_of(found, "played", filter(s.scenario.plays, s.cards.facts))
    for key in ("card", "next_card"):
        if key in found:
            card = card_of(s, found[key], key) if found[key] != 0 else 0
            setattr(s, key, card)
            if card in s.cards.events:
                s.seen |= 1 << card
    coups = of_the_deck & {*s.played, s.card, s.next_card, *s.leader_box}
    if "coups_to_come" not in found:
        s.coup_pool = tuple(card for card in s.coup_pool if card not in coups)
    if "piles" not in found:
        s.piles = piles_after(s, coups)
    if "coup_rounds" not in found:
        s.coup_rounds = len(coups & set(s.played))
    random_coups = sum(pile.coup == -1 for pile in s.piles)
    if random_coups > len(s.coup_pool):
        raise PositionError(tell("position.coups", n=random_coups, have=len(s.coup_pool)))


def _check_deck(s: State, found: Mapping[str, Any]) -> None:
    """2.1: every card is in one place, and the piles can be drawn to their end."""
    for path, cards in (("played", s.played), ("coups_to_come", s.coup_pool)):
        for card in cards:
            if cards.count(card) > 1:
                raise PositionError(tell("position.card_twice", path=path, n=card))
    shown = {*s.played, s.card, s.next_card}
    for card in s.coup_pool:
        if card in shown:
            raise PositionError(tell("position.coup_shown", n=card))
        if card in s.leader_box:
            raise PositionError(tell("position.coup_in_box", n=card))
    s.seen |= sum(1 << card for card in s.played if card in s.cards.events)
    s.seen |= sum(1 << card for pile in s.piles for card in pile.chosen)
    chosen = [card for pile in s.piles for card in pile.chosen]
    for i, pile in enumerate(s.piles):
        for card in pile.chosen:
            if s.cards.facts[card].period != pile.period or chosen.count(card) > 1 or card in shown:
                raise PositionError(tell("position.chosen", path=f"piles[{i}]", card=card_id(card), n=pile.period))
        if sum(year == pile.period for _, year in s.draft) > pile.events:
            raise PositionError(tell("position.picks", path=f"piles[{i}]", n=pile.events))
        if pile.period not in s.cards.drawn_in:
            periods = ", ".join(str(period) for period in s.cards.drawn_in)
            raise PositionError(tell("position.period", path=f"piles[{i}]", names=periods, n=pile.period))
        if pile.coup > 0 and not is_coup(s, pile.coup):
            raise PositionError(tell("position.no_coup", path=f"piles[{i}]", n=pile.coup))
    try:
        check_cards(s)
    except OptionsError as error:
        raise PositionError(tell("position.options", error=error)) from error
    if s.stage != OVER and last_coup_shown(s) and not is_coup(s, s.card):
        raise PositionError(tell("position.no_end"))
    if s.stage not in (SET_UP, OVER, *s.era.drafting) and not s.next_card and cards_left(s) and looks_ahead(s):
        raise PositionError(tell("position.next_card"))


def _read_pile(s: State, pile: Any, path: str, most: int) -> PileState:
    if not isinstance(pile, Mapping) or {*pile, "chosen"} != set(PileState._fields):
        raise PositionError(tell("position.pile", path=path, names=", ".join(PileState._fields)))
    coup = pile["coup"]
    return PileState(
        integer_of(pile, "events", 0, most, path=path),
        integer_of(pile, "period", 0, 9999, path=path),
        card_of(s, coup, f"{path}.coup")
        if isinstance(coup, str)
        else integer_of(pile, "coup", -1, max(CARDS), path=path),
        integer_of(pile, "last", 0, most, path=path),
        cards_of(pile, "chosen", filter(s.scenario.plays, s.cards.events)),
    )


def _read_pick(s: State, pick: Any, path: str) -> tuple[int, int]:
    """P2.1, S2.1: who has still to pick an Event of which year."""
    if not isinstance(pick, list) or len(pick) != 2 or pick[1] not in [pile.period for pile in s.piles]:
        raise PositionError(tell("position.pick", path=path, value=pick))
    return faction_of(pick[0], path), pick[1]


def _read_turn(s: State, found: Mapping[str, Any]) -> None:
    if "stage" in found:
        stages = [STAGE_IDS[stage] for stage in s.era.stages]
        if found["stage"] not in stages:
            raise PositionError(tell("position.stage", names=", ".join(stages), value=found["stage"]))
        s.stage = STAGE_IDS.index(found["stage"])
    if not _may_draft(s):
        s.draft = ()
    cards = s.cards.facts
    if s.stage not in (0, OVER) and s.card not in cards:
        raise PositionError(tell("position.card", stage=STAGE_IDS[s.stage], last=max(CARDS)))
    if "initiative" in found:
        s.initiative = faction_of(found["initiative"], "initiative")
        if s.era.sequence.id != "initiative" or s.initiative not in s.era.factions:
            names = ", ".join(FACTION_IDS[faction] for faction in s.scenario.initiative)
            raise PositionError(tell("position.initiative", scenario=s.scenario.name, names=names))
    s.order = s.era.sequence.order(s) if s.card in cards else ()
    if "order" in found:
        s.order = tuple(faction_of(word, "order") for word in list_of(found, "order"))
    s.eligible = mask_of(found, "eligible", s.eligible)
    s.passed = mask_of(found, "passed", 0)
    s.stay_eligible = mask_of(found, "stay_eligible", 0)
    s.made_ineligible = mask_of(found, "made_ineligible", 0)
    if "pivotal" in found:
        s.pivotal_held = sum({pivotal_of(s, word) for word in list_of(found, "pivotal")})
    acted = []
    for pair in list_of(found, "acted"):
        if not isinstance(pair, Sequence) or len(pair) != 2 or pair[1] not in ACTIONS:
            raise PositionError(tell("position.acted", value=pair, names=", ".join(ACTIONS)))
        acted.append((faction_of(pair[0], "acted"), str(pair[1])))
    if len(acted) > 2:
        raise PositionError(tell("position.acted_most"))
    s.acted = tuple(acted)
    s.last_was_coup = flag_of(found, "last_was_coup", s.last_was_coup)
    s.coup_rounds = integer_of(found, "coup_rounds", 0, MOST_COUP_ROUNDS, s.coup_rounds)
    policy = found.get("us_policy", s.us_policy)
    if policy not in US_POLICIES:
        raise PositionError(tell("position.us_policy", names=", ".join(US_POLICIES), value=policy))
    s.us_policy = policy


def _read_markers(s: State, found: Mapping[str, Any]) -> None:
    for key in ("markers", "revealed_markers"):
        held: list[tuple[str, ...]] = [(), (), (), ()]
        by_faction = object_of(found, key)
        for name in by_faction:
            markers = list_of(by_faction, name, key)
            for marker in markers:
                if marker not in MARKER_KINDS:
                    raise PositionError(
                        tell("position.marker", path=f"{key}.{name}", value=marker, names=", ".join(MARKER_KINDS))
                    )
            held[faction_of(name, key)] = tuple(markers)
        setattr(s, key, tuple(held))


def _read_outcome(s: State, found: Mapping[str, Any]) -> None:
    if (s.stage == OVER) != ("outcome" in found):
        raise PositionError(tell("position.outcome"))
    if "outcome" in found:
        outcome = object_of(found, "outcome")
        reason = outcome.get("reason")
        if reason not in OUTCOME_REASONS:
            raise PositionError(tell("position.reason", names=", ".join(OUTCOME_REASONS), value=reason))
        winner = faction_of(outcome.get("winner"), "outcome.winner")
        ranking = tuple(faction_of(word, "outcome.ranking") for word in list_of(outcome, "ranking", "outcome"))
        if sorted(ranking) != sorted(s.era.factions) or ranking[0] != winner:
            raise PositionError(tell("position.ranking"))
        margins = list_of(outcome, "margins", "outcome")
        kinds = [int if faction in ranking else type(None) for faction in FACTIONS]
        if [type(margin) for margin in margins] != kinds:
            raise PositionError(tell("position.margins", value=margins))
        s.outcome = Outcome(reason, winner, ranking, tuple(margins))


# Everything a position may say, section by section as `_read_*` above read it.
_KEYS: Final = frozenset(
    (
        *("fitl", "scenario", "options", "packs", "seed", "answers", "outcome", "era"),
        *("board", "spaces", "control", *BOX_IDS),
        *("resources", *TRACKS),
        *("effects", "flags", "leader", "leader_box", "leader_silenced"),
        *("piles", "draft", "coups_to_come", "seen", "played", "card", "next_card"),
        *("stage", "order", "eligible", "passed", "acted", "stay_eligible", "made_ineligible", "pivotal", "initiative"),
        *("last_was_coup", "coup_rounds", "us_policy", "markers", "revealed_markers"),
    )
)
