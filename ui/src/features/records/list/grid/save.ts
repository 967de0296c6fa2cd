import { ApiError, type WireRecord } from "@/api";
import { request } from "@/api/client";
import { keep } from "@/store";
import type { Outcome } from "./drafts";

interface RowOutcome {
  index: number;
  status: number;
  detail?: string;
  record?: WireRecord;
  problem?: { errors?: Record<string, string[]> };
}

type Row = Record<string, unknown> & { id: string };

const statusOk = 300;

/** Saves rows with one PATCH, each by itself. Throws ApiError where the request as a whole was refused or lost. */
export async function saveRows(
  object: string,
  rows: readonly Row[],
  command: string,
): Promise<readonly Outcome[]> {
  const { data } = await request<(RowOutcome | WireRecord)[]>("PATCH", `/v1/object/${object}?partial=true`, {
    body: rows,
    command,
  });
  const outcomes = data.map((one, at) => {
    // Without a refusal the answer may be the records themselves.
    return "index" in one && "status" in one
      ? (one as RowOutcome)
      : { index: at, status: 200, record: one as WireRecord };
  });
  keep(
    object,
    outcomes.flatMap(({ record }) => record ?? []),
  );
  return outcomes.flatMap(({ index, status, detail, problem }) => {
    const id = rows[index]?.id;
    if (id === undefined) {
      return [];
    }
    return status < statusOk ? { id } : { id, detail: detail ?? String(status), errors: problem?.errors };
  });
}

/** Whether it is unknown if the server carried it out. */
export const isLost = (error: unknown): boolean => error instanceof ApiError && error.isNetwork;
