// @ts-check
/** Habits of whoever sits at this browser: how fast bots play, what answers itself, and whether to be nudged. */
import { h } from "../dom.js";
import { t } from "../words.js";

const KEY = "fitl.settings";

export const SPEEDS = { slow: 1900, normal: 1000, quick: 420, instant: 0 };

/** @typedef {{speed: keyof typeof SPEEDS, autoRoll: boolean, single: boolean, confirm: boolean, notify: boolean}} Settings */

/** @type {Settings} */
const DEFAULTS = { speed: "normal", autoRoll: true, single: true, confirm: false, notify: false };

/** @returns {Settings} */
export function readSettings() {
  try {
    return { ...DEFAULTS, ...JSON.parse(localStorage.getItem(KEY) ?? "{}") };
  } catch {
    return { ...DEFAULTS };
  }
}

/** @param {Settings} settings */
export function keepSettings(settings) {
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch {
    // forbidden storage: the habit lasts as long as the page
  }
}

/**
 * The form in which they are changed; each change takes effect at once.
 * @param {Settings} settings
 * @param {() => void} onChange
 */
export function settingsForm(settings, onChange) {
  const changed = () => {
    keepSettings(settings);
    onChange();
  };
  const toggle = (/** @type {"autoRoll" | "single" | "confirm"} */ name) =>
    h(
      "label",
      { class: "setting" },
      h("input", {
        type: "checkbox",
        checked: settings[name],
        onchange: (/** @type {any} */ event) => {
          settings[name] = event.target.checked;
          changed();
        },
      }),
      h("span", {}, h("b", {}, t(`table.setting.${name}`)), h("small", {}, t(`table.setting.${name}_text`))),
    );
  const speed = h(
    "fieldset",
    { class: "setting-speed" },
    h("legend", {}, t("table.setting.speed")),
    Object.keys(SPEEDS).map((name) =>
      h(
        "label",
        {},
        h("input", {
          type: "radio",
          name: "speed",
          checked: settings.speed === name,
          onchange: () => {
            settings.speed = /** @type {keyof typeof SPEEDS} */ (name);
            changed();
          },
        }),
        t(`table.speed.${name}`),
      ),
    ),
  );
  const notify = h(
    "label",
    { class: "setting" },
    h("input", {
      type: "checkbox",
      checked: settings.notify,
      onchange: async (/** @type {any} */ event) => {
        settings.notify = event.target.checked && "Notification" in window && (await Notification.requestPermission()) === "granted";
        event.target.checked = settings.notify;
        changed();
      },
    }),
    h("span", {}, h("b", {}, t("table.setting.notify")), h("small", {}, t("table.setting.notify_text"))),
  );
  return h("div", { class: "settings" }, speed, toggle("autoRoll"), toggle("single"), toggle("confirm"), notify);
}
