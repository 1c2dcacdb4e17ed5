/** Which look a side has in every drawing: 0 blue, 1 vermillion, 2 neither. */

const NAMED: Record<string, number> = { blue: 0, red: 1, orange: 1, bottom: 0, top: 1 };

/** A side named after a colour (or an edge of the board) has its look; the others take what is left, in order. */
export function lookOf(side: string, sides: readonly string[]): number {
  const own = NAMED[side.toLowerCase()];
  if (own !== undefined) return own;
  const taken = sides.map((one) => NAMED[one.toLowerCase()]);
  const free = [0, 1].filter((look) => !taken.includes(look));
  return free[sides.filter((one) => !(one.toLowerCase() in NAMED)).indexOf(side)] ?? 2;
}
