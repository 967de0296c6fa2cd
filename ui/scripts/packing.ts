import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress } from "node:zlib";
import type { Plugin } from "vite";

const pack = promisify(brotliCompress);
const isText = /\.(html|js|css|svg)$/;

/** Puts a file compressed by Brotli beside each one that it makes smaller, for the server to hand out (rest/static.go). */
export const packing: Plugin = {
  name: "packing",
  apply: "build",
  writeBundle: {
    order: "post",
    sequential: true,
    async handler({ dir = "dist" }, bundle) {
      const names = Object.keys(bundle).filter((name) => isText.test(name));
      await Promise.all(
        names.map(async (name) => {
          const content = await readFile(join(dir, name));
          const packed = await pack(content);
          if (packed.length < content.length * 0.9) {
            await writeFile(join(dir, `${name}.br`), packed);
          }
        }),
      );
    },
  },
};
