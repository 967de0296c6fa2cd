import type { WireRecord } from "@/api";
import { isProblems, type Problems } from "@/fields/lookup/ProblemTable";

/** The job that carries a change out. */
export interface ChangeJob extends WireRecord {
  status?: "queued" | "running" | "done" | "failed" | "canceled" | null;
  done?: number | null;
  total?: number | null;
  error?: string | null;
  result?: string | null;
  problems?: unknown;
}

/** The records for which a change failed; undefined where it did not, or failed for something else. */
export const misfitsOf = ({ status, problems }: ChangeJob): Problems | undefined =>
  status === "failed" && isProblems(problems) ? problems : undefined;
