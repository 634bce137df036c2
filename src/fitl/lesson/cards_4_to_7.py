"""The script of the printed tutorial: its cards four to seven, up to the Monsoon."""

from typing import Final

from fitl.lesson.beats import CHANCE_ID, Beat, Chapter, turn_up
from fitl.lesson.places import KIEN_GIANG, PARROTS_BEAK, PLEIKU, QUANG_TRI

TURN_4: Final = Chapter(
    "turn_4",  # 1 Gulf of Tonkin
    (
        Beat("event", "us", ("event", "unshaded", QUANG_TRI)),
        Beat("die", CHANCE_ID, ("5",)),
        Beat(
            "hits",
            "us",
            (f"vc_guerrilla_active@{QUANG_TRI}", f"vc_guerrilla_active@{QUANG_TRI}", "degrade"),
            {
                "pieces": {QUANG_TRI: {"us_troops": 1, "irregular": 1, "vc_base": 1, "vc_guerrilla": 3}},
                "support": {QUANG_TRI: "passive_opposition"},
                "victory": {"vc": 25},
                "trail": 1,
                "available": {"vc_guerrilla": 10},
            },
        ),
        Beat(
            "deploy",
            "us",
            ("us_troops@saigon", "2", "us_troops@hue", "3", "us_base@hue"),
            {
                "victory": {"us": 42},
                "out_of_play": {"us_troops": 5, "us_base": 1},
                "pieces": {
                    "saigon": {"us_base": 1, "us_troops": 4, "arvn_troops": 8, "police": 3},
                    "hue": {"us_base": 1, "us_troops": 3, "arvn_troops": 2, "police": 2, "vc_guerrilla": 1},
                },
            },
        ),
        Beat("march", "nva", ("op_activity", "march")),
        Beat(
            "march_to_the_delta",
            "nva",
            ("kien_phong", PARROTS_BEAK, "2", "done", KIEN_GIANG, PARROTS_BEAK, "2", "done"),
            {"victory": {"nva": 8}, "control": {"kien_phong": "nva", KIEN_GIANG: "nva"}},
        ),
        Beat(
            "march_to_quang_tri",
            "nva",
            (QUANG_TRI, "central_laos", "2", "north_vietnam", "5"),
            {
                "resources": {"nva": 2},
                "control": {QUANG_TRI: "nva"},
                "victory": {"nva": 10},
                "pieces": {
                    PARROTS_BEAK: {"nva_base": 1, "nva_guerrilla": 1},
                    "central_laos": {"nva_base": 1, "nva_guerrilla": 1},
                    "north_vietnam": {"nva_base": 1},
                    QUANG_TRI: (
                        {"nva_guerrilla": 7, "vc_base": 1, "vc_guerrilla": 3} | {"us_troops": 1, "irregular": 1}
                    ),
                    "kien_phong": {"nva_guerrilla": 3, "vc_guerrilla": 1},
                },
            },
        ),
        Beat(
            "build_up",
            "nva",
            ("sa:infiltrate", "southern_laos", "2", "3"),
            {
                "pieces": {"southern_laos": {"nva_base": 1, "nva_troops": 5}},
                "available": {"nva_troops": 35, "nva_guerrilla": 5},
            },
        ),
        Beat(
            "take_over",
            "nva",
            (KIEN_GIANG, "vc_guerrilla"),
            {
                "support": {KIEN_GIANG: "passive_opposition"},
                "victory": {"vc": 23},
                "pieces": {KIEN_GIANG: {"nva_guerrilla": 4}},
                "available": {"nva_guerrilla": 4, "vc_guerrilla": 11},
            },
        ),
        Beat("march_ends", "nva", ("done",)),
        turn_up("next_card", 79, card=97, eligible=["arvn", "vc"]),
    ),
)

