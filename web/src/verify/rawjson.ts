/** Pieces of a JSON text as they are written, for hashes are taken of texts and not of values. */

/** The text of a value of an object's own key, or null where the object has no such key. */
export function rawValue(text: string, key: string): string | null {
  let at = text.indexOf("{") + 1;
  for (;;) {
    const name = endOf(text, at);
    const value = endOf(text, name + 1);
    if (name === at || value <= name + 1) return null;
    if (text.slice(at, name) === JSON.stringify(key)) return text.slice(name + 1, value);
    at = value + 1;
  }
}

/** The line without its own hash, as it was when that was taken. */
export function withoutHash(line: string, hash: string): string {
  const piece = `,"hash":"${hash}"`;
  const at = line.lastIndexOf(piece);
  return at < 0 ? line : line.slice(0, at) + line.slice(at + piece.length);
}

/** Where the value that begins here ends: before a comma, a colon or a closing bracket of the same depth. */
function endOf(text: string, start: number): number {
  let depth = 0;
  for (let at = start; at < text.length; at++) {
    const char = text[at]!;
    if (char === '"') {
      for (at++; at < text.length && text[at] !== '"'; at++) if (text[at] === "\\") at++;
    } else if (char === "{" || char === "[") depth++;
    else if (char === "}" || char === "]") {
      if (depth === 0) return at;
      depth--;
    } else if (depth === 0 && (char === "," || char === ":")) return at;
  }
  return text.length;
}
