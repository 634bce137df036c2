"""The US after the Paris talks: its menu by Posture (S3.2, S4.2, S6.9.3), Advise (S3.2.5, S4.2.1), Events (S5.1.1)."""

import pytest

from fitl.board.factions import ARVN, US
from fitl.board.pieces import KINDS, US_BASE, US_TROOPS
from fitl.board.spaces import AVAILABLE, CASUALTIES, OUT_OF_PLAY, SPACE_COUNT
from fitl.compose import PROGRAMS
from fitl.decisions import Decision, choice
from fitl.eras.fall_of_saigon.advise import can_gather, on_the_menu
from fitl.events.by_hand import by_hand
from fitl.events.free import limited_operations
from fitl.lasting import TYPHOON_KATE
from fitl.rules.cards import is_effective
from fitl.rules.forbidden import forbidden_answers
from fitl.rules.forces import can_place, move
from fitl.rules.operation import BY_EVENT, Activity
from fitl.rules.sequence import operations_for, turn_options
from fitl.rules.space_checks import Asked, lacking
from fitl.state import LIMITED_OP, OP_AND_ACTIVITY, OP_ONLY, State
from tests.eras.fall_of_saigon.support import XS, activity, begun, edit, empty, operation, row
from tests.support import Play, at, play, put


def retreated(posture: int = 2, **fields: object) -> State:
    return begun(XS, "after_retreat", posture=posture, card=1, **fields)


def menu(s: State, action: str) -> dict[str, list[str]]:
    """The Operations that the US could begin, each with the Special Activities offered with it."""
    found = {}
    for op in operations_for(s, US, action):
        found[op.name] = [option.key.removeprefix("sa:") for option in op.activity_options()]
    return found


# --- the menu by Posture ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("posture", "with_train"),
    [(1, ["advise"]), (2, ["advise"]), (3, ["advise"]), (4, ["advise", "air_lift", "air_strike"])],
)
def test_the_us_trains_and_advises_as_posture_says(posture: int, with_train: list[str]) -> None:
    """S3.2, S4.2, S6.9.3: never Patrol, Sweep or Assault; nothing goes with Advise."""
    assert menu(retreated(posture), OP_AND_ACTIVITY) == {"train": with_train, "advise": []}


def test_at_posture_0_the_us_has_the_event_or_passes() -> None:
    """S6.9.3, and why."""
    s = retreated(0, acted=(), eligible=15)
    assert [option.key for option in turn_options(s, US)] == ["event", "pass"]
    why = forbidden_answers(s, Decision(US, "turn.action", "2.3.4", turn_options(s, US)))
    assert {(each.key, each.message) for each in why} >= {
        ("op_only", "forbidden.posture"),
        ("op_activity", "forbidden.posture"),
    }


def test_what_posture_bars_beside_a_train_says_so() -> None:
    """S4.2, S6.9."""
    s = retreated(3)
    flow = operation(s, US, "train", activities=s.era.accompanying[US, "train"])
    assert flow.decision is not None
    assert {(each.key, each.message) for each in forbidden_answers(s, flow.decision)} == {
        ("sa:air_lift", "forbidden.posture"),
        ("sa:air_strike", "forbidden.posture"),
    }


@pytest.mark.parametrize(("posture", "said"), [(0, ["armor"]), (1, [])])
def test_armor_that_posture_does_not_allow_keeps_its_place_in_a_train(posture: int, said: list[str]) -> None:
    """S3.2.1, S6.9.2."""
    s = retreated(posture)
    flow = operation(s, ARVN, "train", "saigon")
    assert flow.decision is not None
    assert [each.key for each in forbidden_answers(s, flow.decision)] == said


@pytest.mark.parametrize(("posture", "names"), [(0, []), (1, ["train", "advise"])])
def test_a_limited_operation_of_the_us_is_train_or_advise(posture: int, names: list[str]) -> None:
    """S3.2."""
    assert list(menu(retreated(posture), LIMITED_OP)) == names


def test_while_the_us_is_at_war_it_keeps_its_four_operations() -> None:
    """S3.2."""
    s = begun(XS, "post_paris")
    assert [op.name for op in operations_for(s, US, OP_ONLY)] == ["train", "patrol", "sweep", "assault"]


# --- Advise as an Operation (S3.2.5) ------------------------------------------------------------------------------


def scattered(era: str = "after_retreat", **fields: object) -> State:
    """Active Irregulars in three Cities, and nothing else: each may hide where it is."""
    s = empty(XS, era, **fields)
    for space in ("hue", "da_nang", "saigon"):
        put(s, row(space), irregular_active=1)
    return s


