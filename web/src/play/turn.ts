import type { Battle } from "../api/shapes";

/** The battle as if it were another side's turn: what could they do to me? Games without turns stay as they are. */
export function turnOf(battle: Battle, side: string | null): Battle {
  if (!side) return battle;
  const turn = battle["turn"];
  if (turn && typeof turn === "object" && "side" in turn) return { ...battle, turn: { ...turn, side } };
  return "team" in battle ? { ...battle, team: side } : battle;
}
