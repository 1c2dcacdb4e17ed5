/** The editor: what is held, what is chosen, and every change as one step that can be taken back. */
import { ask } from "../api/client";
import { Latest } from "../api/latest";
import type { Battle, Edit, Editing } from "../api/shapes";
import type { Measure } from "../board/measure";
import type { Box } from "../board/window";
import type { Direction, Point, Thing } from "../board/things";
import { bookOf } from "../card/rules";
import type { Play } from "../play/play.svelte";
import type { Taken } from "../play/transport";
import { spoken } from "../spoken.svelte";
import { say } from "../words/words.svelte";
import { EMPTY, ended, shortened, type Chain } from "./chain";
import { Chart, type Spot } from "./chart";
import { gone, outlinesOf, type Shaped, shapedPiece } from "./corners";
import { type Held, piecesOf, placeOf, shapeOf, wholeOf } from "./pieces";
import { slidersOf, stepped, type Slider } from "./sliders";
import { type Board, copiesOf, type Copy, drawn, movedBy, pasted, putAt } from "./strokes";

const NUDGE = 500;

/** What is shown over the board while something goes on. */
export interface Preview {
  /** Pieces on their way, and how far they have gone in the drawing. */
  moving?: { ids: string[]; dx: number; dy: number };
  spots?: Spot[];
  away?: boolean;
  box?: { x: number; y: number; width: number; height: number };
  /** The last point of a stroke, which is not drawn yet. */
  end?: Spot;
  /** Degrees that somebody is being turned to. */
  turned?: number;
  /** Corners of what is being drawn anew. */
  corners?: Spot[];
  /** A part on its way along its line, and how far along it begins. */
  slid?: { part: Slider; along: number };
}

/** The battle that is edited: somebody's own, or that of a table. */
export type Edited = Pick<Play, "own" | "battle" | "reading" | "problem" | "edit" | "become" | "undo" | "redo" | "table">;

export class Editor {
  held = $state.raw<Held | null>(null);
  side = $state("");
  ids = $state.raw<string[]>([]);
  /** The number of the outline without an id that is chosen. */
  ring = $state<number | null>(null);
  /** The part that is chosen of the piece that is chosen: "wall.windows[0]". */
  part = $state("");
  chain = $state.raw<Chain>(EMPTY);
  /** What is lifted from one place to another, by keys or by taps. */
  lifted = $state.raw<{ from: Spot; to: Spot } | null>(null);
  cursor = $state.raw<Spot | null>(null);
  preview = $state.raw<Preview>({});
  measured = $state.raw<{ text: string; to: string | null; clear: boolean | null } | null>(null);
  /** Whether terrain lies as it is: only units can be chosen. */
  locked = $state(false);
  /** Who wants to know which point of the drawing is tapped next, before anybody else. */
  pointing = $state.raw<((at: Point) => void) | null>(null);
  told = $state("");
  problem = $state("");
  chart = $state.raw(new Chart([], null, 1, false));

  #queue: Promise<unknown> = Promise.resolve();
  #ruler = new Latest();
  #nudged = 0;
  #copies: Copy[] = [];

  constructor(
    readonly edited: Edited,
    readonly forms: Editing,
    /** Whether units are added and nothing else is changed. */
    readonly adds = false,
  ) {
    this.side = this.sides[0] ?? "";
  }

  /** The editor of a game, or for a player what adds units of these sides; null for a game that has nothing to be edited with. */
  static async open(edited: Edited, ruleset: string, sides: readonly string[] | null): Promise<Editor | null> {
    const { editing } = await bookOf(ruleset);
    if (!editing || !sides) return editing && new Editor(edited, editing);
    const lists = editing.lists.filter((list) => list.side && list.pieces.length > 0);
    return new Editor(edited, { ...editing, lists, sides: [...sides], ground: null, brushes: [], outlines: null }, true);
  }

  /** The battle as it stands. */
  readonly battle = $derived.by<Battle>(() => this.edited.reading?.battle ?? (this.forms.blank as Battle));
  readonly board = $derived.by<Board>(() => ({ forms: this.forms, battle: this.battle, chart: this.chart }));

  /** Sides to choose from: those of the game and of the battle, two at least. */
  get sides(): string[] {
    if (this.adds) return this.forms.sides;
    const known = [...new Set([...this.forms.sides, ...(this.edited.reading?.sides ?? [])])];
    return known.length > 1 ? known : [...new Set([...known, "red", "blue"])];
  }