def test_advise_as_an_operation_has_as_many_spaces_as_posture_and_draws_as_much_aid() -> None:
    """S3.2.5 (F56): at no cost."""
    s = scattered(posture=3)
    before = s.resources[ARVN]
    flow = operation(s, US, "advise", "saigon", "done", "hue", "done", "da_nang", "done")
    assert flow.decision is not None
    assert flow.decision.kind == "advise.aid_drawn"
    flow.answer("yes")
    assert (s.aid, s.resources[ARVN]) == (23, before)


def test_a_limited_advise_has_one_space_and_the_whole_aid() -> None:
    """S3.2.5 (F56)."""
    s = scattered(posture=3)
    flow = operation(s, US, "advise", "hue", "done", "yes", limited=True)
    assert flow.over
    assert s.aid == 23


def test_an_event_that_grants_an_advise_at_posture_0_lets_two_spaces_be_advised() -> None:
    """OPEN 8: without Aid, which is the level."""
    s = scattered(posture=0)
    flow = operation(s, US, "advise", "hue", "done", "da_nang", "done", free=BY_EVENT)
    assert flow.over
    assert (at(s, row("da_nang")), s.aid) == ({"irregular": 1}, 20)


def test_typhoon_kate_narrows_advise_as_a_special_activity_only() -> None:
    """Card 115, OPEN 47."""
    flow = activity(scattered(effects=TYPHOON_KATE), US, "advise", "hue", "done")
    assert flow.decision is not None
    assert flow.decision.kind == "advise.aid_drawn"
    flow = operation(scattered(effects=TYPHOON_KATE), US, "advise", "hue", "done")
    assert flow.decision is not None
    assert flow.decision.kind == "advise.space"


# --- the fourth way of Advise (S4.2.1) ----------------------------------------------------------------------------


def test_irregulars_gather_from_anywhere_and_all_there_turn_underground() -> None:
    """S4.2.1."""
    s = empty(XS, "post_paris")
    put(s, row("hue"), irregular_active=2)
    put(s, row("saigon"), irregular=1, irregular_active=1)
    put(s, row("central_laos"), irregular=2)
    activity(s, US, "advise", "hue", "irregular_active@saigon", "irregular@central_laos", 2, "done", "done", "yes")
    assert at(s, row("hue")) == {"irregular": 5}
    assert at(s, row("saigon")) == {"irregular": 1}
    assert s.aid == 26


def test_irregulars_may_gather_in_an_empty_space_or_on_a_loc_but_not_in_north_vietnam() -> None:
    """OPEN 17."""
    s = empty(XS, "post_paris")
    put(s, row("saigon"), irregular=1)
    flow = activity(s, US, "advise")
    assert {"phuoc_long", "loc_saigon_can_tho", "central_laos"} <= set(flow.keys())
    assert "north_vietnam" not in flow.keys()
    assert "saigon" not in flow.keys()  # nobody would come or hide


def test_an_active_irregular_may_just_hide() -> None:
    """S4.2.1, OPEN 17: any number come, also none."""
    s = empty(XS, "post_paris")
    put(s, row("saigon"), irregular_active=1)
    put(s, row("hue"), irregular=1)
    activity(s, US, "advise", "saigon", "done", "done", "no")
    assert (at(s, row("saigon")), at(s, row("hue"))) == ({"irregular": 1}, {"irregular": 1})


def test_the_only_irregular_may_hide_where_it_is() -> None:
    """OPEN 17: one that is hidden already gives no reason to Advise there."""
    s = empty(XS, "post_paris")
    put(s, row("saigon"), irregular_active=1)
    assert can_gather(s, row("saigon"))
    edit(s, "saigon", irregular=1)
    assert not can_gather(s, row("saigon"))


def test_somebody_must_come_where_nobody_could_hide() -> None:
    """OPEN 17."""
    s = empty(XS, "post_paris")
    put(s, row("saigon"), irregular=2)
    flow = activity(s, US, "advise", "hue")
    assert flow.decision is not None
    assert flow.decision.kind == "advise.gather_number"  # where from is no question, and to stop is no answer


def test_no_aid_is_offered_at_the_end_of_the_track() -> None:
    """1.8."""
    flow = activity(scattered(aid=75), US, "advise", "hue", "done", "done")
    assert flow.over


def test_before_the_talks_nobody_gathers() -> None:
    """S4.2.1."""
    s = scattered("")
    assert not s.era.activity_rules["advise"].can(s, Activity(s, US, "advise"))


