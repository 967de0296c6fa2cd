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
    /** Records of an object, of which some are included. */
    | { kind: "records"; object: string; empty: string }
    | { kind: "choice"; choices: readonly { value: string; label: string }[] }
  );

/** Settings that stand together on the organization's page. */
export interface SettingGroup {
  title: string;
  /** Its place on the page, the lowest first. */
  order: number;
  settings: readonly Setting[];
}
