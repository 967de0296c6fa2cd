/**
 * How far this machine's clock is from the server's. An answer's Date header tells whole seconds: the server's
 * moment lies within that second, and between sending and receiving. What all answers so far allow is kept as a
 * range, which grows narrow; a clock that may be right counts as right.
 */
export function createServerTime(now: () => number = () => Date.now()) {
  let least = Number.NEGATIVE_INFINITY;
  let most = Number.POSITIVE_INFINITY;
  return {
    /** Takes in the Date header of an answer that was asked for at `sent` and came at `received`. */
    heard(header: string | null, sent: number, received: number): void {
      const second = header === null ? Number.NaN : Date.parse(header);
      if (Number.isNaN(second)) {
        return;
      }
      const from = second - received;
      const to = second + 1_000 - sent;
      // Where they do not meet, one of the clocks was set: what was known is void.
      const isVoid = from > most || to < least;
      least = isVoid ? from : Math.max(least, from);
      most = isVoid ? to : Math.min(most, to);
    },
    now(): number {
      const isRight = least <= 0 && most >= 0;
      return isRight ? now() : now() + Math.round((least + most) / 2);
    },
  };
}

export const serverTime = createServerTime();