TURN_5: Final = Chapter(
    "turn_5",  # 97 Brinks Hotel
    (
        Beat(
            "event",
            "vc",
            ("event", "shaded"),  # Hue is the only City with VC
            {
                "support": {"hue": "active_opposition"},
                "victory": {"vc": 27},
                "terror": {"hue": 1},
                "control": {"hue": "coin"},
                "pieces": {"hue": {"vc_guerrilla": 1}},
            },
        ),
        Beat("arvn_passes", "arvn", ("pass",), {"resources": {"arvn": 27}}),
        turn_up("next_card", 101, card=79, eligible=["us", "arvn", "nva"]),
    ),
)

TURN_6: Final = Chapter(
    "turn_6",  # 79 Henry Cabot Lodge
    (
        Beat("choice", "arvn", ("op_activity", "sweep")),
        Beat(
            "raid",
            "arvn",
            ("sa:raid", QUANG_TRI, "done", "ranger@quang_nam", "yes", "nva_guerrilla", "nva_guerrilla"),
            {
                "control": {QUANG_TRI: "none", "quang_nam": "coin"},
                "victory": {"nva": 8},
                "pieces": {
                    QUANG_TRI: (
                        {"nva_guerrilla": 5, "vc_base": 1, "vc_guerrilla": 3}
                        | {"us_troops": 1, "irregular": 1, "ranger_active": 1}
                    )
                },
                "available": {"nva_guerrilla": 6},
            },
        ),
        Beat("sweep_where", "arvn", ("binh_dinh", PLEIKU, "done"), {"resources": {"arvn": 21}}),
        Beat(
            "sweep",
            "arvn",
            ("binh_dinh", "2", PLEIKU, "saigon", "6", "done"),  # into Binh Dinh only Qui Nhon's Troops can go
            {
                "control": {PLEIKU: "coin", "binh_dinh": "coin"},
                "victory": {"arvn": 38},
                "pieces": {
                    "binh_dinh": (
                        {"us_troops": 1, "irregular": 4, "arvn_troops": 2} | {"vc_base": 1, "vc_guerrilla_active": 2}
                    ),
                    PLEIKU: (
                        {"us_base": 1, "us_troops": 1, "irregular": 1, "arvn_troops": 6}
                        | {"vc_base": 1, "vc_guerrilla_active": 4}
                    ),
                    "saigon": {"us_base": 1, "us_troops": 4, "arvn_troops": 2, "police": 3},
                    "qui_nhon": {"police": 2},
                },
            },
        ),
        Beat("nva_passes", "nva", ("pass",), {"resources": {"nva": 3}}),
        Beat(
            "assault",
            "us",
            ("limop", "assault", PLEIKU),
            {"pieces": {PLEIKU: {"vc_base": 1, "vc_guerrilla_active": 2}}, "resources": {"arvn": 21}},
        ),
        Beat(
            "arvn_follows",
            "us",
            ("arvn",),
            {
                "resources": {"arvn": 18},
                "pieces": {PLEIKU: {"vc_base": 1}},
                "control": {PLEIKU: "coin"},
                "aid": 14,
                "available": {"vc_guerrilla": 15},
            },
        ),
        turn_up("next_card", 125, card=101, eligible=["nva", "vc"]),
    ),
)

TURN_7: Final = Chapter(
    "turn_7",  # 101 Booby Traps, in Monsoon
    (
        Beat("event", "vc", ("event", "shaded")),
        Beat(
            "ambush",
            "nva",
            ("op_activity", "attack", "sa:ambush", "us_troops"),  # Quang Tri is the only space
            {
                "resources": {"nva": 2},
                "casualties": {"us_troops": 1},
                "pieces": {
                    QUANG_TRI: (
                        {"nva_guerrilla": 4, "nva_guerrilla_active": 1, "vc_base": 1, "vc_guerrilla": 3}
                        | {"irregular": 1, "ranger_active": 1}
                    )
                },
                "control": {QUANG_TRI: "none"},
            },
        ),
    ),
)
