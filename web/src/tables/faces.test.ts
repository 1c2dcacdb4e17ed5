import { expect, it } from "vitest";
import { facesOf } from "./faces";

it.each([
  ["16, 5", [16, 5]],
  ["16 5", [16, 5]],
  ["blue,flag", ["blue", "flag"]],
  ["blue triangle; flag", ["blue triangle", "flag"]],
  ["16 5, blue", [16, 5, "blue"]],
  [" , ,", []],
  ["", []],
])("reads the faces in %j", (text, faces) => {
  expect(facesOf(text)).toEqual(faces);
});
