import { afterEach, describe, expect, it, vi } from "vitest";

const asked = async (offline: boolean) => {
  vi.doMock("../offline/mode", () => ({ offline }));
  return await import("./address");
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
