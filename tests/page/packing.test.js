import assert from "node:assert/strict";
import { test } from "node:test";
import { pack } from "../../src/fitl/web/static/js/map/packing.js";

const SIZES = { largest: 20, smallest: 8 };
const MORE = 1.5;
const box = (w, h) => ({ x: 100, y: 50, w, h });

/** Groups and the note stand in the box, and none over another. */
function assertFits(packing, widths, where) {
  const last = packing.more;
  const shown = packing.places.map(({ index, x, y }) => ({ x, y, w: widths[index] * packing.scale }));
  if (last) shown.push({ x: last.x, y: last.y, w: MORE * packing.scale });
  for (const { x, y, w } of shown) {
    assert.ok(x >= where.x - 0.01 && x + w <= where.x + where.w + 0.01, "beside the box");
    assert.ok(y >= where.y && y <= where.y + where.h, "over or under the box");
  }
  for (const [i, one] of shown.entries())
    for (const other of shown.slice(i + 1))
      if (Math.abs(one.y - other.y) < 0.5)
        assert.ok(one.x + one.w <= other.x + 0.01 || other.x + other.w <= one.x + 0.01, "over each other");
}

test("few groups are as large as they may be, in the middle", () => {
  const packing = pack([1, 1], box(100, 40), SIZES, MORE);
  assert.equal(packing.scale, SIZES.largest);
  assert.equal(packing.more, null);
  const [left, right] = packing.places;
  assert.equal(left.y, 70);
  assert.ok(Math.abs(left.x - 100 - (200 - (right.x + 20))) < 1e-9, "as far from the left as from the right");
});

test("many groups are smaller, in rows", () => {
  const widths = Array(10).fill(1.4);
  const packing = pack(widths, box(80, 50), SIZES, MORE);
  assert.ok(packing.scale < SIZES.largest);
  assert.equal(packing.places.length, 10);
  assert.ok(new Set(packing.places.map(({ y }) => y)).size > 1);
  assertFits(packing, widths, box(80, 50));
});

test("what does not fit is counted", () => {
  const widths = Array(30).fill(1.4);
  const packing = pack(widths, box(60, 20), SIZES, MORE);
  assert.equal(packing.scale, SIZES.smallest);
  assert.equal(packing.places.length + packing.more.count, 30);
  assertFits(packing, widths, box(60, 20));
});

test("a box too small for anything tells how much there is", () => {
  assert.deepEqual(pack([1, 1, 1], box(4, 4), SIZES, MORE).more.count, 3);
});

test("nothing needs no place", () => {
  assert.deepEqual(pack([], box(60, 20), SIZES, MORE).places, []);
});

test("every number of groups of any width fits, or is counted", () => {
  for (let n = 1; n <= 14; n += 1)
    for (const w of [30, 55, 90, 140]) {
      const widths = Array.from({ length: n }, (_, i) => 0.8 + ((i * 7) % 5) * 0.4);
      const packing = pack(widths, box(w, 34), SIZES, MORE);
      assert.equal(packing.places.length + (packing.more?.count ?? 0), n);
      if (packing.places.length) assertFits(packing, widths, box(w, 34));
    }
});

test("rows stand close together in the middle, closer where there is little room", () => {
  const rows = (height) => pack([1, 1, 1, 1], box(45, height), SIZES, MORE).places.map(({ x, y }) => [x, y]);
  const near = (found, wanted) =>
    found.flat().forEach((each, i) => assert.ok(Math.abs(each - wanted.flat()[i]) < 1e-6, `${found} is not ${wanted}`));
  const across = [100.3, 124.7];
  near(
    rows(60),
    [68.5, 91.5].flatMap((y) => across.map((x) => [x, y])),
  );
  near(
    rows(38),
    [59.65, 78.35].flatMap((y) => across.map((x) => [x, y])),
  );
});

test("what just fits is shown, at the largest and at the smallest size", () => {
  assert.equal(pack([1], box(20, 20), SIZES, MORE).scale, 20);
  assert.equal(pack([1, 1.03], box(45, 18.4), SIZES, MORE).scale, 20);
  const { scale, places, more } = pack([1], box(8, 8), SIZES, MORE);
  assert.deepEqual([scale, places.length, more], [8, 1, null]);
});

test("the note stands for as few groups as possible", () => {
  const shown = (widths, width) => {
    const { places, more } = pack(widths, box(width, 8), SIZES, MORE);
    return [places.length, more.count];
  };
  assert.deepEqual(shown([1, 1, 3], 32), [2, 1]);
  assert.deepEqual(shown([1, 1, 1, 1, 1], 22), [1, 4]);
  assert.deepEqual(pack([1, 1, 1], box(4, 4), SIZES, MORE), {
    scale: SIZES.smallest,
    places: [],
    more: { count: 3, x: 101, y: 52 },
  });
});
