/** Where the engine runs: beside the page, so that the page never waits for it. */
import { started, type Said } from "./engine";

/** A question as the page sends it. */
export interface Question {
  path: string;
  body: string | null;
}
/** What the page hears: a line on the way, the answer, or that there is no engine. */
export type Message = { line: string } | { said: Said } | { failed: string };

const engine = started(new URL(/* @vite-ignore */ "../pyodide/", import.meta.url).href);
const tell = (message: Message) => postMessage(message);

addEventListener("message", async ({ data: { path, body } }: MessageEvent<Question>) => {
  try {
    tell({ said: (await engine)(path, body, (line) => tell({ line })) });
  } catch (wrong) {
    tell({ failed: String(wrong instanceof Error ? wrong.message : wrong) });
  }
});
