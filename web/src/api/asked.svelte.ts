/** A question whose answer is shown once it is there: what was found, or why nothing was. */
import { post } from "./client";
import { Latest } from "./latest";
import { resultOf } from "./lines";
import { lineOf, mayPass } from "./problem";

export class Asked<T> {
  found = $state.raw<T | null>(null);
  busy = $state(false);
  /** How far a long answer is, from 0 to 1. */
  share = $state(0);
  /** What was thrown, null for nothing. */
  problem = $state.raw<unknown>(null);
  readonly wrong = $derived(this.problem === null ? "" : lineOf(this.problem));
  /** Asks once more; null where that would not help. */
  again = $state.raw<(() => void) | null>(null);
  readonly #latest = new Latest();

  /** Only the latest question counts; answers null where another one does, or where something is wrong. */
  async ask(question: (signal: AbortSignal) => Promise<T>): Promise<T | null> {
    [this.busy, this.again] = [true, null];
    let answer: T | null = null;
    try {
      answer = await this.#latest.ask(question);
      if (answer === null) return null; // somebody asks another question already
      [this.found, this.problem] = [answer, null];
    } catch (wrong) {
      this.problem = wrong;
      this.again = mayPass(wrong) ? () => void this.ask(question) : null;
    }
    this.busy = false;
    return answer;
  }

  /** A question that takes long: `share` says how far its answer is, and `known` hears what else is known by then. */
  search(path: string, body: object, known: (line: Record<string, any>) => void = () => undefined): Promise<T | null> {
    this.forget();
    const told = (share: number, line: Record<string, any>): void => {
      this.share = share;
      known(line);
    };
    return this.ask(async (signal) => resultOf<T>(await post(path, body, signal), told));
  }

  /** Nobody waits for an answer any more. */
  stop(): void {
    this.#latest.stop();
    this.busy = false;
  }

  /** What was found is about something else, of which this is known already. */
  forget(known: T | null = null): void {
    this.stop();
    [this.found, this.problem, this.share] = [known, null, 0];
  }
}
