/** How a view is addressed: by its path, or, on a host that knows nothing but files, behind the question mark. */
import { offline } from "../offline/mode";

/** The address of a view of this page. */
export const addressOf = (path: string): string => (offline ? `?${path}` : path);

/** The path of the view at an address. */
export const viewOf = ({ pathname, search }: { pathname: string; search: string }): string =>
  offline ? search.slice(1) || "/" : pathname;
