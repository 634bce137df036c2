import "./support.js";
import assert from "node:assert/strict";
import { test } from "node:test";
import { sceneOf } from "../../src/fitl/web/static/js/table/chapters.js";
import { momentLink, readHash } from "../../src/fitl/web/static/js/table/moments.js";
import { applied, shownAfter, stepLength } from "../../src/fitl/web/static/js/table/steps.js";

const view = () => ({
  stage: "turn",
  card: { number: 3 },
  spaces: { hue: { pieces: { us_troop: 1 } }, saigon: { pieces: {} } },
  boxes: { available: { us_troop: 2 }, casualties: {} },
});
const frame = (more) => ({ entry: 1, actor: "us", text: ["a"], kinds: ["move"], chapter: null, talks: null, ...more });

test("a step changes what it names and nothing else", () => {
  const before = view();
  const hue = { pieces: {} };
  const after = applied(before, { spaces: { hue }, card: null });
  assert.deepEqual([after.spaces.hue, after.card, after.stage], [hue, null, "turn"]);
  assert.equal(after.spaces.saigon, before.spaces.saigon);
  assert.deepEqual(before, view());
});

test("an era may take boxes away", () => {
  assert.deepEqual(Object.keys(applied(view(), { boxes: { casualties: null } }).boxes), ["available"]);
});

test("a step that tells of a chapter is shown in it, not in the next", () => {
  const shown = shownAfter(view(), frame({ chapter: "fall_north_vietnam" }));
  assert.equal(shown.stage, "fall_north_vietnam");
  assert.equal(shownAfter(view(), frame()).stage, "turn");
});

test("the more is to be read the longer a step is shown, up to a point", () => {
  const [one, three, ten] = [1, 3, 10].map((n) => stepLength(frame({ text: Array(n).fill("a") }), false));
  assert.ok(one < three && three < ten && ten <= 2.2);
  assert.ok(stepLength(frame(), true) > ten, "a chapter that opens");
  assert.ok(stepLength(frame({ talks: {} }), false) > stepLength(frame(), true), "a table");
});

test("a stage belongs to its scene, with the chapters in order", () => {
  const scene = sceneOf("paris_both_retreat");
  assert.deepEqual([scene.id, scene.at], ["paris", 1]);
  assert.equal(scene.stages[1], "paris_both_retreat", "the one that comes to pass");
  assert.equal(scene.stages.length, 5);
  assert.equal(sceneOf("turn"), null);
});

test("an address names a seat, a moment, or both", () => {
  assert.deepEqual(readHash("at=210"), { token: "", at: 210 });
  assert.deepEqual(readHash("secret"), { token: "secret", at: null });
  assert.deepEqual(readHash("secret&at=0"), { token: "secret", at: 0 });
  assert.deepEqual(readHash("at=12345678"), { token: "at=12345678", at: null }, "no game is that long");
});

test("a link to a moment never holds more than the token of spectators", () => {
  const own = momentLink("g1", 7, null);
  assert.ok(own.endsWith("/game/g1#at=7"));
  assert.deepEqual(readHash(momentLink("g1", 7, "watch").split("#")[1]), { token: "watch", at: 7 });
});
