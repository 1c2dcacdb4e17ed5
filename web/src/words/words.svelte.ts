/** What the page says. */
import { en, type Key } from "./en";

/** A sentence with its blanks filled in; a blank that nobody fills stays as it is, so that it is noticed. */
export function fill(sentence: string, values: Record<string, string | number>): string {
  return sentence.replace(/\{(\w+)\}/g, (blank, name: string) => (name in values ? String(values[name]) : blank));
}

/** What the page says under a key. */
export function say(key: Key, values: Record<string, string | number> = {}): string {
  return fill(en[key], values);
}
