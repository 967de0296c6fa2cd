import type { Filter } from "@/api";
import { request } from "@/api/client";
import type { Where } from "./savedFilter";

interface Checked {
  columns: { key: string }[];
  /** The query as rows; null where rows can't express it. */
  filter: {
    object: string;
    fields: string[] | null;
    filters: Filter[];
    comparison: "AND" | "OR";
    order: { field: string; descending: boolean } | null;
    limit: number | null;
    offset: number | null;
  } | null;
}

/** What the server makes of a query. */
export interface ParsedQuery {
  hasId: boolean;
  /** As conditions with the selected fields; undefined where conditions can't express it. */
  rows: { where: Where; fields: readonly string[]; object: string } | undefined;
}

/** Parses a query on the server, which runs nothing. Throws ApiError, with the place of what is wrong in the text. */
export async function parseQuery(query: string, signal?: AbortSignal): Promise<ParsedQuery> {
  const { data } = await request<Checked>("POST", "/v1/query/check", { body: { query }, signal });
  const { columns, filter } = data;
  return {
    hasId: columns.some(({ key }) => key === "id"),
    rows: filter
      ? {
          object: filter.object,
          fields: (filter.fields ?? []).filter((name) => name !== "id" && !name.includes(".")),
          where: {
            rows: filter.filters.map(({ field, subField, operator, value }) => ({
              field,
              ...(subField ? { subField } : {}),
              operator,
              ...(value === null ? {} : { value: value as NonNullable<Filter["value"]> }),
            })),
            isAny: filter.comparison === "OR",
            sort: filter.order ? `${filter.order.descending ? "-" : ""}${filter.order.field}` : undefined,
            limit: filter.limit ?? undefined,
            offset: filter.offset ?? undefined,
          },
        }
      : undefined,
  };
}

/** The page size that a query asks for by its last LIMIT. */
export function limitIn(query: string): number | undefined {
  const found = [...query.matchAll(/\blimit\s+(\d{1,4})\b/gi)].at(-1)?.[1];
  const limit = Number(found);
  return limit >= 1 && limit <= 1_000 ? limit : undefined;
}
