import type { Problem } from "./contract";

/** Where in a text something is wrong, lines and columns (in characters) from 1. */
export interface Place {
  line: number;
  column: number;
  /** What stands there, "" at the end of the text. */
  word: string;
  expected?: readonly string[];
  /** What was probably meant. */
  nearest?: string;
}

/** A refusal by the server (REST or socket), or a network failure (status 0). */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  readonly errors: Record<string, string[]>;
  readonly requestId: string | undefined;
  readonly retryAfter: number | undefined;
  /** Of what is wrong in a text that was sent. */
  readonly place: Place | undefined;

  constructor(status: number, problem: Partial<Problem> & { request_id?: string }) {
    super(problem.detail ?? "Can't reach the server.");
    this.name = "ApiError";
    this.status = status;
    this.code = problem.code ?? (status === 0 ? "network" : "unknown");
    this.errors = problem.errors ?? {};
    this.requestId = problem.request_id;
    this.retryAfter = problem.retry_after;
    this.place = placeOf(problem);
  }

  /** A rule forbids it, and the sentence says which: trying again as it is leads nowhere. */
  get isRule(): boolean {
    return [403, 422, 429].includes(this.status);
  }

  get isNetwork(): boolean {
    return this.status === 0;
  }
}

function placeOf({ line, column, word = "", expected, nearest }: Partial<Problem>): Place | undefined {
  return line === undefined || column === undefined
    ? undefined
    : { line, column, word, ...(expected ? { expected } : {}), ...(nearest ? { nearest } : {}) };
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
    ...problem,
    detail: problem.detail ?? `The server answered ${response.status}.`,
    ...(Number.isFinite(retry) ? { retry_after: retry } : {}),
  });
}

/** The sentence of any thrown thing. */
export function detailOf(error: unknown): string {
  return error instanceof Error ? error.message : "Unknown error";
}
