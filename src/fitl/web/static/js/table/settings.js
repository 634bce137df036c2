// @ts-check
/** Habits of the player at this browser: how things look and sound, how fast bots play, and what answers itself. */
import { h } from "../dom.js";
import { languageField } from "../language_field.js";
import { t } from "../words.js";

const KEY = "fitl.settings";

export const THEMES = /** @type {const} */ (["system", "light", "dark"]);
export const SPEEDS = { slow: 1900, normal: 1000, quick: 420, instant: 0 };

/**
 * @typedef {{speed: keyof typeof SPEEDS, autoRoll: boolean, single: boolean, confirm: boolean, notify: boolean,
 *   theme: "system" | "light" | "dark", sound: boolean, large: boolean, pace: keyof typeof import("./replay.js").PACES}} Settings */

/** @type {Settings} */
const DEFAULTS = {
  speed: "normal",
  autoRoll: true,
  single: true,
  confirm: false,
  notify: false,
  theme: "system",
  sound: false,
  large: false,
  pace: "normal",
};

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

/** Light or dark as wished; without a wish as the system has it. @param {Settings} settings */
export function applyTheme(settings) {
  if (settings.theme === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = settings.theme;
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
  const toggle = (/** @type {"autoRoll" | "single" | "confirm" | "sound" | "large"} */ name) =>
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
  /**
   * One of several.
   * @param {"speed" | "theme"} name
   * @param {readonly string[]} choices
   */
  const oneOf = (name, choices) =>
    h(
      "fieldset",
      { class: "setting-speed" },
      h("legend", {}, t(`table.setting.${name}`)),
      choices.map((choice) =>
        h(
          "label",
          {},
          h("input", {
            type: "radio",
            name,
            value: choice,
            checked: settings[name] === choice,
            onchange: () => {
              /** @type {any} */ (settings)[name] = choice;
              changed();
            },
          }),
          t(`table.${name}.${choice}`),
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
        settings.notify =
          event.target.checked && "Notification" in window && (await Notification.requestPermission()) === "granted";
        event.target.checked = settings.notify;
        changed();
      },
    }),
    h("span", {}, h("b", {}, t("table.setting.notify")), h("small", {}, t("table.setting.notify_text"))),
  );
  return h(
    "div",
    { class: "settings" },
    oneOf("speed", Object.keys(SPEEDS)),
    oneOf("theme", THEMES),
    languageField(),
    toggle("large"),
    toggle("sound"),
    toggle("autoRoll"),
    toggle("single"),
    toggle("confirm"),
    notify,
  );
}
