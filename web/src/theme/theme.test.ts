import { describe, expect, it, vi } from "vitest";

/** The choice as a page has it that is opened on a system that is dark or printing, with what was kept. */
async function opened({ dark = false, print = false, kept = null as string | null } = {}) {
  vi.resetModules();
  const told = new Map<string, string>();
  const root = { dataset: {} as Record<string, string> };
  vi.stubGlobal("document", { documentElement: root });
  vi.stubGlobal("matchMedia", (query: string) => ({ matches: query === "print" ? print : query.includes("dark") ? dark : false }));
  vi.stubGlobal("localStorage", { getItem: () => kept, setItem: (key: string, text: string) => told.set(key, text) });
  const { chosen } = await import("./theme.svelte");
  return { chosen, told, root };
}

describe("the colours of the page", () => {
  it.each([
    ["auto", true, "dark"],
    ["auto", false, "light"],
    ["light", true, "light"],
    ["dark", false, "dark"],
  ] as const)("with %s, where the system's dark is %s, are %s", async (theme, dark, shown) => {
    const { chosen, told, root } = await opened({ dark });
    chosen.choose(theme);
    expect([chosen.theme, chosen.shown, root.dataset["theme"]]).toEqual([theme, shown, shown]);
    expect([...told.values()]).toEqual([theme]);
  });

  it("are light on paper, whatever was chosen", async () => {
    const { chosen } = await opened({ dark: true, print: true });
    chosen.choose("dark");
    expect(chosen.shown).toBe("light");
  });

  it("are those that were chosen before, and the system's where nothing known was", async () => {
    for (const [kept, theme] of [["dark", "dark"], ["pink", "auto"], [null, "auto"]] as const)
      expect((await opened({ kept })).chosen.theme).toBe(theme);
  });
});
