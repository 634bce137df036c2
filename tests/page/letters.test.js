import assert from "node:assert/strict";
import { test } from "node:test";
import { lettersFor } from "../../src/fitl/web/static/js/table/letters.js";

const option = (key, label = key, more = {}) => ({ key, label, spaces: [], amount: null, ...more });
const letters = (...options) => Object.fromEntries(lettersFor(options));

test("an answer has its own letter wherever it is offered", () => {
  assert.deepEqual(letters(option("train"), option("patrol"), option("sweep"), option("assault")), {
    train: "t",
    patrol: "p",
    sweep: "s",
    assault: "a",
  });
  assert.equal(letters(option("pass"), option("train")).train, "t");
});

test("where two have the same letter of their own the second takes one of its words", () => {
  const found = letters(option("patrol", "Patrol"), option("pass", "Pass"));
  assert.equal(found.patrol, "p");
  assert.equal(found.pass, "a");
});

test("no letter is given twice, and none that is taken at any time", () => {
  const options = ["Undo", "Redo", "Hint", "Why", "Unruh", "Harrow", "Wharf"].map((label) => option(label, label));
  const found = Object.values(letters(...options));
  assert.equal(new Set(found).size, found.length);
  for (const reserved of "urhw") assert.ok(!found.includes(reserved));
});

test("spaces and numbers have no letters", () => {
  assert.deepEqual(letters(option("hue", "Hue", { spaces: ["hue"] }), option("3", "3", { amount: 3 })), {});
});

test("of very many answers only those with a letter of their own have one", () => {
  const many = Array.from({ length: 20 }, (_, n) => option(`card_${n}`, `Card ${n}`));
  assert.deepEqual(letters(...many, option("done", "Done")), { done: "d" });
});
