/** Long answers come as lines of JSON: progress first, the result last. */

import { ProblemError } from "./problem";

/** The messages of a stream of JSON lines, as they arrive. */
export async function* jsonLines(body: ReadableStream<Uint8Array>): AsyncGenerator<Record<string, any>> {
  const reader = body.pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>).getReader();
  let rest = "";
  try {
    for (;;) {
      const { done, value } = await reader.read();
      rest += value ?? "";
      const lines = rest.split("\n");
      rest = done ? "" : lines.pop()!;
      for (const line of lines) if (line.trim()) yield JSON.parse(line) as Record<string, any>;
      if (done) return;
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

/**
 * The result of a long answer; on the way `progress` hears a share from 0 to 1, and what else its line says.
 *
 * Raises `ProblemError`.
 */
export async function resultOf<T>(response: Response, progress: (share: number, known: Record<string, any>) => void): Promise<T> {
  if (!response.body) throw new ProblemError({ title: "empty", status: 0, detail: "The server sent no answer." });
  for await (const line of jsonLines(response.body)) {
    if (typeof line.progress === "number") progress(Math.max(0, Math.min(1, line.progress)), line);
    if (line.problem) throw new ProblemError({ title: "", status: 422, ...line.problem });
    if ("result" in line) return line.result as T;
  }
  throw new ProblemError({ title: "cut off", status: 0, detail: "The server stopped before it had the answer." });
}
