import type { Problem } from "./contract";

/** A refusal by the server (REST or socket), or a network failure (status 0). */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  readonly errors: Record<string, string[]>;
  readonly requestId: string | undefined;
  readonly retryAfter: number | undefined;

  constructor(status: number, problem: Partial<Problem> & { request_id?: string }) {
    super(problem.detail ?? "The server could not be reached.");
    this.name = "ApiError";
    this.status = status;
    this.code = problem.code ?? (status === 0 ? "network" : "unknown");
    this.errors = problem.errors ?? {};
    this.requestId = problem.request_id;
    this.retryAfter = problem.retry_after;
  }

  /** A rule forbids it, and the sentence says which: trying again as it is leads nowhere. */
  get isRule(): boolean {
    return [403, 422, 429].includes(this.status);
  }

  get isNetwork(): boolean {
    return this.status === 0;
  }
}

/** Reads a problem-details answer, or makes one from the status where the body is something else. */
export async function problemOf(response: Response): Promise<ApiError> {
  let body: unknown;
  try {
    body = await response.json();
  } catch {
    body = undefined;
  }
  const retry = Number(response.headers.get("retry-after") ?? Number.NaN);
  const problem = typeof body === "object" && body !== null ? (body as Partial<Problem>) : {};
  return new ApiError(response.status, {
    detail: problem.detail ?? `The server answered ${response.status}.`,
    ...(problem.code === undefined ? {} : { code: problem.code }),
    ...(problem.errors === undefined ? {} : { errors: problem.errors }),
    ...(Number.isFinite(retry) ? { retry_after: retry } : {}),
  });
}

/** The sentence of any thrown thing. */
export function detailOf(error: unknown): string {
  return error instanceof Error ? error.message : "Unknown error";
}
