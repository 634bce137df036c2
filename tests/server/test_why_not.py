"""Pointing at a space that is not lit tells why not: truly, and about this very decision."""

import random
import re
from collections.abc import Iterator

import pytest

from fitl.board.factions import ARVN, NVA, US
from fitl.board.spaces import SPACE_BY_ID, SPACE_COUNT, SPACES
from fitl.catalogue import catalogue, has_message, tell
from fitl.decisions import CHANCE, Decision, spaces_options
from fitl.game import Game
from fitl.rules.space_checks import CHECKS, NEEDS, Asked, lacking, needs_of
from fitl.server.why_not import why_not
from fitl.words import prompt
from tests.eras.fall_of_saigon.support import begun as in_1973
from tests.eras.fall_of_saigon.support import edit
from tests.server.support import Running
from tests.support import blank, put

SCENARIOS = ("full-1964", "short-1965", "medium-1968", "short-1967", "long-1964")


def asking_for_spaces(seeds: range) -> Iterator[tuple[Game, Decision, set[int]]]:
    """Random games wherever spaces are asked for: the decision, and the spaces it offers."""
    for seed in seeds:
        game = Game.new(SCENARIOS[seed % len(SCENARIOS)], seed=seed, log=False)
        rng = random.Random(seed)
        while (decision := game.decision) is not None:
            lit = {row for option in decision.options for row in option.spaces if row < SPACE_COUNT}
            if lit and decision.actor != CHANCE:
                yield game, decision, lit
            game.choose(rng.choice(decision.options))


def test_no_space_that_can_be_chosen_lacks_what_its_decision_needs() -> None:
    seen = set()
    for game, decision, lit in asking_for_spaces(range(25)):
        seen.add(decision.kind)
        for name in needs_of(decision):
            for space in lit:
                assert CHECKS[name](Asked(game.state, space, decision)), (decision, decision.params, name, space)
    kinds = {kind if isinstance(kind, str) else kind[0] for kind in NEEDS}
    assert len(kinds & seen) > 40


def test_every_space_that_cannot_be_chosen_has_a_reason_of_its_own() -> None:
    rng = random.Random(1)
    asked: dict[str, int] = {}
    for game, decision, lit in asking_for_spaces(range(1, 16)):
        asked[decision.kind] = asked.get(decision.kind, 0) + 1
        if asked[decision.kind] > 12:
            continue
        for space in rng.sample(range(SPACE_COUNT), 12):
            told = why_not(game, SPACES[space].id)
            if space in lit:
                assert told == tell("server.why_not.lit", space=SPACES[space].short)
                continue
            assert not told.startswith(tell("server.why_not.lit", space=SPACES[space].short))
            if decision.kind.startswith("event."):
                assert told.startswith("Not here: ") or prompt(decision, game.state.cards) in told
            else:
                assert f"({decision.rule})" in told
                assert has_message(f"why_not.{decision.kind}"), f"{decision.kind} has no sentence of its own"
    assert len(asked) > 80


def test_hidden_guerrillas_may_be_assaulted_on_a_loc_and_terror_pacified_where_nobody_lives() -> None:
    """3.2.2, 6.3.1: rare enough that random games seldom show them."""
    s = blank()
    loc, empty = SPACE_BY_ID["loc_saigon_can_tho"], SPACE_BY_ID["central_laos"]
    put(s, loc, us_troops=1, vc_guerrilla=1)
    put(s, empty, us_troops=1, police=1)
    s.terror[empty] = 1
    assert lacking(Asked(s, loc, Decision(US, "patrol.assault", "3.2.2", []))) is None
    assert lacking(Asked(s, empty, Decision(US, "coup.pacify", "6.3.1", []))) is None
    s.terror[empty] = 0
    assert lacking(Asked(s, empty, Decision(US, "coup.pacify", "6.3.1", []))) == "to_pacify"


