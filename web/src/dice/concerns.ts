/** Whom a step concerned beside who did it. */
import type { CommandData } from "../api/shapes";

interface Told {
  units: readonly string[];
  command: CommandData | undefined;
}

/** Everybody that a step names but the shooter, whose shot it was. */
export function concernsOf({ units, command }: Told): string[] {
  const shooter = (command?.["shot"] as { shooter?: string } | undefined)?.shooter;
  return units.filter((id) => id !== shooter);
}
