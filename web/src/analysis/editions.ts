/** The versions of a game's rules by the date that names them. */

const EDITIONS: Record<string, readonly string[]> = { blightmeer: ["2025-11", "2026-01", "2026-07"] };

/** The versions that a battle is not played by. */
export function editionsOf(ruleset: string): string[] {
  const [game = "", own = ""] = ruleset.split("@");
  return (EDITIONS[game] ?? []).filter((one) => one !== own);
}
