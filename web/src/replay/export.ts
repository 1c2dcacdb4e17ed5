/** Battles and logs as files for people. */
import { file } from "../api/client";
import type { Battle } from "../api/shapes";
import type { Written } from "../play/game";
import { same } from "../play/packing";
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

export const KINDS = ["yaml", "json"] as const;
export type FileKind = (typeof KINDS)[number];

/** Hand a battle out as a battle file: YAML as somebody wrote it or as the engine writes it, or JSON. */
export async function saveAs(battle: Battle, title: string, kind: FileKind, written?: Written): Promise<void> {
  const own = written && same(written.says, battle) ? written.text : undefined;
  const text = kind === "yaml" ? (own ?? (await file(battle))) : `${JSON.stringify(battle, null, 2)}\n`;
  download(`${fileName(title)}.${kind}`, text, `application/${kind}`);
}

/** A title as a file's name. */
export function fileName(title: string): string {
  return title.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-+|-+$/g, "").slice(0, 60) || "battle";
}
