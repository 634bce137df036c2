"""A turn in one sentence, and like lines told once."""

from typing import Any

from fitl.board.factions import ARVN, NVA, US, VC
from fitl.board.pieces import ARVN_TROOPS, NVA_TROOPS, RANGER, US_TROOPS, VC_GUERRILLA
from fitl.board.spaces import AVAILABLE, CASUALTIES, ROW_BY_ID
from fitl.state import LogEntry
from fitl.turn_summary import merged, sentence, spaces_of, track_of
from fitl.words import line

HUE, KONTUM, SAIGON, PLEIKU = (ROW_BY_ID[name] for name in ("hue", "kontum", "saigon", "pleiku_darlac"))


def say(kind: str, **params: Any) -> LogEntry:
    return LogEntry("log." + kind, params)


def gone(piece: int, n: int, space: int, box: int = AVAILABLE) -> LogEntry:
    return say("remove", piece=piece, n=n, space=space, box=box)


def test_a_turn_names_what_was_done_where_and_what_came_of_it() -> None:
    lines = [
        say("operation", faction=ARVN, operation="train"),
        say("train.space", faction=ARVN, space=KONTUM),
        say("pay", faction=ARVN, n=3, left=12),
        say("place", piece=ARVN_TROOPS, n=2, space=KONTUM, box=AVAILABLE),
        say("train.space", faction=ARVN, space=HUE),
        say("activity", faction=ARVN, activity="govern"),
        say("govern.patronage", space=SAIGON),
        say("patronage", n=1, now=18),
        say("govern.patronage", space=HUE),
        say("patronage", n=2, now=20),
        say("support", space=HUE, level=1),
    ]
    assert (
        sentence(lines)
        == "ARVN Trained in Kontum and Hue, Governed Saigon and Hue: Passive Support in Hue; Patronage +3"
    )


def test_an_event_a_pass_and_a_turn_of_many_spaces() -> None:
    event = say("event", faction=NVA, card=53, side="shaded")
    assert sentence([event, gone(US_TROOPS, 2, HUE, CASUALTIES), gone(NVA_TROOPS, 1, HUE)]) == (
        "NVA executed #53 Sappers, shaded: 2 US pieces removed"
    )
    assert sentence([say("pass", faction=US)]) == "US passed"
    rally = [say("operation", faction=VC, operation="rally")]
    rally += [say("place", piece=VC_GUERRILLA, n=1, space=space, box=AVAILABLE) for space in range(5)]
    assert sentence(rally) == "VC Rallied in 5 spaces"
    assert sentence([say("card", card=3)]) is None


def test_moves_that_could_be_of_the_operation_or_the_activity_name_no_space_of_the_activity() -> None:
    """A US Sweep pays nothing, so an Air Lift in its middle ends where nobody can tell; the Sweep names its own."""
    lines = [
        say("operation", faction=US, operation="sweep"),
        say("activity", faction=US, activity="air_lift"),
        say("move", piece=US_TROOPS, n=1, origin=SAIGON, destination=HUE),
        say("move", piece=US_TROOPS, n=1, origin=SAIGON, destination=PLEIKU),
        say("sweep.space", faction=US, space=PLEIKU),
    ]
    assert sentence(lines) == "US Swept Pleiku, Air Lifted"


def test_a_raid_is_known_by_its_rangers_though_a_sweep_goes_on_around_it() -> None:
    lines = [
        say("operation", faction=ARVN, operation="sweep"),
        say("activity", faction=ARVN, activity="raid"),
        say("activate", piece=RANGER, n=1, space=KONTUM),
        gone(VC_GUERRILLA, 2, KONTUM),
        say("pay", faction=ARVN, n=3, left=0),
        say("move", piece=ARVN_TROOPS, n=3, origin=SAIGON, destination=HUE),
        say("control", space=HUE, control=0),
        say("sweep.space", faction=ARVN, space=HUE),
        say("activate", piece=VC_GUERRILLA, n=1, space=HUE),
    ]
    assert sentence(lines) == "ARVN Swept Hue, Raided Kontum: 2 VC pieces removed; nobody Controls Hue"


