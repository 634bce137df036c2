import assert from "node:assert/strict";
import { test } from "node:test";
import { nameOf, patched } from "../../src/fitl/web/static/js/kept.js";

const line = (n) => ({ n, last: n, text: `Line ${n}.` });
const turn = (id) => ({ id, title: `Turn ${id}` });

function table() {
  return {
    number: 1,
    over: false,
    turns: [turn(3), turn(8)],
    plan: [],
    steps: undefined,
    view: {
      stage: "turn",
      spaces: { hue: { pieces: { us_troop: 1 } }, saigon: { pieces: {} } },
      boxes: { available: { us_troop: 2 }, casualties: {} },
      log: [line(0), line(1), line(2)],
    },
  };
}

const begun = () => patched(null, { series: "a", number: 4, base: null, table: table() });
const patch = (more) => ({ series: "a", number: 5, base: 4, changed: {}, ...more });

test("the first table is whole", () => {
  const kept = begun();
  assert.deepEqual(kept.table, table());
  assert.equal(nameOf(kept), "a.4");
  assert.equal(nameOf(null), "");
});

test("a patch changes what it names and nothing else", () => {
  const before = begun();
  const hue = { pieces: {} };
  const after = patched(before, patch({ changed: { number: 2, "view.spaces.hue": hue, "view.stage": "coup" } }));
  assert.equal(after.table.number, 2);
  assert.equal(after.table.view.spaces.hue, hue);
  assert.equal(after.table.view.stage, "coup");
  for (const part of ["saigon"]) assert.equal(after.table.view.spaces[part], before.table.view.spaces[part]);
  for (const part of ["boxes", "log"]) assert.equal(after.table.view[part], before.table.view[part]);
  assert.equal(after.table.turns, before.table.turns);
  assert.deepEqual(before.table, table(), "the table before stays as it was");
});

test("what is gone is gone", () => {
  const after = patched(begun(), patch({ gone: ["view.boxes.casualties"] }));
  assert.deepEqual(Object.keys(after.table.view.boxes), ["available"]);
});

test("rows stay, go and come", () => {
  const before = begun();
  const rows = { "view.log": { keep: [1, 1], then: [line(2), line(3)] }, turns: { keep: null, then: [turn(9)] } };
  const after = patched(before, patch({ rows }));
  assert.deepEqual(after.table.view.log, [line(1), line(2), line(3)]);
  assert.equal(after.table.view.log[0], before.table.view.log[1], "a row that stays is the same object");
  assert.deepEqual(after.table.turns, [turn(9)]);
});

test("a patch of a table that never arrived is noticed", () => {
  for (const [kept, told] of [
    [null, patch({})],
    [begun(), patch({ base: 5, number: 6 })],
    [begun(), patch({ series: "b" })],
  ])
    assert.equal(patched(kept, told), null);
});

test("patches that overtake each other come to the same", () => {
  const first = patch({ changed: { number: 2 } });
  const second = patch({ number: 6, changed: { number: 3, over: true } });
  const one = patched(patched(begun(), first), second);
  const other = patched(patched(begun(), second), first);
  assert.deepEqual(one, other);
  assert.deepEqual([one.number, one.table.number, one.table.over], [6, 3, true]);
});

test("a whole table of another series takes the place of what is kept", () => {
  const after = patched(begun(), { series: "b", number: 1, base: null, table: { ...table(), number: 7 } });
  assert.deepEqual([after.series, after.number, after.table.number], ["b", 1, 7]);
});
