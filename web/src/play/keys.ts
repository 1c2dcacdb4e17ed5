/** The keys of the live board, and where they go on once what they were on is gone. */
import { tick } from "svelte";
import type { Play } from "./play.svelte";

/** Do something, then see that the keys are on what they were on before, or on the board, on `unit` where it is there. */
export async function keepingKeys<T>(play: Play, unit: string, work: () => T | Promise<T>): Promise<T> {
  const before = document.activeElement as HTMLElement | null;
  const done = await work();
  await tick();
  const now = document.activeElement;
  if (before && before !== document.body && (now === document.body || now?.matches(":disabled"))) {
    if (before.isConnected && !before.matches(":disabled")) before.focus({ preventScroll: true });
    else if (!play.board?.focusUnit(unit)) play.board?.focus();
  }
  return done;
}

/** The keys go to what the chosen unit may do, or to who may act. */
export function toActions({ turnBar }: Play): void {
  const control = (within: string) => turnBar?.querySelector<HTMLElement>(`${within} :is(button, input, select):enabled`);
  (control(".doing") ?? control(".turn-line"))?.focus();
}

/** The next or the last of all that may be named: who shoots, or at whom. */
function beside(all: readonly string[], now: string, way: 1 | -1): string | undefined {
  const at = all.indexOf(now);
  return all[(at < 0 ? (way > 0 ? 0 : all.length - 1) : at + way + all.length) % all.length];
}

/** What a key of the whole page means; answers whether one was meant. */
export function pressed(play: Play, event: KeyboardEvent): boolean {
  const { acting, bench, desk } = play;
  if (bench?.pressed(event)) return true;
  if (event.ctrlKey || event.metaKey || event.altKey) return false;
  const target = (way: 1 | -1) => play.visit(beside(desk.targets?.targets.map((one) => one.shot.target) ?? [], desk.target, way), (unit) => desk.at(unit));
  const does: Record<string, () => unknown> = {
    t: () => target(1),
    T: () => target(-1),
    s: () => play.visit(beside([...desk.shooters], desk.shooter, 1), (unit) => play.take(unit)),
    x: () => desk.swap(),
    u: () => (play.own || play.rights.edits) && (bench ? bench.editor.undo() : play.own && play.undo()),
    r: () => (play.own || play.rights.edits) && (bench ? bench.editor.redo() : play.own && play.redo()),
    e: () => (bench || play.mayEdit) && play.editMode(!bench),
    a: () => toActions(play),
    m: () => acting.move(),
    p: () => play.pinging.turn(!play.pinging.on),
    l: () => play.logMode(!play.log),
    "/": () => play.typing?.focus(),
    Escape: () => (bench ? play.editMode(false) : play.pinging.on ? play.pinging.turn(false) : acting.open ? acting.stop() : play.clear()),
  };
  const act = does[event.key];
  if (act) void keepingKeys(play, desk.shooter, act);
  return act !== undefined;
}