@pytest.mark.parametrize(("era", "aid"), [("post_paris", 26), ("after_retreat", 23)])
def test_the_aid_of_advise_is_6_at_war_and_posture_after_a_retreat(era: str, aid: int) -> None:
    """S4.2.1."""
    s = scattered(era, posture=3)
    activity(s, US, "advise", "hue", "done", "done", "yes")
    assert s.aid == aid


def test_advise_does_not_go_where_this_train_was() -> None:
    """4.2.1, S4.2.1."""
    s = empty(XS, "post_paris")
    put(s, row("hue"), irregular_active=1)
    put(s, row("saigon"), irregular_active=1)
    flow = operation(s, US, "train", "hue", "nothing", "sa:advise", activities=("advise",))
    assert flow.decision is not None
    assert "hue" not in flow.keys()


def test_an_advised_assault_includes_armor_and_active_rangers() -> None:
    """S3.2.4, S4.2.1: 2 Rangers make one hit, the Armor takes two more pieces."""
    s = empty(XS, "after_retreat")
    put(s, row("hue"), ranger_active=2, arvn_armor=1, nva_troops=4)
    activity(s, US, "advise", "assault", "no")
    assert at(s, row("hue")) == {"ranger_active": 2, "arvn_armor": 1, "nva_troops": 1}


def test_the_arvn_assault_added_to_a_us_one_includes_armor() -> None:
    """S3.2.4: the US still at War."""
    s = empty(XS, "post_paris", econ=0)
    put(s, row("hue"), us_troops=1, arvn_armor=1, nva_troops=4)
    operation(s, US, "assault", "arvn")
    assert at(s, row("hue")) == {"us_troops": 1, "arvn_armor": 1, "nva_troops": 1}


# --- why not ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("era", "reason"), [("", "us_train"), ("post_paris", None)])
def test_an_arvn_base_is_reason_enough_for_a_us_train_after_paris(era: str, reason: str | None) -> None:
    """S3.2.1."""
    s = begun(XS, era)
    asked = Asked(s, row("kien_giang_an_xuyen"), Decision(US, "train.space", "3.2.1", [choice("done")]))
    assert lacking(asked) == reason


def test_armor_is_reason_enough_to_assault_and_to_be_struck() -> None:
    """S3.2.4, S4.2.3."""
    s = empty(XS, "post_paris")
    put(s, row("hue"), arvn_armor=1, nva_armor=1)
    for kind, actor in (("assault.space", ARVN), ("air_strike.space", US), ("sweep.origin", ARVN)):
        question = Decision(actor, kind, "", [choice("done")], {"destination": row("saigon")})
        assert lacking(Asked(s, row("hue"), question)) is None


# --- Events (S5.1.1) ----------------------------------------------------------------------------------------------


def us_forces_on_map(s: State) -> int:
    return sum(s.pieces[sp * KINDS + kind] for sp in range(SPACE_COUNT) for kind in (US_TROOPS, US_BASE))


def carried_out(s: State, card: int, side: str, by: int) -> Play:
    """The Event, answered with the last option that does something."""
    flow = play(PROGRAMS[card][side].run(s, by))
    while not flow.over:
        keys = [key for key in reversed(flow.keys()) if key not in ("done", "neither", "no")]
        flow.answer(next((key for key in ("troops", "pieces") if key in keys), keys[0] if keys else "done"))
    return flow


@pytest.mark.parametrize("card", [1, 9, 21, 22, 50, 63, 65, 66, 98, 110, 120])
def test_no_event_brings_us_troops_or_bases_to_the_map_after_a_retreat(card: int) -> None:
    """S5.1.1: Irregulars may come, boxes may change."""
    for era, comes in (("post_paris", True), ("after_retreat", False)):
        s = empty(XS, era, posture=0)
        put(s, OUT_OF_PLAY, us_troops=8, us_base=2)
        put(s, CASUALTIES, us_troops=2)
        move(s, US_TROOPS, s.pieces[AVAILABLE * KINDS + US_TROOPS] - 1, AVAILABLE, OUT_OF_PLAY)
        carried_out(s, card, "unshaded", US)
        if card != 9:  # which may go to Available
            assert bool(us_forces_on_map(s)) == comes
        assert not us_forces_on_map(s) or comes


def test_neither_an_event_by_hand_nor_a_pack_brings_them() -> None:
    """S5.1.1: Irregulars they may bring."""
    s = empty(XS, "after_retreat")
    flow = play(by_hand(s, US), "place")
    assert "irregular" in flow.keys()
    assert not {"us_troops", "us_base"} & set(flow.keys())
    assert not can_place(s, US, row("saigon"), US_BASE)
    assert can_place(empty(XS, "post_paris"), US, row("saigon"), US_BASE)


