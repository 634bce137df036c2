import "./support.js";
import assert from "node:assert/strict";
import { test } from "node:test";
import { MANY, priceOf, Question, withoutRule } from "../../src/fitl/web/static/js/table/prompt/model.js";

const option = (key, more = {}) => ({ key, label: key, spaces: [], piece: null, amount: null, idle: false, ...more });
const space = (key) => option(key, { spaces: [key] });
const keys = (options) => options.map(({ key }) => key);

function shown(options, more = {}, thinking = false) {
  const decision = options && { number: 1, actor: "us", kind: "x", options, forbidden: [], ...more };
  return { thinking, view: { decision, outcome: null, talks: null, boxes: { available: { us_troop: 4 } } } };
}

function question(options, more) {
  const made = new Question();
  made.take(shown(options, more), {});
  return made;
}
const spaces = (n) => Array.from({ length: n }, (_, i) => space(`space ${i}`));

test("a question is another one by its number, and by whom it is for", () => {
  const made = new Question();
  const first = shown([option("a")]);
  assert.equal(made.take(first, {}), "another");
  assert.equal(made.take(structuredClone(first), {}), "same");
  assert.equal(made.take(shown([option("a")], {}, true), {}), "changed");
  assert.equal(made.take(first, { looking: true }), "another");
  assert.deepEqual([made.mine, made.options], [false, []]);
  assert.equal(made.take(shown([option("a")], { number: 2 }), {}), "another");
  assert.ok(made.mine);
});

test("what somebody typed stays while the same question is told again, and goes with it", () => {
  const made = question(spaces(20));
  Object.assign(made, { filter: "sp", only: "space 1", marked: "space 2", busy: true });
  made.take(shown(spaces(20), {}, true), {});
  assert.equal(made.filter, "sp");
  assert.ok(made.busy);
  made.take(shown(spaces(20), { number: 2 }), {});
  assert.deepEqual([made.filter, made.only, made.marked, made.busy], ["", null, null, false]);
});

test("nothing is asked of who looks on, looks back, or is shown what others did", () => {
  for (const [told, mood] of [
    [shown(null), {}],
    [shown(undefined), {}],
    [shown([]), {}],
    [shown([option("a")]), { playing: true }],
    [shown([option("a")]), { looking: true }],
  ]) {
    const made = new Question();
    made.take(told, mood);
    assert.deepEqual([made.mine, made.listed(), made.bySpace().size], [false, [], 0]);
  }
});

test("what ends a choice is in the footer, what declines at the end of the list", () => {
  const made = question([option("pass"), option("done"), option("train")]);
  assert.deepEqual(keys(made.listed()), ["train", "pass"]);
  assert.deepEqual(keys(made.leaving()), ["done"]);
});

test("of many spaces those come last that the map has as well", () => {
  const made = question([...spaces(MANY + 1), option("all"), option("none")]);
  assert.ok(made.byMap);
  assert.deepEqual(keys(made.listed()).slice(0, 2), ["all", "space 0"]);
  assert.equal(made.listed().at(-1).key, "none");
  assert.equal(made.rows()[1], "on map");
  assert.ok(!question(spaces(3)).byMap);
});

test("what is forbidden stands in its place, before the spaces", () => {
  const no = (key, place) => ({ key, place, label: key, reason: "why" });
  const few = question([option("a"), option("b")], { forbidden: [no("x", 1)] });
  assert.deepEqual(keys(few.rows()), ["a", "x", "b"]);
  const many = question([option("all"), ...spaces(20)], { forbidden: [no("x", 9)] });
  assert.deepEqual(many.rows().slice(0, 3), [many.options[0], no("x", 9), "on map"]);
});

test("what is typed finds answers by their names, with or without accents", () => {
  const made = question([
    option("1", { label: "Huế" }),
    option("2", { label: "Hué road" }),
    option("3", { label: "Khe" }),
  ]);
  made.filter = " hue";
  assert.deepEqual(keys(made.listed()), ["1", "2"]);
  assert.equal(made.meant().key, "1");
  made.filter = "hue road";
  assert.equal(made.meant().key, "2");
  made.filter = "#3";
  assert.equal(made.meant(), null, "a number means an answer only if its name or key is left");
  made.filter = "";
  assert.equal(made.meant(), null, "nothing is meant before something is typed");
  made.filter = "zz";
  assert.deepEqual([made.listed(), made.meant()], [[], null]);
});

test("in another language an answer is found by its English name and by initials without stops, too", () => {
  const made = question([
    option("us_troops", { label: "Tropa de EE.\u00a0UU.", also: "US Troop" }),
    option("police", { label: "Policía", also: "Police" }),
  ]);
  for (const words of ["us troop", "de eeuu", "EE. UU."]) {
    made.filter = words;
    assert.deepEqual(keys(made.listed()), ["us_troops"], words);
  }
  made.filter = "police";
  assert.equal(made.meant().key, "police");
});

test("the answer that is meant comes first", () => {
  const made = question([option("road", { label: "Hue road" }), option("hue", { label: "Hue" })]);
  made.filter = "hue";
  assert.deepEqual(keys(made.rows()), ["hue", "road"]);
});

