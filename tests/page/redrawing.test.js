import assert from "node:assert/strict";
import { test } from "node:test";
import { onlyIfChanged, same } from "../../src/fitl/web/static/js/redrawing.js";

test("what looks the same is the same", () => {
  const one = { a: [1, { b: 2 }] };
  assert.ok(same(one, one));
  assert.ok(same(one, structuredClone(one)));
  assert.ok(!same(one, { a: [1, { b: 3 }] }));
  assert.ok(!same(undefined, null));
});

test("a part is drawn again only if something that it read has changed", () => {
  let drawn = 0;
  const draw = onlyIfChanged((view) => {
    drawn += 1;
    if (view.stage === "coup") void view.phases;
  });
  const view = { stage: "turn", phases: [1], card: 7 };
  for (const each of [view, view, { ...view }, { ...view, card: 8 }, { ...view, phases: [2] }]) draw(each);
  assert.equal(drawn, 1, "neither cards nor phases were read");
  draw({ ...view, stage: "coup" });
  assert.equal(drawn, 2);
  draw({ ...view, stage: "coup", phases: [3] });
  assert.equal(drawn, 3, "now phases matter");
});

test("what is read later, by what was drawn, counts as well", () => {
  let drawn = 0;
  let later;
  const draw = onlyIfChanged((view) => {
    drawn += 1;
    later = () => view.card;
  });
  draw({ card: 1 });
  draw({ card: 2 });
  assert.equal(drawn, 1);
  assert.equal(later(), 1);
  draw({ card: 2 });
  assert.equal(drawn, 2);
});
