import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Plugin } from "vite";

const require = createRequire(import.meta.url);

/** Where the emoji picker looks for its data. */
const folder = "assets/emoji/en";

const files = {
  data: require.resolve("emojibase-data/en/data.json"),
  messages: require.resolve("emojibase-data/en/messages.json"),
};
const names = ["data", "messages"] as const;

const read = (name: (typeof names)[number]) => readFileSync(files[name], "utf8");

/** The data of the emoji picker, served by ourselves: the page's policy allows no other host. */
export const emoji: Plugin = {
  name: "emoji",
  generateBundle() {
    for (const name of names) {
      this.emitFile({ type: "asset", fileName: `${folder}/${name}.json`, source: read(name) });
    }
  },
  configureServer(server) {
    server.middlewares.use((request, response, next) => {
      const name = names.find((one) => request.url === `/${folder}/${one}.json`);
      if (name === undefined) {
        next();
        return;
      }
      response.setHeader("content-type", "application/json");
      response.end(read(name));
    });
  },
};
