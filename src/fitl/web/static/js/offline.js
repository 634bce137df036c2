// @ts-check
/** Have the browser keep a page of ours for when no server answers (worker.js); once, and when nothing else is to do. */

export function keepOfflinePage() {
  if (!("serviceWorker" in navigator)) return; // an address without encryption: the browser's own page must do
  const register = () => navigator.serviceWorker.register("/worker.js").catch(() => {});
  if ("requestIdleCallback" in window) requestIdleCallback(register, { timeout: 10000 });
  else setTimeout(register, 3000);
}
