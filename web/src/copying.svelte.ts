/** Handing a text to the clipboard. Browsers have one only on https:// and on this machine; elsewhere the old way may do. */
import { tick } from "svelte";

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

/** Texts to be copied, each under a name: which was copied last, and which somebody has to copy by hand. */
export class Copying {
  done = $state("");
  byHand = $state("");

  /** Copy a text; where that cannot be, the field with it is selected, so that only the keys have to be pressed. */
  async copy(what: string, text: string, field: () => HTMLInputElement | HTMLTextAreaElement | null | undefined): Promise<boolean> {
    const well = await copied(text);
    [this.done, this.byHand] = well ? [what, ""] : ["", what];
    await tick();
    if (!well) field()?.select();
    return well;
  }
}
