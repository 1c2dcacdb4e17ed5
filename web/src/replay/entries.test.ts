import { describe, expect, it } from "vitest";
import type { TableEvent } from "../tables/api";
import { concernsOf, entriesOf } from "./entries";
import { asMarkdown } from "./export";
import { choices, EVERYTHING, shown } from "./filter";

const EVENTS: TableEvent[] = [
  {
    seq: 1,
    kind: "command",
    actor: "bottom",
    at: "2026-01-01T12:00:00Z",
    state: "s1",
    units: ["bow", "warriors"],
    body: {
      command: { command: "Shoot", shot: { shooter: "bow", target: "warriors" } },
      events: [{ event: "unit_fired", shooter: "bow", target: "warriors" }],
      throws: [{ die: "battle die", sides: 6, face: 1 }],
    },
    shown: {
      faces: ["blue"],
      outcome: "Warriors (C5) loses 1 block, 3 left.",
      story: ["Light Bow (F5) fires at Warriors (C5): 1 hit. CCA-5.2", "Warriors (C5) loses 1 block, 3 left. CCA-5.3"],
    },
  },
  { seq: 2, kind: "chat", actor: "top", at: "2026-01-01T12:00:05Z", body: { text: "Ouch!" } },
  {
    seq: 3,
    kind: "command",
    actor: "bottom",
    at: "2026-01-01T12:00:09Z",
    state: "s3",
    body: { command: { command: "EndPhase" }, events: [] },
    shown: { faces: [], outcome: "", story: ["The phase ends. CCA-8"] },
  },
  { seq: 4, kind: "undo", actor: "bottom", at: "2026-01-01T12:00:19Z", state: "s1", body: { undoes: 3 } },
];

describe("the log", () => {
  const entries = entriesOf(EVENTS);

  it("keeps every rule beside its sentence", () => {
    expect(entries[0]!.lines.map((line) => line.rules)).toEqual([["CCA-5.2"], ["CCA-5.3"]]);
    expect(entries[2]!.lines).toEqual([{ text: "The phase ends.", rules: ["CCA-8"] }]);
  });

  it("says of a change by hand first what it is, then the fields of the file", () => {
    const body = { reason: "Moved Warriors (C5) to C7.", changes: [{}], battle: {} };
    const changed = 'hex "C5" → "C7"';
    const [entry] = entriesOf([{ seq: 5, kind: "override", actor: "gm", at: "", body, changed, sentence: `overrides ${changed}: ${body.reason}` }]);
    expect([entry!.title, entry!.outcome, entry!.lines[0]!.text]).toEqual(["", body.reason, changed]);
  });

  it("keeps every die, by name where the log has one", () => {
    expect(entries[0]!.faces).toEqual([{ die: "battle die", sides: 6, face: "blue" }]);
  });

  it("says what an entry came to, where the log says it", () => {
    expect(entries.map((entry) => entry.outcome)).toEqual(["Warriors (C5) loses 1 block, 3 left.", "", "", ""]);
  });

  it("strikes through what was taken back and removes nothing", () => {
    expect(entries.map((entry) => entry.undoneBy)).toEqual([null, null, 4, null]);
  });

  it("is filtered by kind, by who, by unit, by rule and by words", () => {
    const seqs = (filter: Partial<typeof EVERYTHING>): number[] =>
      shown(entries, { ...EVERYTHING, ...filter }).map((entry) => entry.seq);
    expect(seqs({})).toEqual([1, 2, 3, 4]);
    expect(seqs({ levels: ["talk"] })).toEqual([2]);
    expect(seqs({ levels: ["play"] })).toEqual([1, 3, 4]);
    expect(seqs({ actor: "top" })).toEqual([2]);
    expect(seqs({ unit: "warriors" })).toEqual([1]);
    expect(seqs({ rule: "CCA-8" })).toEqual([3]);
    expect(seqs({ text: "LOSES block" })).toEqual([1]);
    expect(choices(entries)).toEqual({
      actors: ["bottom", "top"],
      units: ["bow", "warriors"],
      rules: ["CCA-5.2", "CCA-5.3", "CCA-8"],
    });
  });

  it("can be taken along as text", () => {
    const text = asMarkdown("A game", entries, (who) => who);
    expect(text).toContain("# A game\n\n## 1. bottom\n\n- Light Bow (F5) fires at Warriors (C5): 1 hit. `CCA-5.2`");
    expect(text).toContain("## 3. bottom (taken back by 4)");
    expect(text).toContain("- battle die blue");
  });
});

it("marks whom a shot hit and not who took it", () => {
  const command = { command: "Shoot", shot: { shooter: "bow", target: "hi" } };
  expect(concernsOf({ units: ["bow", "hi"], command })).toEqual(["hi"]);
  expect(concernsOf({ units: ["hi"], command: undefined })).toEqual(["hi"]);
});
