/** Handing a text to the clipboard. Browsers have one only on https:// and on this machine; elsewhere the old way may do. */

/** Copy a text; answers whether it was copied. */
export async function copied(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copiedFromField(text);
  }
}

/** What is selected in a field may be copied without a clipboard of one's own. */
function copiedFromField(text: string): boolean {
  const before = document.activeElement;
  const field = document.createElement("textarea");
  field.value = text;
  field.readOnly = true;
  field.className = "unseen";
  document.body.append(field);
  field.select();
  try {
    return document.execCommand("copy");
  } catch {
    return false;
  } finally {
    field.remove();
    if (before instanceof HTMLElement) before.focus();
  }
}

/** Texts to be copied: which was copied last, and which somebody has to copy by hand. */
export class Copying {
  done = $state("");
  byHand = $state("");

  /** Copy a text; answers whether that could be. */
  async copy(text: string): Promise<boolean> {
    const well = await copied(text);
    [this.done, this.byHand] = well ? [text, ""] : ["", text];
    return well;
  }
}
