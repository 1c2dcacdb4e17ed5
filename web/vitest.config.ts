import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";

export default defineConfig({
  plugins: [svelte()],
  // A busy machine is slow, not wrong: a minute stops what hangs, and nothing else.
  test: { include: ["src/**/*.test.ts"], environment: "node", pool: "threads", maxWorkers: 1, testTimeout: 60_000 },
});
