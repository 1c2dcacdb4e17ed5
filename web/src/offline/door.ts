/** The way to the engine in this browser, in place of the way to a server. */
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

/** Keep every file of the page in the browser; where it cannot, the page works as long as there is a network. */
function keep(): void {
  if ("serviceWorker" in navigator) navigator.serviceWorker.register("./sw.js").catch(() => undefined);
}
