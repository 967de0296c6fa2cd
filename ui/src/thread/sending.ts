import { ApiError } from "@/api";

/** How long an answer may take, in milliseconds; then it counts as none, and the message is sent again. */
const answerWithin = 20_000;
/** The first pause after an outage, doubled with each further one; in milliseconds. */
const firstPause = 1_000;
const longestPause = 30_000;
/** What is asked to wait longer, in seconds, is not sent by itself. */
const longestAsked = 60;

/** What says nothing of the message itself: no network, a server that restarts, a sign-in that ended. */
const outages = [0, 401, 502, 503, 504, 507];

/** The pause after which a message goes again by itself; undefined where it was refused. */
export function pauseAfter(error: unknown, tries: number): number | undefined {
  if (!(error instanceof ApiError)) {
    return undefined;
  }
  if (error.status === 429 && (error.retryAfter ?? 0) <= longestAsked) {
    return (error.retryAfter ?? 1) * 1_000;
  }
  if (!outages.includes(error.status)) {
    return undefined;
  }
  const asked = Math.min(longestAsked, error.retryAfter ?? 0) * 1_000;
  return Math.max(asked, Math.min(longestPause, firstPause * 2 ** tries));
}

/** What was written can't be sent as it stands, and the refusal says why. */
const final = [404, 409, 413];

/** Whether a refusal says all there is to say: to try again as it is leads nowhere. */
export const isFinal = (error: unknown): boolean =>
  error instanceof ApiError && (error.isRule || final.includes(error.status));

/** A request that hangs must not hold up what was written after it; its repeat is harmless. */
export async function within<T>(work: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const silence = new Promise<never>((_, fail) => {
    timer = setTimeout(() => fail(new ApiError(0, { code: "timeout" })), answerWithin);
  });
  try {
    return await Promise.race([work, silence]);
  } finally {
    clearTimeout(timer);
  }
}
