/** Whether the help is open: one for every view. */
class Help {
  open = $state(false);

  toggle(): void {
    this.open = !this.open;
  }
}

export const help = new Help();
