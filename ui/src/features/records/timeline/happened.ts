import type { ObjectSchema, WireRecord } from "@/api";
import type { TimelinePage } from "@/api/timeline";

export type Happening = NonNullable<ObjectSchema["happenings"]>[number];

/** One thing on a timeline, by the record that tells of it. */
export interface Item {
  key: string;
  object: string;
  id: string;
  at: string;
}

/** What is known of a record's timeline, the oldest first. */
export interface TimelineList {
  items: readonly Item[];
  /** How many were read in front of the first page. */
  older: number;
  /** Where the older ones are; undefined where all were read. */
  next: string | undefined;
}

const keyOf = (object: string, id: string) => `${object}:${id}`;

/** As the server sorts them: by moment, then by id. */
const compare = (left: Item, right: Item) =>
  left.at === right.at
    ? left.id === right.id
      ? 0
      : left.id < right.id
        ? -1
        : 1
    : left.at < right.at
      ? -1
      : 1;

const itemsOf = (page: TimelinePage): Item[] =>
  page.items
    .map(({ object, at, record }) => ({ key: keyOf(object, record.id), object, id: record.id, at }))
    .reverse();

export const fromPage = (page: TimelinePage): TimelineList => ({
  items: itemsOf(page),
  older: 0,
  next: page.next,
});

/** Puts an older page in front. */
export function withOlder(list: TimelineList, page: TimelinePage): TimelineList {
  const known = new Set(list.items.map((item) => item.key));
  const fresh = itemsOf(page).filter((item) => !known.has(item.key));
  return { items: [...fresh, ...list.items], older: list.older + fresh.length, next: page.next };
}

/** Whether pages reach as far back as what was read before, where older ones were asked for. */
export function reaches(had: TimelineList | undefined, pages: readonly TimelinePage[]): boolean {
  const first = had?.items[0];
  const last = pages.at(-1);
  const oldest = last && itemsOf(last)[0];
  if (had === undefined || had.older === 0 || !first || last?.next === undefined) {
    return true;
  }
  return oldest !== undefined && compare(oldest, first) <= 0;
}

/**
 * What pages that were read again, the newest first, make of a list: who reads in the middle of it
 * stays there.
 */
export function readAnew(
  had: TimelineList | undefined,
  pages: readonly [TimelinePage, ...TimelinePage[]],
): TimelineList {
  const [newest, ...older] = pages;
  const now = older.reduce(withOlder, fromPage(newest));
  const places = new Map(now.items.map((item, place) => [item.key, place]));
  const kept = had?.items.findIndex((item) => places.has(item.key)) ?? -1;
  const key = had?.items[kept]?.key;
  const place = key === undefined ? undefined : places.get(key);
  return had === undefined || place === undefined ? now : { ...now, older: had.older + place - kept };
}

/** Puts something where it belongs by its moment; what lies before the part that was read is left to its page. */
export function withItem(list: TimelineList, object: string, id: string, at: string): TimelineList {
  const key = keyOf(object, id);
  const had = list.items.find((item) => item.key === key);
  if (had?.at === at) {
    return list;
  }
  const item = { key, object, id, at };
  const rest = had ? list.items.filter((other) => other !== had) : list.items;
  const index = rest.findIndex((other) => compare(item, other) < 0);
  const place = index < 0 ? rest.length : index;
  if (place === 0 && list.next !== undefined) {
    return had ? { ...list, items: rest } : list;
  }
  return { ...list, items: [...rest.slice(0, place), item, ...rest.slice(place)] };
}

export function withoutItem(list: TimelineList, object: string, id: string): TimelineList {
  const key = keyOf(object, id);
  return list.items.some((item) => item.key === key)
    ? { ...list, items: list.items.filter((item) => item.key !== key) }
    : list;
}

/** The ids that a value names: of a lookup, a list of them, or a reference to any object. */
function named(value: unknown): string[] {
  const list = Array.isArray(value) ? value : [value];
  return list.flatMap((one: unknown) =>
    typeof one === "object" && one !== null && "id" in one ? String(one.id) : [],
  );
}

export const names = (record: WireRecord, field: string, id: string): boolean =>
  named((record as Record<string, unknown>)[field]).includes(id);

/** Whether a record of a happening's object tells of the record with this id, in one of the threads about it. */
export function isAbout(
  record: WireRecord,
  { field, thread, part }: Happening,
  id: string,
  threads: ReadonlySet<string>,
): boolean {
  if (thread === undefined || part === undefined) {
    return names(record, field, id);
  }
  return named((record as Record<string, unknown>)[part]).some((one) => threads.has(one));
}
