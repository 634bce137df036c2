"""Journeys at the table over the folder of `fitl site`: the page is the same, and so must be what it does.

Those that need a server of their own, or two people at one game, are not here.
"""

from tests.web.browser.test_table import (
    test_a_bots_turn_is_played_back_step_by_step_and_says_why,
    test_a_complete_short_game_against_bots_is_played_through_the_page,
    test_a_complete_turn_is_played_by_the_keyboard_alone,
    test_a_complete_turn_of_each_faction_is_played_by_clicks,
    test_a_thinkers_picks_and_turns_say_what_it_expects_and_who_it_is_is_told,
    test_an_unlit_space_says_why_it_cannot_be_chosen,
    test_habits_are_remembered_by_the_browser,
    test_table_mode_rolls_and_draws_for_people_who_ask,
    test_the_game_can_be_taken_away,
    test_the_next_question_takes_answers_before_we_hear_of_the_last,
    test_the_timeline_shows_the_table_as_it_was,
    test_undo_takes_back_one_answer_at_a_time,
)

__all__ = [
    "test_a_bots_turn_is_played_back_step_by_step_and_says_why",
    "test_a_complete_short_game_against_bots_is_played_through_the_page",
    "test_a_complete_turn_is_played_by_the_keyboard_alone",
    "test_a_complete_turn_of_each_faction_is_played_by_clicks",
    "test_a_thinkers_picks_and_turns_say_what_it_expects_and_who_it_is_is_told",
    "test_an_unlit_space_says_why_it_cannot_be_chosen",
    "test_habits_are_remembered_by_the_browser",
    "test_table_mode_rolls_and_draws_for_people_who_ask",
    "test_the_game_can_be_taken_away",
    "test_the_next_question_takes_answers_before_we_hear_of_the_last",
    "test_the_timeline_shows_the_table_as_it_was",
    "test_undo_takes_back_one_answer_at_a_time",
]
