// @ts-check
/** The tracks of the era by name, but those of Resources, which each Faction has by itself. */

/**
 * @param {{tracks: Wire.TracksShown}} view
 * @returns {Record<string, number>}
 */
export function levelsOf({ tracks: { resources: _resources, ...levels } }) {
  return /** @type {Record<string, number>} */ (levels);
}
