import { expect, it } from "vitest";
import { filled, kindsOf, shown, spelled } from "./forms";

it("shows a value in a line: by its name, else as it is written", () => {
  expect([3, "oak", true, null, undefined, { name: "oar", long: 2 }, { long: 2 }, [1, 2]].map(shown)).toEqual(["3", "oak", "true", "", "", "oar", '{"long":2}', "[1,2]"]);
  expect(spelled("at_anchor")).toBe("At anchor");
});

it("offers the kinds that a battle names for itself", () => {
  const battle = { rigs: { ketch: {}, sloop: {} } };
  expect(kindsOf([{ title: "Sloop", value: "sloop" }], "rigs", battle).map((one) => one.title)).toEqual(["Sloop", "Ketch"]);
  expect(kindsOf([], "", battle)).toEqual([]);
});

it("fills in a value at a path, and takes it away", () => {
  const details = { bullets: 2, modifiers: [{ name: "smoke", value: 2 }, { name: "rain", value: 1 }] };
  expect(filled(details, "bullets", null)).toEqual({ modifiers: details.modifiers });
  expect(filled(details, "modifiers[1].value", 4)).toEqual({ bullets: 2, modifiers: [{ name: "smoke", value: 2 }, { name: "rain", value: 4 }] });
  expect(filled({}, "gun.shots", 3)).toEqual({ gun: { shots: 3 } });
});
