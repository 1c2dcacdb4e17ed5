import { describe, expect, it } from "vitest";
import { Keeping } from "../play/storage";
import { keepingIn } from "../play/storage.fake";
import { leaveSeat, readFragment, takeSeat, withoutSeat } from "./seat";

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
