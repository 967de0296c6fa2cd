import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Plugin } from "vite";

const require = createRequire(import.meta.url);

/** Where the emoji picker looks for its data. */
const folder = "assets/emoji/en";

const read = (name: string) => readFileSync(require.resolve(`emojibase-data/en/${name}.json`), "utf8");

/** The data of the emoji picker, served by ourselves: the page's policy allows no other host. */
export const emoji: Plugin = {
  name: "emoji",
  generateBundle() {
    for (const name of ["data", "messages"]) {
      this.emitFile({ type: "asset", fileName: `${folder}/${name}.json`, source: read(name) });
    }
  },
  configureServer(server) {
    server.middlewares.use((request, response, next) => {
      const name = /^\/assets\/emoji\/en\/(data|messages)\.json$/.exec(request.url ?? "")?.[1];
      if (name === undefined) {
        next();
        return;
      }
      response.setHeader("content-type", "application/json");
      response.end(read(name));
    });
  },
};