test("a space with several answers shows these alone", () => {
  const made = question([
    option("a", { spaces: ["hue"] }),
    option("b", { spaces: ["hue", "saigon"] }),
    option("c", { spaces: ["saigon"] }),
  ]);
  assert.deepEqual(
    [...made.bySpace()].map(([id, found]) => [id, keys(found)]),
    [
      ["hue", ["a", "b"]],
      ["saigon", ["b", "c"]],
    ],
  );
  made.only = "hue";
  assert.deepEqual(keys(made.rows()), ["a", "b"]);
});

test("a lesson cuts a long list down to one answer, and leaves a short one", () => {
  const long = question(spaces(20));
  long.wanted = "space 7";
  assert.deepEqual(keys(long.rows()), ["space 7"]);
  long.wanted = "nowhere";
  assert.ok(!long.narrowed);
  const short = question(spaces(3));
  short.wanted = "space 1";
  assert.equal(short.rows().length, 3);
});

test("a hint points at a number that is offered", () => {
  const made = question([1, 2].map((n) => option(String(n), { amount: n })));
  made.marked = "2";
  assert.equal(made.hinted, 2);
  made.marked = "9";
  assert.equal(made.hinted, null);
});

test("pieces at hand are told where some are placed or lifted", () => {
  const made = question([option("a")], { about: { piece: "us_troop" } });
  assert.equal(made.atHand(), null);
  made.effects = { a: { lines: ["one more"], places: true, lifts: false } };
  assert.equal(made.atHand(), 4);
  assert.equal(made.words(made.options[0]), "a; one more");
});

test("those who listen hear named answers, and how many spaces there are besides", () => {
  const made = question([option("all"), ...spaces(20)]);
  const { told, more } = made.spoken();
  assert.deepEqual([keys(told), more], [["all"], 20]);
  assert.equal(question(spaces(5)).spoken().more, 0);
});

test("a letter stands for its answer", () => {
  const made = question([option("train"), option("sweep")]);
  assert.equal(made.byLetter("t"), "train");
  assert.equal(made.byLetter("q"), null);
});

test("the numbers of its own rule are no part of the question", () => {
  assert.equal(withoutRule({ prompt: "Which spaces? (3.2.1)", rule: "3.2.1" }), "Which spaces?");
  assert.equal(withoutRule({ prompt: "Which? (P3.2, 4.1)", rule: "P3.2.4" }), "Which?");
  assert.equal(withoutRule({ prompt: "Which? (4.1)", rule: "3.2.1" }), "Which? (4.1)");
  assert.equal(withoutRule({ rule: "1.1" }), "");
});

test("a price is told if it can be paid", () => {
  const tracks = { resources: { arvn: 5 } };
  assert.deepEqual(priceOf({ cost: 3, payer: "arvn" }, tracks), { n: 3, faction: "arvn", have: 5 });
  assert.equal(priceOf({ cost: 6, payer: "arvn" }, tracks), null);
  assert.equal(priceOf({ cost: 0, payer: null }, tracks), null);
});

test("up to twelve answers are few, from the thirteenth on they are many", () => {
  const few = question(spaces(MANY));
  const many = question(spaces(MANY + 1));
  few.wanted = many.wanted = "space 3";
  assert.deepEqual([few.byMap, few.narrowed, few.listed().length], [false, false, MANY]);
  assert.deepEqual([many.byMap, many.narrowed, keys(many.listed())], [true, true, ["space 3"]]);
  assert.deepEqual(
    [few, many].map((each) => [each.spoken().told.length, each.spoken().more]),
    [
      [12, 0],
      [0, 13],
    ],
  );
  assert.deepEqual(question(Array.from({ length: 30 }, (_, i) => option(`o${i}`))).byMap, false);
});

test("of very many answers the first are told, and how many more there are", () => {
  const { told, more } = question(Array.from({ length: 30 }, (_, i) => option(`o${i}`))).spoken();
  assert.deepEqual([told.length, more], [24, 6]);
});

test("where the map shows the spaces, they come after the others and before what declines", () => {
  const made = question([option("no"), ...spaces(13), option("train")]);
  assert.deepEqual(keys(made.listed()).slice(0, 2), ["train", "space 0"]);
  assert.equal(keys(made.listed()).at(-1), "no");
});

test("what is typed means a whole name or a card's number, else the first that is left", () => {
  const named = (key, label) => option(key, { label });
  const options = [named("hue_city", "Hue City"), named("hue", "Hue"), named("70", "#70 ROKs"), named("7", "#7 ADSID")];
  const made = question(options);
  const means = (words) => ((made.filter = words), made.meant()?.key);
  assert.deepEqual(["hue", "hu", "hue c", "#7", "x", ""].map(means), [
    "hue",
    "hue_city",
    "hue_city",
    "7",
    undefined,
    undefined,
  ]);
});

test("what a piece costs is told while there is enough, to the last Resource", () => {
  const price = (resources) => priceOf({ cost: 3, payer: "nva" }, { resources: { nva: resources } });
  assert.deepEqual([price(3), price(2)], [{ n: 3, faction: "nva", have: 3 }, null]);
});

test("how many are Available: of a piece of which there is none, none", () => {
  const made = question([option("a")], { about: { piece: "nva_troop" } });
  assert.equal(made.atHand(), null);
  made.effects = { a: { places: true } };
  assert.equal(made.atHand(), 0);
  made.take(shown([option("a")], { number: 2, about: { piece: "us_troop" } }), {});
  assert.equal(made.atHand(), null, "effects are of the question before");
  made.effects = { a: { lifts: true } };
  assert.equal(made.atHand(), 4);
});
