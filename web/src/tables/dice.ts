/** What the log says of the table's dice: the commitment in force, the seeds under it, and whether all is revealed. */

import type { TableEvent } from "./messages";

export interface TableDice {
  commit: string;
  /** Seats that have given a seed under it. */
  seeded: string[];
  /** How often dice were thrown under it; after the first throw no seed is taken any more. */
  rolls: number;
  revealed: boolean;
}

export function diceOf(events: readonly TableEvent[]): TableDice {
  let dice: TableDice = { commit: "", seeded: [], rolls: 0, revealed: false };
  for (const { kind, body } of events) {
    if (kind === "reveal") dice = { commit: "", seeded: [], rolls: 0, revealed: true };
    if (body.commit !== undefined) dice = { ...dice, commit: String(body.commit), seeded: [], rolls: 0 };
    if (body.client_seed?.seat) dice = { ...dice, seeded: [...dice.seeded, String(body.client_seed.seat)] };
    if (body.proof !== undefined) dice = { ...dice, rolls: dice.rolls + 1 };
  }
  return dice;
}
