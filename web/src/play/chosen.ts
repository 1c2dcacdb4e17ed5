/** Who was chosen to shoot at whom, kept for as long as the tab is open: whoever reads a rule finds it on coming back. */
export interface Pair {
  shooter: string;
  target: string;
}

const key = (game: string): string => `fireline.chosen.${game}`;

export function keepPair(game: string, chosen: Pair): void {
  try {
    if (chosen.shooter) sessionStorage.setItem(key(game), JSON.stringify(chosen));
    else sessionStorage.removeItem(key(game));
  } catch {
    // A browser that keeps nothing has nothing to come back to.
  }
}

/** The pair that was kept for a game; nobody where there is none. */
export function keptPair(game: string): Pair {
  try {
    const { shooter, target } = JSON.parse(sessionStorage.getItem(key(game)) ?? "{}") as Partial<Pair>;
    return { shooter: typeof shooter === "string" ? shooter : "", target: typeof target === "string" ? target : "" };
  } catch {
    return { shooter: "", target: "" };
  }
}
