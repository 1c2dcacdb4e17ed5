/** Light, dark, or as the system says: an attribute of the page that the colours hang on. */
import { browser } from "../play/storage";

export const THEMES = ["auto", "light", "dark"] as const;
export type Theme = (typeof THEMES)[number];

class Chosen {
  theme = $state<Theme>(THEMES.find((theme) => theme === browser.kept("theme")) ?? "auto");
  /** The colours that the page has now. */
  shown = $state<"light" | "dark">("light");

  choose(theme: Theme): void {
    this.theme = theme;
    browser.keep("theme", theme);
    this.show();
  }

  /** Put the choice on the page; paper is light. */
  show(): void {
    const dark = !matchMedia("print").matches && (this.theme === "dark" || (this.theme === "auto" && matchMedia("(prefers-color-scheme: dark)").matches));
    document.documentElement.dataset["theme"] = this.shown = dark ? "dark" : "light";
  }
}

export const chosen = new Chosen();

/** Whether somebody wants nothing to move. */
export const still = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
