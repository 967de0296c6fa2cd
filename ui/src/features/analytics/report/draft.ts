import type { Filter, WireRecord } from "@/api";
import {
  type ChartSettings,
  settingsOf,
  type Thresholds,
  thresholdsOf,
  usualSettings,
  usualThresholds,
} from "../charts/settings";
import { reportObject } from "../names";
import type { Keeping } from "../useKeptDraft";

/** A report while it is edited. */
export interface ReportDraft {
  name: string;
  object: string;
  settings: ChartSettings;
  filters: readonly Filter[];
  isAny: boolean;
  /** The records are those of a query of its own, instead of the object's. */
  isSql: boolean;
  sql: string;
  thresholds: Thresholds;
}

export const emptyDraft: ReportDraft = {
  name: "",
  object: "",
  settings: usualSettings,
  filters: [],
  isAny: false,
  isSql: false,
  sql: "",
  thresholds: usualThresholds,
};

const isRow = (row: unknown): row is Filter =>
  typeof row === "object" &&
  row !== null &&
  typeof (row as Filter).field === "string" &&
  typeof (row as Filter).operator === "string";

/** The object's name in any form that reports store it. */
export function objectOf(value: unknown): string {
  if (typeof value === "string") {
    return value;
  }
  const { schema_api_name: name } = (value ?? {}) as { schema_api_name?: unknown };
  return typeof name === "string" ? name : "";
}

/** Reads a stored report. */
export function draftOf(record: WireRecord): ReportDraft {
  const stored = record as Record<string, unknown>;
  const raw = stored.query;
  const query = (typeof raw === "string" ? { query: raw } : (raw ?? {})) as Record<string, unknown>;
  const sql = typeof query.query === "string" ? query.query : "";
  return {
    name: typeof stored.name === "string" ? stored.name : "",
    object: objectOf(stored.object),
    settings: settingsOf(stored.chart_settings),
    filters: Array.isArray(query.filters) ? query.filters.filter(isRow) : [],
    isAny: query.comparison === "OR",
    isSql: sql.trim() !== "",
    sql,
    thresholds: thresholdsOf(stored.thresholds),
  };
}

/** The fields that a draft is stored as. */
export function fieldsOfDraft(draft: ReportDraft): Record<string, unknown> {
  return {
    name: draft.name.trim(),
    object: draft.object,
    chart_settings: draft.settings,
    query: {
      query: draft.isSql ? draft.sql : "",
      filters: draft.filters,
      comparison: draft.isAny ? "OR" : "AND",
    },
    thresholds: draft.settings.chartType === "Guage" ? draft.thresholds : null,
  };
}

/** Whether two drafts would be stored alike. */
const isSameDraft = (one: ReportDraft, other: ReportDraft): boolean =>
  JSON.stringify(fieldsOfDraft(one)) === JSON.stringify(fieldsOfDraft(other));

/** A draft about another object: fields of the one before mean nothing there. */
export function about(draft: ReportDraft, object: string): ReportDraft {
  const { chartType, aggregate, groupByDateTime } = draft.settings;
  return {
    ...draft,
    object,
    filters: [],
    isSql: false,
    sql: "",
    settings: { chartType, aggregate, ...(groupByDateTime ? { groupByDateTime } : {}) },
  };
}

/** Drafts of reports, as they are kept in this browser. */
export const keeping: Keeping<ReportDraft> = {
  object: reportObject,
  isSame: isSameDraft,
  read: (kept) => (typeof kept === "object" && kept !== null ? { ...emptyDraft, ...kept } : undefined),
};
