"""What the page shows of the eras before 1964 and after 1972: tiles, pieces, closed countries, the sequence of two.

The parts of the page are drawn from views of set-ups, so that what is tested does not hang on how a game gets there.
"""

from collections.abc import Callable
from importlib.resources import files
from typing import Any

import pytest

from fitl.board.pieces import ARVN_TROOPS, KIND_IDS
from fitl.board.scenarios import SCENARIOS
from fitl.board.spaces import CASUALTIES
from fitl.board.talks import TALKS
from fitl.eras.sovereign_of_discord.tracks import move_hanoi
from fitl.lookback import passage
from fitl.rules.draft import pick
from fitl.rules.forces import remove
from fitl.scenes import talks_told
from fitl.state import NO_LEADER, SET_UP, State
from fitl.view import build_view
from tests.eras.fall_of_saigon.support import BA, XS, row
from tests.eras.fall_of_saigon.support import begun as later
from tests.eras.fall_of_saigon.test_looking_back import in_paris
from tests.eras.sovereign_of_discord.support import D61, P61, P63, begun, edit
from tests.eras.sovereign_of_discord.test_looking_back import fallen
from tests.web.browser.support import FACTIONS, Server

OpenPage = Callable[..., Any]

PARTS = """async (view) => {
  const { loadWords } = await import("/static/js/words.js");
  const { constant } = await import("/static/js/constants.js");
  await loadWords();
  const [facts, shapes] = [await constant("facts"), await constant("shapes")];
  document.body.className = "at-table";
  document.body.innerHTML = '<div class="left" id="parts"></div><div id="map"></div>';
  Object.assign(document.getElementById("map").style, { width: "700px", height: "900px" });
  for (const name of ["map", "table", "eras"]) {
    const sheet = Object.assign(document.createElement("link"), { rel: "stylesheet", href: `/static/css/${name}.css` });
    await new Promise((done) => { sheet.onload = done; document.head.append(sheet); });
  }
  const host = document.getElementById("parts");
  for (const [file, make] of [["sequence", "createSequence"], ["tracks", "createTracks"], ["boxes", "createBoxes"]]) {
    const part = document.createElement("div");
    part.className = { sequence: "turn", tracks: "tracks", boxes: "boxes" }[file];
    host.append(part);
    const made = (await import(`/static/js/table/${file}.js`))[make](part, facts);
    made.update(view);
    window[file] = made;
  }
  const { createMap } = await import("/static/js/map/map.js");
  createMap(document.getElementById("map"), { shapes, facts }).update(view);
}"""


def shown(s: State) -> dict[str, Any]:
    return build_view(s, None, 0, None, None)


@pytest.fixture
def drawn_parts(open_page: OpenPage) -> Callable[..., Any]:
    """Draws the parts of the table from a state."""

    def draw(s: State, **settings: Any) -> Any:
        page = open_page("/rules", **settings)
        page.evaluate(PARTS, shown(s))
        return page

    return draw


def test_every_kind_of_piece_has_a_drawing_of_its_own(open_page: OpenPage) -> None:
    page = open_page("/rules")
    drawings = page.evaluate(
        """async (kinds) => {
          const { PIECE_KINDS, pieceGlyph } = await import("/static/js/pieces.js");
          return [PIECE_KINDS, kinds.map((kind) => pieceGlyph(kind).innerHTML)];
        }""",
        list(KIND_IDS),
    )
    assert drawings[0] == list(KIND_IDS)
    assert len(set(drawings[1])) == len(KIND_IDS)


def test_tiles_show_the_level_what_it_allows_and_who_waits(drawn_parts: Callable[..., Any]) -> None:
    """P6.8, P6.9, P6.10: and the boxes of the tracks are not listed a second time among the others."""
    page = drawn_parts(begun(P61, washington=2))
    assert page.eval_on_selector_all(".tile h4", "all => all.map(each => each.textContent)") == [
        "Washington",
        "Hanoi",
        "Regime Stability",
    ]
    assert page.inner_text('.tile[data-track="washington"] .here .stop-name') == "2"
    assert "Air Lift 2 spaces, 4 pieces" in page.inner_text('.tile[data-track="washington"] .allows')
    assert page.inner_text('.tile[data-track="regime"] .here') == "Stable"
    waiting = page.get_attribute('.tile[data-track="hanoi"] .stop:nth-child(3) .waiting', "title")
    assert waiting == "waiting: 5 Underground VC Guerrillas, 1 VC Base, 2 NVA Cadres"
    assert page.query_selector(".boxes .washington_1") is None
    assert page.query_selector(".boxes .available") is not None


