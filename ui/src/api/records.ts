import { writeJson } from "@/lib/exact";
import { api } from "./client";
import type { WireRecord } from "./contract";

export interface Filter {
  field: string;
  /** A part of the field's value, such as the name of what it refers to. */
  subField?: string;
  operator: "=" | "!=" | ">" | "<" | ">=" | "<=" | "LIKE" | "IN" | "NOT IN" | "IS NULL" | "IS NOT NULL";
  value?: string | number | boolean | null | string[];
}

export interface ListQuery {
  limit: number;
  offset?: number;
  /** A field, or a field after a minus for descending. */
  order?: string;
  filter?: readonly Filter[];
  /** One row of the filter that holds is enough. */
  isAny?: boolean;
  /** What was typed to find records by their search fields. */
  search?: string;
  /** What was deleted and can be brought back, instead of what is there. */
  isDeleted?: boolean;
  /** How many there are in all is not asked for. */
  isUncounted?: boolean;
}

export interface Page<T> {
  rows: T[];
  page: number;
  pages: number;
  pageSize: number;
  total: number;
  hasNext: boolean;
  isEstimate: boolean;
}

export function listPath(object: string, query: ListQuery): string {
  const search = new URLSearchParams({ limit: String(query.limit) });
  if (query.offset !== undefined && query.offset > 0) {
    search.set("offset", String(query.offset));
  }
  if (query.order !== undefined) {
    search.set("order", query.order);
  }
  if (query.search !== undefined && query.search !== "") {
    search.set("search", query.search);
  }
  if (query.filter !== undefined && query.filter.length > 0) {
    search.set("filter", writeJson(query.filter));
    if (query.isAny) {
      search.set("comparison", "OR");
    }
  }
  if (query.isDeleted) {
    search.set("deleted", "true");
  }
  if (query.isUncounted) {
    search.set("total", "false");
  }
  return `/v1/object/${object}?${search}`;
}

const numberOf = (headers: Headers, name: string, otherwise: number) => {
  const value = Number(headers.get(name) ?? Number.NaN);
  return Number.isFinite(value) ? value : otherwise;
};

export async function listRecords<T extends WireRecord>(
  object: string,
  query: ListQuery,
  signal?: AbortSignal,
): Promise<Page<T>> {
  const { data, headers } = await api.get<{ data: T[] }>(listPath(object, query), signal);
  const rows = data.data;
  let last = headers;
  // A page of very long records ends before its limit and says where the rest begins.
  while (last.get("x-has-next") === "true" && rows.length < query.limit) {
    const offset = numberOf(last, "x-next-offset", 0);
    if (offset <= (query.offset ?? 0) || offset >= (query.offset ?? 0) + query.limit) {
      break;
    }
    const limit = (query.offset ?? 0) + query.limit - offset;
    const more = await api.get<{ data: T[] }>(listPath(object, { ...query, offset, limit }), signal);
    rows.push(...more.data.data);
    last = more.headers;
  }
  return {
    rows,
    page: numberOf(headers, "x-current-page", 1),
    pages: numberOf(headers, "x-pages", 1),
    pageSize: query.limit,
    total: numberOf(headers, "x-total-count", rows.length),
    hasNext: last.get("x-has-next") === "true",
    isEstimate: headers.get("x-total-estimated") === "true",
  };
}

export async function getRecord<T extends WireRecord>(
  object: string,
  id: string,
  signal?: AbortSignal,
): Promise<T> {
  return (await api.get<T>(`/v1/object/${object}/${encodeURIComponent(id)}`, signal)).data;
}

/** A part of a value; those that a search found are to be marked. */
export interface Piece {
  text: string;
  found?: boolean;
}

/** What a search finds of one object. */
export interface Found {
  object: string;
  records: readonly WireRecord[];
  /** Where each record was found: values in pieces, by field. */
  marked: readonly Readonly<Record<string, readonly Piece[]>>[];
  /** How many of the records, the last ones, may only be meant by what was typed. */
  alike: number;
  more: boolean;
}

/** Finds records of all objects that the reader may see, or of some, by what people know of them. */
export async function searchRecords(
  text: string,
  limit: number,
  signal?: AbortSignal,
  objects: readonly string[] = [],
): Promise<readonly Found[]> {
  const query = new URLSearchParams({ q: text, limit: String(limit) });
  if (objects.length > 0) {
    query.set("objects", objects.join(","));
  }
  return (await api.get<{ data: Found[] }>(`/v1/search?${query}`, signal)).data.data;
}

function first<T>(rows: T[]): T {
  const row = rows[0];
  if (row === undefined) {
    throw new Error("The server answered an empty list.");
  }
  return row;
}

export async function createRecord<T extends WireRecord>(
  object: string,
  fields: Record<string, unknown>,
  command?: string,
): Promise<T> {
  return first((await api.post<T[]>(`/v1/object/${object}`, [fields], command)).data);
}

/**
 * Changes a record; where a version is expected, only if it is at that one still. (A version among the fields is one
 * of a record that is not live only.)
 */
export async function patchRecord<T extends WireRecord>(
  object: string,
  fields: Record<string, unknown> & { id: string },
  command?: string,
  expect?: number,
): Promise<T> {
  return first((await api.patch<T[]>(`/v1/object/${object}`, [fields], command, expect)).data);
}

export async function deleteRecords(object: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 1 && ids[0] !== undefined) {
    await api.remove(`/v1/object/${object}/${encodeURIComponent(ids[0])}`);
    return;
  }
  await api.remove(`/v1/object/${object}?ids=${ids.map(encodeURIComponent).join(",")}`);
}
