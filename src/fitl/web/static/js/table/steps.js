// @ts-check
/** Steps of the game as the server tells them (`/frames`): what each changes, and how long a reader stays with it. */

const OPENING = 5; // how much longer than a short step one stays with which a chapter opens
const READING = 12; // the same with a table to be read

/**
 * A view after one step.
 * @param {Wire.TableView} view
 * @param {any} changes
 */
export function applied(view, changes) {
  const boxes = { ...view.boxes, ...(changes.boxes ?? {}) };
  return {
    ...view,
    ...changes,
    spaces: { ...view.spaces, ...(changes.spaces ?? {}) },
    boxes: Object.fromEntries(Object.entries(boxes).filter(([, held]) => held)), // an era may take boxes away
  };
}

/** What is shown after a step: the chapter it tells of, not the next. @param {Wire.TableView} view @param {Wire.Frame} frame */
export function shownAfter(view, frame) {
  return frame.chapter ? { ...view, stage: frame.chapter } : view;
}

/** How long a step is shown, with 1 for the pace that is set. @param {Wire.Frame} frame @param {boolean} opens does a chapter begin with it? */
export function stepLength(frame, opens) {
  if (frame.talks) return READING;
  return opens ? OPENING : Math.min(2.2, 0.6 + 0.35 * frame.text.length);
}
