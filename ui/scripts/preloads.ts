import type { HtmlTagDescriptor, Plugin } from "vite";

/** What the first page of somebody who is signed in runs beside the page's own script. */
export const early = ["frame", "shared"];

/** The letters of most languages; others are loaded where they are shown. */
const font = /\/inter-latin-wght-normal-[\w-]+\.woff2$/;

const linkTo = (attrs: Record<string, string>): HtmlTagDescriptor => ({
  tag: "link",
  attrs,
  injectTo: "head",
});

/** Names in the page what it will need in a moment, so that the browser need not run one thing to learn of the next. */
export const preloads: Plugin = {
  name: "preloads",
  apply: "build",
  transformIndexHtml: {
    order: "post",
    handler: (_, { bundle = {} }) => {
      const files = Object.values(bundle);
      const scripts = files.filter((file) => file.type === "chunk" && early.includes(file.name));
      const fonts = files.filter(({ fileName }) => font.test(`/${fileName}`));
      if (scripts.length !== early.length || fonts.length !== 1) {
        throw new Error("The files that the page preloads are not among those that were built.");
      }
      return [
        ...fonts.map(({ fileName }) =>
          linkTo({ rel: "preload", as: "font", type: "font/woff2", crossorigin: "", href: `/${fileName}` }),
        ),
        ...scripts.map(({ fileName }) =>
          linkTo({ rel: "modulepreload", crossorigin: "", href: `/${fileName}` }),
        ),
      ];
    },
  },
};
