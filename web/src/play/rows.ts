/** Rows of a detail of a shot. */
import type { Data, Schema } from "../edit/schema";

/** Whether an entry says everything that its schema requires. */
export function whole(entry: Data, schema: Schema): boolean {
  return (schema.required ?? []).every((name) => entry[name] !== undefined && entry[name] !== "");
}
