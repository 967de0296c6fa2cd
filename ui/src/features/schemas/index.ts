import { Boxes } from "lucide-react";
import { type Feature, page } from "@/feature";
import type { Identity } from "@/store";
import { objectsPath, title } from "./names";
import { objectSearch } from "./search";

const pages = () => import("./pages");
const isFor = (identity: Identity | undefined) => identity?.user.is_superuser === true;

/** The objects and fields that an organization works with, and makes itself. */
export const schemas: Feature = {
  routes: [
    { path: objectsPath, isFor, component: page(pages, "ObjectsPage") },
    { path: `${objectsPath}/$object`, isFor, component: page(pages, "ObjectRoute"), search: objectSearch },
  ],
  places: [{ key: "objects", path: objectsPath, label: title, icon: Boxes, section: "tools", isFor }],
};
