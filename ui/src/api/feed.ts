import { api } from "./client";
import type { Reference } from "./contract";

/** One change of one record, as far as the reader may know of it. */
export interface News {
  /** By which it is ordered, and before which a later page goes on: the seq of the change. */
  number: number;
  at: string;
  object: string;
  /** The record's since then. */
  version: number;
  op: "created" | "updated";
  /** Who did it; null for nobody of ours, nothing where the reader may not know. */
  by: { modified_by?: Reference | null };
  /** Which record: its id, its name, and the thread that a message is in. */
  record: { id: string; name?: string | null; [thread: string]: unknown };
  /** What an update changed. */
  fields?: readonly string[];
}

export interface FeedPage {
  items: News[];
  /** The number before which it goes on; undefined at the end. */
  next: number | undefined;
  /** The objects whose changes the reader may ask for. */
  objects: readonly string[];
}

/** Which changes are wanted: those of one object, or one's own. */
export interface FeedFilter {
  object?: string | undefined;
  own?: boolean | undefined;
}

/** Reads what changed recently in what one may read, the newest first. Throws ApiError. */
export async function readFeed(
  { object, own }: FeedFilter,
  before?: number,
  signal?: AbortSignal,
): Promise<FeedPage> {
  const query = new URLSearchParams({
    ...(before === undefined ? {} : { before: `${before}` }),
    ...(object === undefined ? {} : { objects: object }),
    ...(own ? { own: "true" } : {}),
  });
  const { data, headers } = await api.get<News[]>(`/v1/feed${query.size > 0 ? `?${query}` : ""}`, signal);
  const next = headers.get("x-next-before");
  return {
    items: data,
    next: next === null ? undefined : Number(next),
    objects: (headers.get("x-objects") ?? "").split(",").filter(Boolean),
  };
}
