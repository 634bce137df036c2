// @ts-check
/** A notification of the system: by the service worker where there is one, for phones know no other way. */

/**
 * Tell something outside the page; a browser that cannot leaves it at the page's title.
 * @param {string} title
 * @param {NotificationOptions} about
 */
export async function notify(title, about) {
  if (!("Notification" in window) || Notification.permission !== "granted") return;
  try {
    const worker = await navigator.serviceWorker?.getRegistration();
    if (worker?.active) await worker.showNotification(title, about);
    else new Notification(title, about);
  } catch {
    // Android's Chrome throws at `new Notification`, others without a secure address
  }
}