  readonly pieces = $derived.by(() => piecesOf(this.forms, this.battle));
  /** The one piece that is chosen. */
  readonly piece = $derived.by(() => (this.ids.length === 1 ? (this.ids[0] ?? "") : ""));
  /** The same with its entry and its list. */
  readonly entry = $derived.by(() => this.pieces.find((one) => one.entry.id === this.piece));
  readonly outlines = $derived.by(() => outlinesOf(this.forms, this.battle, this.chart));

  /** What is chosen and drawn by its corners. */
  get shaped(): Shaped | null {
    if (this.ring !== null) return this.outlines[this.ring] ?? null;
    return this.entry ? shapedPiece(this.entry, this.chart) : null;
  }

  /** The parts of what is chosen that can be slid along it. */
  readonly sliders = $derived.by(() => (this.entry ? slidersOf(this.entry, this.chart) : []));
  /** The part that is chosen. */
  readonly slider = $derived.by(() => (this.part ? (this.sliders.find((one) => one.key === this.part) ?? null) : null));

  /** The board was drawn anew. */
  shown(things: Thing[], measure: Measure | null, board: Box | null = null): void {
    this.chart = new Chart(things, measure, this.forms.snap, this.forms.ground?.beyond ?? false, board);
    const known = new Set(this.pieces.map((one) => one.entry.id));
    if (!this.ids.every((id) => known.has(id))) this.ids = this.ids.filter((id) => known.has(id));
  }

  /** Where a piece stands in the drawing. */
  spotOf(id: string): Spot | null {
    const thing = this.chart.things.find((one) => one.kind !== "cell" && one.id === id);
    // The battle knows it before the drawing does.
    const piece = this.pieces.find((one) => one.entry.id === id);
    const place = piece && placeOf(piece.entry, piece.list);
    const named = place ? this.chart.named(place) : null;
    return named ?? (thing ? (this.chart.spotAt(thing.at) ?? { place: "", at: thing.at, corners: "" }) : null);
  }

  spots(ids: readonly string[] = this.ids): Map<string, Spot> {
    return new Map(ids.flatMap((id) => ((spot) => (spot ? [[id, spot] as const] : []))(this.spotOf(id))));
  }

  /** What is begun and not yet whole lacks this; "" where nothing is missing. */
  get lacks(): string {
    const shape = this.held ? shapeOf(this.held) : "point";
    const count = this.chain.points.length;
    if (count === 0 || (shape === "line" && count > 1)) return "";
    return shape === "polygon" ? (count < 3 ? say("edit.lacksCorners", { n: 3 - count }) : "") : say("edit.lacksEnd");
  }

  /** An outline that can be closed is drawn; what lacks something stays, and says what it lacks. */
  finished(): boolean {
    if (this.lacks) {
      this.problem = this.lacks;
      spoken.alarm(this.problem);
      return false;
    }
    const turn = this.held && ended(this.chain, shapeOf(this.held));
    if (turn?.draw) void this.stroke(turn.draw);
    this.chain = EMPTY;
    return true;
  }

  hold(held: Held | null): void {
    if (!this.finished()) return;
    const before = this.held?.key;
    this.#empty();
    this.held = before === held?.key ? null : held;
    if (this.held) spoken.say(say("edit.held", { what: this.held.title }));
  }

  choose(ids: string[]): void {
    if (!this.finished()) return;
    this.#empty();
    this.ids = ids;
    if (ids.length > 0) spoken.say(ids.length === 1 ? say("edit.chosen", { what: this.titleOf(...ids) }) : this.titleOf(...ids));
  }

  chooseOutline(n: number | null): void {
    this.choose([]);
    this.ring = n;
    if (this.shaped) spoken.say(say("edit.chosen", { what: this.shaped.title }));
  }

  /** A part of the piece that is chosen. */
  choosePart(key: string): void {
    this.part = key;
    if (this.slider) spoken.say(say("edit.chosen", { what: this.slider.title }));
  }

  /** What belongs together with a piece. */
  whole(id: string): string[] {
    return wholeOf(this.forms, this.pieces.map((one) => one.entry.id), id);
  }

  /** Whether there was something to leave: what is lifted, drawn, held or chosen. */
  escape(): boolean {
    if (this.pointing) this.pointing = null;
    else if (this.lifted || this.chain.points.length > 0 || this.preview.moving) this.#idle();
    else if (this.held) this.held = null;
    else if (this.ring !== null) this.ring = null;
    else if (this.slider) this.part = "";
    else if (this.ids.length > 0) this.ids = [];
    else return false;
    return true;
  }

