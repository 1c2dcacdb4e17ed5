/** What the log says of the server's secret: the commitment in force, and whether all is revealed. */

import type { TableEvent } from "./messages";

export interface TableDice {
  commit: string;
  revealed: boolean;
}

export function diceOf(events: readonly TableEvent[]): TableDice {
  let dice: TableDice = { commit: "", revealed: false };
  for (const { kind, body } of events) {
    if (kind === "reveal") dice = { commit: "", revealed: true };
    if (body.commit !== undefined) dice = { ...dice, commit: String(body.commit) };
  }
  return dice;
}
