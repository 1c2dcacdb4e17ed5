import { expect, it } from "vitest";
import { facesOf, lookOf, typedFaces } from "./shape";

it("draws pips on a die of six that shows a number, and writes every other face", () => {
  expect([1, 2, 3, 4, 5, 6].map((n) => lookOf({ die: "d6", sides: 6, face: String(n) }).pips.length)).toEqual([1, 2, 3, 4, 5, 6]);
  expect(lookOf({ die: "battle die", sides: 6, face: "flag" }).pips).toEqual([]);
  expect(lookOf({ die: "d20", sides: 20, face: "3" }).pips).toEqual([]);
});

it("knows dice by their outline and cards by their number, and gives long faces room", () => {
  const looks = [4, 6, 8, 10, 12, 20].map((sides) => lookOf({ die: "", sides, face: "1" }).corners);
  expect(new Set(looks).size).toBe(6);
  expect(lookOf({ die: "deck", sides: 40, face: "D9" })).toMatchObject({ card: true, width: 30 });
  expect(lookOf({ die: "battle die", sides: 6, face: "crossed oars" }).width).toBeGreaterThan(100);
  expect(lookOf({ die: "battle die", sides: 6, face: "flag" }).width).toBe(40);
});

it("puts each face to its die, and knows faces whose die nobody named", () => {
  expect(facesOf([{ die: "d20", sides: 20 }], [16, 5])).toEqual([
    { die: "d20", sides: 20, face: "16" },
    { die: "", sides: 0, face: "5" },
  ]);
});

it.each([
  ["16, 5", [16, 5]],
  ["16 5", [16, 5]],
  ["blue,flag", ["blue", "flag"]],
  ["blue triangle; flag", ["blue triangle", "flag"]],
  ["16 5, blue", [16, 5, "blue"]],
  [" , ,", []],
  ["", []],
])("reads the faces in %j", (text, faces) => {
  expect(typedFaces(text)).toEqual(faces);
});
