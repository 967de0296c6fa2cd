import { ListFilter } from "lucide-react";
import type { Feature } from "@/feature";

/** Filters of lists that people saved. */
export const lists: Feature = {
  objects: { list_filter: { icon: ListFilter, label: "Saved filters", isQuiet: true } },
};
