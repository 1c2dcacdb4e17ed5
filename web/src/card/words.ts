/** A ruling in words: for those who listen, for a title. */
import type { Answer } from "../api/shapes";
import { percent } from "../odds/chance";
import { say } from "../words/words.svelte";

export function titleOf(answer: Pick<Answer, "shot"> & Partial<Pick<Answer, "title">>): string {
  return answer.title ?? `${answer.shot.shooter} > ${answer.shot.target}`;
}

/** One sentence or two: who, whether, why not or with what chance. */
export function spokenRuling(answer: Answer): string {
  const head = `${titleOf(answer)}. ${say(answer.legal ? "card.legal" : "card.illegal")}.`;
  if (!answer.legal) return `${head} ${answer.refusals.map((one) => one.message).join(" ")}`;
  const odds = answer.odds ? ` ${percent(answer.odds.headline.p)} ${answer.odds.headline.name}.` : "";
  return `${head}${odds}${answer.line_of_sight ? ` ${answer.line_of_sight.text}.` : ""}`;
}
