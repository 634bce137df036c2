// @ts-check
/** The language this browser has chosen for our pages; without a choice it is the one the browser asks for. */

import { home } from "./home.js";

const KEY = "fitl.language";

/** The language chosen, "" for none. */
export function chosenLanguage() {
  try {
    return localStorage.getItem(KEY) ?? "";
  } catch {
    return ""; // forbidden storage
  }
}

/** Speak another language: the page is loaded again in it. @param {string} language */
export function chooseLanguage(language) {
  try {
    localStorage.setItem(KEY, language);
  } catch {
    return; // forbidden storage: the browser's own wish holds
  }
  home.reload();
}

/** An order to the server, asking for its answer in the language chosen. @param {RequestInit} order @returns {RequestInit} */
export function inOurLanguage(order) {
  const language = chosenLanguage();
  return language ? { ...order, headers: { ...order.headers, "Accept-Language": language } } : order;
}
