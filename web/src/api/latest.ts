/** Only the latest question counts: asking again calls the one before off. */
export class Latest {
  #running: AbortController | null = null;

  /** Ask; answers null where somebody asked again before the answer came. */
  async ask<T>(question: (signal: AbortSignal) => Promise<T>): Promise<T | null> {
    this.#running?.abort();
    const mine = new AbortController();
    this.#running = mine;
    try {
      const answer = await question(mine.signal);
      return mine.signal.aborted ? null : answer;
    } catch (wrong) {
      if (mine.signal.aborted) return null;
      throw wrong;
    }
  }

  /** Nobody waits for the answer any more. */
  stop(): void {
    this.#running?.abort();
    this.#running = null;
  }
}
