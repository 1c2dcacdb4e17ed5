/** The page and its engine, kept by the browser: they work when the network does not. */

/** Keep every file of the page where the browser can; where it cannot, the page works as long as there is a network. */
export function keep(): void {
  if (!("serviceWorker" in navigator)) return;
  navigator.serviceWorker.register("./sw.js").catch(() => undefined);
}
