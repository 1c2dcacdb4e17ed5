import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { rewritten } from "./rewriting";

const TEXT = `# The quay at noon.
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
const SAYS = parse(TEXT) as { fireline: number; ruleset: string; boats: Boat[]; wind: Record<string, unknown> };
const [dory, yawl, punt] = SAYS.boats as [Boat, Boat, Boat];
/** The text after a change, which says just what the battle says. */
function after(change: object): string {
  const battle = { ...SAYS, ...change };
  const text = rewritten(TEXT, SAYS, battle);
  expect(parse(text)).toEqual(battle);
  return text;
}

describe("a text that follows its battle", () => {
  it("stays as it is where nothing changes", () => {
    expect(rewritten(TEXT, SAYS, structuredClone(SAYS))).toBe(TEXT);
  });

  it("changes a value and nothing else", () => {
    expect(after({ boats: [dory, { ...yawl, crew: 4 }, punt] })).toBe(TEXT.replace("crew: 3", "crew: 4"));
    expect(after({ wind: { from: "south", force: 4 } })).toBe(TEXT.replace("north", "south"));
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
    const text = rewritten(TEXT, says, battle);
    expect(parse(text)).toEqual(battle);
    expect(text).toContain("# The wind may turn.");
  });

  it("takes in what was empty and empties what is gone", () => {
    const bare = { ...SAYS, boats: [] };
    const text = after({ boats: [] });
    expect(parse(rewritten(text, bare, { ...SAYS, wind: {} }))).toEqual({ ...SAYS, wind: {} });
  });
});
