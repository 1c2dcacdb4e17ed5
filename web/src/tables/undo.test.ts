import { expect, it } from "vitest";
import type { TableEvent } from "./messages";
import { askedUndo, lastStep } from "./undo";

const event = (seq: number, kind: string, body: Record<string, any> = {}, actor = "top"): TableEvent => ({ seq, kind, actor, at: "", body });
const PLAYED = { events: [], throws: [{ die: "d6", sides: 6, face: 0 }] };
const ASKED = [
  event(1, "start", { battle: {} }),
  event(2, "command", PLAYED),
  event(3, "undo_request", { seq: 2, reason: "wrong unit", asked: ["bottom", "third"] }),
];

it("knows what is asked to be taken back, by whom and why", () => {
  const open = { seq: 2, asks: "undo_request", by: "top", reason: "wrong unit", asked: ["bottom", "third"], agreed: [] };
  expect(askedUndo(ASKED)).toEqual(open);
  expect(askedUndo([...ASKED, event(4, "chat", { text: "hm" })])).toEqual(open);
});

it("waits until everybody has agreed", () => {
  const one = [...ASKED, event(4, "undo_answer", { seq: 2, agree: true }, "bottom")];
  expect(askedUndo(one)?.agreed).toEqual(["bottom"]);
  expect(askedUndo([...one, event(5, "undone", { undoes: 2 })])).toBeNull();
});

it.each(["undo_answer", "undone", "command", "override", "add"])("forgets it after %s", (kind) => {
  expect(askedUndo([...ASKED, event(4, kind)])).toBeNull();
});

it("knows what else the others are asked to agree to", () => {
  const asked = [...ASKED, event(4, "consent_request", { asks: "command", body: {}, asked: ["bottom"] })];
  expect(askedUndo(asked)).toEqual({ seq: 4, asks: "command", by: "top", reason: "", asked: ["bottom"], agreed: [] });
  expect(askedUndo([...asked, event(5, "undo_answer", { seq: 4, agree: false }, "bottom")])).toBeNull();
});

it("knows of nothing where nothing was asked", () => {
  expect(askedUndo([])).toBeNull();
});

it("finds the last step that stands", () => {
  expect(lastStep(ASKED)).toEqual({ seq: 2, actor: "top", threw: true });
  const two = [...ASKED, event(4, "override", { battle: {} }, "gm")];
  expect(lastStep(two)).toEqual({ seq: 4, actor: "gm", threw: false });
  const back = [...two, event(5, "undone", { undoes: 4 })];
  expect(lastStep(back)?.seq).toBe(2);
  expect(lastStep([...back, event(6, "undone", { undoes: 2 })])).toBeNull();
});
