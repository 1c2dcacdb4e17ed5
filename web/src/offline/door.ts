/** The way to the engine in this browser, in place of the way to a server. */
import { keep } from "./keep";
import { Queue, type Answerer } from "./queue";

let kept = false;
const queue = new Queue(() => new Worker(new URL("./worker.ts", import.meta.url), { type: "module" }) as Answerer);

/** The answer to a request, as `fetch` gives it. */
export async function ask(path: string, { body, signal }: RequestInit): Promise<Response> {
  const response = await queue.ask({ path, body: typeof body === "string" ? body : null }, signal);
  if (!kept && response.ok) keep(); // not before: until then all the network is the engine's
  kept ||= response.ok;
  return response;
}
