import { svelte } from "@sveltejs/vite-plugin-svelte";
import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";

const server = process.env.FIRELINE_SERVER ?? "http://127.0.0.1:8700";

/** The page without a server can be installed. */
const installable: Plugin = {
  name: "installable",
  transformIndexHtml: () => [{ tag: "link", attrs: { rel: "manifest", href: "./manifest.webmanifest" }, injectTo: "head" }],
};

export default defineConfig(({ mode }) => ({
  plugins: [svelte(), ...(mode === "offline" ? [installable] : [])],
  // Without a server the page may lie in any folder of any host.
  base: mode === "offline" ? "./" : "/",
  worker: { format: "es" },
  build: {
    outDir: "../src/fireline/server/page",
    emptyOutDir: true,
    target: "es2022",
    // The page's policy allows no data: fonts or styles, and a picture of its own file is cached better.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // three.js is one file of 544 kB, loaded when somebody looks at a board in three dimensions: anything larger is news.
    chunkSizeWarningLimit: 600,
    // How long a busy machine takes is no news either.
    rolldownOptions: { checks: { pluginTimings: false } },
  },
  server: {
    port: 8710,
    strictPort: true,
    proxy: { "/api": { target: server, ws: true }, "/openapi.json": server },
  },
  // A busy machine is slow, not wrong: a minute stops what hangs, and nothing else.
  test: { include: ["src/**/*.test.ts"], environment: "node", pool: "threads", maxWorkers: 1, testTimeout: 60_000 },
}));
