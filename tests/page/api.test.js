import { server } from "./support.js";
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { read, Refused, Table } from "../../src/fitl/web/static/js/api.js";

const whole = (number, more = {}) => ({ series: "a", number, base: null, table: { number, view: {} }, ...more });
const patch = (number, base) => ({ series: "a", number, base, changed: { number } });
const tell = (...bodies) => server.answers.push(...bodies.map((body) => ({ body })));

let table;
beforeEach(() => {
  server.asked.length = server.answers.length = 0;
  table = new Table("g1", "secret");
});

test("a table is told whole once, then what has changed of it", async () => {
  tell(whole(4), patch(5, 4));
  assert.equal((await table.look()).number, 4);
  assert.equal((await table.look(17)).number, 5);
  assert.deepEqual(
    server.asked.map(([, path]) => path),
    ["/api/games/g1?have=", "/api/games/g1?have=a.4&from=17"],
  );
});

test("an answer is one request, and says what one has", async () => {
  tell(whole(4), { patch: { ...patch(5, 4), steps: { from: 3, to: 4, frames: [] } }, result: null });
  await table.look();
  const { state, result } = await table.choose(4, "train", 3);
  assert.deepEqual([state.number, result, state.steps.to], [5, null, 4]);
  assert.deepEqual(server.asked.at(-1), [
    "POST",
    "/api/games/g1/choose",
    { number: 4, key: "train", from: 3, have: "a.4" },
  ]);
  assert.equal(server.asked.length, 2);
  assert.ok(!("steps" in table.kept.table), "steps are told once");
});

test("when a patch was lost the whole table is asked for", async () => {
  tell(whole(4), { patch: patch(9, 8), result: { taken: [] } }, patch(9, 8), whole(9));
  await table.look();
  const { state, result } = await table.change("/undo", { from: 2 });
  assert.deepEqual([state.number, result], [9, { taken: [] }]);
  assert.deepEqual(
    server.asked.slice(2).map(([, path]) => path),
    ["/api/games/g1?have=a.4&from=2", "/api/games/g1?have=&from=2"],
  );
});

test("an earlier moment is told whole and not kept", async () => {
  tell(whole(4), { number: 2, view: {} });
  await table.look();
  assert.equal((await table.then(2)).number, 2);
  assert.equal(table.kept.number, 4);
  assert.equal(server.asked.at(-1)[1], "/api/games/g1?at=2");
});

test("a refusal has the words of the server", async () => {
  server.answers.push({ status: 409, body: { error: "stale", message: "Too late." } });
  await assert.rejects(table.choose(1, "x", 0), (error) => error instanceof Refused && error.code === "stale");
});

test("a server that is busy is asked again, but an answer is not given twice", async () => {
  const busy = { status: 503, headers: { "Retry-After": "0" }, body: { error: "busy", message: "Busy." } };
  server.answers.push(busy, { body: { x: { title: "X", text: "" } } });
  assert.deepEqual(Object.keys(await read("/api/rules")), ["x"]);
  assert.equal(server.asked.length, 2);
  server.answers.push(busy);
  await assert.rejects(table.choose(1, "x", 0), (error) => error.code === "busy");
  assert.equal(server.asked.length, 3);
});
