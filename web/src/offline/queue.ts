/** Questions to the engine, one after the other, answered as a server would answer them. */
import type { Message, Question } from "./worker";

/** What answers: a worker, and in tests something simpler. */
export interface Answerer {
  onmessage: ((event: { data: Message }) => void) | null;
  onerror: ((event: { message?: string }) => void) | null;
  postMessage(question: Question): void;
  terminate(): void;
}

interface Waiting {
  question: Question;
  resolve: (response: Response) => void;
  /** Where the lines of a long answer go, once there is one. */
  lines?: ReadableStreamDefaultController<Uint8Array>;
  /** Nobody waits for it any more. */
  gone: boolean;
}

const encoded = new TextEncoder();
/** What may wait until nothing else does. */
const LATER = /\.svg$/;

/** An engine that is started when it is first asked, and anew when somebody leaves it in the middle of a long answer. */
export class Queue {
  #waiting: Waiting[] = [];
  #asked: Waiting | null = null;
  #answerer: Answerer | null = null;

  constructor(private readonly start: () => Answerer) {}

  /** The answer to a question; rejects with an `AbortError` where the signal calls it off. */
  ask(question: Question, signal?: AbortSignal | null): Promise<Response> {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(aborted());
      const waiting: Waiting = { question, resolve, gone: false };
      signal?.addEventListener("abort", () => {
        reject(aborted());
        this.#leave(waiting);
      });
      this.#waiting.push(waiting);
      this.#next();
    });
  }

  #next(): void {
    if (this.#asked) return;
    const at = this.#waiting.findIndex(({ question }) => !LATER.test(question.path));
    const [next] = this.#waiting.splice(Math.max(0, at), 1);
    if (!next) return;
    this.#asked = next;
    this.#answerer ??= this.#started();
    this.#answerer.postMessage(next.question);
  }

  #started(): Answerer {
    const answerer = this.start();
    answerer.onmessage = ({ data }) => this.#heard(data);
    answerer.onerror = ({ message }) => this.#heard({ failed: message || "its program could not be fetched" });
    return answerer;
  }

  #heard(message: Message): void {
    const asked = this.#asked;
    if (!asked) return;
    if ("line" in message) {
      if (asked.gone) this.#breakOff();
      else this.#line(asked, message.line);
      return;
    }
    this.#asked = null;
    if ("said" in message) {
      const [status, media, text] = message.said;
      if (asked.lines) {
        asked.lines.enqueue(encoded.encode(text));
        asked.lines.close();
      } else asked.resolve(new Response(text, { status, headers: { "Content-Type": media } }));
    } else {
      this.#stop(); // the next question starts it anew: the network may be back
      asked.resolve(refused(message.failed));
    }
    this.#next();
  }

  /** A line of a long answer: the first begins the answer, which goes on as a stream. */
  #line(asked: Waiting, line: string): void {
    if (!asked.lines) {
      const body = new ReadableStream<Uint8Array>({
        start: (lines) => {
          asked.lines = lines;
        },
        cancel: () => this.#leave(asked),
      });
      asked.resolve(new Response(body, { status: 200, headers: { "Content-Type": "application/x-ndjson" } }));
    }
    asked.lines?.enqueue(encoded.encode(line));
  }

  /** Nobody waits for an answer any more: a long one is broken off, a short one comes and is not looked at. */
  #leave(waiting: Waiting): void {
    if (waiting.gone) return;
    waiting.gone = true;
    this.#waiting = this.#waiting.filter((one) => one !== waiting);
    if (this.#asked === waiting && waiting.lines) this.#breakOff();
  }

  #breakOff(): void {
    this.#asked = null;
    this.#stop();
    this.#next();
  }

  #stop(): void {
    this.#answerer?.terminate();
    this.#answerer = null;
  }
}

const aborted = () => new DOMException("nobody waits for the answer any more", "AbortError");

function refused(why: string): Response {
  const detail = `The engine of this page does not run: ${why}. Load the page again, with the network on.`;
  return new Response(JSON.stringify({ title: "no engine", detail }), { status: 503 });
}
