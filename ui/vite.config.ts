import { fileURLToPath } from "node:url";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";
import { groups, icons } from "./scripts/chunking.ts";
import { emoji } from "./scripts/emoji.ts";
import { hints } from "./scripts/hints.ts";
import { home } from "./scripts/home.ts";
import { packing } from "./scripts/packing.ts";
import { preloads } from "./scripts/preloads.ts";

const server = "http://127.0.0.1:8080";

/** Dynamic imports are carried out by lib/chunks, which can try again what failed. */
const chunks: Plugin = {
  name: "chunks",
  enforce: "pre",
  apply: "build",
  load: {
    filter: { id: /^\0vite\/preload-helper\.js$/ },
    handler: () => 'export { loadChunk as __vitePreload } from "@/lib/chunks";',
  },
};

export default defineConfig({
  plugins: [chunks, icons(), preloads, hints, packing, home, emoji, react(), tailwindcss()],
  resolve: {
    alias: {
      "@": fileURLToPath(new URL("./src", import.meta.url)),
      // React has had this hook since 18; the router's store still brings one for those before.
      "use-sync-external-store/shim/with-selector": "use-sync-external-store/with-selector",
    },
  },
  build: {
    // The page's policy is default-src 'self': nothing may become a data: URL.
    assetsInlineLimit: 0,
    // One style sheet, loaded with the page: a file that is loaded later is a script.
    cssCodeSplit: false,
    modulePreload: {
      polyfill: false,
      // Of a dynamic import all files are named, also where it is one.
      resolveDependencies: (file, files, { hostType }) =>
        hostType === "js" && !files.includes(file) ? [file, ...files] : files,
    },
    target: "es2023",
    rolldownOptions: {
      output: {
        codeSplitting: { groups },
      },
    },
    sourcemap: false,
    reportCompressedSize: false,
  },
  server: {
    proxy: {
      "/v1": server,
      "/simulator/": server,
      "/socket.io": { target: server, ws: true },
    },
  },
  test: {
    environment: "jsdom",
    // A context per file in a few threads: to load jsdom once per file took more than half of the time.
    pool: "vmThreads",
    include: ["src/**/*.test.{ts,tsx}"],
    setupFiles: ["src/setup.test-env.ts"],
    restoreMocks: true,
    // One fewer than the cores, as is the default, leaves a machine of two with one.
    maxWorkers: "100%",
    // A bound for a busy machine: nothing is asserted by it.
    testTimeout: 30_000,
  },
});
