import type { Schemas } from "./shapes";

type Told = Schemas["ProblemDetails"];

/** What went wrong, as the server says it (RFC 9457 problem details), or the page, whose problems are of no type. */
export type Problem = Pick<Told, "title" | "status" | "detail"> & Partial<Told>;

/** An answer that is no answer: `message` is one line for people. */
export class ProblemError extends Error {
  constructor(readonly problem: Problem) {
    super(problem.detail || problem.title);
    this.name = "ProblemError";
  }

  get status(): number {
    return this.problem.status;
  }
}

/** The problem that a response carries, whatever stands between the server and us. */
export async function problemOf(response: Response): Promise<ProblemError> {
  const text = await response.text();
  try {
    const data = JSON.parse(text) as Partial<Problem>;
    if (typeof data.detail === "string") {
      return new ProblemError({ title: data.title ?? "", ...data, detail: data.detail, status: response.status });
    }
  } catch {
    // No JSON: a proxy, or a server that is going down.
  }
  const title = response.statusText || `HTTP ${response.status}`;
  return new ProblemError({ title, status: response.status, detail: `The server answered ${response.status} ${title}.` });
}

/** Whether the same question may be answered another time: nobody answered it, or somebody who could not just then. */
export function mayPass(wrong: unknown): boolean {
  return wrong instanceof ProblemError && (wrong.status === 0 || wrong.status === 429 || wrong.status >= 500);
}

/** The line that people read, for anything thrown; `bare` without the place that it is about, where that is in plain sight. */
export function lineOf(wrong: unknown, bare = false): string {
  const line = wrong instanceof Error ? wrong.message : String(wrong);
  const place = bare && wrong instanceof ProblemError ? `${wrong.problem.place}: ` : "";
  return line.startsWith(place) ? line.slice(place.length) : line;
}
