import { Tags } from "lucide-react";
import type { Feature } from "@/feature";

/** What entries of lists are called and look like. */
export const tags: Feature = {
  objects: {
    tag: { icon: Tags, isAdministered: true, order: 10 },
    picklist_label: { label: "Option labels", isQuiet: true },
  },
  reducers: () => import("./reducers").then((file) => file.tagReducers),
};
