import { api } from "./client";
import type { Reference } from "./contract";

/** What the audit tells of: a change of what somebody may do, or what happened without one. */
export interface Audited {
  /** By which it is ordered, and before which a later page goes on. */
  number: number;
  object: string;
  /** The record that it is about; without a name where there is none any more. */
  record: { id: string; name: string | null };
  at: string;
  op: "created" | "updated" | "removed" | "restored" | "happened";
  by: { modified_by?: Reference | null };
  cause?: string;
  via: string;
  address?: string;
  request_id?: string;
  changes?: Record<string, { before: unknown; after: unknown }>;
}

export interface AuditPage {
  items: Audited[];
  /** The number before which it goes on; undefined at the beginning of all. */
  next: number | undefined;
}

/** Reads what the organization's audit tells, the newest first, of some objects or all. Throws ApiError. */
export async function readAudit(
  objects: readonly string[],
  before?: number,
  signal?: AbortSignal,
): Promise<AuditPage> {
  const query = new URLSearchParams();
  if (objects.length > 0) {
    query.set("object", objects.join());
  }
  if (before !== undefined) {
    query.set("before", String(before));
  }
  const { data, headers } = await api.get<Audited[]>(`/v1/audit?${query}`, signal);
  const next = headers.get("x-next-before");
  return { items: data, next: next === null ? undefined : Number(next) };
}
