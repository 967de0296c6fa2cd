import type { HistoryPage, Revision } from "@/api/history";

/** What is known of a history, the newest first, and before which version it goes on. */
export interface Held {
  items: readonly Revision[];
  next: number | undefined;
}

/** Takes the newest page in: what was read before follows it, unless there is a hole between the two. */
export function withNewest(had: Held | undefined, page: HistoryPage): Held {
  const last = page.items.at(-1)?.version ?? 0;
  const newest = had?.items[0]?.version ?? 0;
  if (!had || (page.next !== undefined && last > newest)) {
    return page;
  }
  return { items: [...page.items, ...had.items.filter(({ version }) => version < last)], next: had.next };
}

/** Takes an older page in behind what is known. */
export const withOlder = (had: Held, page: HistoryPage): Held => {
  const last = had.items.at(-1)?.version ?? Number.POSITIVE_INFINITY;
  return { items: [...had.items, ...page.items.filter(({ version }) => version < last)], next: page.next };
};
