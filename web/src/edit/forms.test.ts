import { describe, expect, it } from "vitest";
import type { PieceList } from "../api/shapes";
import { askedOf, type Field, fieldsOf, kindsOf, shown, spelled } from "./forms";
import { listOf } from "./lake";
import { isWhole, type Schema } from "./schema";

/** A game that there is not: its units are boats, their places berths. */
const SCHEMA: Schema = {
  $defs: {
    Boat: {
      type: "object",
      required: ["id", "fleet", "berth", "rig", "crew"],
      properties: {
        id: { type: "string" },
        fleet: { enum: ["home", "away"], type: "string" },
        berth: { type: "string" },
        rig: { type: "string" },
        crew: { type: "integer", minimum: 1, maximum: 9 },
        draught: { anyOf: [{ type: "number", exclusiveMinimum: 0 }, { type: "null" }], default: null },
        at_anchor: { type: "boolean", default: true },
        leaks: { anyOf: [{ type: "boolean" }, { type: "integer", maximum: 3 }], default: false },
        gun: { anyOf: [{ oneOf: [{ type: "string" }, { $ref: "#/$defs/Gun" }] }, { type: "null" }], default: null },
        log: { anyOf: [{ $ref: "#/$defs/Log" }, { type: "null" }], default: null },
        flags: { type: "array", items: { enum: ["red", "blue"], type: "string" } },
        bearing: { type: "array", items: { type: "number", minimum: -5 } },
        cargo: { type: "array", items: { type: "object", additionalProperties: true } },
        skills: { type: "object", additionalProperties: { type: "integer", minimum: 0 } },
        anything: { default: "-" },
      },
    },
    Gun: { type: "object", required: ["name"], properties: { name: { type: "string" }, shots: { type: "integer", minimum: 0 } } },
    Log: { type: "object", properties: { page: { type: "integer" } } },
  },
  properties: { boats: { type: "array", items: { $ref: "#/$defs/Boat" } } },
};
const fact = (more: Partial<PieceList["fields"][string]>) => ({ title: "", unit: "", ready: [], own: "", model: false, ...more });
const BOATS = listOf("boats", {
  place: ["berth"],
  side: "fleet",
  fields: {
    rig: fact({ ready: [{ title: "Sloop", value: "sloop" }], own: "rigs" }),
    draught: fact({ title: "Draws", unit: "feet" }),
    gun: fact({ ready: [{ title: "Swivel", value: { name: "swivel" } }] }),
    "gun.shots": fact({ unit: "balls" }),
    cargo: fact({ ready: [{ title: "Rum", value: { name: "rum" } }] }),
    skills: fact({ ready: [{ title: "sail", value: "sail" }, { title: "row", value: "row" }] }),
  },
});
const DORY = { id: "dory", fleet: "home", berth: "3", rig: "ketch", crew: 4 };

const form = (entry: Record<string, unknown>, battle: Record<string, unknown> = {}) => fieldsOf(SCHEMA, entry, BOATS, battle);
const named = (fields: Field[], path: string) => fields.find((one) => one.path === path);

describe("a form out of a schema", () => {
  it("shows neither the id nor the place", () => {
    expect(form(DORY).map((one) => one.path)).not.toContain("id");
    expect(form(DORY).map((one) => one.path)).not.toContain("berth");
  });

  it("knows how each field is filled in", () => {
    const entry = { ...DORY, bearing: [1, 2] };
    const kinds = Object.fromEntries(form(entry).map((one) => [one.path, one.kind]));
    expect(kinds).toEqual({
      fleet: "choice",
      rig: "choice",
      crew: "number",
      draught: "number",
      at_anchor: "flag",
      leaks: "flag",
      gun: "choice",
      flags: "some",
      bearing: "numbers",
      cargo: "list",
      skills: "group",
      anything: "any",
    });
  });

  it("has bounds, units, titles and usual values", () => {
    expect(named(form(DORY), "crew")).toMatchObject({ least: 1, most: 9, whole: true, value: 4, said: true, optional: false });
    expect(named(form(DORY), "draught")).toMatchObject({ title: "Draws", unit: "feet", least: 0, whole: false, optional: true, said: false });
    expect(named(form(DORY), "at_anchor")).toMatchObject({ title: "At anchor", value: true, said: false });
    expect(named(form({ ...DORY, leaks: 2 }), "leaks")).toMatchObject({ kind: "number", most: 3 });
  });

  it("opens what is written at length, and hides what nobody has said and nothing is ready for", () => {
    const gun = named(form({ ...DORY, gun: { name: "swivel", shots: 2 } }), "gun");
    expect(gun?.kind).toBe("group");
    expect(gun?.fields.map((one) => [one.path, one.kind, one.unit])).toEqual([
      ["gun.name", "text", ""],
      ["gun.shots", "number", "balls"],
    ]);
    expect(named(form({ ...DORY, gun: "swivel" }), "gun")?.kind).toBe("choice");
    expect(named(form(DORY), "log")).toBeUndefined();
    expect(named(form({ ...DORY, log: { page: 3 } }), "log")?.fields[0]).toMatchObject({ path: "log.page", value: 3 });
    expect(named(form(DORY), "bearing")).toBeUndefined();
  });

  it("has a number for every key that the game knows, and for those that are there", () => {
    const skills = named(form({ ...DORY, skills: { swim: 3 } }), "skills");
    expect(skills?.fields.map((one) => [one.title, one.value, one.least])).toEqual([
      ["Sail", undefined, 0],
      ["Row", undefined, 0],
      ["Swim", 3, 0],
    ]);
  });

  it("offers the kinds that a battle names for itself", () => {
    const battle = { rigs: { ketch: {}, sloop: {} } };
    expect(named(form(DORY, battle), "rig")?.ready).toEqual([
      { title: "Sloop", value: "sloop" },
      { title: "Ketch", value: "ketch" },
    ]);
    expect(kindsOf([], "", battle)).toEqual([]);
  });

  it("asks of a new piece what is required and not ready", () => {
    expect(askedOf(SCHEMA, BOATS, { rig: "sloop" })).toEqual(["crew"]);
    expect(askedOf(SCHEMA, BOATS, { rig: "sloop", crew: 2 })).toEqual([]);
    expect(spelled("at_anchor")).toBe("At anchor");
  });
});

it("shows a value in a line: by its name, else as it is written", () => {
  expect([3, "oak", true, null, undefined, { name: "oar", long: 2 }, { long: 2 }, [1, 2]].map(shown)).toEqual(["3", "oak", "true", "", "", "oar", '{"long":2}', "[1,2]"]);
});

it("counts a row once it says all it must", () => {
  const rows = [{ name: "smoke", value: 0 }, { name: "smoke" }, { name: "", value: 2 }];
  expect(rows.map((row) => isWhole(row, { required: ["name", "value"] }))).toEqual([true, false, false]);
});
