/*
 * Keeps every file of the page in the browser, all of one build together. `KEPT`, the name of the build, and `FILES`
 * are written above this when the page is built. A new build is kept beside the old one, and takes its place once no
 * window shows the old one any more.
 */
addEventListener("install", (event) => event.waitUntil(caches.open(KEPT).then((cache) => cache.addAll(FILES.map((file) => new Request(file, { cache: "no-cache" }))))));

addEventListener("activate", (event) =>
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.filter((name) => name.startsWith("fireline-") && name !== KEPT).map((name) => caches.delete(name))))
      .then(() => clients.claim()),
  ),
);

addEventListener("fetch", (event) => {
  if (event.request.method !== "GET") return;
  const found = caches.open(KEPT).then((cache) => cache.match(event.request, { ignoreSearch: true }));
  event.respondWith(found.then((kept) => kept ?? fetch(event.request)));
});
