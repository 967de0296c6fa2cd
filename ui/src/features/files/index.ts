import type { Feature } from "@/feature";

/** Files and the records that they are kept with. */
export const files: Feature = {
  objects: {
    file: { isQuiet: true },
    related_file: { label: "Attachments", isQuiet: true, relatedBy: ["file"] },
  },
};
