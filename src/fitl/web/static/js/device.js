// @ts-check
/** What kind of device this is, where words depend on it. */

/** Is this a phone, held either way? */
export function onPhone() {
  return window.matchMedia("(pointer: coarse) and (max-width: 600px), (pointer: coarse) and (max-height: 520px)")
    .matches;
}
