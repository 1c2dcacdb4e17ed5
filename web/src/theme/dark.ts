/**
 * Drawings in the dark, of any game: what is light becomes dark, and what is dark light. Sides and lines, which are strong colours, stay light;
 * tints get stronger, since less is seen of them in the dark, and what is nearly grey takes the blue of the page.
 */
const LIGHT = "max(min(0.925, 1.185 - l + max(0, min(2 * c, 0.06, 0.3 * l - 0.18))), min(max(l, 0.7), 5.5 * c))";
const STRENGTH = "calc(max(0.01, min(2 * c - 0.016, c + 0.02)) * min(1, max(0.4, 3 * l - 0.5)))";
const HUE = "calc(h + (261 - h) * max(0, min(1, 2 - 100 * c)))";
/** But whatever a game means to be of that colour: a team that is called white. */
const MEANT = ':not([data-fill="kept"], [data-fill="kept"] *)';

const sheet = new CSSStyleSheet();
document.adoptedStyleSheets.push(sheet);
const known = new Set<string>();

/** Lay a dark colour over every colour of a drawing, as rules of the page: the drawing itself stays as the engine made it. */
export function darken(drawing: string): void {
  for (const [part, name, colour] of drawing.matchAll(/\b(fill|stroke)="(#\w+|[a-z]+)"/g)) {
    if (known.has(part)) continue;
    known.add(part);
    sheet.insertRule(`[data-theme="dark"] .drawing [${part}]${name === "fill" ? MEANT : ""} { ${name}: oklch(from ${colour} ${LIGHT} ${STRENGTH} ${HUE}) }`);
  }
}
