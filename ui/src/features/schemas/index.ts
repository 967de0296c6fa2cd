import { Boxes } from "lucide-react";
import { type Feature, page } from "@/feature";
import { objectsPath, title } from "./names";
import { mayOpen as isFor } from "./reach";
import { objectSearch } from "./search";

const pages = () => import("./pages");

/** The objects and fields that an organization works with, and makes itself. */
export const schemas: Feature = {
  routes: [
    { path: objectsPath, isFor, component: page(pages, "ObjectsPage") },
    { path: `${objectsPath}/$object`, isFor, component: page(pages, "ObjectRoute"), search: objectSearch },
  ],
  places: [{ key: "objects", path: objectsPath, label: title, icon: Boxes, section: "tools", isFor }],
};