def test_where_a_failed_attempt_covers_minh_nobody_leads(drawn_parts: Callable[..., Any]) -> None:
    """2.4.1."""
    page = drawn_parts(begun("short-1965", leader=NO_LEADER, acted=((0, "event"),), eligible=0b1111))
    assert page.inner_text(".lasting .leader") == "nobody"
    told = "(who) => (window.sequence.decides(who), document.querySelector('.sequence li.up .chip')?.textContent)"
    assert page.evaluate(told, "us") is None, "2.3.4: nobody else is to act in the middle of its Event"
    assert page.evaluate(told, "arvn") == "ARVN"


def test_a_tile_that_moves_draws_the_eye(drawn_parts: Callable[..., Any]) -> None:
    page = drawn_parts(begun(P61))
    page.evaluate("(view) => window.tracks.update(view)", shown(begun(P61, hanoi=3)))
    assert page.eval_on_selector_all(".tile.moved", "all => all.map(each => each.dataset.track)") == ["hanoi"]


def test_closed_countries_are_hatched_and_say_so(drawn_parts: Callable[..., Any]) -> None:
    """P1.3.5: North Vietnam, Laos and Cambodia; their names are grey, and who listens is told."""
    page = drawn_parts(begun(P61))
    assert page.locator(".closed-countries .closed").count() == 7
    assert page.get_attribute('.far [data-name="north_vietnam"]', "opacity") == "0.5"
    assert page.get_attribute('.far [data-name="hue"]', "opacity") == "1"
    assert "Not in play until 1964" in page.get_attribute('[data-space="central_laos"]', "aria-label")


def test_a_closeup_names_only_neighbours_in_play(drawn_parts: Callable[..., Any]) -> None:
    """P1.3.5."""
    page = drawn_parts(begun(P61))
    page.hover('[data-space="quang_tri_thua_thien"]')
    page.wait_for_selector(".map-closeup .next-to")
    assert "Hue" in page.inner_text(".map-closeup .names")
    assert "Laos" not in page.inner_text(".map-closeup .names")


def test_opposition_beside_a_hamlet_is_struck_through(drawn_parts: Callable[..., Any]) -> None:
    """P1.6.2: it does not count."""
    s = begun(P63)
    edit(s, "binh_dinh", hamlet=1, vc_guerrilla=1)
    s.support[18] = -1
    page = drawn_parts(s)
    assert page.locator('[data-state="binh_dinh"] .struck').count() == 1
    s.support[18] = 1
    page = drawn_parts(s)
    assert page.locator('[data-state="binh_dinh"] .struck').count() == 0


@pytest.mark.parametrize(
    ("taken", "lit", "next_first"),
    [
        ("event", ["Op & Special Activity", "Pass"], "VC stays First"),
        ("op_only", ["Limited Op", "Pass"], "ARVN will be First"),
        ("op_activity", ["Event", "Limited Op", "Pass"], "ARVN will be First"),
    ],
)
def test_two_players_see_which_boxes_are_open_and_who_will_be_first(
    drawn_parts: Callable[..., Any], taken: str, lit: list[str], next_first: str
) -> None:
    """P2.3, S2.3."""
    page = drawn_parts(begun(D61, order=(3, 1), acted=((3, taken),), initiative=3))
    assert page.eval_on_selector_all(".two-players .chip", "all => all.map(each => each.textContent)") == ["VC", "ARVN"]
    assert page.eval_on_selector_all(".two-boxes .open .box-name", "all => all.map(each => each.textContent)") == lit
    assert page.inner_text(".two-boxes .taken .chip") == "VC"
    assert page.inner_text(".initiative-next") == next_first
    page.eval_on_selector(".initiative-next", "part => (part.style.width = '300px')")
    assert page.locator(".initiative-next").bounding_box()["height"] < 30, "on one line with its sign"


def test_tiles_fit_the_width_of_a_phone(drawn_parts: Callable[..., Any]) -> None:
    page = drawn_parts(begun(P61), width=390, height=844)
    assert page.evaluate("document.getElementById('parts').scrollWidth") <= 390


