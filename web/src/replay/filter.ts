/** Which entries of a log are shown. */

import type { Entry, Level } from "./entries";

export interface Filter {
  levels: readonly Level[];
  actor: string;
  unit: string;
  rule: string;
  /** Words that must all occur, in any order and case. */
  text: string;
}

export const EVERYTHING: Filter = { levels: ["play", "table", "talk"], actor: "", unit: "", rule: "", text: "" };

/** The entries that a filter lets through. */
export function shown(entries: readonly Entry[], filter: Filter): Entry[] {
  const words = filter.text.toLowerCase().split(/\s+/).filter(Boolean);
  return entries.filter((entry) => {
    if (!filter.levels.includes(entry.level)) return false;
    if (filter.actor && entry.actor !== filter.actor) return false;
    if (filter.unit && !entry.units.includes(filter.unit)) return false;
    if (filter.rule && !entry.lines.some((line) => line.rules.includes(filter.rule))) return false;
    if (!words.length) return true;
    const text = wholeText(entry).toLowerCase();
    return words.every((word) => text.includes(word));
  });
}

/** All that an entry says, for finding words in it. */
function wholeText({ actor, title, lines, faces }: Entry): string {
  return [actor, title, ...lines.flatMap((line) => [line.text, ...line.rules]), ...faces.map((face) => `${face.die} ${face.face}`)].join(" ");
}

/** What there is to choose from: actors, units and rules of a log, sorted. */
export function choices(entries: readonly Entry[]): { actors: string[]; units: string[]; rules: string[] } {
  const sorted = (names: Iterable<string>): string[] =>
    [...new Set(names)].filter(Boolean).sort((a, b) => a.localeCompare(b, "en", { numeric: true }));
  return {
    actors: sorted(entries.map((entry) => entry.actor)),
    units: sorted(entries.flatMap((entry) => entry.units)),
    rules: sorted(entries.flatMap((entry) => entry.lines.flatMap((line) => line.rules))),
  };
}
