import { server } from "./support.js";
import assert from "node:assert/strict";
import { test } from "node:test";
import { rowTitle } from "../../src/fitl/web/static/js/lookback/chart.js";
import { loadWords } from "../../src/fitl/web/static/js/words.js";

const row = (id, title, more = {}) => ({ id, title, over: false, ...more });
const WORDS = {
  en: { "": "en", "lookback.card": "{title} (card {number})", "lookback.now": "{card}, now" },
  es: { "": "es", "lookback.card": "{title} (carta {number})", "lookback.now": "{card}, ahora" },
};

for (const [language, said, now] of [
  ["en", "Ninth Plenum (card P21)", "Popular Forces (card S7), now"],
  ["es", "Ninth Plenum (carta P21)", "Popular Forces (carta S7), ahora"],
])
  test(`a row calls its card what is printed on it (${language})`, async () => {
    server.answers.push({ body: WORDS[language] });
    await loadWords();
    const history = [row("p21", "Ninth Plenum"), row("12", "Capt Buck Adams"), row("s7", "Popular Forces")];
    assert.equal(rowTitle(history, 0), said);
    assert.match(rowTitle(history, 1), / 12\)$/);
    assert.equal(rowTitle(history, 2), now);
  });
