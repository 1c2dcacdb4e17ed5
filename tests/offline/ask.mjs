// Asks the engine in Pyodide, under Node: a question on each line of its input, an answer on each line of its output.
// Run: node ask.mjs FOLDER, the folder of Pyodide; a question is [path, body], an answer [status, media, text].
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";

const folder = process.argv[2];
const { loadPyodide } = await import(pathToFileURL(`${folder}/pyodide.mjs`).href);
const pyodide = await loadPyodide({ indexURL: folder, packages: ["fireline"], stdout: console.error });
const { answer } = pyodide.pyimport("fireline.server.offline");
for await (const line of createInterface({ input: process.stdin })) {
  const [path, body] = JSON.parse(line);
  console.log(JSON.stringify(answer(path, body ?? undefined).toJs()));
}