@pytest.mark.parametrize("card", [22, 65, 98, 110, 120])
def test_such_an_event_alone_is_not_worth_executing_after_a_retreat(card: int) -> None:
    """S5.1.1, 5.1.3."""
    for era, worth in (("post_paris", True), ("after_retreat", False)):
        s = empty(XS, era)
        put(s, OUT_OF_PLAY, us_troops=8)
        put(s, CASUALTIES, us_troops=2)
        assert is_effective(s, card, "unshaded", US) == worth


@pytest.mark.parametrize(("card", "near"), [(25, "kien_giang_an_xuyen"), (75, "tay_ninh")])
def test_armor_that_could_sweep_makes_an_event_worth_executing(card: int, near: str) -> None:
    """S3.2.3: Armor moves into a Sweep as Troops do; before the Talks end there is none."""
    s = empty(XS, "post_paris")
    assert not is_effective(s, card, "unshaded", ARVN)
    edit(s, near, arvn_armor=1)
    assert is_effective(s, card, "unshaded", ARVN)


def test_after_a_retreat_a_us_base_alone_where_none_can_go_is_no_matter_for_a_commitment_phase() -> None:
    """S6.5: card 73."""
    s = empty(XS, "after_retreat")
    assert not is_effective(s, 73, "unshaded", US)
    put(s, row("central_laos"), us_base=1, nva_troops=2)
    assert not is_effective(s, 73, "unshaded", US)
    put(s, row("saigon"), us_base=1)
    assert is_effective(s, 73, "unshaded", US)


def test_an_irregular_may_still_come() -> None:
    """S5.1.1."""
    s = empty(XS, "after_retreat")
    put(s, OUT_OF_PLAY, irregular=1, us_troops=3)
    flow = play(PROGRAMS[65]["unshaded"].run(s, US))
    assert all(key.startswith("irregular@") for key in flow.keys())


@pytest.mark.parametrize(("posture", "names"), [(0, []), (2, ["train", "advise"])])
def test_a_free_limited_operation_that_no_event_names_is_one_of_the_menu(posture: int, names: list[str]) -> None:
    """OPEN 8: card 103, unshaded."""
    assert [op.name for op in limited_operations(retreated(posture), US)] == names


@pytest.mark.parametrize(("posture", "offered"), [(0, False), (2, False), (4, True)])
def test_a_special_activity_that_no_event_names_is_one_of_the_menu(posture: int, offered: bool) -> None:
    """OPEN 8: card 69; at Posture 4 the US may fly."""
    s = retreated(posture)
    flow = play(PROGRAMS[69]["single"].run(s, US), "us_arvn")
    assert ("air_strike" in flow.keys() and flow.decision is not None and flow.decision.actor == US) == offered


@pytest.mark.parametrize(("posture", "advise"), [(0, False), (1, True), (4, True)])
def test_advise_is_on_the_menu_but_at_posture_0(posture: int, advise: bool) -> None:
    """OPEN 8, S6.9.3."""
    assert on_the_menu(retreated(posture), US, "advise") == advise


def test_at_war_the_us_has_all_its_special_activities_by_such_an_event() -> None:
    """OPEN 8: card 69, and no Posture yet."""
    flow = play(PROGRAMS[69]["single"].run(begun(XS, "post_paris"), US), "us_arvn")
    assert "air_strike" in flow.keys()


def test_an_event_that_names_a_us_action_grants_it_at_any_posture() -> None:
    """OPEN 8: the Air Strike of card 1."""
    s = begun(XS, "after_retreat", posture=0)
    assert is_effective(s, 1, "unshaded", US)


CASUALTY_CARDS = [(1, "shaded"), (40, "unshaded"), (54, "unshaded"), (54, "shaded"), (57, "unshaded"), (91, "unshaded")]
CASUALTY_CARDS += [(103, "unshaded"), (103, "shaded"), (108, "shaded"), (110, "unshaded"), (120, "shaded")]


@pytest.mark.parametrize(("card", "side"), CASUALTY_CARDS)
def test_base_cards_that_speak_of_casualties_mean_us_casualties(card: int, side: str) -> None:
    """OPEN 26: ARVN Casualties stay where they are."""
    s = begun(XS, "after_retreat", posture=0)
    edit(s, "casualties", us_troops=3, irregular=1, arvn_troops=4, police=2)
    carried_out(s, card, side, US)
    assert {name: n for name, n in at(s, CASUALTIES).items() if name in ("arvn_troops", "police")} == {
        "arvn_troops": 4,
        "police": 2,
    }
