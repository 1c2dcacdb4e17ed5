/** A value of a marginal as people read it. */
import { say } from "../words/words.svelte";

export function valueWord(value: string): string {
  if (value === "true") return say("odds.yes");
  return value === "false" ? say("odds.no") : value.replaceAll("_", " ");
}
