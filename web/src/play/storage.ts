/** What this browser keeps. A browser may refuse (private windows, full disks): then nothing is kept, and we say so. */
const PREFIX = "fireline.";

export class Keeping {
  /** `place` is asked for each time: where nothing may be kept, that throws as well. */
  constructor(private readonly place: () => Pick<Storage, "getItem" | "setItem" | "removeItem">) {}

  kept(name: string): string | null {
    try {
      return this.place().getItem(PREFIX + name);
    } catch {
      return null;
    }
  }

  /** Data that was kept; what is usual where none was, or none that is sound. */
  data<T>(name: string, usual: T, sound: (data: T) => boolean = () => true): T {
    try {
      const data = JSON.parse(this.kept(name) ?? "null") as T | null;
      return data !== null && sound(data) ? data : usual;
    } catch {
      return usual;
    }
  }

  /** Keep a text, or data; answers why not, or "" once it is kept. */
  keep(name: string, what: unknown): string {
    try {
      this.place().setItem(PREFIX + name, typeof what === "string" ? what : JSON.stringify(what));
      return "";
    } catch (wrong) {
      return wrong instanceof Error ? wrong.message : String(wrong);
    }
  }

  forget(name: string): void {
    try {
      this.place().removeItem(PREFIX + name);
    } catch {
      // What was never kept need not be forgotten.
    }
  }
}

/** For good, and for as long as the tab is open. */
export const browser = new Keeping(() => localStorage);
export const tab = new Keeping(() => sessionStorage);
