/** What somebody has asked the others to agree to, and is not yet answered. */

import type { TableEvent } from "./messages";

export interface AskedUndo {
  /** What an answer names: the first step that is to be taken back, else the entry of the request. */
  seq: number;
  /** The kind of command that is asked for. */
  asks: string;
  by: string;
  reason: string;
  /** The seats whose consent it needs, and those that have given it. */
  asked: string[];
  agreed: string[];
}

/** The last request that is still open: not refused, not granted, and not overtaken by the game. */
export function askedUndo(events: readonly TableEvent[]): AskedUndo | null {
  let open = null as AskedUndo | null;
  for (const { seq, kind, actor, body } of events) {
    if (kind === "undo_request") {
      const asked = Array.isArray(body.asked) ? body.asked.map(String) : [];
      open = { seq: Number(body.seq), asks: kind, by: actor, reason: String(body.reason ?? ""), asked, agreed: [] };
    } else if (kind === "consent_request") {
      const asked = Array.isArray(body.asked) ? body.asked.map(String) : [];
      open = { seq, asks: String(body.asks), by: actor, reason: String(body.reason ?? ""), asked, agreed: [] };
    } else if (kind === "undo_answer" && open && body.agree) open = { ...open, agreed: [...open.agreed, actor] };
    else if (["undo_answer", "undone", "command", "override", "add", "declared"].includes(kind)) open = null;
  }
  return open;
}

/** The last step that stands: what an undo would take back, and whether dice were thrown in it. */
export function lastStep(events: readonly TableEvent[]): { seq: number; actor: string; threw: boolean } | null {
  const gone = new Set(events.map(({ body }) => body.undoes as unknown));
  const step = events.findLast(
    ({ seq, body }) => seq > 1 && (body.events !== undefined || body.battle !== undefined) && !gone.has(seq),
  );
  return step ? { seq: step.seq, actor: step.actor, threw: Boolean(step.body.throws?.length) } : null;
}
