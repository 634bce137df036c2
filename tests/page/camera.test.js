import "./support.js";
import assert from "node:assert/strict";
import { afterEach, mock, test } from "node:test";
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
  return { seen, host, sheet };
}
afterEach(() => {
  camera.destroy();
  mock.timers.reset();
  mock.restoreAll();
});

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

/** The same window, closer to the map than its whole. */
function close() {
  const begun = begin(400, 600);
  camera.showBox({ x: 380, y: 900, w: 100, h: 100 });
  return { ...begun, view: { ...begun.seen.views.at(-1) } };
}

test("a pan moves the picture; it is drawn anew when it has come to rest", () => {
  mock.timers.enable({ apis: ["setTimeout"] });
  const { seen, sheet, view } = close();
  const told = seen.views.length;
  camera.pan(30, -48);
  assert.equal(sheet.style.transform, "translate(30px, -48px) scale(1)");
  assert.equal(sheet.style.willChange, "transform");
  mock.timers.tick(100);
  camera.pan(6, 0);
  assert.equal(sheet.style.transform, "translate(36px, -48px) scale(1)");
  mock.timers.tick(100);
  assert.equal(seen.views.length, told, "it has moved since");
  mock.timers.tick(100);
  assert.equal(seen.views.length, told + 1);
  near([seen.views.at(-1).x, seen.views.at(-1).y], [view.x - 36 / view.scale, view.y + 48 / view.scale]);
  assert.deepEqual([sheet.style.transform, sheet.style.willChange], ["", ""]);
  camera.pan(6, 0);
  assert.equal(sheet.style.transform, "translate(6px, 0px) scale(1)", "from where it was drawn last");
});

test("the map ends at the edges of the window", () => {
  const { seen, view } = close();
  camera.shift(1e6, 1e6);
  near(seen.box.slice(0, 2), [0, 0]);
  camera.shift(-1e6, -1e6);
  near(seen.box.slice(0, 2), [1000 - 400 / view.scale, 2000 - 600 / view.scale]);
});

test("zooming by keys or buttons keeps what is in the middle", () => {
  const { seen, view } = close();
  camera.zoomBy(1.5);
  const [x, y, w, h] = seen.box;
  near([x + w / 2, y + h / 2, w], [view.x + 200 / view.scale, view.y + 300 / view.scale, 400 / view.scale / 1.5]);
});

test("what is beyond an edge is brought just inside, with a little room", () => {
  const { seen, view } = close();
  const [w, h] = [400 / view.scale, 600 / view.scale];
  const at = () => seen.box.slice(0, 2);
  camera.reveal({ x: view.x, y: view.y, w: 10, h: 10 });
  near(at(), [view.x, view.y]);
  camera.reveal({ x: view.x - 50, y: view.y + 20, w: 10, h: 10 });
  near(at(), [view.x - 58, view.y]);
  camera.reveal({ x: view.x, y: view.y + h + 30, w: 10, h: 10 });
  near(at(), [view.x - 58, view.y + 48]);
  camera.reveal({ x: view.x + 20, y: view.y + h / 2, w: w + 1, h: 10 });
  near(at(), [view.x + 12, view.y + 48]);
});

test("a window without a size changes nothing, one of another size shows the whole map as before", () => {
  const { seen, host } = begin(1000, 1000);
  for (const size of [
    { width: 0, height: 500 },
    { width: 500, height: 0 },
  ]) {
    host.getBoundingClientRect = () => size;
    camera.resize();
  }
  assert.equal(seen.views.length, 1);
  host.getBoundingClientRect = () => ({ width: 500, height: 3000 });
  camera.resize();
  assert.ok(camera.whole());
  near(seen.box, [0, -2000, 1000, 6000]);
});

/** Frames of a movement, one at a time. */
function frames() {
  const waiting = new Map();
  let last = 0;
  mock.method(window, "matchMedia", () => ({ matches: false }));
  mock.method(performance, "now", () => 5000);
  mock.method(globalThis, "requestAnimationFrame", (act) => waiting.set((last += 1), act) && last);
  mock.method(globalThis, "cancelAnimationFrame", (number) => waiting.delete(number));
  const next = (now) => {
    const [[number, act]] = waiting;
    waiting.delete(number);
    act(now);
  };
  return { next, waiting };
}

test("a movement of the page's own slows down, and its middle goes straight", () => {
  const { seen, sheet, view } = close();
  mock.timers.enable({ apis: ["setTimeout"] });
  const { next, waiting } = frames();
  camera.showBox({ x: 680, y: 1200, w: 50, h: 50 });
  const told = seen.views.length;
  next(5160);
  const [dx, dy, grown] = sheet.style.transform.match(/-?[\d.]+/g).map(Number);
  const eased = 7 / 8;
  near([grown], [(goal() / view.scale) ** eased]);
  const scale = view.scale * grown;
  const middle = [view.x - dx / scale + 200 / scale, view.y - dy / scale + 300 / scale];
  near(middle, [430 + (705 - 430) * eased, 950 + (1225 - 950) * eased]);
  assert.equal(seen.views.length, told, "not yet at rest");
  next(5320);
  assert.equal(waiting.size, 0);
  assert.equal(seen.views.length, told + 1);
  near([seen.views.at(-1).scale], [goal()]);
  near([seen.box[0] + seen.box[2] / 2, seen.box[1] + seen.box[3] / 2], [705, 1225]);
});

/** The scale at which a box of 50 is shown in a window of 400 by 600: four times the whole map at most. */
const goal = () => 0.3 * 4;

test("a gesture ends a movement of the page's own, and so does the end of the page", () => {
  const { seen } = close();
  mock.timers.enable({ apis: ["setTimeout"] });
  const { waiting } = frames();
  camera.showAll();
  assert.equal(waiting.size, 1);
  camera.pan(5, 5);
  assert.equal(waiting.size, 0);
  camera.showAll();
  const told = seen.views.length;
  camera.destroy();
  mock.timers.tick(1000);
  assert.deepEqual([waiting.size, seen.views.length], [0, told]);
});
