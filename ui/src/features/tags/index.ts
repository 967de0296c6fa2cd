import { ListChecks, Tags } from "lucide-react";
import type { Feature } from "@/feature";

/** What entries of lists are called and look like. */
export const tags: Feature = {
  objects: {
    tag: { icon: Tags, isAdministered: true, order: 10 },
    picklist_label: { icon: ListChecks, label: "Pick-list labels", isAdministered: true, order: 10.5 },
  },
  reducers: () => import("./reducers").then((file) => file.tagReducers),
};
