import { lazyRouteComponent } from "@tanstack/react-router";
import { Activity } from "lucide-react";
import type { Feature } from "@/feature";
import type { Identity } from "@/store";
import { title } from "./names";
import { administrationReducers } from "./reducers";

const path = "/administration/realtime";
const isFor = (identity: Identity | undefined) => identity?.user.is_superuser === true;

/** How the installation fares, for superusers. */
export const administration: Feature = {
  routes: [{ path, isFor, component: lazyRouteComponent(() => import("./RealtimePage"), "RealtimePage") }],
  places: [{ key: "realtime", path, label: title, icon: Activity, section: "tools", isFor }],
  reducers: administrationReducers,
};
