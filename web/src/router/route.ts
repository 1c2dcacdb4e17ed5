/** The addresses of the page: which view is at one; on a host that knows nothing but files, its path stands behind the question mark. */
import { offline } from "../offline/mode";

export type Route =
  | { page: "start" }
  | { page: "play" }
  | { page: "shot"; id: string }
  | { page: "table"; id: string }
  | { page: "verify" }
  | { page: "rules"; ruleset: string; rule: string }
  | { page: "nothing" };

/** The view at a path; an address nobody knows is "nothing". */
export function routeOf(path: string): Route {
  const [first = "", second = "", third = "", ...more] = path
    .split("/")
    .filter(Boolean)
    .map((part) => safeDecode(part));
  if (more.length > 0) return { page: "nothing" };
  const plain = second === "";
  if (first === "") return { page: "start" };
  if (first === "play" && plain) return { page: "play" };
  if (first === "verify" && plain) return { page: "verify" };
  if (first === "rules" && second) return { page: "rules", ruleset: second, rule: third };
  if (first === "s" && second && !third) return { page: "shot", id: second };
  if (first === "t" && second && !third) return { page: "table", id: second };
  return { page: "nothing" };
}

/** The path of a link to this page that somebody pasted, or null where it is none. */
export function pathOfLink(text: string, origin: string): string | null {
  try {
    const url = new URL(text.trim(), origin);
    const route = routeOf(url.pathname);
    if (url.origin !== origin || (route.page !== "shot" && route.page !== "table")) return null;
    return url.pathname + url.hash;
  } catch {
    return null;
  }
}

function safeDecode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** The address of a view of this page. */
export const addressOf = (path: string): string => (offline ? `?${path}` : path);

/** The path of the view at an address. */
export const viewOf = ({ pathname, search }: { pathname: string; search: string }): string =>
  offline ? search.slice(1) || "/" : pathname;
