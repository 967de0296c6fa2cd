import type { Feature } from "@/feature";

/** Filters of lists that people saved. */
export const lists: Feature = {
  objects: { list_filter: { label: "Saved filters", isQuiet: true } },
};
