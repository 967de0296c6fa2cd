import { AppWindow } from "lucide-react";
import { type Feature, part } from "@/feature";

/** Apps with all that belongs to them, and the pages that they bring. */
export const apps: Feature = {
  settings: () => import("./settings").then((file) => file.settings),
  listTool: part(() => import("./InstallSheet").then((file) => file.InstallTool)),
  objects: {
    app: {
      icon: AppWindow,
      isAdministered: true,
      order: 9,
      // Everybody may see those that they administer: to most people the list would be an empty page.
      isListedFor: ({ administers, rights }) => administers.length > 0 || rights.app?.rows !== "own",
      lead: ["description"],
      placed: ["schemas", "records"],
      Body: part(() => import("./AppTabs").then((file) => file.AppTabs)),
      Action: part(() => import("./InstallCodeSheet").then((file) => file.CodeAction)),
    },
    app_page: { label: "Pages", isQuiet: true, relatedBy: ["app"] },
  },
};
