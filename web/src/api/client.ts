/** The server's API: each question by its path, its words and its answer as the server describes them. A signal calls a question off. */
import type { paths } from "../../generated/api";
import { offline } from "../offline/mode";
import { ProblemError, problemOf } from "./problem";
import type { Battle, Schemas } from "./shapes";

const ROOT = "/api/v1";

/** What is described of a path, and the data in a request or an answer. */
type Described<Path extends string, How extends string> = paths[`${typeof ROOT}${Path}` & keyof paths] extends { [Way in How]: infer One } ? One : never;
type Data<Part> = Part extends { content: { "application/json": infer One } } ? One : never;
type Body<Path extends string> = Described<Path, "post"> extends { requestBody: infer One } ? Data<One> : never;
type Answered<Path extends string, How extends string> = Described<Path, How> extends { responses: infer Of } ? Data<Of[keyof Of & (200 | 201)]> : never;
/** The paths that are asked with a body, or looked up. */
type PathOf<How extends string> = {
  [Path in keyof paths]: paths[Path] extends { [Way in How]: object } ? (Path extends `${typeof ROOT}${infer Rest}` ? Rest : never) : never;
}[keyof paths];

/** Who answers: the server, or the engine in this browser; written out, so that only the page that needs it holds it. */
const door: typeof import("../offline/door").ask = import.meta.env.MODE === "offline"
  ? async (path, request) => (await import("../offline/door")).ask(path, request)
  : (path, request) => fetch(path, request);

/** Ask in a way of one's own; throws what the server says against it. */
export async function send(path: string, request: RequestInit): Promise<Response> {
  let response: Response;
  try {
    response = await door(ROOT + path, request);
  } catch (wrong) {
    if (request.signal?.aborted) throw wrong;
    throw new ProblemError({ title: "offline", status: 0, detail: "The server does not answer. Is it running?" });
  }
  if (!response.ok) throw await problemOf(response);
  return response;
}

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

/** Ask a question. */
export const ask = <Path extends PathOf<"post">>(path: Path, body: Body<Path>, signal?: AbortSignal): Promise<Answered<Path, "post">> => posted(path, body, signal);

/** Look something up: `named` fills what the path leaves open. */
export const look = <Path extends PathOf<"get">>(path: Path, named: Record<string, string> = {}, signal?: AbortSignal): Promise<Answered<Path, "get">> =>
  get(path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(named[name] ?? "")), signal);

/** The JSON Schema of a game's battle files, at the address that the game names. */
export const schema = <T>(url: string): Promise<T> => get<T>(url.slice(ROOT.length));

/** The engine's own drawing, as text. */
export const picture = async (battle: Battle, what: Omit<Schemas["PictureRequest"], "battle"> = {}, signal?: AbortSignal): Promise<string> =>
  (await post("/picture", { battle, kind: "board", ...what }, signal)).text();

/** The battle as a battle file in YAML. */
export const file = async (battle: Battle, signal?: AbortSignal): Promise<string> =>
  (await post("/file", { battle }, signal)).text();

/** Where an example's picture is, as an address for the browser. */
export function examplePicture(name: string): string | Promise<string> {
  const path = `/examples/${encodeURIComponent(name)}/picture.svg`;
  return offline ? send(path, {}).then(async (drawn) => URL.createObjectURL(await drawn.blob())) : ROOT + path;
}

/** Bring a picture; the server writes it anew and says by which name it is kept, and how large it is. */
export const bringPicture = (file: Blob) => put<Schemas["PictureAnswer"]>("/pictures", file);

/** Where a picture is that was brought. */
export const pictureAt = (file: string): string => `${ROOT}/pictures/${encodeURIComponent(file)}`;
