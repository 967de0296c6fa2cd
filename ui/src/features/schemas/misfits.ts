import type { WireRecord } from "@/api";

/** The job that carries a change out. */
export interface ChangeJob extends WireRecord {
  status?: "queued" | "running" | "done" | "failed" | "canceled" | null;
  done?: number | null;
  total?: number | null;
  error?: string | null;
  /** A sentence where it is done; where records don't fit, these as JSON. */
  result?: string | null;
}

/** Records that a change does not fit; of many the first. */
export interface Misfits {
  count: number;
  problems: readonly { id: string; name?: string | null; detail: string }[];
}

/** The records for which a change failed; undefined where it did not, or failed for something else. */
export function misfitsOf({ status, result }: ChangeJob): Misfits | undefined {
  if (status !== "failed" || !result) {
    return undefined;
  }
  try {
    const told = JSON.parse(result) as Partial<Misfits> | null;
    return typeof told?.count === "number" && Array.isArray(told.problems)
      ? { count: told.count, problems: told.problems }
      : undefined;
  } catch {
    return undefined;
  }
}