def test_like_lines_in_a_row_are_one_and_others_stay() -> None:
    log = [
        gone(NVA_TROOPS, 1, HUE),
        gone(NVA_TROOPS, 2, HUE),
        gone(NVA_TROOPS, 1, SAIGON),
        say("pay", faction=NVA, n=1, left=9),
        say("pay", faction=NVA, n=2, left=7),
        say("support", space=HUE, level=1),
        say("support", space=HUE, level=2),
    ]
    told = list(merged(log, 0, len(log)))
    assert [(first, last) for first, last, _ in told] == [(0, 2), (2, 3), (3, 5), (5, 6), (6, 7)]
    assert told[0][2].params["n"] == 3
    assert (told[2][2].params["n"], told[2][2].params["left"]) == (3, 7)
    assert log[0].params["n"] == 1, "the log itself stays as it is"


def test_what_happens_alike_in_several_spaces_is_one_line_with_all_of_them() -> None:
    log = [
        say("train.space", faction=ARVN, space=HUE),
        say("train.space", faction=ARVN, space=KONTUM),
        say("train.space", faction=ARVN, space=SAIGON),
        say("support", space=HUE, level=1),
        say("support", space=KONTUM, level=1),
        say("control", space=KONTUM, control=1),
        say("support", space=PLEIKU, level=1),
    ]
    told = [(first, last, line(entry)) for first, last, entry in merged(log, 0, len(log))]
    assert told == [
        (0, 3, "ARVN Trains in Hue, Kontum, Saigon (3.2.1)"),
        (3, 5, "Hue, Kontum are now at Passive Support (1.6)"),
        (5, 6, "Kontum: COIN Control (1.7)"),
        (6, 7, "Pleiku is now at Passive Support (1.6)"),
    ]
    assert spaces_of(next(merged(log, 0, len(log)))[2]) == ["hue", "kontum", "saigon"]


def test_a_line_knows_its_spaces_and_boxes_are_none() -> None:
    assert spaces_of(say("move", piece=US_TROOPS, n=1, origin=AVAILABLE, destination=HUE)) == ["hue"]
    assert spaces_of(say("move", piece=US_TROOPS, n=1, origin=SAIGON, destination=HUE)) == ["saigon", "hue"]
    assert spaces_of(say("aid", n=1, now=3)) == []


def test_who_goes_underground_was_active_before() -> None:
    hidden = line(say("hide", piece=VC_GUERRILLA, n=1, space=HUE))
    assert hidden == "1 Active VC Guerrilla in Hue turned Underground (1.4.3)"
    found = line(say("activate", piece=VC_GUERRILLA, n=2, space=HUE))
    assert found == "2 Underground VC Guerrillas in Hue turned Active (1.4.3)"


def test_a_line_about_a_track_names_it() -> None:
    """P6.8.4: also where pieces come out of one of its boxes."""
    box = ROW_BY_ID["washington_2"]
    assert track_of(say("track_now", track="hanoi", now=2)) == "hanoi"
    assert track_of(say("track_box", n=2, piece=ARVN_TROOPS, box=box)) == "washington"
    assert track_of(say("support", space=HUE, level=1)) is None


def test_a_turn_tells_where_the_markers_and_tiles_of_the_expansions_stand_now() -> None:
    """S6.9, S7.2: the last value counts, by its name where it has one."""
    lines = [
        say("event", faction=US, card=53, side="shaded"),
        say("track_now", track="posture", now=1),
        say("track_now", track="posture", now=0),
        say("track_now", track="war_weary", now=16),
        say("trail.improve", now=3),
    ]
    told = sentence(lines)
    assert told is not None
    assert told.endswith(": US Posture Abandonment; War Weary 16; Trail 3")
