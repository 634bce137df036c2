"""The lobby in a real browser against a real server: starting, joining, keeping and bringing games."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from fitl import journal
from fitl.game import Game
from tests.web.browser.support import Server

pytest.importorskip("playwright")

from playwright.sync_api import Page, expect

SIZES = ((1920, 1080), (1280, 800), (1024, 768), (390, 844))
MADE = {  # what the server answers when a game is created
    "game": "0123456789abcdef",
    "links": [
        {
            "role": role,
            "factions": factions,
            "mine": mine,
            "token": "t" * 43,
            "path": "/game/0123456789abcdef#" + "t" * 43,
        }
        for role, factions, mine in (
            ("player", ["us"], True),
            ("player", ["nva"], False),
            ("player", ["vc"], False),
            ("spectator", [], False),
        )
    ],
}


@pytest.fixture
def lobby(open_page: Callable[..., Any]) -> Page:
    return laid_out(open_page("/"))


def laid_out(page: Any) -> Page:
    expect(page.locator(".scenario").first).to_be_visible()
    found: Page = page
    return found


def refusal_was_meant(page: Any) -> None:
    """The console of the browser complains about every refusal of the server; here it was the point."""
    page.complaints.clear()


def seat(page: Page, faction: str, kind: str) -> None:
    page.locator(f'.segment:has(input[name="seat-{faction}"][value="{kind}"])').click()


def scenario(page: Page, title: str) -> None:
    page.get_by_role("radio", name=title, exact=True).check()


def open_details(page: Page, *titles: str) -> None:
    for title in titles:
        details = page.locator("details", has=page.locator("summary", has_text=title))
        if details.get_attribute("open") is None:
            details.locator("summary").click()


def create(page: Page) -> None:
    page.get_by_role("button", name="Create the game").click()


def held(page: Page) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = page.evaluate("JSON.parse(localStorage.getItem('fitl.games') ?? '[]')")
    return found


def state_of(page: Page, server: Server, game: str, token: str) -> dict[str, Any]:
    answer = page.request.get(f"{server.address}/api/games/{game}", headers={"Authorization": f"Bearer {token}"})
    assert answer.ok, answer.text()
    found: dict[str, Any] = answer.json()
    return found


def saved_game() -> Game:
    """A game some answers into its first turn."""
    game = Game.new("short-1965", seed=4)
    for _ in range(3):
        decision = game.decision
        assert decision is not None
        game.choose(decision.options[0].key)
    return game


# --- starting at once ---------------------------------------------------------------------------------------------


def test_one_click_opens_a_short_game_against_three_bots(lobby: Page, server: Server) -> None:
    lobby.get_by_role("button", name="Viet Cong").first.click()
    lobby.wait_for_url("**/game/**")
    (note,) = held(lobby)
    assert note["factions"] == ["vc"]
    state = state_of(lobby, server, note["game"], note["token"])
    assert state["scenario"] == "short-1965"
    assert {player["factions"][0]: player["kind"] for player in state["players"]} == {
        "us": "bot",
        "arvn": "bot",
        "nva": "bot",
        "vc": "person",
    }
    lobby.goto(server.address)
    lobby.locator("button.side.vc[data-scenario='diems-war-1961']").click()
    lobby.wait_for_url("**/game/**")
    note = max(held(lobby), key=lambda note: note["seen"])
    state = state_of(lobby, server, note["game"], note["token"])
    assert state["scenario"] == "diems-war-1961", "the other eras have their own"
    assert {player["factions"][0]: player["kind"] for player in state["players"]} == {"arvn": "bot", "vc": "person"}


# --- the form -----------------------------------------------------------------------------------------------------


def test_the_form_creates_the_game_it_describes(lobby: Page, server: Server) -> None:
    scenario(lobby, "Full: 1964-1972")
    lobby.get_by_text("One player runs US and ARVN").click()
    seat(lobby, "nva", "link")
    lobby.get_by_label("Name of the player of NVA").fill("Bo")
    lobby.get_by_label("Your name").fill("Ann")
    lobby.get_by_role("radio", name="Beside the physical board").check()
    open_details(lobby, "Optional rules", "More")
    lobby.get_by_label("Shorter campaigns").check()
    lobby.get_by_label("Name of the game").fill("Saturday war")
    summary = lobby.locator(".summary")
    expect(summary).to_contain_text("You play US and ARVN.")
    expect(summary).to_contain_text("By link: NVA.")
    expect(summary).to_contain_text("Bot for VC: Printed flowchart, with the privileges of 8.1.")
    create(lobby)
    expect(lobby.get_by_role("heading", name="Saturday war is ready")).to_be_focused()
    (note,) = held(lobby)
    assert (note["factions"], note["role"], note["title"]) == (["us", "arvn"], "player", "Saturday war")
    state = state_of(lobby, server, note["game"], note["token"])
    assert (state["scenario"], state["name"], state["table_mode"]) == ("full-1964", "Saturday war", True)
    assert [(player["factions"], player["kind"], player["name"]) for player in state["players"]] == [
        (["us", "arvn"], "person", "Ann"),
        (["nva"], "person", "Bo"),
        (["vc"], "bot", ""),
    ]
    position = lobby.request.get(
        f"{server.address}/api/games/{note['game']}/position", headers={"Authorization": f"Bearer {note['token']}"}
    ).json()
    assert position["options"]["shorter_campaigns"] is True


def test_the_links_open_the_seats_they_are_named_after(lobby: Page, server: Server) -> None:
    seat(lobby, "vc", "link")
    create(lobby)
    opens = lobby.get_by_role("link", name="Open my seat").get_attribute("href")
    (note,) = held(lobby)
    assert opens == f"/game/{note['game']}#{note['token']}"
    address = lobby.get_by_role("textbox", name="VC", exact=True).input_value()
    invited = {"Authorization": f"Bearer {address.partition('#take=')[2]}"}
    base = f"{server.address}/api/games/{note['game']}"
    taken = lobby.request.post(f"{base}/claim", data={"token": "v" * 43}, headers=invited)
    assert taken.ok
    assert state_of(lobby, server, note["game"], "v" * 43)["me"]["factions"] == ["vc"]
    watching = lobby.get_by_role("textbox", name="Spectators", exact=True).input_value()
    assert state_of(lobby, server, note["game"], watching.partition("#")[2])["me"]["role"] == "spectator"


def test_a_link_is_copied_by_its_button(lobby: Page, server: Server) -> None:
    lobby.context.grant_permissions(["clipboard-read", "clipboard-write"], origin=server.address)
    seat(lobby, "nva", "link")
    create(lobby)
    lobby.get_by_role("button", name="Copy the link for NVA").click()
    expect(lobby.locator(".ready .links [role=status]")).to_have_text("Copied")
    copied = lobby.evaluate("navigator.clipboard.readText()")
    assert copied == lobby.get_by_role("textbox", name="NVA", exact=True).input_value()
    assert copied.startswith(f"{server.address}/game/")


def test_four_bots_can_be_watched(lobby: Page) -> None:
    seat(lobby, "us", "bot")
    expect(lobby.locator(".summary")).to_contain_text("you will watch 4 bots")
    create(lobby)
    expect(lobby.get_by_role("link", name="Open as spectator")).to_be_visible()
    assert held(lobby)[0]["role"] == "spectator"


def test_a_pair_is_run_by_a_person(lobby: Page) -> None:
    lobby.get_by_text("One player runs NVA and VC").click()
    expect(lobby.locator('input[name="seat-nva"][value="bot"]')).to_be_disabled()
    expect(lobby.locator('input[name="seat-nva"][value="me"]')).to_be_checked()
    expect(lobby.locator('input[name="seat-vc"][value="me"]')).to_be_hidden()


TWO_FACTIONS = """async () => {
  const { freshDraft, orderOf, seatsOf } = await import("/static/js/lobby/draft.js");
  const { seatChooser } = await import("/static/js/lobby/seats.js");
  const { recognise } = await import("/static/js/lobby/recognise.js");
  const shown_of_it = { title: "Two", subtitle: "", story: "", cards: 9, coups: 1, years: [] };
  const scenario = { name: "two", ...shown_of_it, options: [], factions: ["arvn", "vc"], kinds: ["flowchart"] };
  const draft = freshDraft();
  draft.paired.coin = true; // left over from another scenario
  const chooser = seatChooser(draft, () => scenario, () => undefined);
  document.body.append(chooser.element);
  chooser.sync();
  const shown = [...chooser.element.querySelectorAll("input[type=radio]")].filter((input) => input.offsetParent);
  const pairs = [...chooser.element.querySelectorAll("input[type=checkbox]")].filter((input) => input.offsetParent);
  const found = recognise(JSON.stringify({ fitl: 1, scenario: "two" }), [scenario]);
  return {
    seats: orderOf(draft, scenario, []).seats,
    shown: [...new Set(shown.map((input) => input.name))],
    pairs: pairs.length,
    saved: found.seats.map((seat) => seat.factions),
  };
}"""


def test_bots_follow_the_reading_the_table_agrees_on(lobby: Page) -> None:
    chooser = lobby.get_by_label("How are random spaces determined?")
    expect(chooser).to_be_hidden()  # folded away
    open_details(lobby, "Open questions in the bot rules")
    expect(chooser).to_have_value("chart")
    chooser.select_option("every candidate is equally likely")
    lobby.get_by_label("How many Available ARVN pieces lead to a Train?").select_option("20")
    expect(lobby.locator(".summary")).to_contain_text("another reading of 2 open questions")
    lobby.reload()
    expect(chooser).to_be_visible()
    expect(chooser).to_have_value("uniform")
    with lobby.expect_request("**/api/games") as asked:
        create(lobby)
    order = asked.value.post_data_json
    assert order["options"]["readings"] == {"random_spaces": "uniform", "arvn_train_available": "20"}
    expect(lobby.get_by_role("link", name="Open my seat")).to_be_visible()


def test_readings_are_offered_only_where_a_bot_follows_them(lobby: Page) -> None:
    ways = lobby.get_by_text("Open questions in the bot rules")
    expect(ways).to_be_visible()
    for faction in ("arvn", "nva", "vc"):
        seat(lobby, faction, "me")
    expect(ways).to_be_hidden()


def test_a_scenario_of_two_factions_is_seated_by_two(lobby: Page) -> None:
    assert lobby.evaluate(TWO_FACTIONS) == {
        "seats": [{"factions": ["arvn"], "kind": "me"}, {"factions": ["vc"], "kind": "bot", "plays": "flowchart"}],
        "shown": ["seat-arvn", "seat-vc"],
        "pairs": 0,
        "saved": [["arvn"], ["vc"]],
    }


SEATS = """async (kinds) => {
  await (await import("/static/js/words.js")).loadWords();
  const { freshDraft, orderOf } = await import("/static/js/lobby/draft.js");
  const { seatChooser } = await import("/static/js/lobby/seats.js");
  const scenario = { name: "two", options: [], factions: ["arvn", "vc"], kinds };
  const draft = freshDraft();
  const chooser = seatChooser(draft, () => scenario, () => undefined);
  document.body.append(chooser.element);
  chooser.sync();
  const shown = [...chooser.element.querySelectorAll("input[name=seat-vc]")].filter((input) => input.offsetParent);
  const before = orderOf(draft, scenario, []).seats[1];
  const plays = chooser.element.querySelectorAll(".seat-plays")[3];
  if (plays.offsetParent) Object.assign(plays, { value: kinds[1] }).dispatchEvent(new Event("change"));
  return [shown.map((input) => input.value), before, orderOf(draft, scenario, []).seats[1], chooser.element.innerText];
}"""


def test_where_no_bot_can_play_people_take_every_seat(lobby: Page) -> None:
    offered, seated, _, told = lobby.evaluate(SEATS, [])
    assert offered == ["me", "link"]
    assert seated == {"factions": ["vc"], "kind": "me"}
    assert "No bot knows this war yet" in told


def test_each_seat_may_have_a_bot_of_another_kind(lobby: Page) -> None:
    offered, first, chosen, _ = lobby.evaluate(SEATS, ["flowchart", "thinker"])
    assert offered == ["me", "link", "bot"]
    assert (first["plays"], chosen["plays"]) == ("flowchart", "thinker")


def test_a_form_that_was_left_with_a_kind_that_is_not_listed_still_works(lobby: Page) -> None:
    draft = {"scenario": "short-1965", "plays": {"arvn": "thinker:steady", "nva": "hal", "vc": "thinker:deep"}}
    lobby.evaluate("draft => sessionStorage.setItem('fitl.lobby.draft', JSON.stringify(draft))", draft)
    lobby.reload()
    summary = lobby.locator(".summary")
    expect(summary).to_contain_text("Bot for ARVN: Steady thinker, about 2 seconds a turn.")
    expect(summary).to_contain_text("Bot for VC: Deep thinker")
    with lobby.expect_request("**/api/games") as asked:
        create(lobby)
    seats = asked.value.post_data_json["seats"]
    assert [seat.get("plays") for seat in seats] == [None, "thinker", "flowchart", "thinker:deep"]
    names = lobby.locator("select[aria-label*=VC] option").all_inner_texts()
    assert len(set(names)) == len(names), "nothing is listed twice"


def test_the_seed_is_asked_for_only_where_one_person_plays(lobby: Page) -> None:
    open_details(lobby, "More")
    seed = lobby.get_by_label("Seed", exact=True)
    seed.fill("7")
    seat(lobby, "nva", "link")
    expect(seed).to_be_hidden()
    with lobby.expect_request("**/api/games") as asked:
        create(lobby)
    assert "seed" not in asked.value.post_data_json


def test_only_the_optional_rules_that_fit_are_offered(lobby: Page) -> None:
    open_details(lobby, "Optional rules")
    option = lobby.locator(".option label")
    expect(option.filter(has_text="Hostile Capabilities")).to_be_visible()  # 8.9: one player alone
    expect(option.filter(has_text="Deception markers")).to_have_count(0)  # 7.3: three or four players
    expect(option.filter(has_text="Shorter campaigns")).to_have_count(0)  # the piles are short already
    for faction in ("arvn", "nva"):
        seat(lobby, faction, "link")
    expect(option.filter(has_text="Hostile Capabilities")).to_have_count(0)
    expect(option.filter(has_text="Deception markers")).to_be_visible()
    expect(option.filter(has_text="Historical Coups")).to_have_count(0)
    scenario(lobby, "Short: Long 1964")
    expect(option.filter(has_text="Historical Coups")).to_be_visible()
    scenario(lobby, "Full: 1964-1972")
    expect(option.filter(has_text="Shorter campaigns")).to_be_visible()


def test_an_option_that_no_longer_fits_is_not_ordered(lobby: Page) -> None:
    open_details(lobby, "Optional rules")
    lobby.get_by_label("Hostile Capabilities").check()
    seat(lobby, "vc", "link")
    create(lobby)
    expect(lobby.locator("#ready-title")).to_be_visible()  # the server would refuse the option to two players


@pytest.mark.parametrize(
    ("label", "typed", "complaint"),
    [
        ("Seed", "12x", "The seed must be a whole number"),
        ("Seed", "-3", "The seed must be a whole number"),
        ("Seed", "9007199254740993", "The seed must be a whole number"),
        ("Webhook", "slack", "The webhook must be a full address"),
        ("Webhook", "javascript:alert(1)", "The webhook must be a full address"),
    ],
)
def test_what_is_wrong_is_said_at_its_field(lobby: Page, label: str, typed: str, complaint: str) -> None:
    open_details(lobby, "More")
    field = lobby.get_by_label(label, exact=True)
    field.fill(typed)
    create(lobby)
    expect(field).to_be_focused()
    expect(field).to_have_attribute("aria-invalid", "true")
    expect(lobby.locator(".field .wrong")).to_contain_text(complaint)
    expect(lobby.locator(".order [role=alert]")).to_contain_text(typed)
    assert held(lobby) == []


def test_two_rules_that_exclude_each_other_are_refused_with_the_reason(lobby: Page) -> None:
    for faction in ("arvn", "nva"):
        seat(lobby, faction, "me")
    open_details(lobby, "Optional rules")
    lobby.get_by_label("Deception markers").check()
    lobby.get_by_label("Uncertain victory").check()
    create(lobby)
    expect(lobby.locator(".order [role=alert]")).to_contain_text("choose one of them (7.3)")


def test_a_refusal_by_the_server_is_shown_and_the_form_is_kept(lobby: Page) -> None:
    open_details(lobby, "More")
    lobby.get_by_label("Webhook").fill("https://user:secret@example.org/hook")
    lobby.get_by_label("Name of the game").fill("Kept")
    create(lobby)
    alert = lobby.locator(".order [role=alert]")
    expect(alert).to_contain_text("without a user name or password")
    expect(alert).to_contain_text("still here")
    expect(lobby.get_by_label("Name of the game")).to_have_value("Kept")
    refusal_was_meant(lobby)


def test_a_server_out_of_reach_is_said_in_plain_words(lobby: Page) -> None:
    lobby.route("**/api/games", lambda route: route.abort())
    create(lobby)
    expect(lobby.locator(".order [role=alert]")).to_contain_text("The server does not answer")
    expect(lobby.get_by_role("button", name="Create the game")).to_be_enabled()
    refusal_was_meant(lobby)


def test_the_unfinished_form_survives_a_reload(lobby: Page) -> None:
    scenario(lobby, "Medium: 1968-1972")
    seat(lobby, "vc", "link")
    lobby.get_by_label("Name of the player of VC").fill("Bo")
    open_details(lobby, "More", "Optional rules")
    lobby.get_by_label("Name of the game").fill("Saturday war")
    lobby.get_by_label("Events by hand").check()
    lobby.reload()
    expect(lobby.get_by_role("radio", name="Medium: 1968-1972", exact=True)).to_be_checked()
    expect(lobby.get_by_label("Name of the player of VC")).to_have_value("Bo")
    expect(lobby.get_by_label("Name of the game")).to_have_value("Saturday war")
    expect(lobby.get_by_label("Events by hand")).to_be_checked()
    lobby.get_by_role("button", name="Start over").click()
    expect(lobby.get_by_role("radio", name="Short: 1965-1967", exact=True)).to_be_checked()
    expect(lobby.get_by_label("Name of the game")).to_have_value("")


# --- my games -----------------------------------------------------------------------------------------------------


def test_my_games_tell_whose_turn_it_is_and_lead_back(lobby: Page) -> None:
    for faction in ("arvn", "nva", "vc"):
        seat(lobby, faction, "me")
    create(lobby)
    row = lobby.locator(".my-game")
    expect(row).to_have_count(1)
    expect(row).to_contain_text("Your turn")
    assert lobby.title() == "(1) Fire in the Lake"
    lobby.reload()
    (note,) = held(lobby)
    expect(row.get_by_role("link", name="Take your turn")).to_have_attribute(
        "href", f"/game/{note['game']}#{note['token']}"
    )


def test_a_game_is_forgotten_only_after_a_question(lobby: Page) -> None:
    for faction in ("arvn", "nva", "vc"):
        seat(lobby, faction, "me")  # else bots play on, and the list may be drawn anew over the question
    create(lobby)
    lobby.get_by_role("button", name="Forget Short: 1965-1967").click()
    lobby.get_by_role("button", name="Keep it").click()
    assert len(held(lobby)) == 1
    lobby.get_by_role("button", name="Forget Short: 1965-1967").click()
    lobby.get_by_role("button", name="Forget it").click()
    expect(lobby.locator(".my-game")).to_have_count(0)
    assert held(lobby) == []
    assert lobby.evaluate("localStorage.getItem('fitl.links')") == "{}"


def test_the_links_of_a_game_can_be_fetched_again(lobby: Page) -> None:
    seat(lobby, "vc", "link")
    create(lobby)
    shared = lobby.get_by_role("textbox", name="VC", exact=True).input_value()
    lobby.reload()
    lobby.get_by_role("button", name="Links of Short: 1965-1967").click()
    expect(lobby.get_by_role("textbox", name="VC", exact=True)).to_have_value(shared)


def test_a_game_the_server_does_not_have_is_said_to_be_gone(lobby: Page) -> None:
    note = {"game": "0" * 16, "token": "nonsense", "title": "Old war", "role": "player", "factions": ["us"], "seen": 0}
    lobby.evaluate("note => localStorage.setItem('fitl.games', JSON.stringify([note]))", note)
    lobby.reload()
    row = lobby.locator(".my-game")
    expect(row).to_contain_text("no longer has this game")
    expect(row.get_by_role("link")).to_have_count(0)


def test_damaged_storage_does_not_keep_anybody_from_playing(lobby: Page) -> None:
    lobby.evaluate("localStorage.setItem('fitl.games', '{broken'); sessionStorage.setItem('fitl.lobby.draft', '[')")
    lobby.reload()
    create(lobby)
    expect(lobby.locator("#ready-title")).to_be_visible()


# --- bringing a game ----------------------------------------------------------------------------------------------


def test_a_journal_is_opened_from_a_file_with_the_seats_it_has(lobby: Page, server: Server, tmp_path: Path) -> None:
    game = saved_game()
    journal.save(game, tmp_path / "war.jsonl")
    lobby.locator("#bring-file").set_input_files(tmp_path / "war.jsonl")
    expect(lobby.locator(".found-form h3")).to_contain_text("A journal: Short: 1965-1967")
    lobby.locator('.segment:has(input[name="bring-seat-3"][value="link"])').click()
    lobby.get_by_role("button", name="Open this game").click()
    expect(lobby.get_by_role("button", name="Copy the link for VC")).to_be_visible()
    (note,) = held(lobby)
    assert note["factions"] == ["us", "arvn", "nva"]
    assert state_of(lobby, server, note["game"], note["token"])["entries"] == len(game.entries)


def test_a_position_is_opened_from_pasted_text_beside_the_physical_board(lobby: Page, server: Server) -> None:
    lobby.get_by_label("Text of a journal or position").fill(json.dumps(saved_game().position()))
    lobby.get_by_role("button", name="Read the text").click()
    lobby.get_by_text("Play it beside the physical board").click()
    lobby.get_by_role("button", name="Open this game").click()
    expect(lobby.get_by_role("link", name="Open my seat")).to_be_visible()
    (note,) = held(lobby)
    assert state_of(lobby, server, note["game"], note["token"])["table_mode"] is True


def test_a_file_can_be_dropped(lobby: Page) -> None:
    text = json.dumps(saved_game().position())
    dropped = lobby.evaluate_handle(
        """text => {
          const transfer = new DataTransfer();
          transfer.items.add(new File([text], "war.json", { type: "application/json" }));
          return transfer;
        }""",
        text,
    )
    lobby.dispatch_event(".drop", "drop", {"dataTransfer": dropped})
    expect(lobby.locator(".found-form h3")).to_have_text("A position: Short: 1965-1967")


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("  ", "There is nothing to read"),
        ("hello", "The first line is not JSON"),
        ('{"a": 1}', "neither a journal"),
        ("[1, 2]", "neither a journal"),
    ],
)
def test_a_text_that_is_no_game_is_refused_with_what_would_be_right(lobby: Page, text: str, complaint: str) -> None:
    lobby.get_by_label("Text of a journal or position").fill(text)
    lobby.get_by_role("button", name="Read the text").click()
    expect(lobby.locator(".bring [role=alert]")).to_contain_text(complaint)
    expect(lobby.get_by_label("Text of a journal or position")).to_have_value(text)


def test_what_the_server_finds_wrong_with_a_position_is_shown_and_the_text_kept(lobby: Page) -> None:
    text = '{"fitl": 1, "scenario": "short-1965", "spaces": {"paris": {}}}'
    lobby.get_by_label("Text of a journal or position").fill(text)
    lobby.get_by_role("button", name="Read the text").click()
    lobby.get_by_role("button", name="Open this game").click()
    expect(lobby.locator(".bring [role=alert]")).to_contain_text("spaces.paris: there is no such space")
    refusal_was_meant(lobby)
    expect(lobby.get_by_label("Text of a journal or position")).to_have_value(text)
    lobby.reload()
    expect(lobby.get_by_label("Text of a journal or position")).to_have_value(text)


# --- for everybody ------------------------------------------------------------------------------------------------


def test_a_game_can_be_set_up_with_the_keyboard_alone(lobby: Page) -> None:
    lobby.keyboard.press("Tab")
    expect(lobby.get_by_role("link", name="Skip to new game")).to_be_focused()
    lobby.keyboard.press("Enter")
    expect(lobby.locator("#new-game")).to_be_focused()
    lobby.keyboard.press("Tab")
    expect(lobby.get_by_role("radio", name="Short: 1965-1967", exact=True)).to_be_focused()
    lobby.keyboard.press("ArrowRight")
    expect(lobby.get_by_role("radio", name="Short: 1967-1969", exact=True)).to_be_checked()
    lobby.keyboard.press("Tab")
    expect(lobby.locator('input[name="seat-us"][value="me"]')).to_be_focused()
    lobby.keyboard.press("ArrowRight")
    expect(lobby.locator('input[name="seat-us"][value="link"]')).to_be_checked()


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_nothing_is_wider_than_the_screen(open_page: Callable[..., Any], width: int, height: int) -> None:
    page = laid_out(open_page("/", width=width, height=height))
    page.route("**/api/games", lambda route: route.fulfill(json=MADE))
    for faction in ("nva", "vc"):
        seat(page, faction, "link")
    open_details(page, "Optional rules", "More")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    rows = page.locator(".years").evaluate_all("all => all.map(each => each.getClientRects().length)")
    assert set(rows) == {1}, "years stay on one line"
    create(page)
    expect(page.get_by_role("button", name="Copy the link for NVA")).to_be_in_viewport()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_every_sentence_comes_from_the_catalogue(lobby: Page) -> None:
    open_details(lobby, "Optional rules", "More")
    assert "lobby." not in lobby.locator("body").inner_text()  # an id without a message is shown as it is
    assert lobby.locator("[aria-label*='lobby.'], [placeholder*='lobby.']").count() == 0
