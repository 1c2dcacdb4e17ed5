/** The engine itself: Fireline in Python, run by Pyodide from the files beside the page. */
import { isSigned } from "../fair/notes";

/** What a server would send: status, media type, body. */
export type Said = [status: number, media: string, text: string];
/** Answers the question at an address, a question with a body or a look-up without; `tell` hears lines on the way. */
type Engine = (path: string, body: string | null, tell: (line: string) => void) => Said;

interface Pyodide {
  pyimport(name: string): any;
  registerJsModule(name: string, module: object): void;
}

/** Start the engine from the folder of Pyodide, an address that ends with a slash. */
export async function started(folder: string): Promise<Engine> {
  const { loadPyodide } = (await import(/* @vite-ignore */ `${folder}pyodide.mjs`)) as {
    loadPyodide(how: { indexURL: string; packages: string[] }): Promise<Pyodide>;
  };
  const pyodide = await loadPyodide({ indexURL: folder, packages: ["fireline"] });
  pyodide.registerJsModule("fireline_page", { is_signed: isSigned }); // the engine has no library for it here
  const { answer } = imported(pyodide);
  return (path, body, tell) => {
    const said = answer(path, body ?? undefined, tell);
    try {
      return said.toJs() as Said;
    } finally {
      said.destroy();
    }
  };
}

function imported(pyodide: Pyodide): any {
  try {
    return pyodide.pyimport("fireline.server.offline");
  } catch (cause) {
    // A package that cannot be fetched is left out without a word, and missed here.
    throw new Error("one of its files could not be fetched", { cause });
  }
}
