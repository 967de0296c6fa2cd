import { AppWindow } from "lucide-react";
import type { Feature } from "@/feature";

/** Apps, and the pages that they bring. */
export const apps: Feature = {
  settings: () => import("./settings").then((file) => file.settings),
  objects: {
    app: {
      icon: AppWindow,
      isAdministered: true,
      order: 9,
      // Everybody may see those that he administers: to most people the list would be an empty page.
      isListedFor: ({ administers, rights }) => administers.length > 0 || rights.app?.rows !== "own",
      lead: ["description"],
      placed: ["schemas", "records"],
    },
    app_page: { label: "Pages", isQuiet: true, relatedBy: ["app"] },
  },
};
