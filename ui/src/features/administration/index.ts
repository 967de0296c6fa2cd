import { Activity, ScrollText } from "lucide-react";
import { type Feature, page } from "@/feature";
import type { Identity } from "@/store";
import { auditTitle, title } from "./names";

const path = "/administration/realtime";
const auditPath = "/administration/audit";
const isFor = (identity: Identity | undefined) => identity?.user.is_superuser === true;

/**
 * How the installation fares, and who signed in and changed what anybody may do, for superusers. What it hears of comes
 * with its page, which alone holds its topic.
 */
export const administration: Feature = {
  routes: [
    { path, isFor, component: page(() => import("./RealtimePage"), "RealtimePage") },
    { path: auditPath, isFor, component: page(() => import("./audit/AuditPage"), "AuditPage") },
  ],
  places: [
    { key: "realtime", path, label: title, icon: Activity, section: "tools", isFor },
    { key: "audit", path: auditPath, label: auditTitle, icon: ScrollText, section: "tools", isFor },
  ],
};
