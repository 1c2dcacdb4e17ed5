/** The battle that is being played alone in this browser, to go on with at a table. */

import type { Battle } from "../api/shapes";
import type { Underlay } from "../under/under";
import { battleOf, underlayOf } from "../play/game";
import { current } from "../play/shelf";

export interface InHand {
  title: string;
  battle: Battle;
  /** What the scenario says of itself; "" where it says nothing. */
  about: string;
  underlay?: Underlay;
}

/** The battle of the game that was played last, as it stands, or null. */
export function battleInHand(): InHand | null {
  const game = current();
  if (!game) return null;
  const underlay = underlayOf(game);
  return { title: game.title, battle: battleOf(game), about: game.about ?? "", ...(underlay && { underlay }) };
}
