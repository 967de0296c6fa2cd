import { ApiError, type Problem } from "@/api";

/** The codes of refusals, each with the status by which REST answers the same (docs/realtime.md). */
export const statuses: Readonly<Record<string, number>> = {
  malformed: 400,
  unauthenticated: 401,
  forbidden: 403,
  second_factor_required: 403,
  not_found: 404,
  conflict: 409,
  version_conflict: 412,
  too_large: 413,
  unsupported: 415,
  invalid: 422,
  rate_limited: 429,
  internal: 500,
  unavailable: 503,
  storage_full: 507,
};

/** A code that a newer server may send says no more than that it could not be done. */
const unknown = 500;

/** What the socket refused, as REST would have: whoever hears of it need not know which of them was asked. */
export const refusalOf = (error: Partial<Problem> & { code: string }): ApiError =>
  new ApiError(statuses[error.code] ?? unknown, error);
