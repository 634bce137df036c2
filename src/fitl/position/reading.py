"""The situation that a position describes."""

from collections.abc import Mapping, Sequence

from fitl.board.card import card_id, card_read
from fitl.board.cards import CARDS, COUP_CARDS
from fitl.board.expansion_cards import DIEM
from fitl.board.factions import FACTION_BY_ID, FACTION_IDS, FACTIONS, US
from fitl.board.pieces import ARVN_BASE, EDGE_TRACK_MAX, HAMLET, KINDS
from fitl.board.scenarios import US_POLICIES
from fitl.board.spaces import OUT_OF_PLAY
from fitl.board.tracks import TRACKS
from fitl.cardset import CardSet
from fitl.catalogue import tell
from fitl.compose import ERAS, new_state
from fitl.era import POST_PARIS
from fitl.eras.fall_of_saigon.paris import ANTI_WAR
from fitl.eras.fall_of_saigon.posture import BEGINNING, posture_in_effect
from fitl.eras.sovereign_of_discord.after_diem import RESOURCES, cards_of_1964
from fitl.lasting import FLAGS, effect_bit
from fitl.options import OptionsError
from fitl.position.board import read_board, read_control
from fitl.position.checks import check_era
from fitl.position.deck import check_deck, read_deck
from fitl.position.decks import may_have_come_up
from fitl.position.options import read_options, read_packs
from fitl.position.values import (
    PositionError,
    cards_of,
    faction_of,
    flag_of,
    integer_of,
    list_of,
    mask_of,
    object_of,
    pivotal_of,
)
from fitl.position.words import ACTIONS, FORMAT, KEYS, LEADER_WORDS, MOST_COUP_ROUNDS, OUTCOME_REASONS
from fitl.prng import MOST_SEED
from fitl.rules.control import force_pool, recount
from fitl.rules.deception import MARKER_KINDS
from fitl.rules.deck import is_coup
from fitl.rules.draft import cards_of_1973, deck_after, may_draft
from fitl.rules.setup import eras_of, scenario_named
from fitl.rules.trung import deck_of
from fitl.state import COUP_CARD, MINH, OVER, PIVOTAL, SET_UP, TURN, Outcome, State


def read_position(found: Mapping[str, object], cards: CardSet | None = None) -> State:
    """The situation a position describes; whatever it leaves out is as in the scenario's set-up.

    A position that lists `spaces` describes the whole map: spaces it does not name are empty and Neutral. Available
    may be left out, being what remains of the force pool. `cards` are those of the game if the position does not say.
    """
    s = _begin(found, cards)
    if "era" in found:
        _enter_era(s, found["era"])
    _read_tracks(s, found)
    read_board(s, found)
    _read_lasting(s, found)
    read_deck(s, found)
    _read_turn(s, found)
    check_deck(s)
    _read_markers(s, found)
    _read_outcome(s, found)
    check_era(s)
    recount(s)
    read_control(s, found)
    return s


def _begin(found: Mapping[str, object], cards: CardSet | None) -> State:
    """The set-up on which the rest is laid."""
    if not isinstance(found, Mapping):
        raise PositionError(tell("position.not_an_object"))
    if "picture" in found:
        raise PositionError(tell("position.picture"))
    if found.get("fitl") != FORMAT:
        raise PositionError(tell("position.format", format=FORMAT, value=found.get("fitl")))
    for key in found:
        if key not in KEYS:
            raise PositionError(tell("position.unknown_key", key=key))
    options = read_options(object_of(found, "options"))
    if cards is None or "packs" in found:
        cards = read_packs(found.get("packs", []))
    seed = found.get("seed", 0)
    if type(seed) is not int or not 0 <= seed <= MOST_SEED:
        raise PositionError(tell("position.seed"))
    try:
        return new_state(scenario_named(str(found.get("scenario"))), options, seed, cards)
    except OptionsError as error:
        raise PositionError(str(error)) from error


def _enter_era(s: State, era: object) -> None:
    """A campaign may stand in a later era than the one its set-up begins with."""
    eras = eras_of(s.scenario, s.options)
    if era not in eras:
        raise PositionError(tell("position.era", value=era, scenario=s.scenario.name, names=", ".join(eras)))
    s.era = ERAS[era]
    for name in TRACKS.keys() - set(s.era.tracks):
        setattr(s, name, 0)
    if s.era.sequence.id != "initiative":
        s.initiative = 0
    if s.era.id == s.scenario.era:
        return
    s.piles = s.coup_pool = s.draft = ()
    following = deck_after(s.scenario, s.options)
    if following is not None and s.era.line:  # P7.4 step 5
        s.pieces[OUT_OF_PLAY * KINDS + HAMLET] = min(s.pieces[OUT_OF_PLAY * KINDS + HAMLET], force_pool(s)[HAMLET])
        for faction, n in RESOURCES.items():
            s.resources[faction] = n
        s.trail = 1
        s.leader = DIEM if s.era.leader_covered is not None else MINH
        cards_of_1964(s, following)
    if s.era.flags & POST_PARIS:  # S6.8.3
        s.piles = s.coup_pool = ()
        cards_of_1973(s)
        s.pieces[OUT_OF_PLAY * KINDS + ARVN_BASE] = 0  # they are in the game
        s.anti_war = ANTI_WAR  # S6.8.1, S6.9: where the markers begin
        s.posture = BEGINNING if posture_in_effect(s) else 0


