// @ts-check
/** What each answer would do: asked for once the question stands, and told beside the answers when it comes. */

/** @param {import("./sitting.js").Sitting} sitting */
export function createForecast(sitting) {
  let asked = "";

  return {
    /** Ask about the present question, once. @param {boolean} present is it shown, and for us? */
    async update(present) {
      const { state, table, parts, draw } = sitting;
      const decision = state.view.decision;
      const now = `${state.version}:${state.number}`;
      if (!present || !decision?.options || decision.actor === "chance" || now === asked) return;
      asked = now;
      try {
        const { number, effects, anyway } = await table.get("/effects");
        if (number !== sitting.state.number || sitting.looking !== null) return;
        parts.prompt.foretell(effects, anyway);
        draw.lights();
      } catch {
        // the answers can be given without knowing; the next question asks again
      }
    },
  };
}
