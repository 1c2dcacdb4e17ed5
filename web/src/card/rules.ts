/** Rulebooks as the page needs them, each fetched once; and rule IDs in a text. */
import { look } from "../api/client";
import type { Rule, RulesetBook } from "../api/shapes";

const books = new Map<string, Promise<RulesetBook>>();

/** A game's rulebook; a failed attempt is not remembered. */
export function bookOf(ruleset: string): Promise<RulesetBook> {
  let book = books.get(ruleset);
  if (!book) {
    book = look("/rulesets/{ruleset}", { ruleset });
    books.set(ruleset, book);
    book.catch(() => books.delete(ruleset));
  }
  return book;
}

export async function ruleOf(ruleset: string, id: string): Promise<Rule | undefined> {
  return (await bookOf(ruleset)).rules.find((rule) => rule.id === id);
}

const IDS = /(?:\s+[A-Z]{2,4}-\d+(?:\.\d+)*[a-z]?)+$/;

/** A line of a story parted into what it says and the rules at its end. */
export function parted(line: string): { text: string; rules: string[] } {
  const found = IDS.exec(line);
  if (!found) return { text: line, rules: [] };
  return { text: line.slice(0, found.index), rules: found[0].trim().split(/\s+/) };
}
