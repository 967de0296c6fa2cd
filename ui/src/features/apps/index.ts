import { AppWindow } from "lucide-react";
import type { Feature } from "@/feature";

/** Apps, and the pages that they bring. */
export const apps: Feature = {
  objects: {
    app: {
      icon: AppWindow,
      isAdministered: true,
      order: 9,
      lead: ["description"],
      placed: ["schemas", "records"],
    },
    app_page: { label: "Pages", isQuiet: true, relatedBy: ["app"] },
  },
};
