import assert from "node:assert/strict";
import { test } from "node:test";
import { pace } from "../../src/fitl/web/static/js/table/pace.js";

/** The seconds told for parts that are heard of at certain times. */
function told(heard) {
  let at = 0;
  const left = pace(() => at);
  return heard.map(([time, part]) => {
    at = time;
    return left(part);
  });
}

test("the seconds left come from the pace so far", () => {
  assert.deepEqual(
    told([
      [100, 0],
      [104, 10],
      [110, 50],
    ]),
    [0, 40, 10],
  );
  assert.deepEqual(
    told([
      [0, 0],
      [20, 20],
      [40, 40],
    ]),
    [0, 80, 60],
  );
});

test("a page that comes late counts from what it hears first", () => {
  assert.deepEqual(
    told([
      [7, 50],
      [17, 60],
    ]),
    [0, 40],
  );
});

test("what is short or too early to tell is not told", () => {
  assert.deepEqual(
    told([
      [0, 0],
      [1, 1],
      [2, 50],
      [3, 75],
    ]),
    [0, 0, 0, 0],
  );
});

test("the next search begins from nothing", () => {
  assert.deepEqual(
    told([
      [0, 0],
      [10, 50],
      [12, null],
      [13, 5],
      [14, 5],
    ]),
    [0, 10, 0, 0, 0],
  );
  assert.deepEqual(
    told([
      [0, 60],
      [9, 80],
      [10, 5],
      [14, 10],
    ]),
    [0, 0, 0, 75],
  );
});
