// The editor's position: changes, the way back, what is left of the force pool, and where a sentence belongs.
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  begin,
  changed,
  completed,
  drawn,
  left,
  partOf,
  piecesAt,
  redone,
  undone,
  withCard,
  withEffect,
  withEra,
  withLeader,
  withName,
  withNewDeck,
  withPieces,
  withSpace,
} from "../../src/fitl/web/static/js/editor/model.js";

const POSITION = Object.freeze({
  fitl: 1,
  scenario: "short-1965",
  stage: "turn",
  card: 107,
  order: ["vc"],
  acted: [["vc", "pass"]],
  spaces: {
    hue: { pieces: { vc_guerrilla: 2, vc_guerrilla_active: 1 }, terror: 1 },
    saigon: { support: "active_support" },
  },
  casualties: {},
  out_of_play: { us_troops: 3 },
  coups_to_come: [125, 126],
  leader: "minh",
  leader_box: [],
  effects: [[31, "shaded"]],
  eligible: ["us"],
  piles: [],
});
const ROOM = {
  pool: { vc_guerrilla: 30, us_troops: 40 },
  plain: { vc_guerrilla: "vc_guerrilla", vc_guerrilla_active: "vc_guerrilla", us_troops: "us_troops" },
  boxes: ["casualties", "out_of_play"],
};

test("undo and redo lead back and on, and a new change ends what could be redone", () => {
  const one = changed(begin({ aid: 1 }), { aid: 2 });
  const two = changed(one, { aid: 3 });
  assert.deepEqual(undone(two).now, { aid: 2 });
  assert.deepEqual(undone(undone(undone(two))).now, { aid: 1 });
  assert.deepEqual(redone(undone(two)), two);
  assert.deepEqual(redone(changed(undone(two), { aid: 9 })).now, { aid: 9 });
});

test("what is the same again is no step, nor is what the reader completes", () => {
  const one = changed(begin({ aid: 1 }), { aid: 2 });
  assert.equal(changed(one, { aid: 2 }), one);
  assert.equal(completed(one, { aid: 2, trail: 0 }).past.length, 1);
});

test("no more than forty steps are kept", () => {
  let editing = begin({ aid: 0 });
  for (let aid = 1; aid < 60; aid += 1) editing = changed(editing, { aid });
  assert.equal(editing.past.length, 40);
});

test("pieces come to spaces and boxes, and none is left out", () => {
  assert.equal(piecesAt(withPieces(POSITION, "hue", "us_troops", 2), "hue").us_troops, 2);
  assert.deepEqual(piecesAt(withPieces(POSITION, "hue", "vc_guerrilla", 0), "hue"), { vc_guerrilla_active: 1 });
  assert.deepEqual(withPieces(POSITION, "casualties", "us_troops", 1).casualties, { us_troops: 1 });
  assert.deepEqual(piecesAt(withPieces(POSITION, "da_nang", "us_troops", 4), "da_nang"), { us_troops: 4 });
});

test("what is left counts all states of a piece, on the map and in boxes", () => {
  assert.deepEqual(left(POSITION, ROOM), { vc_guerrilla: 27, us_troops: 37 });
  assert.equal(left(withPieces(POSITION, "hue", "us_troops", 38), ROOM).us_troops, -1);
});

test("markers and levels that are none are left out", () => {
  assert.deepEqual(withSpace(POSITION, "hue", "terror", 0).spaces.hue, { pieces: POSITION.spaces.hue.pieces });
  assert.deepEqual(withSpace(POSITION, "saigon", "support", undefined).spaces.saigon, {});
});

test("another card in play begins its turn, and a Coup card shown cannot come again", () => {
  const found = withCard(POSITION, "card", 125);
  assert.deepEqual([found.card, found.coups_to_come], [125, [126]]);
  assert.ok(!("order" in found) && !("stage" in found) && !("acted" in found));
  assert.deepEqual(withCard(POSITION, "next_card", 55).acted, POSITION.acted);
});

test("a leader lies in the box, by his card", () => {
  const found = withLeader(POSITION, 126);
  assert.deepEqual([found.leader, found.leader_box, found.coups_to_come], [126, [126], [125]]);
  assert.deepEqual(withLeader(found, "minh").leader_box, [126]);
});

test("a card is in force on one side or not at all", () => {
  assert.deepEqual(withEffect(POSITION, 31, "unshaded").effects, [[31, "unshaded"]]);
  assert.deepEqual(withEffect(POSITION, 31, null).effects, []);
});

test("names are in a list once", () => {
  assert.deepEqual(withName(POSITION, "eligible", "vc", true).eligible, ["us", "vc"]);
  assert.deepEqual(withName(POSITION, "eligible", "us", true).eligible, ["us"]);
  assert.deepEqual(withName(POSITION, "eligible", "us", false).eligible, []);
});

test("a new deck leaves to the reader what follows, another era begins with a blank board", () => {
  assert.ok(!("piles" in withNewDeck(POSITION)) && "card" in withNewDeck(POSITION));
  const found = withEra({ ...POSITION, options: { deception: true } }, "after_diem");
  assert.deepEqual(found, {
    fitl: 1,
    scenario: "short-1965",
    options: { deception: true },
    era: "after_diem",
    board: "empty",
  });
});

test("the map shows the position on the board that was read last", () => {
  const board = {
    era: "base",
    spaces: {
      hue: { pieces: {}, support: "neutral", control: "coin", terror: 0 },
      saigon: { pieces: { us_troops: 1 }, support: "neutral", control: "coin", terror: 0 },
      loc: { pieces: {}, sabotage: true },
    },
  };
  const { spaces, era } = drawn(board, POSITION);
  assert.equal(era, "base");
  assert.deepEqual(spaces.hue, { pieces: POSITION.spaces.hue.pieces, support: "neutral", control: "coin", terror: 1 });
  assert.deepEqual([spaces.saigon.pieces, spaces.saigon.support], [{}, "active_support"]);
  assert.deepEqual(spaces.loc, { pieces: {}, sabotage: false });
});

test("each place has its part, and a space its name", () => {
  assert.deepEqual(partOf("spaces.hue.pieces.us_base"), { part: "space", space: "hue" });
  assert.equal(partOf("spaces").part, "boxes");
  assert.equal(partOf("available.us_troops").part, "boxes");
  assert.equal(partOf("resources.us").part, "tracks");
  assert.equal(partOf("washington").part, "tracks");
  assert.equal(partOf("washington_1.us_troops").part, "boxes");
  assert.equal(partOf("stage").part, "turn");
  assert.equal(partOf("piles[0].coup").part, "cards");
  assert.equal(partOf("").part, null);
});
