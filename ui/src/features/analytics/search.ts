/** What the address of a report says. */
export interface ReportSearch {
  tab?: "table" | "details";
  /** The side panel that is open while the report is edited, where that is not its settings. */
  side?: "filters" | "none";
  edit?: true;
  /** The report that a new one begins as a copy of. */
  clone?: string;
  /** The object that a new one is about. */
  object?: string;
}

export const reportSearch = (raw: Record<string, unknown>): ReportSearch => ({
  ...(raw.tab === "table" || raw.tab === "details" ? { tab: raw.tab } : {}),
  ...(raw.side === "filters" || raw.side === "none" ? { side: raw.side } : {}),
  ...(raw.edit === true ? { edit: true } : {}),
  ...(typeof raw.clone === "string" && raw.clone !== "" ? { clone: raw.clone } : {}),
  ...(typeof raw.object === "string" && /^[a-z][a-z0-9_]*$/.test(raw.object) ? { object: raw.object } : {}),
});

/** What the address of a dashboard says. */
export interface DashboardSearch {
  mode?: "arrange" | "edit";
}

export const dashboardSearch = (raw: Record<string, unknown>): DashboardSearch =>
  raw.mode === "arrange" || raw.mode === "edit" ? { mode: raw.mode } : {};
