/** How the list of units looks, kept in the browser: folded to a rail of tokens or not, and in which order. */
import { ORDERS, type Order } from "./order";
import { browser } from "./storage";

class ListState {
  folded = $state(browser.kept("rail") === "folded");
  order = $state<Order>(ORDERS.find((order) => order === browser.kept("order")) ?? "side");

  toggle(): void {
    this.folded = !this.folded;
    browser.keep("rail", this.folded ? "folded" : "open");
  }

  sort(order: Order): void {
    this.order = order;
    browser.keep("order", order);
  }
}

export const list = new ListState();

/** A name in at most three letters, as a token of the rail has it: "Light Bow (F5)" is "LB", "legion-2" is "L2". */
export function initials(name: string): string {
  const words = name.replace(/\(.*?\)/g, " ").match(/[\p{L}\p{N}]+/gu) ?? [];
  if (words.length === 1) return words[0]!.slice(0, 3);
  return words.slice(0, 3).map((word) => word[0]!.toUpperCase()).join("");
}
