import { describe, expect, it } from "vitest";
import { Queue, type Answerer } from "./queue";
import type { Message, Question } from "./worker";

/** An engine that answers when it is told to. */
class Slow implements Answerer {
  onmessage: Answerer["onmessage"] = null;
  onerror: Answerer["onerror"] = null;
  asked: Question[] = [];
  ended = false;

  postMessage(question: Question): void {
    this.asked.push(question);
  }

  terminate(): void {
    this.ended = true;
  }

  tell(data: Message): void {
    this.onmessage?.({ data });
  }

  answer(text: string, status = 200): void {
    this.tell({ said: [status, "application/json", text] });
  }
}

function opened() {
  const engines: Slow[] = [];
  const queue = new Queue(() => {
    engines.push(new Slow());
    return engines.at(-1)!;
  });
  const ask = (path: string, signal?: AbortSignal) => queue.ask({ path, body: "{}" }, signal);
  const paths = () => engines.flatMap((engine) => engine.asked.map(({ path }) => path));
  return { engines, ask, paths };
}

describe("questions to the engine in the browser", () => {
  it("start it once and are asked one after the other", async () => {
    const { engines, ask, paths } = opened();
    expect(engines).toEqual([]);
    const [first, second] = [ask("/a"), ask("/b")];
    expect(paths()).toEqual(["/a"]);
    engines[0]!.answer("1");
    expect(await (await first).json()).toBe(1);
    expect(paths()).toEqual(["/a", "/b"]);
    engines[0]!.answer('{"detail":"no"}', 422);
    expect((await second).status).toBe(422);
    expect(engines.length).toBe(1);
  });

  it("go before the pictures of the start view", async () => {
    const { engines, ask, paths } = opened();
    void ask("/rulesets");
    void ask("/examples/x/picture.svg");
    void ask("/read");
    engines[0]!.answer("[]");
    engines[0]!.answer("{}");
    expect(paths()).toEqual(["/rulesets", "/read", "/examples/x/picture.svg"]);
  });

  it("are not asked where nobody waits any more", async () => {
    const { engines, ask, paths } = opened();
    void ask("/a");
    const gone = new AbortController();
    const left = ask("/b", gone.signal);
    void ask("/c");
    gone.abort();
    await expect(left).rejects.toThrow(expect.objectContaining({ name: "AbortError" }) as Error);
    engines[0]!.answer("1");
    expect(paths()).toEqual(["/a", "/c"]);
  });

  it("that are short are answered to the end, whoever waits", async () => {
    const { engines, ask, paths } = opened();
    const gone = new AbortController();
    const left = ask("/a", gone.signal);
    const next = ask("/b");
    gone.abort();
    await expect(left).rejects.toThrow();
    expect(engines[0]!.ended).toBe(false);
    engines[0]!.answer("1");
    engines[0]!.answer("2");
    expect(await (await next).json()).toBe(2);
    expect(paths()).toEqual(["/a", "/b"]);
  });

  it("that are long tell their lines on the way", async () => {
    const { engines, ask } = opened();
    const asked = ask("/threat");
    engines[0]!.tell({ line: '{"progress":0}\n' });
    const response = await asked;
    expect(response.headers.get("Content-Type")).toBe("application/x-ndjson");
    const text = response.text();
    engines[0]!.tell({ line: '{"progress":1}\n' });
    engines[0]!.tell({ said: [200, "application/x-ndjson", '{"result":5}\n'] });
    expect(await text).toBe('{"progress":0}\n{"progress":1}\n{"result":5}\n');
  });

  it.each(["before", "after"])("that are long and left %s their first line make way for the next, with an engine started anew", async (when) => {
    const { engines, ask, paths } = opened();
    const gone = new AbortController();
    const left = ask("/threat", gone.signal);
    left.catch(() => undefined);
    const next = ask("/b");
    if (when === "before") gone.abort();
    engines[0]!.tell({ line: '{"progress":0}\n' });
    if (when === "after") gone.abort();
    expect(engines[0]!.ended).toBe(true);
    engines[1]!.answer("2");
    expect(await (await next).json()).toBe(2);
    expect(paths()).toEqual(["/threat", "/b"]);
  });

  it("that nobody reads any more make way as well", async () => {
    const { engines, ask } = opened();
    const asked = ask("/plan");
    engines[0]!.tell({ line: '{"progress":0}\n' });
    await (await asked).body!.cancel();
    expect(engines[0]!.ended).toBe(true);
  });

  it("say what is wrong where there is no engine, and the next starts one", async () => {
    const { engines, ask } = opened();
    const [first, second, third] = [ask("/a"), ask("/b"), ask("/c")];
    engines[0]!.tell({ failed: "one of its files could not be fetched" });
    const told = await first;
    expect(told.status).toBe(503);
    expect(((await told.json()) as { detail: string }).detail).toContain("one of its files could not be fetched");
    engines[1]!.onerror?.({});
    expect((await second).status).toBe(503);
    engines[2]!.answer("3");
    expect(await (await third).json()).toBe(3);
  });
});
