import { describe, expect, it } from "vitest";
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
