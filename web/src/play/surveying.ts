/** Every enemy of a shooter asked about; where there are many, those that somebody looks at before the others. */
import type { Targets } from "../api/shapes";

/** So many are asked about first, where there are twice as many. */
const FIRST = 24;

export async function surveyed(near: readonly string[], ask: (only?: string[]) => Promise<Targets>, glimpse: (first: Targets) => unknown): Promise<Targets> {
  if (near.length > 2 * FIRST) glimpse(await ask(near.slice(0, FIRST)));
  return ask();
}
