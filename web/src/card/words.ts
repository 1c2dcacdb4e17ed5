/** A ruling in words: for the clipboard, for those who listen, for a title. */
import type { Answer } from "../api/shapes";
import { percent } from "../odds/chance";
import { say } from "../words/words.svelte";
import { summed } from "./sum";

export function titleOf(answer: Pick<Answer, "shot"> & Partial<Pick<Answer, "title">>): string {
  return answer.title ?? `${answer.shot.shooter} > ${answer.shot.target}`;
}

const verdictOf = ({ legal }: Answer): string => say(legal ? "card.legal" : "card.illegal");

/** One sentence or two: who, whether, why not or with what chance. */
export function spokenRuling(answer: Answer): string {
  const head = `${titleOf(answer)}. ${verdictOf(answer)}.`;
  if (!answer.legal) return `${head} ${answer.refusals.map((one) => one.message).join(" ")}`;
  const odds = answer.odds ? ` ${percent(answer.odds.headline.p)} ${answer.odds.headline.name}.` : "";
  return `${head}${odds}${answer.line_of_sight ? ` ${answer.line_of_sight.text}.` : ""}`;
}

/** The whole ruling as plain text, as the command line prints it. */
export function plainRuling(answer: Answer): string {
  const lines = [titleOf(answer), verdictOf(answer).toUpperCase()];
  lines.push(...answer.refusals.map((one) => `  ${one.message} ${one.rule}`));
  if (answer.line_of_sight) lines.push(`  ${answer.line_of_sight.text}`);
  const sum = summed(answer.modifiers);
  for (const term of sum.applied) lines.push(`  ${term.sign} ${term.name} = ${term.after} ${term.rule}`);
  if (sum.applied.length > 0) lines.push(`  ${sum.whole} ${answer.sum_name ?? ""}`.trimEnd());
  for (const term of sum.not) lines.push(`  (${term.sign}) ${term.name}${term.because ? `, ${term.because}` : ""} ${term.rule}`);
  lines.push(...answer.steps.map((one) => `  ${one.text} ${one.rule}`));
  if (answer.odds) {
    const { p, name } = answer.odds.headline;
    lines.push(`${percent(p)} (${p}) ${name}`);
  }
  return lines.join("\n");
}
