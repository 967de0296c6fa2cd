import { type Answer, request } from "@/api/client";

/** A row of an answer: its keys are the query's. */
export type Row = Record<string, unknown>;

export interface QueryPage {
  rows: Row[];
  total: number;
  isEstimated: boolean;
  hasMore: boolean;
  /** Where a live query is followed. */
  topic?: string;
}

/** Runs a query and gives one of its pages, from 1. Throws ApiError, with the place of what is wrong in the text. */
export async function runQuery(
  query: string,
  page: number,
  isLive: boolean,
  signal: AbortSignal,
): Promise<QueryPage> {
  const body = { query, ...(page > 1 && { page }), ...(isLive && { live: true }) };
  const { data, headers }: Answer<Row[]> = await request("POST", "/v1/query", { body, signal });
  const topic = headers.get("x-topic");
  return {
    ...(topic && { topic }),
    rows: data,
    total: Number(headers.get("x-total-count") ?? data.length),
    isEstimated: headers.get("x-total-estimated") === "true",
    hasMore: headers.get("x-has-next") === "true",
  };
}

/** One key of a query's answer, before it is run. */
export interface Column {
  key: string;
  in?: string;
  type: string;
}

/** Finds what is wrong with a query without running it. Throws ApiError. */
export async function checkQuery(query: string, signal?: AbortSignal): Promise<Column[]> {
  const { data } = await request<{ columns: Column[] }>("POST", "/v1/query/check", {
    body: { query },
    signal,
  });
  return data.columns;
}
