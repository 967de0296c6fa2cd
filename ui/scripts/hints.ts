import type { Plugin } from "vite";

/** The files that are loaded at every start: those of the groups (chunking.ts), nearly all of whose functions run then. */
const isOfStart = /^assets\/(index|frame|shared|rolldown-runtime)-/;

/**
 * Has browsers compile these files whole while they come, and keep that: otherwise each function is parsed when it is
 * first called, at every start, for what is kept of a file is what was compiled when its evaluation ended.
 * Explicit JavaScript Compile Hints, https://wicg.github.io/explicit-javascript-compile-hints-file-based; to a browser
 * that does not know them they are a comment.
 */
export const hints: Plugin = {
  name: "hints",
  apply: "build",
  generateBundle: {
    order: "post",
    handler(_, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type === "chunk" && isOfStart.test(file.fileName)) {
          file.code = `//# allFunctionsCalledOnLoad\n${file.code}`;
        }
      }
    },
  },
};