def test_in_a_draft_every_event_is_read_before_one_is_picked(drawn_parts: Callable[..., Any]) -> None:
    """P2.1: orders and both sides in the list, and all Events of the year side by side."""
    s = begun(P61, stage=SET_UP)
    asked = next(pick(s))
    view = build_view(s, asked, 1, None, None)
    page = drawn_parts(s)
    page.evaluate(
        """async (view) => {
          const { createPrompt } = await import("/static/js/table/prompt.js");
          const [host, acts, plan] = [1, 2, 3].map(() => document.createElement("div"));
          document.body.append(host);
          host.className = "prompt";
          createPrompt(host, { acts, plan, onChoose: (key) => (window.picked = key), onHover() {} }).update({ view });
        }""",
        view,
    )
    row = page.locator('.option[data-key="p2"]')
    assert row.locator(".order .chip").all_inner_texts() == ["US", "NVA", "VC", "ARVN"]
    assert row.locator(".draft-side").count() == 2
    page.click(".draft-open")
    assert page.locator(".draft-card").count() == len(asked.options)
    page.click('.draft-card .pick[data-key="p2"]')
    assert page.evaluate("window.picked") == "p2"


def test_before_the_first_card_the_first_is_who_has_the_initiative(drawn_parts: Callable[..., Any]) -> None:
    """P2.3: in Diem's War VC begins."""
    page = drawn_parts(begun(D61, order=()))
    assert page.eval_on_selector_all(".two-players .chip", "all => all.map(each => each.textContent)") == ["VC", "ARVN"]


def test_the_lobby_has_a_shelf_for_each_era_and_campaigns_across_them(open_page: OpenPage) -> None:
    page = open_page("/")
    told = page.evaluate(
        """async () => {
          await (await import("/static/js/words.js")).loadWords();
          const { scenarioShelves } = await import("/static/js/lobby/scenarios.js");
          const four = ["us", "arvn", "nva", "vc"];
          const base = { title: "", subtitle: "", story: "", cards: 9, coups: 1, factions: four };
          const shelves = scenarioShelves([
            { ...base, name: "full-1964", years: [1964, 1972] },
            { ...base, name: "prequel-1963", years: [1963, 1963], leads_on: true },
            { ...base, name: "diems-war-1961", years: [1961, 1963], factions: ["arvn", "vc"] },
            { ...base, name: "extended-short-1972", years: [1972, 1975] },
            { ...base, name: "extended-full-1964", years: [1964, 1975] },
          ], () => {});
          const told = (shelf) => [...shelf.querySelectorAll(".scenario")].map((card) => [
            card.querySelector("input").value, card.querySelector(".players").textContent,
            card.textContent.includes("on into 1964"), card.style.getPropertyValue("--across"),
          ]);
          const parts = [...shelves.element.children];
          return Object.fromEntries(parts.map((shelf) => [shelf.querySelector("h3").id, told(shelf)]));
        }"""
    )
    assert told == {
        "shelf-1961": [["prequel-1963", "four players", True, ""], ["diems-war-1961", "two players", False, ""]],
        "shelf-1964": [["full-1964", "four players", False, ""]],
        "shelf-1972": [["extended-short-1972", "four players", False, ""]],
        "shelf-campaigns": [["extended-full-1964", "four players", False, "2 / 4"]],
    }


def test_every_scenario_has_a_picture_of_its_own() -> None:
    pictures = files("fitl.web").joinpath("static/img")
    drawn = [pictures.joinpath(f"scenario-{name}.svg").read_text(encoding="utf-8") for name in SCENARIOS]
    assert len(set(drawn)) == len(SCENARIOS)


def test_the_map_is_printed_for_its_era(drawn_parts: Callable[..., Any]) -> None:
    page = drawn_parts(begun(P61))
    assert page.text_content(".sheet .years").endswith("1963")
    legend = page.text_content(".legend")
    assert "Hamlet" in legend
    assert "Tunnel" not in legend
    page = drawn_parts(begun("short-1965"))
    assert page.text_content(".sheet .years") == "1965 \N{EN DASH} 1967"  # of the game, not of all the base game
    assert "Tunnel" in page.text_content(".legend")


OURS = """async (view) => {
  const { loadWords } = await import("/static/js/words.js");
  await loadWords();
  const { createCards } = await import("/static/js/table/card.js");
  const { draftWords } = await import("/static/js/table/draft.js");
  const [host, line] = [document.createElement("div"), document.createElement("div")];
  document.body.append(host);
  createCards(host, line).update(view);
  const button = host.querySelector(".card-face button.ours");
  button?.click();
  return [
    host.querySelector(".card-number").textContent, Boolean(host.querySelector(".ours-text:popover-open")),
    Boolean(host.querySelector(".next-card .ours")), Boolean(draftWords(view.card).querySelector(".ours")),
  ];
}"""


