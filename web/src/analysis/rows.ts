/** A comparison as the rows of a table. */

import type { Compared, Fraction } from "../api/shapes";

export interface Row {
  /** The marginal and its value: "hits 1". */
  name: string;
  /** The chance in each column; null where the shot may not be made. */
  chances: (Fraction | null)[];
  /** Whether it is another than in the first column. */
  differs: boolean[];
}

/** One row for every value that some column can come to, in the order of the answer. */
export function rowsOf({ columns, differences }: Compared): Row[] {
  const names = new Map<string, Set<string>>();
  for (const { odds } of columns)
    for (const [marginal, chances] of Object.entries(odds?.marginals ?? {})) {
      const values = names.get(marginal) ?? new Set();
      for (const value of Object.keys(chances)) values.add(value);
      names.set(marginal, values);
    }
  return [...names].flatMap(([marginal, values]) =>
    [...values].map((value) => ({
      name: `${marginal.replaceAll("_", " ")} ${value}`,
      chances: columns.map(({ odds }) => (odds ? (odds.marginals[marginal]?.[value] ?? "0") : null)),
      differs: columns.map((_, n) => n > 0 && (differences[n - 1]?.marginals[marginal]?.[value] ?? "0") !== "0"),
    })),
  );
}
