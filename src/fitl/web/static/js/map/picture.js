// @ts-check
/** The map as a picture of its own: SVG text with its typefaces inside, JPEG and PNG made from it. */

import { home } from "../home.js";

/** @type {[string, number, string, string][]} family, weight, style, file */
const TYPEFACES = [
  ["Alegreya", 500, "normal", "alegreya-latin-500-normal"],
  ["Alegreya", 500, "italic", "alegreya-latin-500-italic"],
  ["Alegreya", 700, "normal", "alegreya-latin-700-normal"],
  ["Alegreya SC", 700, "normal", "alegreya-sc-latin-700-normal"],
  ["Alegreya Sans", 700, "normal", "alegreya-sans-latin-700-normal"],
];

/** @type {Promise<string> | null} */
let loading = null;

/** @param {ArrayBuffer} bytes */
function base64(bytes) {
  let binary = "";
  for (const byte of new Uint8Array(bytes)) binary += String.fromCharCode(byte);
  return btoa(binary);
}

/** The typefaces as a style sheet that needs no other file; fetched once. */
export function typefaces() {
  loading ??= Promise.all(
    TYPEFACES.map(async ([family, weight, style, file]) => {
      const answer = await fetch(home.fileAt(`/static/fonts/${file}.woff2`));
      if (!answer.ok) return "";
      const data = base64(await answer.arrayBuffer());
      return (
        `@font-face{font-family:"${family}";font-weight:${weight};font-style:${style};` +
        `src:url(data:font/woff2;base64,${data}) format("woff2")}`
      );
    }),
  ).then(
    (sheets) => sheets.join(""),
    () => {
      loading = null; // without the typefaces the picture falls back to others; the next one tries again
      return "";
    },
  );
  return loading;
}

/**
 * @param {SVGSVGElement} sheet
 * @param {{width: number, height: number}} canvas
 * @param {string} faces style sheet
 */
export function standalone(sheet, canvas, faces) {
  const copy = /** @type {SVGSVGElement} */ (sheet.cloneNode(true));
  for (const part of copy.querySelectorAll("[data-live]")) part.remove();
  for (const names of copy.querySelectorAll(".names")) {
    names.setAttribute("display", names.classList.contains("near") ? "inline" : "none");
  }
  for (const name of [...copy.getAttributeNames()]) copy.removeAttribute(name);
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  copy.setAttribute("viewBox", `0 0 ${canvas.width} ${canvas.height}`);
  copy.setAttribute("width", String(canvas.width));
  copy.setAttribute("height", String(canvas.height));
  const text = new XMLSerializer().serializeToString(copy);
  // Written into the text, not made as an element: a style element in the page would meet its security policy.
  const style = `<style>${faces}.figures{font-variant-numeric:lining-nums}</style>`;
  return text.replace(/^<svg[^>]*>/, (opening) => opening + style);
}

const MOST = 1_500_000; // bytes of a picture to send: what mail and messengers take
const WIDTHS = [2800, 2400, 2000, 1700, 1400, 1100]; // pixels, the largest first that is small enough
const COPY = 1600; // pixels of a picture for the clipboard, which knows only PNG
const QUALITY = 0.88;

/**
 * @typedef {{height: (width: number) => number, draw: (pen: CanvasRenderingContext2D, width: number) => void}} Head what stands over the map
 * @typedef {(width: number) => HTMLCanvasElement} Painted the picture, this many pixels wide
 */

/**
 * @param {string} picture SVG text
 * @param {{width: number, height: number}} canvas
 * @param {Head | null} head
 * @returns {Promise<Painted>}
 */
async function painted(picture, canvas, head) {
  const address = URL.createObjectURL(new Blob([picture], { type: "image/svg+xml" }));
  const image = new Image();
  try {
    image.src = address;
    await Promise.all([image.decode(), document.fonts.ready]);
  } finally {
    URL.revokeObjectURL(address);
  }
  return (width) => {
    const drawing = document.createElement("canvas");
    const top = head ? head.height(width) : 0;
    const height = Math.round((width * canvas.height) / canvas.width);
    drawing.width = width;
    drawing.height = top + height;
    const pen = /** @type {CanvasRenderingContext2D} */ (drawing.getContext("2d"));
    pen.drawImage(image, 0, top, width, height);
    head?.draw(pen, width);
    return drawing;
  };
}

/** @param {HTMLCanvasElement} drawing @param {string} type @returns {Promise<Blob>} */
function encoded(drawing, type) {
  return new Promise((done, failed) =>
    drawing.toBlob((blob) => (blob ? done(blob) : failed(new Error("the picture is too large"))), type, QUALITY),
  );
}

/** A JPEG as large as may be sent. @param {string} picture @param {{width: number, height: number}} canvas @param {Head | null} [head] */
export async function toJpeg(picture, canvas, head = null) {
  const paint = await painted(picture, canvas, head);
  let found = await encoded(paint(WIDTHS[0]), "image/jpeg");
  for (const width of WIDTHS.slice(1)) if (found.size > MOST) found = await encoded(paint(width), "image/jpeg");
  return found;
}

/** A PNG for the clipboard. @param {string} picture @param {{width: number, height: number}} canvas @param {Head | null} [head] */
export async function toPng(picture, canvas, head = null) {
  return encoded((await painted(picture, canvas, head))(COPY), "image/png");
}
