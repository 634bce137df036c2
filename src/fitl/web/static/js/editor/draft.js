// @ts-check
/** The position somebody is setting up, kept by this browser over a reload, with the way back. */

import { begin } from "./model.js";

const KEY = "fitl.editor";
const KEPT = 12; // steps back that are written down

/** @returns {import("./model.js").Editing | null} */
export function savedEditing() {
  try {
    const { now, past } = JSON.parse(localStorage.getItem(KEY) ?? "null") ?? {};
    return now && typeof now === "object" && Array.isArray(past) ? begin(now, past) : null;
  } catch {
    return null; // damaged or forbidden storage
  }
}

/** @param {import("./model.js").Editing} editing */
export function saveEditing({ now, past }) {
  try {
    localStorage.setItem(KEY, JSON.stringify({ now, past: past.slice(-KEPT) }));
  } catch {
    // a full or forbidden storage: the page still works, it only forgets
  }
}

/** Begin with another position; what was being set up is one step back. @param {import("./model.js").Position} position */
export function editNext(position) {
  const before = savedEditing();
  saveEditing(begin(position, before ? [...before.past, before.now] : []));
}
