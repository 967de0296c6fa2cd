import { listRecords, type WireRecord } from "@/api";
import { atom, store } from "@/store";

export const tagObject = "tag";
const most = 1_000;

/** An entry of lists: what people are shown for a value that records hold. */
export interface Tag {
  id: string;
  value: string;
  label: string;
  color: string | undefined;
  isActive: boolean;
  version: number;
}

/** The tags that this browser knows of, by their values in small letters. */
export const tagsAtom = atom<ReadonlyMap<string, Tag>>(new Map<string, Tag>());

export const tagKey = (value: string): string => value.toLowerCase();

const textOr = (value: unknown, other: string): string =>
  typeof value === "string" && value !== "" ? value : other;

/** A record as a tag, undefined for an entry of a list of its own. */
export function tagOf(record: WireRecord): Tag | undefined {
  const value = textOr(record.value, "");
  if (value === "" || record.global === false) {
    return undefined;
  }
  return {
    id: record.id,
    value,
    label: textOr(record.label, value),
    color: typeof record.color === "string" ? record.color : undefined,
    isActive: record.active !== false,
    version: typeof record.version === "number" ? record.version : 0,
  };
}

/** Lays tags over those that are known; of two readings of one the later counts. */
export function withTags(known: ReadonlyMap<string, Tag>, tags: readonly Tag[]): ReadonlyMap<string, Tag> {
  const next = new Map(known);
  for (const tag of tags) {
    const before = next.get(tagKey(tag.value));
    if (!before || before.id !== tag.id || before.version <= tag.version) {
      next.set(tagKey(tag.value), tag);
    }
  }
  return next;
}

let read = -1;
let reading = false;

/** Reads the tags, once for each time that the line to the server was new. */
export async function readTags(epoch: number): Promise<void> {
  if (reading || read >= epoch) {
    return;
  }
  reading = true;
  try {
    const { rows } = await listRecords(tagObject, { limit: most, order: "value" });
    read = epoch;
    store.set(
      tagsAtom,
      withTags(
        store.get(tagsAtom),
        rows.flatMap((row) => tagOf(row) ?? []),
      ),
    );
  } catch {
    // Values are shown as they are until the next reading.
  } finally {
    reading = false;
  }
}

/** What people are shown for a value. */
export const labelOf = (tags: ReadonlyMap<string, Tag>, value: string): string =>
  tags.get(tagKey(value))?.label ?? value;
