"""What the purposes of Event questions mean for the bots that answer them: placing, moving, flipping, shifting."""

from typing import Final

# Placed from a box that the Event names, not from Available.
DEPLOYED: Final = frozenset(
    (
        "deploy_to_cities",
        "us_to_south",
        "us_to_map",
        "us_troops_to_south",
        "ninth_division_arrives",
        "casualty_to_map",
        "out_of_play_to_map",
        "pack_deploy",
    )
)
PLACED: Final = frozenset(
    (
        *DEPLOYED,
        "kissinger_place",
        "buck_adams_place",
        "civil_war_place",
        "place_arvn",
        "place_arvn_cubes",
        "place_nva_troops",
        "place_police",
        "place_vc_piece",
        "thi_place",
        "tam_chau_place",
        "rostow_guerrilla",
        "wind_down_troops",
        "lrrp_place",
        "binh_duong_place",
        "tet_place",
        "place_guerrillas",
        "place_insurgents",
        "pack_place",
    )
)
MOVED: Final = frozenset(
    (
        "us_troops_to_highland",
        "amphib_troops",
        "vanish",
        "coin_to_cities",
        "move_nva_base",
        "bob_hope_move",
        "sealords_move",
        "easter_move",
        "americal_from_map",
        "rostow_piece",
        "corridor",
        "airborne_reserve",
        "drive_on_saigon",
        "convoy",
        "enclaves",
        "sea_lift",
        "pack_move",
    )
)
# Losses a Faction takes for what they bring (cards 79 and 80).
WORTH_IT: Final = frozenset(("lodge_remove", "wind_down_piece", "ninth_division_leaves"))
FLIPPED: Final = frozenset(("buck_adams_hide", "pack_flip"))
# The space that is asked for shifts, or is set to a level.
SHIFTING: Final = frozenset(
    (
        "shift_opposition",
        "shift_support",
        "lose_support",
        "set_active_opposition",
        "set_passive_support",
        "new_jersey_shift",
        "phoenix_terror",
        "wind_down_shift",
        "ballot_stuffing",
        "usaid_shift",
        "clean_vote",
        "lansdale",
        "stand_firm",
        "binh_duong",
        "green_berets",
        "province_with_coin_base",
        "replace_police",
        "penetrated",
        "my_lai",
    )
)
