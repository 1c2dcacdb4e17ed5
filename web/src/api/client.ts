/** The server's API, one function a question. Every function takes a signal that calls the question off. */
import { offline } from "../offline/mode";
import { ProblemError, problemOf } from "./problem";
import type { Answer, Answers, Battle, Column, CommandData, Compared, Example, Imported, Luck } from "./shapes";
import type { Played, Reading, Recalled, RulesetBook, Schemas, Shot, Targets, Worth } from "./shapes";

const ROOT = "/api/v1";

/** Who answers: the server, or the engine in this browser; written out, so that only the page that needs it holds it. */
const ask: typeof import("../offline/door").ask = import.meta.env.MODE === "offline"
  ? async (path, request) => (await import("../offline/door")).ask(path, request)
  : (path, request) => fetch(path, request);

/** Ask in a way of one's own; throws what the server says against it. */
export async function send(path: string, request: RequestInit): Promise<Response> {
  let response: Response;
  try {
    response = await ask(ROOT + path, request);
  } catch (wrong) {
    if (request.signal?.aborted) throw wrong;
    throw new ProblemError({ title: "offline", status: 0, detail: "The server does not answer. Is it running?" });
  }
  if (!response.ok) throw await problemOf(response);
  return response;
}

/** The answers that a question asks for; the customary ones need no word. */
export const given = (answers: Answers = "customary"): { answers?: Answers } =>
  answers === "customary" ? {} : { answers };

/** Ask with a body of JSON; `headers` say who asks, where somebody must. */
export const post = (path: string, body: unknown, signal?: AbortSignal, headers: Record<string, string> = {}): Promise<Response> =>
  send(path, { method: "POST", headers: { "Content-Type": "application/json", ...headers }, body: JSON.stringify(body), signal: signal ?? null });

export async function posted<T>(path: string, body: unknown, signal?: AbortSignal, headers?: Record<string, string>): Promise<T> {
  return (await (await post(path, body, signal, headers)).json()) as T;
}

/** Read something that is there. */
export async function get<T>(path: string, signal?: AbortSignal, headers: Record<string, string> = {}): Promise<T> {
  return (await (await send(path, { headers, signal: signal ?? null })).json()) as T;
}

/** Bring a file, as its bytes. */
export const put = async <T>(path: string, file: Blob): Promise<T> =>
  (await (await send(path, { method: "PUT", headers: { "Content-Type": "application/octet-stream" }, body: file })).json()) as T;

export const odds = (battle: Battle, shot: Shot, signal?: AbortSignal, answers?: Answers) =>
  posted<Answer>("/odds", { battle, shot, ...given(answers) }, signal);

/** Every enemy as a shooter sees it, or of some units those that are enemies. */
export const targets = (battle: Battle, shooter: string, signal?: AbortSignal, answers?: Answers, only?: readonly string[]) =>
  posted<Targets>("/targets", { battle, shooter, ...(only && { targets: only }), ...given(answers) }, signal);

export const read = (battle: Battle, signal?: AbortSignal, answers?: Answers) =>
  posted<Reading>("/read", { battle, ...given(answers) }, signal);

export const readText = (text: string, name: string, signal?: AbortSignal) =>
  posted<Reading>("/read", { text, name }, signal);

export const compare = (battle: Battle, shot: Shot, columns: Column[], signal?: AbortSignal, answers?: Answers) =>
  posted<Compared>("/compare", { battle, shot, columns, ...given(answers) }, signal);

export const worth = (battle: Battle, shot: Shot, signal?: AbortSignal, answers?: Answers) =>
  posted<Worth>("/worth", { battle, shot, ...given(answers) }, signal);

/** Everybody's luck in a game as this browser keeps it: where it began, and the steps that stand. */
export const luck = (battle: Battle, steps: unknown[], signal?: AbortSignal) => posted<Luck>("/luck", { battle, steps }, signal);

/** A game out of the lines of a file, or out of its steps. */
export const recall = (asked: object) => posted<Recalled>("/recall", asked);

