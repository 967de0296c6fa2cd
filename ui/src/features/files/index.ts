import { File, Paperclip } from "lucide-react";
import type { Feature } from "@/feature";

/** Files and the records that they are kept with. */
export const files: Feature = {
  objects: {
    file: { icon: File, isQuiet: true },
    related_file: { icon: Paperclip, label: "Attachments", isQuiet: true, relatedBy: ["file"] },
  },
};
