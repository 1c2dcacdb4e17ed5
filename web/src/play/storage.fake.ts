import { Keeping } from "./storage";

/** For tests: the storage of a browser. */
export const storageOf = (kept = new Map<string, string>()) => ({
  getItem: (name: string) => kept.get(name) ?? null,
  setItem: (name: string, text: string) => void kept.set(name, text),
  removeItem: (name: string) => void kept.delete(name),
});

/** For tests: what a browser keeps there. */
export const keepingIn = (storage = storageOf()) => new Keeping(() => storage);
