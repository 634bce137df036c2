// @ts-check
/** The page for an address where nothing is, and, kept by the browser (offline.js), for when no server answers. */
import { home } from "./home.js";
import { lostPage } from "./lost_page.js";
import { applyTheme, readSettings } from "./table/settings.js";
import { loadWords } from "./words.js";

async function main() {
  await loadWords();
  applyTheme(readSettings());
  const host = /** @type {HTMLElement} */ (document.getElementById("lost"));
  const reached = await home.ask("/api/options", { cache: "no-store" }).then(
    () => true,
    () => false,
  );
  lostPage(host, reached ? "missing" : navigator.onLine ? "closed" : "offline", { again: !reached });
  if (!reached) window.addEventListener("online", () => location.reload());
}

main();
