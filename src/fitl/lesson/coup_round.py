"""The script of the printed tutorial's Coup Round (card 125, Nguyen Khanh), in two chapters."""

from typing import Final

from fitl.lesson.beats import Beat, Chapter, turn_up
from fitl.lesson.places import BINH_TUY, QUANG_DUC, QUANG_TIN, QUANG_TRI

AGITATED: Final = (QUANG_TRI, QUANG_TIN, QUANG_DUC, BINH_TUY)

MONEY_AND_MINDS: Final = Chapter(
    "coup_support",  # 6.1 to 6.3
    (
        turn_up(
            "coup_card",
            75,
            card=125,
            leader=125,
            victory={"us": 42, "nva": 8, "arvn": 38, "vc": 27},
            trail=1,
            resources={"arvn": 47, "vc": 17, "nva": 7},
            econ=15,
            aid=11,
        ),
        Beat(
            "pacify_hue",
            "us",
            ("hue", "more", "more"),
            {
                "resources": {"arvn": 38},
                "support": {"hue": "neutral"},
                "terror": {"hue": 0},
                "victory": {"vc": 23, "us": 42},
            },
        ),
        Beat(
            "pacify_saigon",
            "us",
            ("saigon",),
            {"resources": {"arvn": 35}, "support": {"saigon": "active_support"}, "victory": {"us": 48}},
        ),
        Beat("us_stops", "us", ("done",)),
        Beat("arvn_declines", "arvn", ("done",)),
        Beat(
            "agitate",
            "vc",
            AGITATED,
            {
                "resources": {"vc": 13},
                "support": dict.fromkeys(AGITATED, "active_opposition"),
                "victory": {"vc": 29},
            },
        ),
    ),
)

HOME_AND_ABROAD: Final = Chapter(
    "coup_redeploy",  # 6.4 to 6.6
    (
        Beat("arvn_troops", "arvn", ("qui_nhon", "1", "da_nang", "done")),
        Beat("police", "arvn", ("saigon", "loc_saigon_can_tho", "1", "done")),
        Beat(
            "nva_troops",
            "nva",
            ("southern_laos", "north_vietnam", "4", "done"),
            {
                "pieces": {
                    "southern_laos": {"nva_base": 1, "nva_troops": 1},
                    "north_vietnam": {"nva_base": 1, "nva_troops": 4},
                }
            },
        ),
        Beat(
            "casualty_returns",
            "us",
            ("an_loc",),
            {"casualties": {}, "victory": {"us": 48}, "out_of_play": {"us_troops": 5, "us_base": 1}},
        ),
        Beat(
            "us_moves",
            "us",
            (
                *("us_troops@binh_dinh", "qui_nhon"),
                *("us_troops@saigon", "can_tho", "1"),
                *("us_troops@saigon", "cam_ranh", "1"),
            ),
            {"victory": {"us": 48}, "available": {"us_troops": 21, "us_base": 2}},
        ),
        Beat("commitment_ends", "us", ("done",)),
        turn_up(
            "end",
            17,
            card=75,
            resources={"arvn": 35, "nva": 7, "vc": 13},
            aid=11,
            patronage=15,
            econ=15,
            trail=1,
            victory={"us": 48, "nva": 8, "arvn": 38, "vc": 29},
            available=(
                {"us_troops": 21, "irregular": 0, "us_base": 2}
                | {"arvn_troops": 2, "police": 10, "ranger": 2, "arvn_base": 1}
                | {"nva_troops": 35, "nva_guerrilla": 6, "nva_base": 5, "vc_guerrilla": 15, "vc_base": 2}
            ),
            out_of_play={"us_troops": 5, "us_base": 1, "arvn_troops": 10, "ranger": 3, "arvn_base": 2},
            casualties={},
            terror={"hue": 0},
            control={"kien_phong": "nva", QUANG_TRI: "none", "binh_dinh": "coin"},
            eligible=["us", "arvn", "nva", "vc"],
        ),
    ),
)
