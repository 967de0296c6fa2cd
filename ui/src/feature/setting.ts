import type { Feature } from "./feature";

interface Common {
  /** The place in the organization's record: "name" or "settings.…". */
  path: string;
  label: string;
  hint?: string;
}

/** One setting of the organization, with its control. Bounds are the server's. */
export type Setting = Common &
  (
    | { kind: "text" | "zone" | "hour" | "switch" | "countries" }
    | { kind: "number"; least: number; most: number }
  );

/** Settings that stand together on the organization's page. */
export interface SettingGroup {
  title: string;
  /** Its place on the page, the lowest first. */
  order: number;
  settings: readonly Setting[];
}

/** The groups of all features in the order of their page. */
export async function loadGroups(features: readonly Feature[]): Promise<readonly SettingGroup[]> {
  const loaded = await Promise.all(features.map((feature) => feature.settings?.() ?? []));
  return loaded.flat().sort((left, right) => left.order - right.order);
}