@pytest.mark.parametrize(("card", "label", "marked"), [(1016, "P16", True), (1075, "P75", False), (16, "16", False)])
def test_a_card_of_ours_says_so_wherever_it_lies(open_page: OpenPage, card: int, label: str, marked: bool) -> None:
    """Officer Coup and the cards of the base game do what is printed."""
    view = shown(begun(P61, card=card, next_card=card))
    assert open_page("/rules").evaluate(OURS, view) == [label, marked, marked, marked]


def test_released_pieces_and_the_stop_are_shown_on_their_way(drawn_parts: Callable[..., Any]) -> None:
    """P6.9.4: what waits at a stop of Hanoi flies to Available."""
    s = begun(P61)
    page = drawn_parts(s, reduced_motion="no-preference")
    move_hanoi(s, 1)
    moves = page.evaluate(
        """async (view) => {
          window.tracks.update(view);
          return [".tile", ".stop-slide", ".flying-piece"].map((part) => document.querySelectorAll(part).length);
        }""",
        shown(s),
    )
    assert moves == [3, 1, 3]


SCENE = """async (passage) => {
  const { loadWords } = await import("/static/js/words.js");
  const { constant } = await import("/static/js/constants.js");
  await loadWords();
  const { passageSummary, chapterHead, sceneLadder } = await import("/static/js/table/chapters.js");
  const ladder = sceneLadder("fall_united_states")[0];
  const { createStory } = await import("/static/js/table/story.js");
  const story = createStory(document.body.appendChild(document.createElement("div")), {});
  const chapter = { stage: "fall_viet_cong", faction: null, bot: false, text: null, done: false };
  story.update([{ n: 0, last: 0, text: "a", kind: "place", entry: 4, spaces: [], track: null, chapter }], []);
  for (const told of ["fall_viet_cong", "fall_united_states"]) {
    story.tell({ chapter: told, text: ["b"], kinds: ["place"] });
  }
  return [
    [...document.querySelectorAll(".story .phase")].length,
    chapterHead("fall_viet_cong").innerText, ladder.querySelectorAll(".done").length,
    ladder.querySelector(".here").textContent, passageSummary(passage, await constant("facts")).textContent,
  ];
}"""


def test_the_fall_of_diem_is_told_in_chapters_and_summed_up(open_page: OpenPage) -> None:
    """P7.4."""
    game = fallen()
    headings, head, done, here, summed_up = open_page("/rules").evaluate(SCENE, passage(game.checkpoints, 4))
    assert "The Front thins out and digs in" in head
    assert "one Tunnel" in head
    assert headings == 2, "a chapter that is told already gets no second heading while it goes on"
    assert (done, here) == (2, "The Americans come ashore")
    assert "Who leads" in summed_up
    assert "wins above 35" in summed_up


def test_what_lowers_a_score_flies_as_a_flag_and_stands_beside_the_bar(drawn_parts: Callable[..., Any]) -> None:
    """S7.2: Black April begins with War Weary 15, and has no Anti-War."""
    page = drawn_parts(begun(BA))
    assert page.inner_text(".victory li:has(.nva) .less") == "marker less 15 War Weary"
    assert page.query_selector(".victory li:has(.arvn) .less") is None
    assert page.eval_on_selector_all(".track-marker.flag text", "all => all.map(each => each.textContent)") == ["WW"]


def test_posture_says_what_arvn_gets_and_the_us_where_it_plays(drawn_parts: Callable[..., Any]) -> None:
    """S6.9."""
    told = "all => all.map(each => each.textContent)"
    page = drawn_parts(begun(BA))
    allowed = '.tile[data-track="posture"] .allows'
    assert page.eval_on_selector_all(allowed, told) == [
        "ARVN: 2 Armor in a Train, Air Lift 2 pieces, Air Strike 2 hits"
    ]
    page = drawn_parts(later(XS, "after_retreat", posture=0))
    assert page.eval_on_selector_all(allowed, told)[1] == "US: only Event or Pass"
    assert "1975" in page.text_content(".sheet .years")
    assert "Armor" in page.text_content(".legend")


def test_casualties_of_arvn_are_a_box_of_their_own_once_there_are_any(drawn_parts: Callable[..., Any]) -> None:
    """S6.8.2."""
    s = later(XS, "after_retreat")
    titles = ".boxes h3"
    told = "all => all.map(each => each.textContent)"
    page = drawn_parts(s)
    assert page.eval_on_selector_all(titles, told) == ["Available", "Casualties", "Out of Play"]
    remove(s, row("saigon"), ARVN_TROOPS, 2, CASUALTIES)
    page.evaluate("(view) => window.boxes.update(view)", shown(s))
    assert page.eval_on_selector_all(titles, told) == ["Available", "US Casualties", "ARVN Casualties", "Out of Play"]


