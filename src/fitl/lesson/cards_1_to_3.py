"""The script of the printed tutorial: set-up (Full scenario) and its first three cards."""

from typing import Final

from fitl.lesson.beats import CHANCE_ID, Beat, Chapter, turn_up
from fitl.lesson.places import BINH_TUY, KIEN_GIANG, PARROTS_BEAK, PLEIKU, QUANG_DUC, QUANG_TIN, QUANG_TRI

SET_UP: Final = Chapter(
    "set_up",
    (
        Beat("first_card", CHANCE_ID, ("107",)),
        turn_up(
            "next_card",
            55,
            card=107,
            resources={"arvn": 30, "nva": 10, "vc": 5},
            aid=15,
            patronage=15,
            econ=15,
            trail=1,
            victory={"us": 38, "nva": 4, "arvn": 35, "vc": 27},
            available=(
                {"us_troops": 21, "irregular": 3, "us_base": 2}
                | {"arvn_troops": 8, "police": 10, "ranger": 2, "arvn_base": 1}
                | {"nva_troops": 40, "nva_guerrilla": 8, "nva_base": 5, "vc_guerrilla": 14, "vc_base": 2}
            ),
            out_of_play={"us_troops": 10, "us_base": 2, "arvn_troops": 10, "ranger": 3, "arvn_base": 2},
            casualties={},
            control=dict.fromkeys(("north_vietnam", "central_laos", "southern_laos", PARROTS_BEAK), "nva"),
            eligible=["us", "arvn", "nva", "vc"],
        ),
    ),
)

TURN_1: Final = Chapter(
    "turn_1",  # 107 Burning Bonze
    (
        Beat(
            "event",
            "vc",
            ("event", "shaded"),
            {"support": {"saigon": "neutral"}, "aid": 3, "victory": {"us": 32}, "resources": {"arvn": 30}},
        ),
        Beat("nva_passes", "nva", ("pass",), {"resources": {"nva": 11}}),
        Beat(
            "train",
            "arvn",
            ("op_activity", "train", "saigon", "cubes", "6"),
            {
                "resources": {"arvn": 27},
                "pieces": {"saigon": {"us_base": 1, "us_troops": 2, "arvn_troops": 8, "police": 3}},
                "available": {"arvn_troops": 2},
            },
        ),
        Beat(
            "pacify",
            "arvn",
            ("done", "pacify", "stop"),
            {"resources": {"arvn": 24}, "support": {"saigon": "passive_support"}, "victory": {"us": 38}},
        ),
        Beat(
            "govern",
            "arvn",
            ("sa:govern", "an_loc", "aid", "can_tho", "aid"),
            {"aid": 14, "resources": {"arvn": 24}},  # 3 + 6 by Govern + 5 by Minh
        ),
        turn_up("next_card", 68, card=55, eligible=["us", "nva"]),
    ),
)

TURN_2: Final = Chapter(
    "turn_2",  # 55 Trucks
    (
        Beat("rally", "nva", ("op_only", "rally")),
        Beat("rally_at_bases", "nva", ("north_vietnam", "place", "2", PARROTS_BEAK, "place", "2")),
        Beat(
            "rally_in_the_delta",
            "nva",
            ("kien_phong", KIEN_GIANG, "done"),
            {
                "resources": {"nva": 7},
                "available": {"nva_guerrilla": 2},
                "pieces": {
                    "north_vietnam": {"nva_base": 1, "nva_guerrilla": 5},
                    PARROTS_BEAK: {"nva_base": 1, "nva_guerrilla": 5},
                    "kien_phong": {"nva_guerrilla": 1, "vc_guerrilla": 1},
                    KIEN_GIANG: {"nva_guerrilla": 1, "vc_guerrilla": 1},
                },
                "control": {"kien_phong": "none", KIEN_GIANG: "none"},
            },
        ),
        Beat("trail", "nva", ("yes",), {"resources": {"nva": 5}, "trail": 2}),
        Beat(
            "sweep",
            "us",
            ("limop", "sweep", QUANG_TRI, "done"),
            {
                "pieces": {QUANG_TRI: {"us_troops": 1, "irregular": 1, "vc_base": 1, "vc_guerrilla_active": 2}},
                "resources": {"arvn": 24},
            },
        ),
        turn_up("next_card", 1, card=68, eligible=["arvn", "vc"]),
    ),
)

TURN_3: Final = Chapter(
    "turn_3",  # 68 Green Berets
    (
        Beat(
            "event",
            "arvn",
            ("event", "unshaded", "binh_dinh", "irregular"),
            {
                "available": {"irregular": 0},
                "out_of_play": {"ranger": 3},
                "control": {"binh_dinh": "coin"},
                "victory": {"arvn": 37, "us": 42},
                "pieces": {"binh_dinh": {"us_troops": 1, "irregular": 4, "vc_base": 1, "vc_guerrilla": 2}},
                "support": {"binh_dinh": "active_support"},
            },
        ),
        Beat(
            "rally",
            "vc",
            ("op_activity", "rally", PLEIKU, "2", QUANG_TRI, "place", "3", "hue"),
            {
                "resources": {"vc": 2},
                "available": {"vc_guerrilla": 8},
                "pieces": {
                    PLEIKU: {"vc_base": 1, "vc_guerrilla": 4},
                    QUANG_TRI: {"vc_base": 1, "vc_guerrilla_active": 2, "vc_guerrilla": 3},
                    "hue": {"vc_guerrilla": 1},
                },
            },
        ),
        Beat(
            "tax",
            "vc",
            ("sa:tax", QUANG_TIN, QUANG_DUC, BINH_TUY, "done"),
            {
                "resources": {"vc": 10},
                "support": dict.fromkeys((QUANG_TIN, QUANG_DUC, BINH_TUY), "passive_opposition"),
                "victory": {"vc": 23},
                "pieces": {
                    space: {"vc_base": 1, "vc_guerrilla": 1, "vc_guerrilla_active": 1}
                    for space in (QUANG_TIN, QUANG_DUC, BINH_TUY)
                },
            },
        ),
        Beat("rally_ends", "vc", ("done",)),
        turn_up("next_card", 97, card=1, eligible=["us", "nva"]),
    ),
)