  /** Nothing is held or chosen any more. */
  #empty(): void {
    this.held = this.ring = null;
    this.ids = [];
    this.part = "";
    this.#idle();
  }

  #idle(): void {
    this.chain = EMPTY;
    this.lifted = this.cursor = null;
    this.preview = {};
    this.measured = null;
    this.#ruler.stop();
    this.told = this.problem = "";
  }

  /** Make changes as one step, after those before it; the ids of new pieces, or null where they do not fit. */
  done(edits: Edit[], words: string, merged = false): Promise<string[] | null> {
    if (edits.length === 0) return Promise.resolve([]);
    const chosen = this.ids;
    const work = this.#queue.then(async () => {
      const added = await this.edited.edit(edits, words, merged, chosen);
      this.problem = added ? "" : this.edited.problem;
      this.edited.problem = "";
      this.told = added && !this.edited.table?.request ? words : ""; // what others have to agree to has not happened yet
      if (this.told) spoken.say(words);
      else if (!added) spoken.alarm(this.problem);
      return added;
    });
    this.#queue = work.catch(() => null);
    return work;
  }

  /** What is held at places, or gone from them. */
  put(spots: Spot[], away: boolean): Promise<string[] | null> {
    const { held } = this;
    if (!held) return Promise.resolve(null);
    const edits = spots.flatMap((spot) => putAt(this.board, held, this.side, spot, away));
    const where = spots.length > 1 ? say("edit.places", { n: spots.length }) : (spots[0]?.place ?? "");
    return this.done(edits, say(away ? "edit.cleared" : "edit.added", { what: held.title, where }));
  }

  stroke(spots: Spot[]): Promise<string[] | null> {
    const { held } = this;
    return held ? this.done(drawn(held, this.side, spots), say("edit.drawn", { what: held.title })) : Promise.resolve(null);
  }

  /** What is chosen through other corners; without any, an outline goes. */
  async draw(places: string[], moved = false, merged = false): Promise<boolean> {
    const { shaped } = this;
    if (!shaped) return false;
    const [what, where] = [shaped.title, places[0] ?? ""];
    const words = places.length === 0 ? say("edit.removed", { what }) : moved ? say("edit.moved", { what, where }) : say("edit.reshaped", { what });
    const fits = await this.done([shaped.through(places)], words, merged);
    if (fits && places.length === 0) this.ring = null;
    return fits !== null;
  }

  /** What is chosen goes as far as from one point to another. */
  async move(ids: string[], from: Spot, to: Spot, merged = false): Promise<void> {
    const together = from.place === to.place ? [] : this.together(ids);
    const edits = movedBy(this.chart, this.spots(ids.filter((id) => !together.includes(id))), from.at, to.at);
    if (edits && together.length > 0) edits.push({ op: "move", units: together, places: [from.place, to.place] });
    if (!edits) this.problem = say("edit.offBoard");
    else await this.done(edits, this.movedTo(ids, to.place), merged);
  }

  /** A part begins so far along its line. */
  async slide(part: Slider, along: number, merged = false): Promise<boolean> {
    if (along === part.along) return true;
    return (await this.done([part.to(along)], say("edit.slid", { what: part.title, where: along }), merged)) !== null;
  }

  movedTo(ids: readonly string[], where: string): string {
    return say("edit.moved", { what: this.titleOf(...ids), where });
  }

  /** A step of the snap; several in a row are one. */
  async nudge(way: Direction, far = 1): Promise<void> {
    await this.#queue;
    const { slider } = this;
    const shaped = this.ring === null ? null : this.shaped;
    const from = shaped ? shaped.corners[0] : this.spots().values().next().value;
    const to = from && (shaped ? this.chart.stepPoint(from, way, far) : this.chart.step(from, way, far));
    if (!slider && (!from || !to)) return;
    const now = performance.now();
    const merged = now - this.#nudged < NUDGE;
    this.#nudged = now;
    if (slider) return void (await this.slide(slider, stepped(slider, way, far) ?? slider.along, merged));
    if (!from || !to) return;
    const corners = shaped && gone(shaped, from, to, this.chart);
    if (corners) return void (await this.draw(corners.map((one) => one.place), true, merged));
    await this.move(this.ids, from, to, merged);
  }

  /** In a row with the first one that was chosen. */
  async align(axis: "x" | "y"): Promise<void> {
    await this.#queue;
    const all = [...this.spots()];
    const first = all[0]?.[1].at;
    if (!first) return;
    const edits = all.flatMap(([unit, spot]) => {
      const to = this.chart.spotAt(axis === "x" ? { x: first.x, y: spot.at.y } : { x: spot.at.x, y: first.y });
      return to && to.place !== spot.place ? [{ op: "move" as const, unit, to: to.place }] : [];
    });
    await this.done(edits, say("edit.aligned"));
  }

  async remove(): Promise<void> {
    await this.#queue; // what is chosen may be what was just put down
    if (this.ring !== null) return void (await this.draw([]));
    const { ids, slider } = this;
    if (slider) {
      this.part = "";
      return void (await this.done([{ op: "remove", path: slider.path }], say("edit.removed", { what: slider.title })));
    }
    const removed = this.done(ids.map((unit) => ({ op: "remove" as const, unit })), say("edit.removed", { what: this.titleOf(...ids) }));
    this.ids = [];
    await removed;
  }

  async turn(degrees: number): Promise<void> {
    await this.#queue;
    const facing = new Set(this.edited.reading?.units.filter((one) => one.marks?.some((mark) => mark.name === this.forms.facing?.mark)).map((one) => one.id));
    const ids = this.ids.filter((id) => facing.has(id));
    const together = this.together(this.ids);
    const edits: Edit[] = ids.map((unit) => ({ op: "rotate", unit, value: degrees }));
    if (together.length > 0) edits.push({ op: "rotate", units: together, value: degrees });
    await this.done(edits, say("edit.turned", { what: [...ids, ...together].map((id) => this.titleOf(id)).join(", ") }));
  }

  /** The pieces that turn and move as one thing. */
  together(ids: readonly string[]): string[] {
    return this.pieces.filter((one) => one.list.together && ids.includes(one.entry.id)).map((one) => one.entry.id);
  }

  copy(): void {
    this.#copies = copiesOf(this.board, this.spots());
    if (this.#copies.length > 0) this.told = say("edit.copiedN", { n: this.#copies.length });
  }

  get canPaste(): boolean {
    return this.#copies.length > 0;
  }

  /** What was copied, with its first piece at a place; it is chosen then. */
  async paste(at: Spot | null = this.cursor): Promise<void> {
    const edits = at && pasted(this.chart, this.#copies, at);
    if (!edits) return void (this.problem = say("edit.pasteWhere"));
    const added = await this.done(edits, say("edit.pasted", { n: edits.length }));
    if (added) this.ids = added;
  }

  async undo(): Promise<void> {
    if (this.chain.points.length > 0 && this.held) {
      const turn = shortened(this.chain, shapeOf(this.held));
      this.chain = turn.chain;
      if (!turn.takeBack) return;
    }
    await this.#queue;
    const step = await this.edited.undo();
    this.#back(step, say("play.undo"));
    if (!step) spoken.say((this.told = say("play.undoNothing")));
  }

  async redo(): Promise<void> {
    await this.#queue;
    this.#back(await this.edited.redo(), say("play.redo"));
  }

  /** A step was taken back or brought back: its pieces are chosen again, as far as they are there now. */
  #back(step: Taken | undefined, what: string): void {
    if (!step) return;
    spoken.say((this.told = `${what}: ${step.title}`));
    const there = new Set(this.pieces.map((one) => one.entry.id));
    const ids = (step.chosen ?? []).filter((id) => there.has(id));
    if (ids.length > 0 && !this.held) this.ids = ids;
  }

  /** The ruler: how far a unit goes to a place, and what it would see from there. */
  async measure(unit: string, to: string): Promise<void> {
    if (!this.forms.ruler || !this.edited.reading?.units.some((one) => one.id === unit)) return;
    try {
      const said = await this.#ruler.ask((signal) => ask("/ruler", { battle: this.battle, unit, to, counted: false }, signal));
      if (said && (this.preview.moving || this.lifted)) this.measured = { text: said.text, to: said.target, clear: said.stands ? said.clear : false };
    } catch {
      this.measured = null; // a place that cannot be measured is told when somebody is put there
    }
  }

  unmeasured(): void {
    this.#ruler.stop();
    this.measured = null;
  }

  /** What people call a piece, or several. */
  titleOf(id = "", ...more: string[]): string {
    return more.length > 0 ? say("edit.several", { n: more.length + 1 }) : (this.edited.reading?.units.find((one) => one.id === id)?.title ?? id);
  }
}
