import { Activity, KeyRound, ScrollText } from "lucide-react";
import { type Feature, page } from "@/feature";
import type { Identity } from "@/store";
import { auditTitle, keysTitle, title } from "./names";

const path = "/administration/realtime";
const keysPath = "/administration/api-keys";
const auditPath = "/administration/audit";
const isFor = (identity: Identity | undefined) => identity?.user.is_superuser === true;

/**
 * How the installation fares, by what keys programs sign in, and who signed in and changed what anybody may do, for
 * superusers. What it hears of comes with its page, which alone holds its topic.
 */
export const administration: Feature = {
  routes: [
    { path, isFor, component: page(() => import("./RealtimePage"), "RealtimePage") },
    { path: keysPath, isFor, component: page(() => import("./keys/KeysPage"), "KeysPage") },
    { path: auditPath, isFor, component: page(() => import("./audit/AuditPage"), "AuditPage") },
  ],
  places: [
    { key: "realtime", path, label: title, icon: Activity, section: "tools", isFor },
    { key: "keys", path: keysPath, label: keysTitle, icon: KeyRound, section: "tools", isFor },
    { key: "audit", path: auditPath, label: auditTitle, icon: ScrollText, section: "tools", isFor },
  ],
};