/** What is proven of a game by its file, held against the heads that seats kept. */
export const verify = (file: string, heads: string[], signal?: AbortSignal) => posted<Schemas["VerifyAnswer"]>("/verify", { file, heads }, signal);

/** What a unit may do, each verb once with its parameters. */
export const legal = (battle: Battle, unit: string, signal?: AbortSignal) =>
  posted<Schemas["LegalAnswer"]>("/legal", { battle, unit }, signal);

/** Carry out a command, its text or its data, with dice nobody can foresee, with the faces of one's own, or with the dice of a seed. */
export const play = (battle: Battle, command: CommandData | string, dice?: unknown[], seed?: unknown) =>
  posted<Played>("/play", { battle, command, ...(dice?.length ? { dice } : {}), ...(seed === undefined ? {} : { seed }) });

export const edit = (battle: Battle, edits: Edit[], signal?: AbortSignal) =>
  posted<Schemas["EditAnswer"]>("/edit", { battle, edits }, signal);

/** The fields of an entry of a battle, of the battle as a whole, or of what is declared of a shot. */
export const form = (asked: Schemas["Filling"], signal?: AbortSignal) => posted<Schemas["FormAnswer"]>("/form", asked, signal);

/** What is measured if a unit stood somewhere else, put there or, where it is `counted`, moved by the rules. */
export const ruler = (asked: Schemas["Measuring"], signal?: AbortSignal) => posted<Schemas["RulerAnswer"]>("/ruler", asked, signal);

/** The JSON Schema of a game's battle files, at the address that the game names. */
export const schema = <T>(url: string): Promise<T> => get<T>(url.slice(ROOT.length));

export const rulesets = (signal?: AbortSignal) => get<Schemas["GameLine"][]>("/rulesets", signal);

export const rulebook = (id: string, signal?: AbortSignal) =>
  get<RulesetBook>(`/rulesets/${encodeURIComponent(id)}`, signal);

export const examples = (signal?: AbortSignal) => get<Example[]>("/examples", signal);

export const keepShot = (battle: Battle, shot: Shot, answers?: Answers) =>
  posted<Schemas["KeptAnswer"]>("/shots", { battle, shot, ...given(answers) });

/** A shot under its link: what was asked, the version that answered, and the answer. */
export const keptShot = (id: string, signal?: AbortSignal) =>
  get<Schemas["KeptShot"]>(`/shots/${encodeURIComponent(id)}`, signal);

/** One change of a battle: to whom, and where or what to. */
export type Edit = Schemas["EditEntry"];

/** The engine's own drawing, as text. */
export const picture = async (battle: Battle, what: Omit<Schemas["Drawing"], "battle"> = {}, signal?: AbortSignal): Promise<string> =>
  (await post("/picture", { battle, kind: "board", ...what }, signal)).text();

/** The battle as a battle file in YAML. */
export const file = async (battle: Battle, signal?: AbortSignal): Promise<string> =>
  (await post("/file", { battle }, signal)).text();

/** Where an example's picture is, as an address for the browser. */
export function examplePicture(name: string): string | Promise<string> {
  const path = `/examples/${encodeURIComponent(name)}/picture.svg`;
  return offline ? send(path, {}).then(async (drawn) => URL.createObjectURL(await drawn.blob())) : ROOT + path;
}

/** An example's battle. */
export const example = (name: string, signal?: AbortSignal) =>
  get<Schemas["ExampleAnswer"]>(`/examples/${encodeURIComponent(name)}`, signal);

/** The commented battle file that a game starts from. */
export const starter = (id: string, signal?: AbortSignal) =>
  get<Schemas["StarterAnswer"]>(`/rulesets/${encodeURIComponent(id)}/starter`, signal);

/** A battle made of a map of another program. */
export const importMap = (asked: Schemas["Importing"], signal?: AbortSignal) => posted<Imported>("/import", asked, signal);

/** Bring a picture; the server writes it anew and says by which name it is kept, and how large it is. */
export const bringPicture = (file: Blob) => put<Schemas["PictureAnswer"]>("/pictures", file);

/** Where a picture is that was brought. */
export const pictureAt = (file: string): string => `${ROOT}/pictures/${encodeURIComponent(file)}`;
