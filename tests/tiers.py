"""Two tiers of tests: `make test` is quick, `make test-all` is everything.

Everything runs unless pytest is called with `--short`, as `make test` does. Then the tests of `FULL` wait for
`make test-all`, and of random examples one in five is tried, the same ones every time. CONTRIBUTING.md says what proves
the same things in short.
"""

from collections.abc import Iterable, Iterator
from fnmatch import fnmatchcase
from itertools import islice
from typing import Final, TypeVar

T = TypeVar("T")

SHARE: Final = 5  # one in so many random examples is tried in the short tier

# What only the full tier runs. A pattern is matched with the whole of a test's name, from `tests/` on.
FULL: Final = (
    # The page, but for the journeys below, and the table without a server.
    "tests/web/browser/*",
    "tests/site/*",
    # The second kind of database; tests/server/test_store.py runs on both all the same.
    "tests/server/*[[]postgresql*",
    "tests/server/*_postgresql*",
    # Other systems.
    "tests/elsewhere/*",
    # More processes of the same kind, and measurements.
    "tests/cli/test_bench.py::*",
    "tests/cli/test_language.py::test_a_game_at_the_terminal_shows_no_english_word[[][bf]*",
    "tests/test_spanish_play.py::test_bots_give_their_reasons_without_an_english_word[[]*-thinker:*",
    "tests/cli/test_bots.py::*[[]us=random,others=flowchart]",
    "tests/cli/test_bots.py::test_bench_reports_games_of_non_players",
    "tests/cli/test_cluster.py::test_the_command_plays_on_workers_of_its_own",
    "tests/cli/test_commands.py::test_bench_measures_the_engine_and_the_null_engine",
    "tests/cli/test_robustness.py::test_a_simulation_can_be_interrupted[[]2]",
    "tests/properties/test_fuzz.py::test_a_run_in_two_processes_adds_up",
    "tests/test_alone_tool.py::*",
    # The notebooks, which play whole games.
    "tests/test_notebooks.py::test_a_notebook_runs*",
    "tests/test_notebooks.py::test_the_baseline_beats_random_players",
    # More examples of what one or two show.
    "tests/properties/test_damaged_files.py::*[[]players]",
    "tests/properties/test_fuzz.py::test_a_walk_of_each_style_finds_nothing[[]bots]",
    "tests/properties/test_fuzz.py::test_a_walk_of_each_style_finds_nothing[[]eager]",
    "tests/server/test_forgeries.py::test_forged_requests_are_refused_with_other_rules_and_people*",
    "tests/server/test_forgeries.py::test_they_are_refused_by_two_processes_over_postgresql",
    "tests/server/test_machine.py::*",
)

# What the short tier runs of these nevertheless: journeys through the page, ...
LOBBY: Final = (
    "test_one_click_opens_a_short_game_against_three_bots",
    "test_the_form_creates_the_game_it_describes",
    "test_a_journal_is_opened_from_a_file_with_the_seats_it_has",
)
TABLE: Final = (
    "test_a_complete_turn_of_each_faction_is_played_by_clicks[[]vc*",
    "test_a_complete_turn_is_played_by_the_keyboard_alone",
    "test_a_reload_keeps_the_seat_and_the_question",
    "test_undo_takes_back_one_answer_at_a_time",
    "test_a_bots_turn_is_played_back_step_by_step_and_says_why",
    "test_a_spectator_sees_the_table_and_cannot_answer",
)
PAGE: Final = (
    "site/test_site.py::test_what_was_answered_is_there_after_a_reload",
    "test_access.py::test_the_table_has_no_serious_violation[[]desk]",
    "test_coach.py::test_the_coach_shows_the_answer_and_the_player_gives_it",
    "test_eras.py::test_a_spearhead_is_planned_on_the_map",
    "test_lookback.py::test_the_end_shows_the_ranking_the_verdict_and_what_decided_it",
    "test_panels.py::test_a_rule_opens_over_the_page_and_gives_the_focus_back",
    "test_question.py::test_on_a_phone_the_map_fills_the_room_and_tabs_show_what_waits",
    "test_seats.py::test_an_invitation_is_taken_by_opening_it_and_only_once",
    "test_try_out.py::test_a_position_is_set_up_corrected_and_played_on",
)
# ... and the server on PostgreSQL: what is stored, and games of people.
SERVER: Final = (
    "test_store.py::*",
    "test_machine.py::test_store_and_memory_agree[[]short-1965*vc=me]",
)
SHORT: Final = (
    *(f"tests/web/browser/test_lobby.py::{name}" for name in LOBBY),
    *(f"tests/web/browser/test_table.py::{name}" for name in TABLE),
    *(f"tests/web/browser/{name}" for name in PAGE),
    *(f"tests/server/{name}" for name in SERVER),
)


class Tier:
    """Which tier is being run; conftest.py says so before any test is read."""

    short = False


def is_full(name: str) -> bool:
    """Does this test, as pytest names it, belong to the full tier only?"""
    return _matches(name, FULL) and not _matches(name, SHORT)


def _matches(name: str, patterns: Iterable[str]) -> bool:
    return any(fnmatchcase(name, pattern) for pattern in patterns)


def unmatched(names: Iterable[str]) -> list[str]:
    """The patterns that no test has."""
    there = list(names)
    return [pattern for pattern in (*FULL, *SHORT) if not any(fnmatchcase(name, pattern) for name in there)]


def examples(most: int) -> int:
    """How many random examples to try of so many."""
    return max(1, most // SHARE) if Tier.short else most


def some_of(cases: Iterable[T]) -> Iterator[T]:
    """The cases to try, evenly spread."""
    return islice(cases, 0, None, SHARE if Tier.short else 1)
