import { describe, expect, it } from "vitest";
import { whole } from "./rows";

describe("rows of a detail", () => {
  it("count once they say all they must", () => {
    const schema = { required: ["name", "value"] };
    expect(whole({ name: "smoke", value: 0 }, schema)).toBe(true);
    expect(whole({ name: "smoke" }, schema)).toBe(false);
    expect(whole({ name: "", value: 2 }, schema)).toBe(false);
  });
});