DRIVE = """async ({ column, strikes }) => {
  const { loadWords } = await import("/static/js/words.js");
  const { constant } = await import("/static/js/constants.js");
  await loadWords();
  const { planOnMap } = await import("/static/js/table/plan.js");
  const { createPlanMarks } = await import("/static/js/map/plan_marks.js");
  const { captures } = await import("/static/js/map/effects.js");
  const layer = document.createElementNS("http://www.w3.org/2000/svg", "g");
  const draw = createPlanMarks(await constant("shapes"), layer);
  const marks = (decision, over) => {
    const origin = { kind: "spearhead.origin", key: "saigon", spaces: ["saigon"], piece: null, amount: null };
    draw(planOnMap({ view: { decision }, plan: [origin] }, over));
    const count = (part) => layer.querySelectorAll(part).length;
    return [count(".plan-tick"), count(".plan-column"), count(".plan-road"), count(".plan-arrow"), layer.textContent];
  };
  const { createPlan } = await import("/static/js/table/plan.js");
  const none = { number: 1, spaces: [], piece: null, amount: null, counts: null };
  const step = (kind, label, more = {}) => ({ ...none, kind: `commitment.${kind}`, key: label, label, ...more });
  const host = document.createElement("div");
  const moved = ["Saigon", "Hue"].flatMap((to) => [
    step("piece", "US Troop", { piece: "us_troops" }), step("destination", to), step("number", "2", { amount: 2 }),
  ]);
  createPlan(host, {}).update(moved, true);
  const chips = [...host.querySelectorAll(".step")].map((chip) => chip.title);
  const held = (kind) => ({ hue: { pieces: { [kind]: 1 } } });
  return [
    marks({ about: { origin: "saigon" }, column }, null), marks({ about: { origin: "saigon" }, column }, "cam_ranh"),
    marks({ about: {}, strikes }, null), captures(held("nva_armor"), held("captured_nva_armor")), chips,
  ];
}"""


def test_a_spearhead_is_planned_on_the_map(open_page: OpenPage) -> None:
    """S4.3.4: the origin ticked, who may go with the Armor, the road to where one points, what the strike is worth."""
    column = {"armor": "arvn_armor", "troops": 2, "ways": {"cam_ranh": ["loc_saigon_cam_ranh"]}}
    strikes = {"hue": {"hits": 1, "armor": 2, "capture": [15, 23]}}
    asked, pointed, struck, taken, chips = open_page("/rules").evaluate(DRIVE, {"column": column, "strikes": strikes})
    assert asked == [1, 1, 0, 0, "A\u22642"]
    assert pointed == [1, 1, 2, 1, "A\u22642"]  # a road is a light line under a dark one
    assert struck == [1, 0, 0, 0, "1 hit · 2 Armor · capture 15 of 23"]
    assert taken == [{"space": "hue", "was": "nva_armor", "is": "captured_nva_armor"}]
    assert chips == [f"Take back to here: US Troop: {to}, 2" for to in ("Saigon", "Hue")], "6.5: forces, then whereto"


PARIS = """async (talks) => {
  const { loadWords } = await import("/static/js/words.js");
  await loadWords();
  const { talksTable } = await import("/static/js/table/paris.js");
  const { sceneLadder } = await import("/static/js/table/chapters.js");
  document.body.replaceChildren(talksTable(talks));
  const words = (part) => [...document.querySelectorAll(part)].map((each) => each.textContent);
  return {
    lit: words("th.lit"), here: words("td.here .answer"), verdicts: words(".verdicts li"), print: words(".small-print"),
    struck: [...sceneLadder("paris_us_retreat", talks)[0].querySelectorAll(".passed")].length,
    wide: document.documentElement.scrollWidth,
  };
}"""


def test_the_table_in_paris_lights_the_cell_of_the_scores_and_says_whose_it_is(open_page: OpenPage) -> None:
    """S6.8.1: NVA has chosen War, so that its Retreat is struck out; the US still has the choice."""
    told = open_page("/rules", width=390, height=844).evaluate(PARIS, talks_told(TALKS, in_paris("war").log or []))
    assert told["lit"] == ["15 to 34", "7 to 14"]
    assert told["here"] == ["War +10", "Peace", "War +5", "Peace \N{MINUS SIGN}10"]
    assert told["verdicts"] == [
        "NVAstays at War, War Weary +10",
        "USmay choose: War, Anti-War +5, or Peace, Anti-War \N{MINUS SIGN}10",
    ]
    assert "our own" in told["print"][0]
    assert told["struck"] == 1
    assert told["wide"] <= 390


