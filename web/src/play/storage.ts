/** What this browser keeps. A browser may refuse (private windows, full disks): then nothing is kept, and we say so. */
const PREFIX = "fireline.";

export function kept(name: string): string | null {
  try {
    return localStorage.getItem(PREFIX + name);
  } catch {
    return null;
  }
}

/** Keep a text; answers why not, or "" once it is kept. */
export function keep(name: string, text: string): string {
  try {
    localStorage.setItem(PREFIX + name, text);
    return "";
  } catch (wrong) {
    return wrong instanceof Error ? wrong.message : String(wrong);
  }
}

export function forget(name: string): void {
  try {
    localStorage.removeItem(PREFIX + name);
  } catch {
    // What was never kept need not be forgotten.
  }
}
