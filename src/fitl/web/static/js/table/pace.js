// @ts-check
/** How long a search will still take, from how far it has come in the time since it was first heard of. */

const SURE = 1.5; // seconds after which that can be told
const WORTH = 10; // seconds from which it is worth telling
const ROUND = 5;

/** @param {() => number} now seconds */
export function pace(now = () => performance.now() / 1000) {
  /** @type {{part: number, at: number} | null} */
  let first = null;
  /**
   * The seconds that are left, rounded up; 0 if they are few or unknown yet.
   * @param {number | null} part percent of the search that is done; null if there is none
   */
  return (part) => {
    if (part === null) first = null;
    else if (!first || part < first.part) first = { part, at: now() };
    if (part === null || !first || part <= first.part || now() - first.at < SURE) return 0;
    const left = ((now() - first.at) / (part - first.part)) * (100 - part);
    return left < WORTH ? 0 : Math.ceil(left / ROUND) * ROUND;
  };
}
