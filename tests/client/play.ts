/** A table played to its end through the client that is generated from the server's own description. */
import createClient from "openapi-fetch";
import type { components, paths } from "./api.js";

type Schemas = components["schemas"];

const [server, example] = process.argv.slice(2);
if (!server || !example) throw new Error("usage: play.js SERVER EXAMPLE");
const api = createClient<paths>({ baseUrl: server });

/** The answer, or the server's sentence as an error. */
function answer<T>(got: { data?: T; error?: { detail: string; code: string } }): T {
  if (got.data === undefined) throw new Error(`${got.error?.code}: ${got.error?.detail}`);
  return got.data;
}

const { battle } = answer(await api.GET("/api/v1/examples/{name}", { params: { path: { name: example } } }));
const opened = answer(await api.POST("/api/v1/tables", { body: { battle } }));
const master = opened.seats.find((seat) => seat.seat === "gm");
if (!master?.token) throw new Error("there is no game master");
const here = { params: { path: { table: opened.table } }, headers: { Authorization: `Bearer ${master.token}` } };

let said = 0;
for (;;) {
  const table = answer(await api.GET("/api/v1/tables/{table}", here));
  const first = table.commands[0];
  if (table.over || !first) break;
  const body: Schemas["SayCommand"] = {
    cmd_id: `c${(said += 1)}`,
    kind: "command",
    expect: table.head,
    body: { command: first.command },
  };
  const done = answer(await api.POST("/api/v1/tables/{table}/commands", { ...here, body }));
  if (done.result.kind !== "command") throw new Error(`it led to ${done.result.kind}`);
}

/** What an event says of itself: its kind tells what is in its body. */
function line(event: Schemas["EventLine"]): string {
  switch (event.kind) {
    case "command":
      return event.body.outcome;
    case "chat":
      return event.body.text;
    case "start":
      // @ts-expect-error the first event tells no outcome
      return event.body.outcome ?? event.body.battle.ruleset;
    default:
      return event.kind;
  }
}

// @ts-expect-error a shot has a target
const wrong: Schemas["ShotData"] = { shooter: "bow" };
void wrong;

const events = answer(await api.GET("/api/v1/tables/{table}/events", here));
const refused = await api.POST("/api/v1/check", { body: { battle, shot: { shooter: "nobody", target: "nothing" } } });
console.log(JSON.stringify({ said, lines: events.map(line), code: refused.error?.code, kinds: events.map((one) => one.kind) }));
