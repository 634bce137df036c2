import "./support.js";
import assert from "node:assert/strict";
import { beforeEach, mock, test } from "node:test";
import { createReplay } from "../../src/fitl/web/static/js/table/replay.js";

const END = 300;
const view = (entry) => ({ cards_left: entry, spaces: {}, boxes: {} });
const frame = (entry) => ({ entry, text: [], chapter: null, talks: null, changes: { cards_left: entry } });

let asked;
let seen;
let replay;

/** Lets what was asked for arrive. */
const arrive = async () => {
  for (let i = 0; i < 20; i += 1) await Promise.resolve();
};

beforeEach(() => {
  mock.timers.reset();
  mock.timers.enable({ apis: ["setTimeout"] });
  [asked, seen] = [[], []];
  const source = {
    frames: async (from, to) => {
      asked.push([from, to]);
      return Array.from({ length: to - from }, (_, i) => frame(from + i + 1));
    },
    view: async (entry) => view(entry),
    end: () => END,
  };
  replay = createReplay(source, () => 100, {
    onStep: (shown) => seen.push(shown.cards_left),
    onRest: () => {},
    onPlaying: () => seen.push(replay.playing ? "plays" : "rests"),
    onEnd: () => seen.push("end"),
    onError: (error) => seen.push(error.message),
  });
});

test("a step on shows what came then, and asks for a chunk once", async () => {
  replay.jump(10, view(10));
  await replay.step(1);
  await replay.step(1);
  assert.deepEqual([seen, asked, replay.entry], [[11, 12], [[10, 130]], 12]);
});

test("a step back leads to what stood before, across chunks", async () => {
  replay.jump(200, view(200));
  for (const expected of [199, 198]) {
    await replay.step(-1);
    assert.equal(seen.at(-1), expected);
  }
  assert.deepEqual(asked, [[80, 200]]);
});

test("there is nothing before the first entry and after the last", async () => {
  replay.jump(0, view(0));
  await replay.step(-1);
  assert.deepEqual(seen, []);
  replay.jump(END, view(END));
  await replay.step(1);
  assert.deepEqual(seen, []);
});

test("played it goes on to the end", async () => {
  replay.jump(END - 2, view(END - 2));
  replay.play();
  for (let i = 0; i < 5; i += 1) {
    await arrive();
    mock.timers.tick(300);
  }
  assert.deepEqual(seen, ["plays", END - 1, END, "rests", "end"]);
});

test("what an earlier command still waits for is not wanted any more", async () => {
  replay.jump(10, view(10));
  const late = replay.step(1);
  replay.jump(50, view(50));
  await late;
  assert.deepEqual([seen, replay.entry], [[], 50]);
});

test("paused it stands still", async () => {
  replay.jump(0, view(0));
  replay.play();
  await arrive();
  replay.pause();
  mock.timers.tick(1000);
  await arrive();
  assert.deepEqual(seen, ["plays", 1, "rests"]);
});
