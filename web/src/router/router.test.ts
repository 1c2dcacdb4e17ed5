import { afterEach, expect, it, vi } from "vitest";

afterEach(() => vi.unstubAllGlobals());

it("follows a plain click on a link to the page, and leaves every other to the browser", async () => {
  const went: string[] = [];
  let click: (event: unknown) => void = () => {};
  const place = { origin: "http://here", pathname: "/play", search: "", hash: "" };
  vi.stubGlobal("location", place);
  vi.stubGlobal("history", { pushState: (_: unknown, __: string, path: string) => went.push(path) });
  vi.stubGlobal("document", { addEventListener: (_: string, heard: typeof click) => (click = heard), getElementById: () => null });
  vi.stubGlobal("addEventListener", () => {});
  vi.stubGlobal("scrollTo", () => {});
  const { router } = await import("./router.svelte");
  router.start();
  const press = (more: object = {}, link: object = {}) => {
    const on = { ...place, target: "", download: "", pathname: "/rules/any", ...link };
    click({ button: 0, preventDefault: () => {}, target: { closest: () => on }, ...more });
  };
  for (const key of ["ctrlKey", "metaKey", "shiftKey", "defaultPrevented"]) press({ [key]: true });
  press({ button: 1 });
  for (const link of [{ target: "_blank" }, { download: "a" }, { origin: "http://there" }, { pathname: "/api/v1/x" }, { pathname: "/docs" }, { pathname: "/play", hash: "#main" }]) press({}, link);
  expect(went).toEqual([]);
  press();
  expect(went).toEqual(["/rules/any"]);
});
