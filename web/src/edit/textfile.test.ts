import { describe, expect, it } from "vitest";
import type { Schema } from "./schema";
import { wordsAt } from "./completing";
import { pathAt, rangeOf, splice } from "./textfile";

const TEXT = "# A battle.\nname: Quay\nboats:\n  - {id: dory, crew: 2}\n  - id: yawl\n    crew: 3\n";

describe("the text of a battle file", () => {
  it("changes only where it differs", () => {
    const fresh = TEXT.replace("crew: 3", "crew: 4");
    const change = splice(TEXT, fresh);
    expect(change?.insert).toBe("4");
    expect(change && TEXT.slice(0, change.from) + change.insert + TEXT.slice(change.to)).toBe(fresh);
    expect(splice(TEXT, TEXT)).toBeNull();
  });

  it.each([["", TEXT], [TEXT, ""], ["a", "a\nb"], ["a\nb", "b"], ["a\nb\n", "a\nb"], ["x\nx\n", "x\n"]])("becomes the other one: %j, %j", (old, fresh) => {
    const change = splice(old, fresh);
    expect(change && old.slice(0, change.from) + change.insert + old.slice(change.to)).toBe(fresh);
  });

  it("says where a path stands, or the nearest thing around it", () => {
    const found = (path: string) => ((range) => range && TEXT.slice(range.from, range.to))(rangeOf(TEXT, path));
    expect(found("boats[0].crew")).toBe("2");
    expect(found("boats[1].crew")).toBe("3");
    expect(found("boats[0].rig")).toBe("{id: dory, crew: 2}");
    expect(found("nothing")).toBeNull();
  });

  it("knows what is written at an offset", () => {
    expect(pathAt(TEXT, TEXT.indexOf("3\n"))).toEqual(["boats", 1, "crew"]);
    expect(pathAt(TEXT, TEXT.indexOf("crew: 2"))).toEqual(["boats", 0, "crew"]);
  });
});

describe("completion", () => {
  const schema: Schema = {
    properties: { boats: { type: "array", items: { $ref: "#/$defs/Boat" } }, name: { type: "string" } },
    $defs: { Boat: { properties: { rig: { anyOf: [{ enum: ["ketch", "sloop"] }, { type: "null" }] }, crew: { type: "integer" } } } },
  };

  it("offers the keys of the entry, and the words of a value", () => {
    expect(wordsAt(schema, ["boats", 0, "cr"], false)).toEqual(["rig", "crew"]);
    expect(wordsAt(schema, ["boats", 0, "rig"], true)).toEqual(["ketch", "sloop"]);
    expect(wordsAt(schema, ["na"], false)).toEqual(["boats", "name"]);
  });
});
