// @ts-check
/** The lesson's spotlight: on the answer, its space on the map, the card turned up, the tracks that have just changed. */

/** @param {import("./sitting.js").Sitting} sitting */
export function createSpotlight(sitting) {
  const { chrome } = sitting;
  const spacesOf = (/** @type {string} */ key) =>
    /** @type {string[]} */ (
      sitting.state.view.decision?.options?.find((/** @type {Wire.OptionShown} */ option) => option.key === key)
        ?.spaces ?? []
    );

  return {
    /**
     * @param {Wire.LessonStep | null} step of the lesson; null: nothing
     * @param {Wire.LessonStep} [before] the step before, whose totals may be read off the tracks
     */
    spot(step, before) {
      const { prompt, map } = sitting.parts;
      chrome.cards.classList.toggle("spot", step?.kind === "card");
      chrome.tracks.classList.toggle("spot", Boolean(step && before?.totals));
      prompt.offer(step?.who === "chance" ? step.key : null);
      prompt.mark(step?.key ?? null);
      map.spot(step ? (spacesOf(step.key)[0] ?? null) : null);
    },
    /** Bring what a step is about into sight. @param {Wire.LessonStep} step */
    show(step) {
      const { prompt, map } = sitting.parts;
      const spaces = spacesOf(step.key);
      chrome.showQuestion();
      prompt.mark(step.key);
      if (spaces.length) {
        map.flash(spaces);
        map.reveal(spaces[0]);
      }
    },
  };
}
