import "./support.js";
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  chancesAt,
  costly,
  factionsIn,
  pointsLost,
  worst,
} from "../../src/fitl/web/static/js/lookback/review_model.js";

const turn = (title, cost) => ({ title, cost, faction: "us" });

test("the chances at an entry are those of the last stage that had begun", () => {
  const moments = [0, 4, 4, 9].map((entry, i) => ({ entry, chances: { us: i / 10 } }));
  assert.deepEqual(chancesAt(moments, 0), { us: 0 });
  assert.deepEqual(chancesAt(moments, 4), { us: 0.2 });
  assert.deepEqual(chancesAt(moments, 8), { us: 0.2 });
  assert.deepEqual(chancesAt(moments, 99), { us: 0.3 });
  assert.deepEqual(chancesAt([], 3), {});
});

test("the viewer's Factions come first, each once", () => {
  const outline = { turns: ["us", "vc", "us", "nva"].map((faction) => ({ faction })) };
  assert.deepEqual(factionsIn(outline, ["nva"]), ["nva", "us", "vc"]);
  assert.deepEqual(factionsIn(outline, []), ["us", "vc", "nva"]);
});

test("a turn that cost less than a point is not listed, but counts", () => {
  const turns = [turn("a", 0.004), turn("b", 0.05), turn("c", 0)];
  assert.deepEqual(costly(turns), [turns[1]]);
  assert.equal(pointsLost(turns).toFixed(1), "5.4");
});

test("the dearest turn is named, if any cost something", () => {
  assert.equal(worst([turn("a", 0.01), turn("b", 0.2)])?.title, "b");
  assert.equal(worst([turn("a", 0)]), null);
});
