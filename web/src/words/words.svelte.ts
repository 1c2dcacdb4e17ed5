/** The language of the page: chosen here, kept in the browser, the browser's own at first. */
import { kept, keep } from "../play/storage";
import { de } from "./de";
import { en, type Key } from "./en";
import { fill } from "./say";

export const LANGUAGES = { en: "English", de: "Deutsch" } as const;
export type Language = keyof typeof LANGUAGES;

const TABLES: Record<Language, Partial<Record<Key, string>>> = { en, de };

function isLanguage(code: string): code is Language {
  return code in LANGUAGES;
}

function first(): Language {
  const chosen = kept("language") ?? navigator.language.slice(0, 2);
  return isLanguage(chosen) ? chosen : "en";
}

class Words {
  language = $state<Language>(first());

  choose(language: Language): void {
    this.language = language;
    keep("language", language);
  }
}

export const words = new Words();

/** What the page says under a key, in the chosen language. */
export function say(key: Key, values: Record<string, string | number> = {}): string {
  return fill(TABLES[words.language][key] ?? en[key], values);
}
