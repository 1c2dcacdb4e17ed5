import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import type { Schema } from "./forms";
import { pathAt, rangeOf, rewritten, splice, wordsAt } from "./textfile";

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

const QUAY = `# The quay at noon.
fireline: 1
ruleset: regatta
# Who is here:
boats:
  # The old one.
  - {id: dory, crew: 2} # leaks
  - id: yawl # the "new" one
    crew: 3 # one is asleep

  - id: punt
    rig: [none, pole]
# The wind may turn.
wind: {from: north, force: 4}
`;
type Boat = { id: string; crew?: number; rig?: string[] };
const SAYS = parse(QUAY) as { fireline: number; ruleset: string; boats: Boat[]; wind: Record<string, unknown> };
const [dory, yawl, punt] = SAYS.boats as [Boat, Boat, Boat];
/** The text after a change, which says just what the battle says. */
function after(change: object): string {
  const battle = { ...SAYS, ...change };
  const text = rewritten(QUAY, SAYS, battle);
  expect(parse(text)).toEqual(battle);
  return text;
}

describe("a text that follows its battle", () => {
  it("stays as it is where nothing changes", () => {
    expect(rewritten(QUAY, SAYS, structuredClone(SAYS))).toBe(QUAY);
  });

  it("changes a value and nothing else", () => {
    expect(after({ boats: [dory, { ...yawl, crew: 4 }, punt] })).toBe(QUAY.replace("crew: 3", "crew: 4"));
    expect(after({ wind: { from: "south", force: 4 } })).toBe(QUAY.replace("north", "south"));
  });

  it("loses an entry with what is said of it, and no other comment", () => {
    const text = after({ boats: [dory, punt] });
    for (const kept of ["# The quay at noon.", "# Who is here:", "# leaks", "# The wind may turn."]) expect(text).toContain(kept);
    expect(text).not.toContain("asleep");
  });

  it("takes in new keys and entries as the engine writes them", () => {
    const text = after({ boats: [dory, { ...yawl, rig: ["main", "mizzen"] }, punt, { id: "skiff", crew: 1 }], name: "Noon" });
    expect(text).toContain("    crew: 3 # one is asleep\n    rig: [main, mizzen]\n");
    expect(text).toContain("  - {id: skiff, crew: 1}\n");
    expect(text).toContain('# the "new" one');
  });

  it("keeps the comments of an entry that goes elsewhere", () => {
    const text = after({ boats: [yawl, punt, { ...dory, crew: 5 }] });
    expect(text).toContain("- {id: dory, crew: 5} # leaks");
  });

  it("is written anew where it says a list in another form", () => {
    const says = { ...SAYS, boats: [dory, yawl, punt, { id: "tug" }] };
    const battle = { ...says, boats: [dory, { id: "tug" }] };
    const text = rewritten(QUAY, says, battle);
    expect(parse(text)).toEqual(battle);
    expect(text).toContain("# The wind may turn.");
  });

  it("takes in what was empty and empties what is gone", () => {
    const bare = { ...SAYS, boats: [] };
    const text = after({ boats: [] });
    expect(parse(rewritten(text, bare, { ...SAYS, wind: {} }))).toEqual({ ...SAYS, wind: {} });
  });
});
