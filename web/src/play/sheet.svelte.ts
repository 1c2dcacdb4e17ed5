/** The sheet of a phone: open where somebody opened it, and wherever the page has something to ask, until it is folded. */
export class Sheet {
  #opened = $state(false);
  /** What the page asked when somebody folded the sheet all the same. */
  #folded = $state("");

  /** `asked` is what the page has to ask just now, "" for nothing: what is asked anew opens the sheet anew. */
  constructor(private readonly asked: () => string) {}

  get open(): boolean {
    const asked = this.asked();
    return asked ? this.#folded !== asked : this.#opened;
  }

  /** Somebody folds it, or opens it. */
  fold(open: boolean): void {
    const asked = this.asked();
    if (asked) this.#folded = open ? "" : asked;
    else this.#opened = open;
  }

  /** There is something new on it. */
  raise(): void {
    this.#opened = true;
    this.#folded = "";
  }
}
