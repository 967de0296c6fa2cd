import { api } from "./client";
import type { Reference, WireRecord } from "./contract";

/** One change of a record, as far as the reader may know of it. */
export interface Revision {
  /** The record's since then. */
  version: number;
  at: string;
  op: "created" | "updated" | "removed" | "restored";
  /** Who made it; null for nobody of ours, nothing where the reader may not know. */
  by: { modified_by?: Reference | null };
  cause?: string;
  via: string;
  changes?: Record<string, { before: unknown; after: unknown }>;
}

export interface HistoryPage {
  items: Revision[];
  /** The version before which it goes on; undefined at the beginning of all. */
  next: number | undefined;
}

/** Reads what became of a record, the newest first, before a version that an earlier page named. Throws ApiError. */
export async function readHistory(
  object: string,
  id: string,
  before?: number,
  signal?: AbortSignal,
): Promise<HistoryPage> {
  const query = before === undefined ? "" : `?before=${before}`;
  const { data, headers } = await api.get<Revision[]>(`/v1/object/${object}/${id}/history${query}`, signal);
  const next = headers.get("x-next-before");
  return { items: data, next: next === null ? undefined : Number(next) };
}

/**
 * Brings a record back: to what it was at a version, in some of its fields or all, or, where it was deleted, as it
 * stood. Throws ApiError.
 */
export async function restoreRecord(
  object: string,
  id: string,
  to: { version?: number; fields?: readonly string[] },
  command: string,
): Promise<{ record: WireRecord; headers: Headers }> {
  const { data, headers } = await api.post<WireRecord>(`/v1/object/${object}/${id}/restore`, to, command);
  return { record: data, headers };
}
