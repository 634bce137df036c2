"""The words of the format: what a position calls levels, actions, leaders and markers, and every key it may have."""

from typing import Final

from fitl.board.expansion_cards import DIEM
from fitl.board.scenarios import SUPPORT_LEVELS
from fitl.board.spaces import BOX_IDS
from fitl.board.tracks import TRACKS
from fitl.state import COIN_CONTROL, EVENT, LIMITED_OP, MINH, NO_LEADER, NVA_CONTROL, OP_AND_ACTIVITY, OP_ONLY

FORMAT: Final = 1
LEVEL_IDS: Final = tuple(SUPPORT_LEVELS)  # from Active Opposition, -2, on
ACTIONS: Final = (EVENT, OP_ONLY, OP_AND_ACTIVITY, LIMITED_OP)
EMPTY: Final = "empty"
MOST_COUP_ROUNDS: Final = 11  # two before the Fall of Diem, six from 1964 to 1972, three to 1975
BOARDS: Final = ("set_up", EMPTY)  # what a position leaves out of the board is as in the set-up, or nothing is there
OUTCOME_REASONS: Final = ("victory", "final")
CONTROLS: Final = {"coin": COIN_CONTROL, "nva": NVA_CONTROL}
LEADER_WORDS: Final = {"minh": MINH, "none": NO_LEADER, "diem": DIEM}

# Everything a position may say, section by section as it is read.
KEYS: Final = frozenset(
    (
        *("fitl", "scenario", "options", "packs", "seed", "answers", "outcome", "era"),
        *("board", "spaces", "control", *BOX_IDS),
        *("resources", *TRACKS),
        *("effects", "flags", "leader", "leader_box", "leader_silenced"),
        *("piles", "draft", "coups_to_come", "seen", "played", "card", "next_card"),
        *("stage", "order", "eligible", "passed", "acted", "stay_eligible", "made_ineligible", "pivotal", "initiative"),
        *("last_was_coup", "coup_rounds", "us_policy", "trung_deck", "markers", "revealed_markers"),
    )
)
