/** A question whose answer is shown once it is there: what was found, or why nothing was. */
import { Latest } from "../api/latest";
import { lineOf, mayPass } from "../api/problem";

export class Asked<T> {
  found = $state.raw<T | null>(null);
  busy = $state(false);
  wrong = $state("");
  /** Asks once more; null where that would not help. */
  again = $state.raw<(() => void) | null>(null);
  readonly #latest = new Latest();

  /** Only the latest question counts. */
  async ask(question: (signal: AbortSignal) => Promise<T>): Promise<void> {
    this.busy = true;
    try {
      const answer = await this.#latest.ask(question);
      if (answer === null) return; // somebody asks another question already
      this.found = answer;
      this.wrong = "";
    } catch (wrong) {
      this.wrong = lineOf(wrong);
      this.again = mayPass(wrong) ? () => void this.ask(question) : null;
    }
    this.busy = false;
  }

  /** Nobody waits for an answer any more. */
  stop(): void {
    this.#latest.stop();
    this.busy = false;
  }
}
