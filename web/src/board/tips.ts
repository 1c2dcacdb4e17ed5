/** What a thing of the board says of itself, shown on a long press and where the keyboard is; a mouse has its own way. */

/** Milliseconds after which a press is a long one, and pixels that a still finger may wander. */
const LONG = 500;
const SLACK = 10;

/** Shows the words of a board's things inside a node. */
export function tips(node: HTMLElement) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let bubble: HTMLElement | null = null;
  let from = { x: 0, y: 0 };

  const thingAt = (event: Event): SVGElement | null => (event.target as Element).closest<SVGElement>("[data-key]");

  function show(thing: SVGElement): void {
    hide();
    const words = thing.getAttribute("aria-label");
    if (!words) return;
    bubble = document.createElement("div");
    bubble.className = "board-tip";
    bubble.ariaHidden = "true"; // whoever listens has heard the thing itself
    bubble.textContent = words;
    document.body.append(bubble);
    const at = thing.getBoundingClientRect();
    const own = bubble.getBoundingClientRect();
    const left = Math.max(8, Math.min(innerWidth - own.width - 8, at.left + at.width / 2 - own.width / 2));
    const above = at.top - own.height - 8;
    bubble.style.translate = `${left}px ${above > 8 ? above : at.bottom + 8}px`;
  }

  function hide(): void {
    clearTimeout(timer);
    bubble?.remove();
    bubble = null;
  }

  function down(event: PointerEvent): void {
    hide();
    const thing = thingAt(event);
    if (!thing || event.pointerType === "mouse") return;
    from = { x: event.clientX, y: event.clientY };
    timer = setTimeout(() => {
      show(thing);
      // A press that was long chooses nothing.
      const stray = (click: Event): void => click.stopPropagation();
      node.addEventListener("click", stray, { capture: true, once: true });
      addEventListener("pointerup", () => setTimeout(() => node.removeEventListener("click", stray, { capture: true }), 50), { once: true });
    }, LONG);
  }

  function move(event: PointerEvent): void {
    if (Math.hypot(event.clientX - from.x, event.clientY - from.y) > SLACK) clearTimeout(timer);
  }

  const up = (): void => clearTimeout(timer);
  const focus = (event: FocusEvent): void => {
    const thing = thingAt(event);
    if (thing?.matches(":focus-visible")) show(thing);
  };
  const escape = (event: KeyboardEvent): void => {
    if (event.key === "Escape") hide();
  };
  const menu = (event: Event): void => {
    if (bubble) event.preventDefault(); // a phone would put its own menu over the words
  };

  node.addEventListener("pointerdown", down, true);
  node.addEventListener("pointermove", move, true);
  node.addEventListener("pointerup", up, true);
  node.addEventListener("pointercancel", up, true);
  node.addEventListener("focusin", focus);
  node.addEventListener("focusout", hide);
  node.addEventListener("contextmenu", menu);
  node.addEventListener("wheel", hide, { passive: true });
  addEventListener("keydown", escape);

  return {
    destroy: () => {
      hide();
      removeEventListener("keydown", escape);
    },
  };
}
