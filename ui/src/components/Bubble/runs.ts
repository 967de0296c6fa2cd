import { isSameDay, parseTime } from "@/lib/time";

const runGap = 5 * 60_000;

export interface Placed {
  author: string;
  at: string | undefined;
}

/** How a message stands to the one above it. */
export function placeAfter(
  above: Placed | undefined,
  one: Placed,
): { startsRun: boolean; startsDay: boolean } {
  const before = parseTime(above?.at);
  const now = parseTime(one.at);
  const startsDay = now !== undefined && (before === undefined || !isSameDay(before, now));
  const isClose = before !== undefined && now !== undefined && now.getTime() - before.getTime() < runGap;
  return { startsDay, startsRun: startsDay || above?.author !== one.author || !isClose };
}
