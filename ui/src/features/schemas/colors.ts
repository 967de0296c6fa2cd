/** The colours that options may have, in the order in which they are offered (app/tokens.css). */
export const colors = {
  gray: "Gray",
  red: "Red",
  orange: "Orange",
  amber: "Amber",
  yellow: "Yellow",
  lime: "Lime",
  green: "Green",
  teal: "Teal",
  cyan: "Cyan",
  sky: "Sky",
  blue: "Blue",
  indigo: "Indigo",
  violet: "Violet",
  purple: "Purple",
  pink: "Pink",
} as const;

export const colorNames = Object.keys(colors) as (keyof typeof colors)[];

/** Neighbours that are easy to tell apart. */
const given: readonly string[] =
  "blue green amber red violet teal orange pink cyan indigo lime purple yellow sky".split(" ");

/** The colour of a new option: the first one that none has, gray where all are taken. */
export const freeColor = (used: readonly (string | undefined)[]): string =>
  given.find((name) => !used.includes(name)) ?? "gray";
