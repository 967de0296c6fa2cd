import type { FeedFilter } from "@/api/feed";

/** What the address of the feed says. */
export const feedSearch = (raw: Record<string, unknown>): FeedFilter => ({
  ...(typeof raw.object === "string" && /^[a-z][a-z0-9_]*$/.test(raw.object) ? { object: raw.object } : {}),
  ...(raw.own === true ? { own: true } : {}),
});
