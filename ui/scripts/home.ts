import { stat } from "node:fs/promises";
import { join } from "node:path";
import type { Plugin } from "vite";
import { isOfHome } from "./chunking.ts";
import { early } from "./preloads.ts";

/** The scripts that Home may load, as they are sent (Brotli). docs/benchmarks.md measures the same in a browser. */
const budget = 200 * 1024;

const kib = (bytes: number) => `${(bytes / 1024).toFixed(1)} KiB`.padStart(10);

/** Prints which files Home loads, and fails the build when together they are over their budget. */
export const home: Plugin = (() => {
  const files = new Set<string>();
  return {
    name: "home",
    apply: "build",
    generateBundle: {
      order: "post",
      handler(_, bundle) {
        const chunks = new Map(
          Object.values(bundle).flatMap((file) =>
            file.type === "chunk" ? [[file.fileName, file] as const] : [],
          ),
        );
        const add = (name: string): void => {
          if (files.has(name)) {
            return;
          }
          files.add(name);
          chunks.get(name)?.imports.forEach(add);
        };
        for (const [name, { name: group, moduleIds }] of chunks) {
          const isLoaded =
            early.includes(group) ||
            moduleIds.some((id) => {
              const info = this.getModuleInfo(id);
              return info !== null && isOfHome(id, info, this);
            });
          if (isLoaded) {
            add(name);
          }
        }
      },
    },
    // After the files were packed.
    writeBundle: {
      order: "post",
      sequential: true,
      async handler({ dir = "dist" }) {
        const sizeOf = async (name: string) =>
          (await stat(join(dir, `${name}.br`)).catch(() => stat(join(dir, name)))).size;
        let total = 0;
        for (const name of files) {
          const size = await sizeOf(name);
          total += size;
          console.log(`${kib(size)}  home       ${name}`);
        }
        console.log(`${kib(total)}  JavaScript of Home as it is sent, budget ${kib(budget).trim()}`);
        if (total > budget) {
          this.error(
            "The JavaScript of Home is over its budget. Load what is not shown there later, and name it in scripts/chunking.ts.",
          );
        }
      },
    },
  };
})();
