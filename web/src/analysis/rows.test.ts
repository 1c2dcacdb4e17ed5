import { expect, it } from "vitest";
import type { Compared } from "../api/shapes";
import { rowsOf } from "./rows";

const column = (label: string, hits: Record<string, string> | null) =>
  ({ label, odds: hits && { marginals: { blocks_lost: hits } } }) as unknown as Compared["columns"][number];

it("has a row for every value that some column can come to", () => {
    const found: Compared = {
      stands_on: "",
      columns: [column("as it is", { "0": "1/2", "1": "1/2" }), column("a", { "0": "1/2", "2": "1/2" }), column("b", null)],
      differences: [
        { label: "a", headline: "0", marginals: { blocks_lost: { "0": "0", "1": "-1/2", "2": "1/2" } }, causes: [] },
        { label: "b", headline: null, marginals: {}, causes: [] },
      ],
      problems: {},
    };
    expect(rowsOf(found)).toEqual([
      { name: "blocks lost 0", chances: ["1/2", "1/2", null], differs: [false, false, false] },
      { name: "blocks lost 1", chances: ["1/2", "0", null], differs: [false, true, false] },
      { name: "blocks lost 2", chances: ["0", "1/2", null], differs: [false, true, false] },
    ]);
});
