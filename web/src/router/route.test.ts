import { afterEach, describe, expect, it, vi } from "vitest";
import { pathOfLink, routeOf } from "./route";

describe("addresses", () => {
  it.each([
    ["/", { page: "start" }],
    ["/play", { page: "play" }],
    ["/s/abc", { page: "shot", id: "abc" }],
    ["/t/abc", { page: "table", id: "abc" }],
    ["/verify", { page: "verify" }],
    ["/rules/ancients", { page: "rules", ruleset: "ancients", rule: "" }],
    ["/rules/blightmeer%402026-07/BLM-5.1", { page: "rules", ruleset: "blightmeer@2026-07", rule: "BLM-5.1" }],
    ["/s", { page: "nothing" }],
    ["/s/a/b", { page: "nothing" }],
    ["/play/x", { page: "nothing" }],
    ["/rules/a/b/c", { page: "nothing" }],
    ["/%E0%A4%A", { page: "nothing" }],
  ])("%s", (path, route) => {
    expect(routeOf(path)).toEqual(route);
  });

  it("are taken from links to this page and no other", () => {
    const here = "http://127.0.0.1:8700";
    expect(pathOfLink(`${here}/s/abc`, here)).toBe("/s/abc");
    expect(pathOfLink(" /t/xyz#seat=1 ", here)).toBe("/t/xyz#seat=1");
    for (const wrong of ["http://evil.example/s/abc", `${here}/verify`, "", "javascript:alert(1)"]) {
      expect(pathOfLink(wrong, here)).toBeNull();
    }
  });
});

const asked = async (offline: boolean) => {
  vi.doMock("../offline/mode", () => ({ offline }));
  return await import("./route");
};

afterEach(() => vi.resetModules());

describe("the address of a view", () => {
  it("is its path where a server knows all paths", async () => {
    const { addressOf, viewOf } = await asked(false);
    expect(addressOf("/rules/a/B-1")).toBe("/rules/a/B-1");
    expect(viewOf({ pathname: "/rules/a/B-1", search: "?x" })).toBe("/rules/a/B-1");
  });

  it("stands behind the question mark on a host of files, in any folder", async () => {
    const { addressOf, viewOf } = await asked(true);
    for (const path of ["/", "/play", "/rules/a%402026/B-1"]) {
      const { pathname, search } = new URL(addressOf(path), "https://host.example/some/folder/?/play");
      expect(pathname).toBe("/some/folder/");
      expect(viewOf({ pathname, search })).toBe(path);
    }
    expect(viewOf({ pathname: "/some/folder/index.html", search: "" })).toBe("/");
    expect(new URL(addressOf("/play#edit"), "https://host.example/").hash).toBe("#edit");
  });
});
