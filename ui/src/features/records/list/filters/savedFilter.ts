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
  /** A field, after a minus for descending; undefined for the list's usual order. */
  sort?: string | undefined;
  /** Records per page, and how many of the first are left out. */
  limit?: number | undefined;
  offset?: number | undefined;
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

function keptColumns(raw: unknown): Column[] {
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

const isRecord = (raw: unknown): raw is Record<string, unknown> => typeof raw === "object" && raw !== null;

const wholeIn = (raw: unknown, least: number, most: number): number | undefined =>
  Number.isInteger(raw) && Number(raw) >= least ? Math.min(Number(raw), most) : undefined;

export const mostLimit = 1_000;
export const mostOffset = 100_000;

const countsIn = ({ limit, offset }: Record<string, unknown>) => ({
  limit: wholeIn(limit, 1, mostLimit),
  offset: wholeIn(offset, 1, mostOffset),
});

const isAnyIn = (comparison: unknown) => String(comparison).toUpperCase() === "OR";

/** The order of a saved filter. */
function orderIn(raw: unknown): Pick<Where, "sort" | "limit" | "offset"> {
  const { field, order, ...counts } = isRecord(raw) ? raw : {};
  const isSorted = typeof field === "string" && field !== "" && order !== "none";
  return {
    sort: isSorted ? `${order === "ASC" ? "" : "-"}${field}` : undefined,
    ...countsIn(counts),
  };
}

/** The conditions that an address holds; undefined where it holds none. */
export function whereIn(raw: unknown): Where | undefined {
  if (!isRecord(raw) || (!Array.isArray(raw.filters) && typeof raw.query !== "string")) {
    return undefined;
  }
  const query = typeof raw.query === "string" && raw.query.trim() !== "" ? raw.query : undefined;
  return {
    rows: query === undefined ? rowsIn(raw.filters) : [],
    isAny: isAnyIn(raw.comparison),
    query,
    ...countsIn(raw),
  };
}

/** Conditions as they stand in an address. */
export const whereAddress = ({ rows, isAny, query, limit, offset }: Where) => ({
  ...(query === undefined ? { filters: rows, ...(isAny ? { comparison: "OR" } : {}) } : { query }),
  ...(limit === undefined ? {} : { limit }),
  ...(offset ? { offset } : {}),
});

/** The saved filter in an address; undefined for none. */
export const filterIn = (raw: unknown): string | undefined =>
  typeof raw === "string" && /^[a-z0-9-]{3,36}$/.test(raw) ? raw : undefined;

/** The chosen fields in an address; undefined for none. */
export const columnsIn = (raw: unknown): string | undefined =>
  typeof raw === "string" && /^[a-z][a-z0-9_]*(,[a-z][a-z0-9_]*)*$/.test(raw) ? raw : undefined;

/** A saved filter as it is kept, by whatever client. */
export function filterOf(record: WireRecord): SavedFilter {
  const settings = (record.settings ?? {}) as Record<
    "filters" | "comparison" | "sqlQuery" | "query" | "columns" | "displayMode" | "orderBy",
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
    columns: keptColumns(settings.columns),
    displayMode: (["list", "kanban"] as const).find((mode) => mode === settings.displayMode),
    isAny: isAnyIn(settings.comparison),
    ...orderIn(settings.orderBy),
    record,
  };
}

/** What is stored of one: its rows, or its query, and what the list shows where that was chosen. */
export const kept = (
  of: string,
  { rows, isAny, query, sort, limit, offset = 0 }: Where,
  settings: unknown,
  columns: readonly Column[] | undefined,
) => {
  const { filters, sqlQuery, query: other, orderBy, ...rest } = (settings ?? {}) as Record<string, unknown>;
  const order = sort?.startsWith("-") ? "DESC" : sort === undefined ? "none" : "ASC";
  const by = { object: of, field: sort?.replace("-", "") ?? "", order, ...(limit ? { limit } : {}), offset };
  return {
    filters: rows,
    query: query ?? null,
    settings: {
      ...rest,
      ...(columns ? { columns } : {}),
      ...(sort !== undefined || limit !== undefined || offset > 0 ? { orderBy: by } : {}),
      comparison: isAny ? "OR" : "AND",
    },
  };
};

export const objectNameOf = (record: Readonly<Record<string, unknown>>): string | undefined =>
  (record.object as { api_name?: string } | null | undefined)?.api_name;
