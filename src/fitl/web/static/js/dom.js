// @ts-check
/** Building elements without a framework: `h("button", {class: "primary", onclick}, "Play")`. */

const SVG = "http://www.w3.org/2000/svg";

/**
 * @typedef {Node | string | number | null | undefined | false} Child
 * @typedef {Record<string, any>} Attributes
 */

/**
 * @param {Element} element
 * @param {Attributes} attributes
 * @param {(Child | Child[])[]} children
 */
function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (value === true) element.setAttribute(name, "");
    else element.setAttribute(name, String(value));
  }
  append(element, children);
}

/**
 * A text with the minus sign that all numbers of the page have: sentences of the server come with a hyphen.
 * @param {string} text
 */
export function withMinus(text) {
  return text.replace(/(^|[\s(])-(?=\d)/g, "$1\u2212");
}

/**
 * Add children; strings become text, absent ones are skipped.
 * @param {Element} element
 * @param {(Child | Child[])[]} children
 */
export function append(element, children) {
  for (const child of children.flat()) {
    if (child === null || child === undefined || child === false) continue;
    element.append(child instanceof Node ? child : withMinus(String(child)));
  }
}

/**
 * An HTML element.
 * @param {string} name
 * @param {Attributes} [attributes]
 * @param {...(Child | Child[])} children
 * @returns {any}
 */
export function h(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  fill(element, attributes, children);
  return element;
}

/**
 * An SVG element.
 * @param {string} name
 * @param {Attributes} [attributes]
 * @param {...(Child | Child[])} children
 * @returns {any}
 */
export function svg(name, attributes = {}, ...children) {
  const element = document.createElementNS(SVG, name);
  fill(element, attributes, children);
  return element;
}

/**
 * A name whose years, as in "1961-1963", never part at the end of a line.
 * @param {string} text
 * @returns {Child[]}
 */
export function wholeYears(text) {
  return text.split(/(\d{4}[-–]\d{2,4})/).map((part, i) => (i % 2 ? h("span", { class: "years" }, part) : part));
}

/**
 * Replace what an element contains.
 * @param {Element} element
 * @param {...(Child | Child[])} children
 */
export function replace(element, ...children) {
  element.replaceChildren();
  append(element, children);
}