TOURS = """async (views) => {
  const { hasWords, loadWords } = await import("/static/js/words.js");
  await loadWords();
  const { TOURS, stepsFor, toursOf } = await import("/static/js/tour/tours.js");
  const texts = TOURS.flatMap((tour) => tour.steps.map(({ id }) => `tour.${tour.id}.${id}.text`));
  const silent = texts.filter((id) => !hasWords(id));
  const told = (view) => toursOf(view).map((tour) => [tour.id, stepsFor(tour, view).map(({ id }) => id)]);
  return [silent, views.map(told)];
}"""


def test_a_tour_tells_each_table_what_is_new_there(open_page: OpenPage) -> None:
    tables = [begun(P61), begun(D61), later(XS, "after_retreat"), begun(BA)]
    silent, offered = open_page("/rules").evaluate(TOURS, [shown(s) for s in tables])
    assert silent == []
    assert [[tour for tour, _ in found] for found in offered] == [["1961"], ["1961"], ["1973"], ["1973"]]
    four, two, campaign, april = (found[0][1] for found in offered)
    assert {"advisors", "cadres", "us"} <= {*four}
    assert "two" not in four
    assert "two" in two
    assert not {"advisors", "cadres", "us", "nva"} & {*two}
    assert {"paris", "us", "vc"} <= {*campaign}
    assert "two" in april
    assert not {"paris", "us", "vc"} & {*april}


OVERLAP = """() => {
  const guide = document.querySelector(".guide").getBoundingClientRect();
  const spots = [...document.querySelectorAll(".spot")].filter((each) => each.closest("svg.sheet") === null);
  return spots.map((each) => {
    const box = each.getBoundingClientRect();
    const beside = box.right <= guide.left || box.left >= guide.right;
    const apart = beside || box.bottom <= guide.top || box.top >= guide.bottom;
    return apart && box.height > 0 && box.top >= 0 && box.bottom <= innerHeight;
  });
}"""


def test_the_tour_begins_in_the_lobby_and_covers_nothing_it_speaks_of(open_page: OpenPage) -> None:
    """On a phone, where there is least room; the tiles, scores and boxes are on another tab than the map."""
    page = open_page("/", width=390, height=844)
    page.get_by_role("button", name="What is new in 1961").click()
    page.wait_for_selector(".guide h2")
    told = []
    while page.inner_text(".guide .primary") != "Play":
        told.append(page.inner_text(".guide h2"))
        assert all(page.evaluate(OVERLAP)), told[-1]
        page.click(".guide .primary")
    assert len(told) >= 14
    page.click(".guide .primary")
    page.wait_for_selector(".prompt.mine .option")
    page.click(".more summary")
    page.get_by_role("button", name="What is new in 1961").click()
    assert page.inner_text(".guide h2") == told[0]


def test_whoever_waits_or_looks_on_sees_the_talks_too_and_after_a_reload(server: Server, open_page: OpenPage) -> None:
    """S6.8.1: NVA chooses first; the US and spectators see the same table, and then what NVA chose."""
    seats = [{"factions": [name], "kind": "me" if name == "nva" else "link"} for name in FACTIONS]
    made = server.http.post("/api/games/import", json={"position": in_paris().position(), "seats": seats}).json()
    links = {(link["factions"] or ["nobody"])[0]: link for link in made["links"]}
    pages = {who: open_page(links[who]["path"]) for who in ("us", "nobody")}
    for page in pages.values():
        page.wait_for_selector(".paris td.here")
        assert page.inner_text(".paris .verdicts li >> nth=0").endswith("or Peace, War Weary unchanged")
    asked = {"Authorization": f"Bearer {links['nva']['token']}"}
    number = server.http.get(f"/api/games/{made['game']}", headers=asked).json()["view"]["decision"]["number"]
    server.http.post(f"/api/games/{made['game']}/choose", headers=asked, json={"number": number, "key": "war"})
    for who, page in pages.items():
        page.wait_for_selector(".paris .verdicts li.war")
        page.reload()
        page.wait_for_selector(".paris .verdicts li.war")
        assert (page.query_selector(".prompt.mine .option") is not None) == (who == "us"), who
