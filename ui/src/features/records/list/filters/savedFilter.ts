import type { Filter, WireRecord } from "@/api";
import { referenceOf } from "@/fields/lookup/value";
import type { Column } from "../columns";

export const object = "list_filter";

/** What a list is narrowed by: rows, all of which hold, or any. */
export interface Where {
  rows: readonly Filter[];
  isAny: boolean;
  /** A query of its own, which says what is shown and in which order; there are no rows then. */
  query?: string | undefined;
}

export interface SavedFilter extends Where {
  id: string;
  name: string;
  visibility: Visibility;
  owner: string | undefined;
  /** What the list shows, [] for what it shows without one. */
  columns: readonly Column[];
  /** How its records are shown; undefined where nobody chose. */
  displayMode: "list" | "kanban" | undefined;
  record: WireRecord;
}

export const visibilities = ["private", "team", "organization"] as const;
export type Visibility = (typeof visibilities)[number];

const isRow = (row: unknown): row is Filter =>
  typeof row === "object" &&
  row !== null &&
  typeof (row as Filter).field === "string" &&
  typeof (row as Filter).operator === "string";

const rowsIn = (raw: unknown): Filter[] => (Array.isArray(raw) ? raw.filter(isRow) : []);

function columnsIn(raw: unknown): Column[] {
  return (Array.isArray(raw) ? (raw as (Record<string, unknown> | null)[]) : []).flatMap((one) => {
    const { field, headerName, width } = one ?? {};
    return typeof field === "string"
      ? {
          ...one, // another client may keep more of it
          field,
          headerName: typeof headerName === "string" && headerName !== "" ? headerName : undefined,
          width: typeof width === "number" && width > 0 ? width : undefined,
        }
      : [];
  });
}

/** A saved filter as it is kept, by whatever client. */
export function filterOf(record: WireRecord): SavedFilter {
  const settings = (record.settings ?? {}) as Record<
    "filters" | "comparison" | "sqlQuery" | "query" | "columns" | "displayMode",
    unknown
  >;
  const own = rowsIn(record.filters);
  const rows = own.length > 0 ? own : rowsIn(settings.filters);
  const texts = [record.query, settings.sqlQuery, settings.query];
  const query = texts.find((text): text is string => typeof text === "string" && text.trim() !== "");
  return {
    id: record.id,
    name: String(record.name ?? ""),
    visibility: visibilities.find((one) => one === record.visibility) ?? "private",
    owner: referenceOf(record.owner)?.id,
    rows,
    query: rows.length > 0 ? undefined : query,
    columns: columnsIn(settings.columns),
    displayMode: (["list", "kanban"] as const).find((mode) => mode === settings.displayMode),
    isAny: String(settings.comparison).toUpperCase() === "OR",
    record,
  };
}

/** What is stored of one: its rows, or its query, and what the list shows where that was chosen. */
export const kept = (
  { rows, isAny, query }: Where,
  settings: unknown,
  columns: readonly Column[] | undefined,
) => {
  const { filters, sqlQuery, query: other, ...rest } = (settings ?? {}) as Record<string, unknown>;
  return {
    filters: rows,
    query: query ?? null,
    settings: { ...rest, ...(columns ? { columns } : {}), comparison: isAny ? "OR" : "AND" },
  };
};

export const objectNameOf = (record: Readonly<Record<string, unknown>>): string | undefined =>
  (record.object as { api_name?: string } | null | undefined)?.api_name;
