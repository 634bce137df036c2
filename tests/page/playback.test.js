import "./support.js";
import assert from "node:assert/strict";
import { beforeEach, mock, test } from "node:test";
import { StepQueue } from "../../src/fitl/web/static/js/table/step_queue.js";

const frame = (n, more = {}) => ({
  entry: n,
  actor: "vc",
  text: ["a"],
  chapter: null,
  changes: { cards_left: n },
  ...more,
});
const START = { cards_left: 0, spaces: {}, boxes: {} };

let told;
function queue(waits = () => false) {
  return new StepQueue({
    length: () => 100,
    waits,
    onStep: ({ before, view, opens }) => told.push([before.cards_left, view.cards_left, opens]),
    onChange: () => {},
    onEnd: () => told.push("end"),
  });
}

beforeEach(() => {
  told = [];
  mock.timers.reset();
  mock.timers.enable({ apis: ["setTimeout"] });
});

test("steps are shown one after another, each from what stood before", () => {
  const made = queue();
  made.play(START, [frame(1), frame(2)]);
  assert.deepEqual(told, [[0, 1, false]]);
  assert.ok(made.busy);
  mock.timers.tick(100);
  assert.deepEqual(told.at(-1), [1, 2, false]);
  assert.deepEqual([made.told, made.total], [2, 2]);
  mock.timers.tick(100);
  assert.equal(told.at(-1), "end");
  assert.ok(!made.busy);
  assert.deepEqual([made.told, made.total, made.current], [0, 0, null]);
});

test("what is told meanwhile follows, and nothing is no step", () => {
  const made = queue();
  made.play(START, []);
  assert.ok(!made.busy);
  made.play(START, [frame(1)]);
  made.play({ cards_left: 99 }, [frame(2)]);
  mock.timers.tick(100);
  assert.deepEqual(told, [
    [0, 1, false],
    [1, 2, false],
  ]);
});

test("paused it stays, and a step on is one step", () => {
  const made = queue();
  made.play(START, [frame(1), frame(2), frame(3)]);
  made.pause();
  mock.timers.tick(1000);
  assert.equal(told.length, 1);
  made.step();
  mock.timers.tick(1000);
  assert.deepEqual(told.length, 2);
  assert.ok(made.paused);
  made.pause();
  assert.equal(told.length, 3, "it goes on at once");
  mock.timers.tick(100);
  assert.equal(told.at(-1), "end");
});

test("after a roll it waits for whoever looks on, if they want that", () => {
  const made = queue(({ text }) => text[0] === "roll");
  made.play(START, [frame(1, { text: ["roll"] }), frame(2)]);
  mock.timers.tick(1000);
  assert.deepEqual([told.length, made.paused], [1, true]);
});

test("skipped there is nothing more to show", () => {
  const made = queue();
  made.play(START, [frame(1), frame(2)]);
  made.skip();
  assert.deepEqual(told, [[0, 1, false], "end"]);
  mock.timers.tick(1000);
  assert.equal(told.length, 2);
  made.play(START, [frame(7)]);
  assert.deepEqual(told.at(-1), [0, 7, false], "the next begins anew");
});

test("a chapter opens with its first step", () => {
  const made = queue();
  made.play(START, [frame(1, { chapter: "a" }), frame(2, { chapter: "a" }), frame(3, { chapter: "b" })]);
  for (let i = 0; i < 3; i += 1) mock.timers.tick(100);
  assert.deepEqual(
    told.filter((each) => each !== "end").map(([, , opens]) => opens),
    [true, false, true],
  );
});