def _read_tracks(s: State, found: Mapping[str, object]) -> None:
    resources = object_of(found, "resources")
    for name in resources:
        if faction_of(name, "resources") == US:
            raise PositionError(tell("position.us_resources"))
        s.resources[FACTION_BY_ID[name]] = integer_of(resources, name, 0, EDGE_TRACK_MAX, 0, "resources")
    for name, track in TRACKS.items():
        if name in s.era.tracks:
            setattr(s, name, integer_of(found, name, track.least, track.most, getattr(s, name)))
        elif name in found:
            raise PositionError(
                tell("position.no_track", path=name, scenario=s.scenario.name, names=", ".join(s.era.tracks))
            )


def _read_lasting(s: State, found: Mapping[str, object]) -> None:
    if "effects" in found:
        s.effects = 0
        begun = set()
        for pair in list_of(found, "effects"):
            try:
                name, side = pair
                card = card_read(name) or 0
                bit = effect_bit(card, side)
            except (KeyError, TypeError, ValueError):
                raise PositionError(tell("position.effect", value=pair)) from None
            if card in begun:
                raise PositionError(tell("position.card_twice", path="effects", n=name))
            begun.add(card)
            s.effects |= bit
    for name in list_of(found, "flags"):
        if not isinstance(name, str) or name not in FLAGS:
            raise PositionError(tell("position.unknown_flag", name=name, names=", ".join(FLAGS)))
        s.effects |= FLAGS[name]
    if "leader_box" in found:
        s.leader_box = cards_of(found, "leader_box", {*s.leader_box, *filter(may_have_come_up(s), COUP_CARDS)})
    if "leader" in found:
        leader = found["leader"]
        if isinstance(leader, str) and leader in LEADER_WORDS:
            s.leader = LEADER_WORDS[leader]
        elif type(leader) is int and leader in s.leader_box and CARDS[leader].leader:
            s.leader = leader
        else:
            raise PositionError(tell("position.leader", value=leader))
    s.leader_silenced = flag_of(found, "leader_silenced", s.leader_silenced)


def _read_turn(s: State, found: Mapping[str, object]) -> None:
    if "stage" not in found and s.card:
        s.stage = COUP_CARD if is_coup(s, s.card) else TURN
    elif "stage" in found:
        phases = {phase for era in ERAS.values() for phase in era.coup_round}  # those of a Coup Round, in any era
        stages = [stage for stage in s.era.stages if stage not in phases or stage in s.era.coup_round]
        if found["stage"] not in stages:
            raise PositionError(tell("position.stage", names=", ".join(stages), value=found["stage"]))
        s.stage = found["stage"]
    if not may_draft(s):
        s.draft = ()
    cards = s.cards.facts
    if s.stage == SET_UP and (s.card or s.next_card):
        raise PositionError(tell("position.card_at_set_up"))
    if s.card in cards and s.stage in (PIVOTAL, TURN, COUP_CARD, *s.era.coup_round):
        played_as_coup = s.stage not in (PIVOTAL, TURN)
        if is_coup(s, s.card) != played_as_coup:
            message = "position.no_coup_round" if played_as_coup else "position.coup_card_in_turn"
            raise PositionError(tell(message, stage=s.stage, card=card_id(s.card)))
    if s.stage not in (SET_UP, OVER) and s.card not in cards:
        raise PositionError(tell("position.card", stage=s.stage, last=max(CARDS)))
    if "initiative" in found:
        s.initiative = faction_of(found["initiative"], "initiative")
        if s.era.sequence.id != "initiative":
            raise PositionError(tell("position.no_initiative", scenario=s.scenario.name))
        if s.initiative not in s.era.factions:
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
        s.pivotal_held = sum({pivotal_of(word) for word in list_of(found, "pivotal")})
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
    turned = found.get("trung_deck", "")
    if not isinstance(turned, str) or len(set(turned)) < len(turned) or not set(turned) <= set(deck_of(s)):
        raise PositionError(tell("position.trung_deck", names=deck_of(s), value=turned))
    s.trung_deck = turned


def _read_markers(s: State, found: Mapping[str, object]) -> None:
    for key in ("markers", "revealed_markers"):
        held: list[tuple[str, ...]] = [()] * len(FACTIONS)
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


def _read_outcome(s: State, found: Mapping[str, object]) -> None:
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
