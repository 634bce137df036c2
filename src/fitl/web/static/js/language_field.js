// @ts-check
/** Where a reader chooses the language: in the lobby and among the settings of a table. */
import { h } from "./dom.js";
import { chooseLanguage } from "./language.js";
import { languages, t } from "./words.js";

/** The field; nothing where there is only one language. */
export function languageField() {
  const all = languages();
  if (all.length < 2) return null;
  return h(
    "label",
    { class: "language" },
    h("span", {}, t("language.title")),
    h(
      "select",
      { onchange: (/** @type {any} */ event) => chooseLanguage(event.target.value) },
      all.map(({ id, name }) =>
        h("option", { value: id, lang: id, selected: id === document.documentElement.lang }, name),
      ),
    ),
  );
}
