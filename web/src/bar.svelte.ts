import type { Snippet } from "svelte";

/** The part of the bar that belongs to the view: it puts a snippet there and takes it away when it goes. */
class BarView {
  view = $state.raw<Snippet | null>(null);
}

export const bar = new BarView();
