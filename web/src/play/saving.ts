import type { Battle } from "../api/shapes";

/** Hand a battle out as a file. JSON is a battle file as good as YAML. */
export function saveAs(battle: Battle, title: string): void {
  const url = URL.createObjectURL(new Blob([`${JSON.stringify(battle, null, 2)}\n`], { type: "application/json" }));
  const link = document.createElement("a");
  link.href = url;
  link.download = `${fileName(title)}.json`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/** A title as a file's name. */
export function fileName(title: string): string {
  return title.toLowerCase().normalize("NFKD").replace(/[^a-z0-9]+/g, "-").replace(/^-+|-+$/g, "").slice(0, 60) || "battle";
}
