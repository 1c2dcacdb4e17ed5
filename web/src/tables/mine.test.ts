import { beforeEach, expect, it, vi } from "vitest";
import { storageOf } from "../play/storage.fake";
import { left, myTables, sat } from "./mine";

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
