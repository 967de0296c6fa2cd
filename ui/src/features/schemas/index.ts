import { Boxes } from "lucide-react";
import { type Feature, page, part } from "@/feature";
import { objectsPath, title } from "./names";
import { mayOpen as isFor } from "./reach";
import { objectSearch } from "./search";

const pages = () => import("./pages");

/** The objects and fields that an organization works with, and makes itself. */
export const schemas: Feature = {
  objects: {
    schema: { placed: ["change"], Told: part(() => pages().then((file) => file.ToldDifference)) },
  },
  routes: [
    { path: objectsPath, isFor, component: page(pages, "ObjectsPage") },
    { path: `${objectsPath}/$object`, isFor, component: page(pages, "ObjectRoute"), search: objectSearch },
  ],
  places: [{ key: "objects", path: objectsPath, label: title, icon: Boxes, section: "tools", isFor }],
};
