import { beforeEach, describe, expect, it, vi } from "vitest";
import { Keeping } from "../play/storage";
import { keepingIn, storageOf } from "../play/storage.fake";
import { leaveSeat, left, myTables, readFragment, sat, takeSeat, withoutSeat } from "./seat";

const TOKEN = "AAAAAAAAAAAAAAAAAAAAAA";
const OTHER = "BBBBBBBBBBBBBBBBBBBBBB";

describe("the secret of a seat", () => {
  it("comes from the link, stays in the browser and leaves the address bar", () => {
    const [tab, browser] = [keepingIn(), keepingIn()];
    expect(takeSeat("t1", `#seat=${TOKEN}&e=12`, tab, browser)).toBe(TOKEN);
    expect(withoutSeat(`#seat=${TOKEN}&e=12`)).toBe("#e=12");
    expect(withoutSeat(`#seat=${TOKEN}`)).toBe("");
    expect(takeSeat("t1", "", keepingIn(), browser)).toBe(TOKEN);
    expect(takeSeat("t2", "", tab, browser)).toBeNull();
  });

  it("is the tab's own where two seats are open side by side", () => {
    const [red, blue, browser] = [keepingIn(), keepingIn(), keepingIn()];
    takeSeat("t1", `#seat=${TOKEN}`, red, browser);
    takeSeat("t1", `#seat=${OTHER}`, blue, browser);
    expect(takeSeat("t1", "", red, browser)).toBe(TOKEN);
    expect(takeSeat("t1", "", blue, browser)).toBe(OTHER);
  });

  it("is forgotten when the seat is left", () => {
    const [tab, browser] = [keepingIn(), keepingIn()];
    takeSeat("t1", `#seat=${TOKEN}`, tab, browser);
    leaveSeat("t1", tab, browser);
    expect(takeSeat("t1", "", tab, browser)).toBeNull();
  });

  it("works for the visit where the browser keeps nothing", () => {
    const shut = new Keeping(() => {
      throw new Error("no storage");
    });
    expect(takeSeat("t1", `#seat=${TOKEN}`, shut, shut)).toBe(TOKEN);
    expect(takeSeat("t1", "", shut, shut)).toBeNull();
  });

  it.each([["#seat=<script>"], ["#seat="], ["#seat=short"], ["#e=-1"], ["#e=x"], [""]])("is not %s", (hash) => {
    expect(readFragment(hash)).toEqual({ seat: null, entry: null, invites: false, dice: null });
  });

  it("brings the secret of the seat's dice from another device", () => {
    const secret = "0123456789abcdef".repeat(4);
    expect(readFragment(`#seat=${TOKEN}&dice=${secret}`).dice).toBe(secret);
    for (const other of ["", `#seat=${TOKEN}`, "#dice=", "#dice=xyz"]) expect(readFragment(other).dice).toBeNull();
  });
});

beforeEach(() => void vi.stubGlobal("localStorage", storageOf()));

it("keeps the tables that somebody sat at, the last one first, each once", () => {
  sat({ id: "a", name: "Thursday", seat: "top" });
  sat({ id: "b", name: "Friday", seat: "gm" });
  sat({ id: "a", name: "Thursday", seat: "top" });
  expect(myTables().map((one) => one.id)).toEqual(["a", "b"]);
});

it("forgets a table with the way to its seat", () => {
  sat({ id: "a", name: "Thursday", seat: "top" });
  localStorage.setItem("fireline.seat.a", "secret");
  left("a");
  expect(myTables()).toEqual([]);
  expect(localStorage.getItem("fireline.seat.a")).toBeNull();
});

it("takes what is no list for none", () => {
  localStorage.setItem("fireline.tables", "{broken");
  expect(myTables()).toEqual([]);
});
