import type { Feature } from "@/feature";

/** What an assistant answered. */
export const assistance: Feature = {
  objects: { ai_output: { label: "Assistant answers", isQuiet: true, hasNoForm: true } },
};
