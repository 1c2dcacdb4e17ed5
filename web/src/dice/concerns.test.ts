import { expect, it } from "vitest";
import { concernsOf } from "./concerns";

it("marks whom a shot hit and not who took it", () => {
  const command = { command: "Shoot", shot: { shooter: "bow", target: "hi" } };
  expect(concernsOf({ units: ["bow", "hi"], command })).toEqual(["hi"]);
  expect(concernsOf({ units: ["hi"], command: undefined })).toEqual(["hi"]);
});
