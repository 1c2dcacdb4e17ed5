import { describe, expect, it } from "vitest";
import { jsonLines, resultOf } from "./lines";

function stream(...chunks: string[]): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(encoder.encode(chunk));
      controller.close();
    },
  });
}

describe("a long answer", () => {
  it("is read line by line, wherever the network cuts it", async () => {
    const lines = [];
    for await (const line of jsonLines(stream('{"progress":0.', '5}\n{"pro', 'gress":1}\n\n{"result":"Å', '"}'))) lines.push(line);
    expect(lines).toEqual([{ progress: 0.5 }, { progress: 1 }, { result: "Å" }]);
  });

  it("tells its progress and then its result", async () => {
    const heard: number[] = [];
    const response = new Response(stream('{"progress":0.25}\n{"progress":7}\n{"result":{"cells":[]}}\n'));
    expect(await resultOf(response, (share) => heard.push(share))).toEqual({ cells: [] });
    expect(heard).toEqual([0.25, 1]);
  });

  it("says what went wrong, or that it was cut off", async () => {
    const failed = new Response(stream('{"problem":{"title":"bad","detail":"unit: no such unit"}}\n'));
    await expect(resultOf(failed, () => undefined)).rejects.toThrow("unit: no such unit");
    await expect(resultOf(new Response(stream('{"progress":0.5}\n')), () => undefined)).rejects.toThrow("stopped");
    await expect(resultOf(new Response(null), () => undefined)).rejects.toThrow("no answer");
  });
});
