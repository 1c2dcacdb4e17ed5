import type { Snippet } from "svelte";

/** What the bar holds of the view: a snippet, which the view takes away when it goes; and whether the help is open. */
class Bar {
  view = $state.raw<Snippet | null>(null);
  help = $state(false);

  toggle(): void {
    this.help = !this.help;
  }
}

export const bar = new Bar();
