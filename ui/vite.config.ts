import { fileURLToPath } from "node:url";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";

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

interface Graph {
  getModuleInfo(id: string): { isEntry: boolean; importers: string[] } | null;
}

const withFirstPage = new Map<string, boolean>();

/** Whether the first page needs a module: its entry does, or what the first page needs imports it at once. */
function isOfFirstPage(id: string, graph: Graph): boolean {
  const known = withFirstPage.get(id);
  if (known !== undefined) {
    return known;
  }
  withFirstPage.set(id, false); // while it is asked for itself
  const info = graph.getModuleInfo(id);
  const is = info !== null && (info.isEntry || info.importers.some((one) => isOfFirstPage(one, graph)));
  withFirstPage.set(id, is);
  return is;
}

export default defineConfig({
  plugins: [chunks, react(), tailwindcss()],
  resolve: {
    alias: { "@": fileURLToPath(new URL("./src", import.meta.url)) },
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
        // What the first page needs is one file: of many small ones each compresses worse.
        codeSplitting: { groups: [{ name: (id, graph) => (isOfFirstPage(id, graph) ? "first" : null) }] },
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
    include: ["src/**/*.test.{ts,tsx}"],
    setupFiles: ["src/setup.test-env.ts"],
    restoreMocks: true,
    // A bound for a busy machine: nothing is asserted by it.
    testTimeout: 30_000,
  },
});
