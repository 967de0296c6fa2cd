import { Activity } from "lucide-react";
import { type Feature, page } from "@/feature";
import type { Identity } from "@/store";
import { title } from "./names";

const path = "/administration/realtime";
const isFor = (identity: Identity | undefined) => identity?.user.is_superuser === true;

/** How the installation fares, for superusers. What it hears of comes with its page, which alone holds its topic. */
export const administration: Feature = {
  routes: [{ path, isFor, component: page(() => import("./RealtimePage"), "RealtimePage") }],
  places: [{ key: "realtime", path, label: title, icon: Activity, section: "tools", isFor }],
};
