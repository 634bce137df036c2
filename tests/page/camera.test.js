import "./support.js";
import assert from "node:assert/strict";
import { afterEach, test } from "node:test";
import { createCamera } from "../../src/fitl/web/static/js/map/camera.js";

const CANVAS = { width: 1000, height: 2000 };
let camera;

/** A camera whose movements come to rest at once (matchMedia says so), and what it shows. */
function begin(width, height) {
  const seen = { views: [] };
  const sheet = { style: {}, setAttribute: (_name, value) => (seen.box = value.split(" ").map(Number)) };
  const host = { getBoundingClientRect: () => ({ width, height }) };
  camera = createCamera(sheet, host, CANVAS, (view) => seen.views.push(view));
  camera.resize();
  return { seen, host };
}
afterEach(() => camera.destroy());

const near = (found, wanted) =>
  found.forEach((each, i) => assert.ok(Math.abs(each - wanted[i]) < 1e-6, `${found} is not ${wanted}`));

test("at first the whole map is in sight, in the middle", () => {
  const { seen } = begin(1000, 1000);
  assert.ok(camera.whole());
  near(seen.box, [-500, 0, 2000, 2000]);
});

test("a box is brought to the middle, and the map stays in the window", () => {
  const { seen } = begin(1000, 1000);
  camera.showBox({ x: 400, y: 900, w: 200, h: 200 });
  assert.ok(!camera.whole());
  const [x, y, w, h] = seen.box;
  near([x + w / 2, y + h / 2], [500, 1000]);
  camera.showBox({ x: 0, y: 0, w: 200, h: 200 });
  assert.ok(seen.box[0] >= 0 && seen.box[1] >= 0, "no window beyond the edge");
});

test("no closer than eight times the whole map", () => {
  const { seen } = begin(1000, 1000);
  for (let i = 0; i < 20; i += 1) camera.zoomBy(2);
  assert.ok(Math.abs(seen.box[2] - 2000 / 8) < 1e-6);
  camera.showAll();
  assert.ok(camera.whole());
});

test("what is under the finger stays there while the map is zoomed", () => {
  const { seen } = begin(1000, 1000);
  camera.zoomBy(4);
  const before = { ...seen.views.at(-1) };
  camera.zoomAt(1.5, 300, 700);
  const [x, y] = [before.x + 300 / before.scale, before.y + 700 / before.scale];
  const now = camera.toWindow(x, y);
  near([now.x, now.y], [300, 700]);
});

test("what is in sight already is not moved", () => {
  const { seen } = begin(1000, 1000);
  camera.zoomBy(4);
  const [x, y, w, h] = seen.box;
  const told = seen.views.length;
  camera.reveal({ x: x + w / 3, y: y + h / 3, w: 10, h: 10 });
  assert.equal(seen.views.length, told);
  camera.reveal({ x: x + w + 20, y: y + h / 3, w: 10, h: 10 });
  assert.ok(seen.box[0] + seen.box[2] >= x + w + 30, "just far enough");
});

test("another size of the window keeps its middle", () => {
  const { seen, host } = begin(1000, 1000);
  camera.showBox({ x: 450, y: 950, w: 100, h: 100 });
  host.getBoundingClientRect = () => ({ width: 600, height: 800 });
  camera.resize();
  const [x, y, w, h] = seen.box;
  near([x + w / 2, y + h / 2], [500, 1000]);
  assert.equal(w / h, 600 / 800);
});
