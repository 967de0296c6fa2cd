import { Building2 } from "lucide-react";
import { type Feature, page, part } from "@/feature";
import type { Identity } from "@/store";
import { title } from "./names";

const path = "/administration/organization";
const isFor = (identity: Identity | undefined) => identity?.user.is_superuser === true;

/** The settings of one's organization, for superusers. */
export const organization: Feature = {
  routes: [{ path, isFor, component: page(() => import("./pages"), "OrganizationRoute") }],
  places: [{ key: "organization", path, label: title, icon: Building2, section: "tools", isFor }],
  objects: { organization: { isInside: true } },
  Banner: part(() => import("./SpendBanner").then((file) => file.SpendBanner)),
  reducers: () => import("./choosable").then((file) => file.settingReducers),
  settings: () => import("./pages").then((file) => file.groups),
};
