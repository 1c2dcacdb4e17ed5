import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";

const server = process.env.FIRELINE_SERVER ?? "http://127.0.0.1:8700";

export default defineConfig({
  plugins: [svelte()],
  build: {
    outDir: "../src/fireline/server/page",
    emptyOutDir: true,
    target: "es2022",
    // The page's policy allows no data: fonts or styles, and a picture of its own file is cached better.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  server: {
    port: 8710,
    strictPort: true,
    proxy: { "/api": { target: server, ws: true }, "/openapi.json": server },
  },
});
