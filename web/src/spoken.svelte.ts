import { untrack } from "svelte";

/** The live region: the last thing said, and the last thing that went wrong; the same sentence twice is said twice. */
class Spoken {
  polite = $state("");
  urgent = $state("");

  say(text: string): void {
    this.polite = again(untrack(() => this.polite), text);
  }

  alarm(text: string): void {
    this.urgent = again(untrack(() => this.urgent), text);
  }
}

function again(before: string, text: string): string {
  return text === before ? `${text}\u00a0` : text;
}

export const spoken = new Spoken();
