/** A log as a file for people. */

import type { Entry } from "./entries";

/** The log as Markdown: one heading for each entry, its sentences below with their rules. */
export function asMarkdown(title: string, entries: readonly Entry[], nameOf: (actor: string) => string): string {
  const lines = [`# ${title}`, ""];
  for (const entry of entries) {
    const undone = entry.undoneBy === null ? "" : ` (taken back by ${entry.undoneBy})`;
    lines.push(`## ${entry.seq}. ${`${nameOf(entry.actor)} ${entry.title}`.trim().split("\n")[0]}${undone}`, "");
    for (const line of entry.lines) lines.push(`- ${[line.text, ...line.rules.map((rule) => `\`${rule}\``)].join(" ")}`);
    if (entry.faces.length) lines.push(`- ${entry.faces.map((face) => `${face.die} ${face.face}`.trim()).join(", ")}`);
    lines.push("");
  }
  return lines.join("\n").replace(/\n{3,}/g, "\n\n");
}

/** Hand a text to the browser as a download. */
export function download(name: string, text: string, type: string): void {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000); // a slow disk may still be reading
}
