import { expect, test } from "vitest";
import { placed, type Waiting } from "./badge";
import type { Box } from "./window";

const size = { x: 60, y: 22 };
const unit = (id: string, x: number, y: number): Waiting => ({ id, at: { x, y }, half: { x: 14, y: 14 }, size });
const bodies = (units: Waiting[]): Box[] => units.map(({ at, half }) => ({ x: at.x - half.x, y: at.y - half.y, width: 2 * half.x, height: 2 * half.y }));
const boxes = (units: Waiting[], names: Box[] = []): Box[] =>
  Object.values(placed(units, bodies(units), names)).map(({ x, y }) => ({ x: x - size.x / 2, y: y - size.y / 2, width: size.x, height: size.y }));
const overlap = (a: Box, b: Box) => a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;

test("a badge with room stands above its unit", () => {
  const far = [unit("a", 0, 0), unit("b", 200, 0)];
  expect(placed(far, bodies(far), [])).toEqual({ a: { x: 0, y: -25 }, b: { x: 200, y: -25 } });
});

test("badges of a crowd are all to be read", () => {
  const crowd = [unit("a", 0, 0), unit("b", 40, 5), unit("c", 28, 40), unit("d", -22, 38), unit("e", 70, 30), unit("f", 20, 75)];
  const found = boxes(crowd);
  expect(found).toHaveLength(6);
  for (const [n, one] of found.entries()) for (const other of found.slice(n + 1)) expect(overlap(one, other)).toBe(false);
});

test("units on one point are stacked", () => {
  const [one, other] = boxes([unit("a", 0, 0), unit("b", 0, 0)]);
  expect(one && other && overlap(one, other)).toBe(false);
});

test("a name stays free", () => {
  const name = { x: -20, y: -34, width: 40, height: 14 };
  for (const box of boxes([unit("a", 0, 0)], [name])) expect(overlap(box, name)).toBe(false);
});

test("a badge of a unit at the edge of what is shown is not cut off", () => {
  const window = { x: 0, y: 0, width: 300, height: 200 };
  const edge = [unit("right", 290, 100), unit("top", 150, 12), unit("outside", 400, 100)];
  const found = placed(edge, bodies(edge), [], window);
  for (const { x, y } of [found["right"]!, found["top"]!]) {
    expect(x + size.x / 2).toBeLessThanOrEqual(300);
    expect(y - size.y / 2).toBeGreaterThanOrEqual(0);
  }
  expect(found["outside"]).toEqual({ x: 400, y: 75 });
});
