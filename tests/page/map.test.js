import "./support.js";
import assert from "node:assert/strict";
import { test } from "node:test";
import { movements } from "../../src/fitl/web/static/js/map/effects.js";
import { nearestTowards, zoomKeys } from "../../src/fitl/web/static/js/map/keys.js";

const AT = { middle: [0, 0], east: [10, 0], far_east: [20, 0], north_east: [10, -9], north: [0, -30], south: [3, 10] };
const where = (id) => ({ x: AT[id][0], y: AT[id][1] });
const others = (from) => Object.keys(AT).filter((id) => id !== from);
const towards = (key, from = "middle") => nearestTowards(key, where(from), others(from), where);

test("an arrow leads to the nearest in its direction, straight ahead before aside", () => {
  assert.equal(towards("ArrowRight"), "east");
  assert.equal(towards("ArrowUp"), "north_east");
  assert.equal(towards("ArrowDown"), "south");
  assert.equal(towards("ArrowLeft"), null);
  assert.equal(towards("ArrowLeft", "far_east"), "east");
});

test("from everywhere an arrow and its opposite lead somewhere else or nowhere", () => {
  for (const from of Object.keys(AT))
    for (const key of ["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight"]) assert.notEqual(towards(key, from), from);
});

const space = (pieces) => ({ pieces });

test("pieces that are fewer here and more there have moved", () => {
  const before = { hue: space({ us_troop: 3 }), saigon: space({}), da_nang: space({ us_troop: 1 }) };
  const after = { hue: space({ us_troop: 1 }), saigon: space({ us_troop: 2 }), da_nang: space({ us_troop: 1 }) };
  assert.deepEqual(movements(before, after), [{ kind: "us_troop", count: 2, from: "hue", to: "saigon" }]);
});

test("what turned Active or Underground where it stood has not moved", () => {
  const before = { hue: space({ vc_guerrilla: 2 }) };
  const after = { hue: space({ vc_guerrilla: 1, vc_guerrilla_active: 1 }) };
  assert.deepEqual(movements(before, after), []);
});

test("what came from a box, or went there, did not come from another space", () => {
  const before = { hue: space({ us_troop: 2 }), saigon: space({}) };
  const after = { hue: space({}), saigon: space({ arvn_troop: 1 }) };
  assert.deepEqual(movements(before, after), []);
});

test("what is hardly further in a direction, or far aside, is not in it", () => {
  const at = { here: { x: 100, y: 50 }, hardly: { x: 101, y: 50 }, aside: { x: 110, y: 71 }, ahead: { x: 110, y: 70 } };
  const right = (...ids) => nearestTowards("ArrowRight", at.here, ids, (id) => at[id]);
  assert.deepEqual(
    [right("hardly"), right("aside"), right("ahead"), right("aside", "ahead")],
    [null, null, "ahead", "ahead"],
  );
});

test("keys zoom and pan the map, and no other key is taken", () => {
  const done = [];
  const noting =
    (name) =>
    (...numbers) =>
      done.push([name, ...numbers]);
  const keys = zoomKeys({ zoomBy: noting("zoom"), showAll: noting("all"), shift: noting("shift") });
  const press = (key, more = {}) => {
    let kept = false;
    const taken = keys({ key, preventDefault: () => (kept = true), ...more });
    assert.equal(kept, taken);
    return taken;
  };
  for (const key of ["+", "=", "-", "_", "0"]) assert.ok(press(key));
  for (const key of ["ArrowLeft", "ArrowDown"]) assert.ok(press(key, { shiftKey: true }));
  assert.deepEqual(done, [
    ["zoom", 1.6],
    ["zoom", 1.6],
    ["zoom", 1 / 1.6],
    ["zoom", 1 / 1.6],
    ["all"],
    ["shift", 90, -0],
    ["shift", -0, -90],
  ]);
  assert.ok(!press("ArrowLeft") && !press("a") && !press("a", { shiftKey: true }));
  for (const held of ["ctrlKey", "metaKey", "altKey"]) assert.ok(!press("+", { [held]: true }));
});

test("several moved from one place to two, and the rest came from a box", () => {
  const before = { hue: space({ us_troop: 3 }), saigon: space({}), da_nang: space({}) };
  const after = { hue: space({}), saigon: space({ us_troop: 1 }), da_nang: space({ us_troop: 4 }) };
  const moved = movements(before, after);
  assert.deepEqual(moved, [
    { kind: "us_troop", count: 1, from: "hue", to: "saigon" },
    { kind: "us_troop", count: 2, from: "hue", to: "da_nang" },
  ]);
});