def test_every_check_has_words_and_every_need_a_question() -> None:
    for name in CHECKS:
        assert has_message(f"why_not.lacks.{name}"), name
    used = {name for names in NEEDS.values() for name in names}
    assert used == set(CHECKS)
    for kind in NEEDS:
        name = kind if isinstance(kind, str) else kind[0]
        assert has_message(f"ask.{name}"), name
        assert has_message(f"why_not.{name}"), name
    for message in catalogue():
        if message.startswith("why_not.") and message.count(".") == 2 and not message.startswith("why_not.lacks."):
            assert has_message(message.replace("why_not.", "ask.", 1)), message


LATER = "why_not.after_paris."


def test_what_is_said_otherwise_after_paris_is_said_before_with_the_same_names() -> None:
    later = [message for message in catalogue() if message.startswith(LATER)]
    assert later
    for message in later:
        before = catalogue()[message.replace(LATER, "why_not.")]
        assert re.findall(r"{\w+}", catalogue()[message]) == re.findall(r"{\w+}", before), message


@pytest.mark.parametrize(
    ("scenario", "era", "words"),
    [
        ("extended-short-1972", "", "there is no US piece in Hue"),
        ("extended-short-1972", "post_paris", "there is neither a US piece nor an ARVN Base in Hue"),
    ],
)
def test_after_the_paris_talks_the_us_may_train_at_arvn_bases_and_is_told_so(
    scenario: str, era: str, words: str
) -> None:
    """S3.2.1."""
    s = in_1973(scenario, era)
    edit(s, "hue", police=2)
    game = Game(s)
    game.decision = Decision(US, "train.space", "3.2.1", spaces_options([SPACE_BY_ID["saigon"]]))
    assert words in why_not(game, "hue")


@pytest.mark.parametrize(
    ("kind", "actor", "words"),
    [
        ("assault.space", ARVN, "neither ARVN cubes nor ARVN Armor nor Active Rangers"),
        ("patrol.origin", ARVN, "neither ARVN cubes nor Armor"),
        ("terror.space", NVA, "no NVA piece"),
    ],
)
def test_in_1973_armor_is_named_where_it_would_do(kind: str, actor: int, words: str) -> None:
    """S3.2.2, S3.2.4, S3.3.4."""
    game = Game(in_1973())
    params = {"destination": SPACE_BY_ID["hue"]}
    game.decision = Decision(actor, kind, "3", spaces_options([SPACE_BY_ID["saigon"]]), params)
    assert words in why_not(game, "phuoc_long")


@pytest.mark.parametrize(
    ("kind", "space", "words"),
    [
        ("rally.space", "loc_hue_da_nang", "Line of Communication"),
        ("train.space", "central_laos", "no US piece"),
        ("patrol.destination", "tay_ninh", "is a Province"),
    ],
)
def test_reasons_name_what_is_wrong(kind: str, space: str, words: str) -> None:
    for game, decision, lit in asking_for_spaces(range(30)):
        number = next(i for i in range(SPACE_COUNT) if SPACES[i].id == space)
        if decision.kind == kind and number not in lit and (kind != "train.space" or decision.actor == 0):
            told = why_not(game, space)
            if words in told:
                assert told.startswith("Not here: ")
                assert SPACES[number].short in told
                return
    pytest.fail(f"{kind} never gave this reason")


def test_a_space_chosen_before_is_said_to_be() -> None:
    for game, decision, _ in asking_for_spaces(range(30)):
        if decision.kind != "sweep.space":
            continue
        for space in range(SPACE_COUNT):
            if "chosen already" in why_not(game, SPACES[space].id):
                assert SPACES[space].id in [entry.key for entry in game.entries[game.checkpoints[-1].entries :]]
                return
    pytest.fail("no Sweep ever chose a second space")


def test_the_server_tells_it(server: Running) -> None:
    table = server.new_game()
    told = table.me.get("/why?space=hue").json()["text"]
    assert told in (tell("server.why_not.no_spaces"), tell("server.why_not.lit", space="Hue")) or "Hue" in told
    assert table.me.get("/why?space=atlantis").json()["text"] == tell("server.why_not.unknown")
    assert table.me.get("/why").json()["text"] == tell("server.why_not.unknown")
