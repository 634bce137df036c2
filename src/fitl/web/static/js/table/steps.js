// @ts-check
/** Steps of the game as the server tells them (`/frames`): what each changes, and how long a reader stays with it. */

const OPENING = 5; // how much longer than a short step one stays with which a chapter opens
const READING = 12; // the same with a table to be read

/**
 * A view after one step.
 * @param {Wire.TableView} view
 * @param {Wire.Changes} changes
 * @returns {Wire.TableView}
 */
export function applied(view, changes) {
  return {
    ...view,
    ...changes,
    spaces: there({ ...view.spaces, ...changes.spaces }), // an era may take spaces
    boxes: there({ ...view.boxes, ...changes.boxes }), // and boxes away
  };
}

/**
 * What there still is of things by name.
 * @template T
 * @param {Record<string, T | null>} all
 */
function there(all) {
  return /** @type {Record<string, T>} */ (Object.fromEntries(Object.entries(all).filter(([, each]) => each)));
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
