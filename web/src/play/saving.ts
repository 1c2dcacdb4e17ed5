import { file } from "../api/client";
import type { Battle } from "../api/shapes";
import type { Written } from "./game";
import { battles } from "./packing";
import { download } from "../replay/export";

export const KINDS = ["yaml", "json"] as const;
export type FileKind = (typeof KINDS)[number];

/** Hand a battle out as a battle file: YAML as somebody wrote it or as the engine writes it, or JSON. */
export async function saveAs(battle: Battle, title: string, kind: FileKind, written?: Written): Promise<void> {
  const own = written && !battles.diff(written.says, battle) ? written.text : undefined;
  const text = kind === "yaml" ? (own ?? (await file(battle))) : `${JSON.stringify(battle, null, 2)}\n`;
  download(`${fileName(title)}.${kind}`, text, `application/${kind}`);
}

/** A title as a file's name. */
export function fileName(title: string): string {
  return title.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-+|-+$/g, "").slice(0, 60) || "battle";
}
