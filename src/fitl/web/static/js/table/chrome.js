// @ts-check
/** The frame of the table page: columns, tabs (on small screens every part is a tab), banners and short notices. */
import { h, replace } from "../dom.js";
import { t } from "../words.js";

const NARROW = "(max-width: 1179px)"; // as in table.css
const TABS = ["decide", "map", "board", "story", "chat"];

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
    menu: part("menu"),
    lesson: part("lesson-host"),
    brief: part("card-brief", "p"),
  };
  const title = h("h1", { class: "game-name" });
  const seat = h("span", { class: "seat soft" });
  const link = h("span", { class: "link-down", role: "status", hidden: true }, t("table.link_down"));
  const thinking = h("span", { class: "thinking", hidden: true }, t("table.thinking"));
  const banner = h("div", { class: "banners" });
  const notice = h("div", { class: "notice", role: "alert", hidden: true });
  const whyNot = h("p", { class: "why-not", "aria-live": "polite" });
  const looking = h("div", { class: "looking banner", hidden: true }, t("table.timeline.looking"));
  const present = h("button", { type: "button", class: "primary" }, t("table.timeline.live"));
  looking.append(present);
  const undo = h("button", { type: "button", class: "undo", title: t("table.undo.hint") }, t("table.undo.button"), h("kbd", {}, "u"));
  const hint = h("button", { type: "button", class: "hint", title: t("table.hint.hint") }, t("table.hint.button"), h("kbd", {}, "h"));
  const roll = h("button", { type: "button", class: "roll", hidden: true, title: t("table.roll.hint") }, t("table.roll.button"));
  const unread = h("span", { class: "unread", hidden: true });
  /** @type {((tab: string) => void)[]} */
  const onTab = [];

  const tabs = TABS.map((name) =>
    h("button", { type: "button", role: "tab", id: `tab-${name}`, "data-tab": name, "aria-selected": false, onclick: () => showTab(name) }, t(`table.tab.${name}`), name === "chat" && unread),
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
    const seen = tabs.filter((tab) => tab.offsetParent !== null);
    const now = seen.findIndex((tab) => tab === document.activeElement);
    const next = seen[(now + step + seen.length) % seen.length];
    next.focus();
    showTab(next.dataset.tab);
    event.preventDefault();
  });

  replace(
    root,
    h("header", { class: "top" }, h("a", { class: "home", href: "/", title: t("table.menu.lobby") }, h("img", { src: "/static/img/favicon.svg", alt: t("table.menu.lobby"), width: 30, height: 30 })), title, seat, thinking, link, parts.menu),
    h("aside", { class: "left", "aria-label": t("table.part.board") }, parts.cards, parts.sequence, parts.tracks, parts.boxes),
    h("main", { class: "middle" }, parts.map, whyNot, looking, parts.timeline),
    h(
      "section",
      { class: "right", "aria-label": t("table.part.decide") },
      parts.lesson,
      banner,
      parts.brief,
      parts.playback,
      parts.prompt,
      h("div", { class: "acts" }, roll, undo, hint),
      tabList,
      h("div", { class: "pages" }, parts.story, parts.chat),
    ),
    notice,
  );
  // On a wide page the question always stands above, so the tabs begin with the story.
  showTab(window.matchMedia(NARROW).matches ? "decide" : "story");

  let fading = 0;
  return {
    ...parts,
    /** A short notice. @param {string} text */
    say(text) {
      window.clearTimeout(fading);
      replace(notice, text);
      notice.hidden = false;
      fading = window.setTimeout(() => (notice.hidden = true), 5000 + 40 * text.length);
    },
    /** @param {string} text */
    setWhyNot(text) {
      whyNot.textContent = text;
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
    /** @param {boolean} on */
    setThinking(on) {
      thinking.hidden = !on;
    },
    /** @param {Node | null} node */
    setBanner(node) {
      replace(banner, node);
    },
    /**
     * @param {boolean} offered
     */
    setUndo(offered) {
      undo.hidden = !offered;
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
      looking.hidden = !on;
      root.classList.toggle("is-looking", on);
    },
    /** @param {number} n */
    setUnread(n) {
      unread.hidden = n === 0;
      unread.textContent = String(n);
    },
    /** Bring the question into sight where it is a tab of its own. */
    showQuestion() {
      if (window.matchMedia(NARROW).matches) showTab("decide");
    },
    onTab: (/** @type {(tab: string) => void} */ listener) => onTab.push(listener),
    onUndo: (/** @type {() => void} */ act) => undo.addEventListener("click", act),
    onRoll: (/** @type {() => void} */ act) => roll.addEventListener("click", act),
    onHint: (/** @type {() => void} */ act) => hint.addEventListener("click", act),
    onPresent: (/** @type {() => void} */ act) => present.addEventListener("click", act),
  };
}
