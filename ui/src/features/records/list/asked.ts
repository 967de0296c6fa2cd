import { ApiError, listRecords, type WireRecord } from "@/api";
import { type Answer, request } from "@/api/client";
import { words } from "./filters/messages";

const numberIn = (headers: Headers, name: string) => Number(headers.get(name) ?? 0);

/**
 * A page of what a saved filter's own query answers. It says which records these are, in which order; the records
 * are read as those of any list. Throws ApiError, also for an answer that holds none.
 */
export async function askedRecords(
  object: string,
  { query, page, size }: { query: string; page: number; size: number },
  signal: AbortSignal,
) {
  const body = { query, page, limit: size };
  const { data, headers }: Answer<Record<string, unknown>[]> = await request("POST", "/v1/query", {
    body,
    signal,
  });
  const ids = data.map(({ id }) => id);
  if (!ids.every((id): id is string => typeof id === "string")) {
    throw new ApiError(422, { detail: words.withoutId(object) });
  }
  const filter = [{ field: "id", operator: "IN" as const, value: ids }];
  const found =
    ids.length > 0 ? (await listRecords<WireRecord>(object, { limit: ids.length, filter }, signal)).rows : [];
  return {
    rows: ids.flatMap((id) => found.find((row) => row.id === id) ?? []),
    total: numberIn(headers, "x-total-count"),
    pages: numberIn(headers, "x-pages"),
    hasNext: headers.get("x-has-next") === "true",
    isEstimate: headers.get("x-total-estimated") === "true",
  };
}
