/** A unit dragged to another place: with a mouse at any time, with a finger while units are moved. */

/** How far a press may wander and still be a tap, in pixels; fingers wander more. */
const SLACK: Record<string, number> = { mouse: 4, pen: 6, touch: 10 };

export interface Dragging {
  /** Whether this unit may be dragged with such a pointer. */
  may: (unit: string, pointer: string) => boolean;
  /** A drag begins: places can be chosen from here on. */
  begin: (unit: string) => void;
  /** It ended on something of the board, or nowhere. */
  end: (dropped: boolean) => void;
}

interface Held {
  unit: string;
  pointer: number;
  x: number;
  y: number;
  ghost: HTMLElement | null;
}

const UNIT = "unit:";

/** Lets units of the board inside a node be dragged; the drop is a press on the place where it ends. */
export function draggable(node: HTMLElement, asked: Dragging) {
  let wishes = asked;
  let held: Held | null = null;

  function down(event: PointerEvent): void {
    drop(held?.ghost !== null && held !== null);
    const key = (event.target as Element).closest<SVGElement>("[data-key]")?.dataset["key"] ?? "";
    if (event.button !== 0 || !key.startsWith(UNIT)) return;
    const unit = key.slice(UNIT.length);
    if (wishes.may(unit, event.pointerType)) held = { unit, pointer: event.pointerId, x: event.clientX, y: event.clientY, ghost: null };
  }

  function move(event: PointerEvent): void {
    if (!held || event.pointerId !== held.pointer) return;
    const far = Math.hypot(event.clientX - held.x, event.clientY - held.y);
    if (!held.ghost && far <= (SLACK[event.pointerType] ?? 6)) return;
    event.stopPropagation(); // the board does not go along
    if (!held.ghost) {
      held.ghost = ghostOf(event.target as Element);
      wishes.begin(held.unit);
    }
    held.ghost.style.translate = `${event.clientX}px ${event.clientY}px`;
  }

  function up(event: PointerEvent): void {
    if (!held || event.pointerId !== held.pointer) return;
    const dragged = held.ghost !== null;
    const on = dragged ? document.elementFromPoint(event.clientX, event.clientY) : null;
    const place = on && node.contains(on) ? on : null;
    drop(dragged, place !== null);
    if (!dragged) return;
    // The stray click that ends a drag with a mouse is none; the drop is the one that counts.
    const stray = (click: Event): void => click.stopPropagation();
    node.addEventListener("click", stray, { capture: true, once: true });
    setTimeout(() => {
      node.removeEventListener("click", stray, { capture: true });
      place?.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true, clientX: event.clientX, clientY: event.clientY }));
    });
  }

  function drop(dragged: boolean, placed = false): void {
    held?.ghost?.remove();
    held = null;
    if (dragged) wishes.end(placed);
  }

  const lost = (event: PointerEvent): void => {
    if (event.pointerId === held?.pointer) drop(held.ghost !== null);
  };
  const escape = (event: KeyboardEvent): void => {
    if (event.key === "Escape" && held?.ghost) drop(true);
  };
  node.addEventListener("pointerdown", down, true);
  addEventListener("pointermove", move, true);
  addEventListener("pointerup", up, true);
  addEventListener("pointercancel", lost, true);
  addEventListener("keydown", escape, true);

  return {
    update: (fresh: Dragging) => (wishes = fresh),
    destroy: () => {
      drop(false);
      node.removeEventListener("pointerdown", down, true);
      removeEventListener("pointermove", move, true);
      removeEventListener("pointerup", up, true);
      removeEventListener("pointercancel", lost, true);
      removeEventListener("keydown", escape, true);
    },
  };
}

/** What follows the pointer: the name of the unit, out of the way of presses. */
function ghostOf(from: Element): HTMLElement {
  const ghost = document.createElement("div");
  ghost.className = "drag-ghost";
  ghost.textContent = from.closest("[data-key]")?.getAttribute("aria-label")?.split(/[.,:;(]/)[0]?.trim() ?? "";
  document.body.append(ghost);
  return ghost;
}
