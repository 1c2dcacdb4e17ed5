/** Where we are; links inside the page change it without loading the page anew. */
import { addressOf, type Route, routeOf, viewOf } from "./route";

class Router {
  route = $state<Route>(routeOf(viewOf(location)));

  start(): void {
    addEventListener("popstate", () => this.look());
    document.addEventListener("click", (event) => this.#followed(event));
  }

  go(path: string): void {
    history.pushState(null, "", addressOf(path));
    this.look();
    scrollTo(0, 0);
    document.getElementById("main")?.focus({ preventScroll: true }); // whoever uses keys goes on where the new view begins
  }

  look(): void {
    this.route = routeOf(viewOf(location));
  }

  #followed(event: MouseEvent): void {
    if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
    const link = (event.target as Element | null)?.closest?.("a");
    if (!link || link.target || link.download || link.origin !== location.origin) return;
    if (link.pathname.startsWith("/api/") || link.pathname.startsWith("/docs")) return;
    if (link.hash && link.pathname === location.pathname && link.search === location.search) return;
    event.preventDefault();
    this.go(viewOf(link) + link.hash);
  }
}

export const router = new Router();
