/** A unit that is dragged to another place. */
import type { Thing } from "../board/things";

/** How far a press may wander and still be a tap, in pixels; fingers wander more. */
const SLACK: Record<string, number> = { mouse: 4, pen: 6, touch: 10 };
const UNIT = "unit:";

export interface Dragging {
  /** Whether this unit may be dragged with such a pointer. */
  may: (unit: string, pointer: string) => boolean;
  begin: (unit: string) => void;
  /** It is held over a place now, or over none. */
  over: (place: Thing | null) => void;
  /** It was let go over a place, or nowhere. */
  end: (place: Thing | null) => void;
}

interface Held {
  unit: string;
  pointer: number;
  x: number;
  y: number;
  ghost: HTMLElement | null;
}

export interface Wishes extends Dragging {
  /** The place at a point of the screen. */
  placeAt: (x: number, y: number) => Thing | null;
}

/** Lets units of the board inside a node be dragged. */
export function draggable(node: HTMLElement, asked: Wishes) {
  let wishes = asked;
  let held: Held | null = null;
  let last = "";

  function down(event: PointerEvent): void {
    drop();
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
    const place = placeOf(event);
    if ((place?.id ?? "") !== last) wishes.over(place);
    last = place?.id ?? "";
  }

  function up(event: PointerEvent): void {
    if (event.pointerId !== held?.pointer) return;
    if (held.ghost) {
      // The click that ends a drag with a mouse is none.
      const stray = (click: Event): void => click.stopPropagation();
      node.addEventListener("click", stray, { capture: true, once: true });
      setTimeout(() => node.removeEventListener("click", stray, { capture: true }));
    }
    drop(placeOf(event));
  }

  function placeOf(event: PointerEvent): Thing | null {
    const on = document.elementFromPoint(event.clientX, event.clientY);
    return on && node.contains(on) ? wishes.placeAt(event.clientX, event.clientY) : null;
  }

  function drop(place: Thing | null = null): void {
    const dragged = held?.ghost;
    dragged?.remove();
    held = null;
    last = "";
    if (dragged) wishes.end(place);
  }

  const lost = (event: PointerEvent): void => {
    if (event.pointerId === held?.pointer) drop();
  };
  const escape = (event: KeyboardEvent): void => {
    if (event.key === "Escape" && held?.ghost) drop();
  };
  node.addEventListener("pointerdown", down, true);
  const outside = { pointermove: move, pointerup: up, pointercancel: lost, keydown: escape } as Record<string, (event: any) => void>;
  for (const [kind, hear] of Object.entries(outside)) addEventListener(kind, hear, true);

  return {
    update: (fresh: Wishes) => (wishes = fresh),
    destroy: () => {
      drop();
      node.removeEventListener("pointerdown", down, true);
      for (const [kind, hear] of Object.entries(outside)) removeEventListener(kind, hear, true);
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
