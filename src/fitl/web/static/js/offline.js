// @ts-check
/** Have the browser keep a page of ours for when no server answers (worker.js); once, and when nothing else is to do. */
import { home } from "./home.js";

export function keepOfflinePage() {
  if (!("serviceWorker" in navigator)) return; // an address without encryption: the browser's own page must do
  if ("requestIdleCallback" in window) requestIdleCallback(home.keepOffline, { timeout: 10000 });
  else setTimeout(home.keepOffline, 3000);
}
