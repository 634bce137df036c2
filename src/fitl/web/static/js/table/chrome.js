// @ts-check
/** The frame of the table page: columns, tabs (on small screens every part is a tab), banners and short notices. */
import { h, replace } from "../dom.js";
import { home } from "../home.js";
import { t } from "../words.js";

const NARROW = "(max-width: 1179px)"; // as in table.css
const COMPACT = "(max-width: 479px), (max-width: 1179px) and (orientation: portrait)"; // as in compact.css
const TABS = ["decide", "map", "board", "story", ...(home.alone ? [] : ["chat"])];

/** Which tabs there are depends on the room: a part that has its own place needs none. The first one is shown first. */
function tabsFor() {
  return tabsOfWidth().filter((name) => TABS.includes(name));
}

function tabsOfWidth() {
  if (window.matchMedia(COMPACT).matches) return ["map", "board", "story", "chat"];
  return window.matchMedia(NARROW).matches ? ["decide", "board", "chat"] : ["story", "chat"];
}

/** @param {HTMLElement} root */
export function createChrome(root) {
  const part = (/** @type {string} */ name, tag = "div", attributes = {}) => h(tag, { class: name, ...attributes });
  const parts = {
    map: part("map", "div", { "aria-label": t("table.part.map") }),
    cards: part("cards"),
    sequence: part("turn"),
    tracks: part("tracks"),
    boxes: part("boxes"),
    prompt: part("prompt", "section", { "aria-label": t("table.part.prompt") }),
    story: part("story-part"),
    chat: part("chat-part"),
    timeline: part("timeline", "div", { role: "group", "aria-label": t("table.timeline.title") }),
    playback: part("playback"),
    replay: part("playback replay", "section", { "aria-label": t("table.replay.title") }),
    menu: part("menu"),
    lesson: part("lesson-host"),
    guide: part("guide", "section"),
    plan: part("plan-so-far"),
    brief: part("card-brief", "p"),
  };
  const title = h("h1", { class: "game-name" });
  const seat = h("span", { class: "seat soft" });
  const link = h("span", { class: "link-down", role: "status", hidden: true }, t("table.link_down"));
  const thinkingWords = h("span");
  const hurry = h(
    "button",
    { type: "button", class: "hurry", hidden: true, title: t("table.hurry.hint") },
    t("table.hurry.button"),
  );
  const thinking = h("span", { class: "thinking", hidden: true }, thinkingWords, " ", hurry);
  const banner = h("div", { class: "banners", role: "status" });
  const notice = h("div", { class: "notice", role: "alert", hidden: true });
  const whyNot = h("p", { class: "why-not", "aria-live": "polite" });
  const says = h("div", { class: "says" }, notice, whyNot); // in the head of the page, where nothing lies under them
  const undo = h(
    "button",
    { type: "button", class: "undo", hidden: true },
    t("table.undo.button"),
    h("kbd", { "aria-hidden": "true" }, "u"),
  );
  const redo = h(
    "button",
    { type: "button", class: "redo", hidden: true },
    t("table.redo.button"),
    h("kbd", { "aria-hidden": "true" }, "r"),
  );
  const hint = h(
    "button",
    { type: "button", class: "hint", hidden: true, title: t("table.hint.hint") },
    t("table.hint.button"),
    h("kbd", { "aria-hidden": "true" }, "h"),
  );
  const roll = h(
    "button",
    { type: "button", class: "roll", hidden: true, title: t("table.roll.hint") },
    t("table.roll.button"),
  );
  const acts = h("div", { class: "acts" }, roll, undo, redo, hint);
  const unread = h("span", { class: "unread", hidden: true });
  const waits = ["decide", "map"].map(() =>
    h("span", { class: "waits", hidden: true }, h("span", { class: "visually-hidden" }, t("table.tab.waits"))),
  );
  /** @type {((tab: string) => void)[]} */
  const onTab = [];

  const tabs = TABS.map((name) =>
    h(
      "button",
      {
        type: "button",
        role: "tab",
        id: `tab-${name}`,
        "data-tab": name,
        "aria-selected": false,
        onclick: () => showTab(name),
      },
      t(`table.tab.${name}`),
      name === "chat" && unread,
      waits[TABS.indexOf(name)] ?? null,
    ),
  );

  /** @param {string} name */
  function showTab(name) {
    root.dataset.tab = name;
    for (const tab of tabs) {
      const on = tab.dataset.tab === name;
      tab.setAttribute("aria-selected", String(on));
      tab.tabIndex = on ? 0 : -1;
    }
    for (const listener of onTab) listener(name);
  }

  const tabList = h("div", { class: "tabs", role: "tablist", "aria-label": t("table.tabs") }, tabs);
  tabList.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
    const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    if (!step) return;
    const seen = tabs.filter((tab) => !tab.hidden);
    const now = seen.findIndex((tab) => tab === document.activeElement);
    const next = seen[(now + step + seen.length) % seen.length];
    next.focus();
    showTab(next.dataset.tab);
    event.preventDefault();
  });

  replace(
    root,
    h(
      "header",
      { class: "top" },
      h(
        "a",
        { class: "home", href: home.pageAt("/"), title: t("table.menu.lobby") },
        h("img", { src: home.fileAt("/static/img/favicon.svg"), alt: t("table.menu.lobby"), width: 30, height: 30 }),
      ),
      title,
      seat,
      thinking,
      link,
      says,
      parts.menu,
    ),
    h(
      "aside",
      { class: "left", "aria-label": t("table.part.board") },
      parts.cards,
      parts.sequence,
      parts.tracks,
      parts.boxes,
    ),
    parts.guide,
    h("main", { class: "middle" }, parts.map, parts.timeline),
    h(
      "section",
      { class: "right", "aria-label": t("table.part.decide") },
      h("div", { class: "asking" }, parts.lesson, banner, parts.brief, parts.playback, parts.replay, parts.prompt),
      tabList,
      h("div", { class: "pages" }, parts.story, parts.chat),
    ),
  );

  /** Offer the tabs there is need of. One that is gone gives way to the first; so does the story, which was only the least of the room. */
  function fitTabs() {
    const offered = tabsFor();
    for (const tab of tabs) tab.hidden = !offered.includes(tab.dataset.tab);
    if (!offered.includes(root.dataset.tab ?? "") || root.dataset.tab === "story") showTab(offered[0]);
  }
  for (const room of [NARROW, COMPACT]) window.matchMedia(room).addEventListener("change", fitTabs);
  root.dataset.tab = "";
  fitTabs();

  let fading = 0;
  let saying = 0;
  return {
    ...parts,
    acts,
    /** A short notice. @param {string} text */
    say(text) {
      window.clearTimeout(fading);
      replace(notice, text);
      notice.hidden = false;
      fading = window.setTimeout(() => (notice.hidden = true), 5000 + 40 * text.length);
    },
    /** Why a space is not lit; it stays as long as it takes to read. @param {string} text */
    setWhyNot(text) {
      window.clearTimeout(saying);
      whyNot.textContent = text;
      if (text) saying = window.setTimeout(() => (whyNot.textContent = ""), 4000 + 40 * text.length);
    },
    /**
     * @param {string} name
     * @param {string} who
     */
    setTitle(name, who) {
      title.textContent = name;
      seat.textContent = who;
    },
    /** @param {boolean} up */
    setLink(up) {
      link.hidden = up;
    },
    /**
     * Bots are at work: what of it is told, and may this person end a thought?
     * @param {string | null} words
     * @param {boolean} ends
     */
    setThinking(words, ends) {
      thinking.hidden = words === null;
      thinkingWords.textContent = words ?? "";
      hurry.hidden = !ends;
    },
    /** @param {Node | null} node */
    setBanner(node) {
      replace(banner, node);
    },
    /** What can be taken back, in words; null: nothing. @param {string | null} words */
    setUndo(words) {
      undo.hidden = words === null;
      undo.title = words ?? "";
    },
    /** @param {string | null} words */
    setRedo(words) {
      redo.hidden = words === null;
      redo.title = words ?? "";
    },
    /** Does the question wait for this person? Tabs that hide it say so. @param {boolean} on */
    setWaiting(on) {
      for (const mark of waits) mark.hidden = !on;
    },
    /** @param {boolean} offered */
    setHint(offered) {
      hint.hidden = !offered;
    },
    /** @param {boolean} offered */
    setRoll(offered) {
      roll.hidden = !offered;
    },
    /** @param {boolean} on */
    setLooking(on) {
      root.classList.toggle("is-looking", on);
    },
    /** @param {boolean} on */
    setReplaying(on) {
      root.classList.toggle("is-replaying", on);
    },
    /** @param {number} n */
    setUnread(n) {
      unread.hidden = n === 0;
      unread.textContent = String(n);
    },
    /** Bring the question into sight where it is a tab of its own. */
    showQuestion() {
      const [first] = tabsFor();
      if (first !== "story") showTab(first);
    },
    /** Bring tracks and boxes into sight where they are a tab of their own. */
    showBoard() {
      if (tabsFor().includes("board")) showTab("board");
    },
    /** Bring the map into sight where it is a tab of its own. */
    showMap() {
      if (tabsFor().includes("map")) showTab("map");
    },
    onTab: (/** @type {(tab: string) => void} */ listener) => onTab.push(listener),
    onUndo: (/** @type {() => void} */ act) => undo.addEventListener("click", act),
    onRedo: (/** @type {() => void} */ act) => redo.addEventListener("click", act),
    onRoll: (/** @type {() => void} */ act) => roll.addEventListener("click", act),
    onHint: (/** @type {() => void} */ act) => hint.addEventListener("click", act),
    onHurry: (/** @type {() => void} */ act) => hurry.addEventListener("click", act),
  };
}
