import { listRecords, type WireRecord } from "@/api";
import { compareText } from "@/lib/compare";
import { atom, store } from "@/store";
import type { FieldSpec } from "../contract";

export const tagObject = "tag";
const most = 1_000;

/** The list of the tags that every field offers. */
const globalList = "Tags";

/** An entry of lists: what people are shown for a value that records hold. */
export interface Tag {
  id: string;
  /** The list that it stands on: the global one, or that of the one field that has it for itself. */
  list: string;
  value: string;
  label: string;
  color: string | undefined;
  /** Its place among the others of a field, the lowest first; those without one follow by their labels. */
  order: number;
  isActive: boolean;
  version: number;
  /** What is known of its record: of what changes the server tells only what is new. */
  record: WireRecord;
}

type Tags = ReadonlyMap<string, Tag>;

/** The tags that this browser knows of, by their ids. */
export const tagsAtom = atom<Tags>(new Map<string, Tag>());

/** The same by their lists, and there by their values in small letters. */
export type TagLists = ReadonlyMap<string, Tags>;

export const tagListsAtom = atom((get) => listsOf(get(tagsAtom).values()));

type Field = Pick<FieldSpec, "object" | "name">;

export const tagKey = (value: string): string => value.toLowerCase();

const listOfField = ({ object, name }: Field): string => `${object}.${name.toLowerCase()}`;

const textOr = (value: unknown, other: string): string =>
  typeof value === "string" && value !== "" ? value : other;

function listOf(record: WireRecord): string {
  if (record.global !== false) {
    return textOr(record.global_list_name, globalList);
  }
  const object = textOr((record.object as { api_name?: unknown } | null | undefined)?.api_name, "");
  return listOfField({ object, name: textOr(record.field_api_name, "") });
}

/** A record as a tag, undefined for one whose reader may not know its value. */
export function tagOf(record: WireRecord): Tag | undefined {
  const value = textOr(record.value, "");
  if (value === "") {
    return undefined;
  }
  return {
    id: record.id,
    list: listOf(record),
    value,
    label: textOr(record.label, value),
    color: typeof record.color === "string" ? record.color : undefined,
    order: typeof record.order === "number" ? record.order : Number.POSITIVE_INFINITY,
    isActive: record.active !== false,
    version: typeof record.version === "number" ? record.version : 0,
    record,
  };
}

/** Lays tags over those that are known; of two readings of one the later counts. */
export function withTags(known: Tags, tags: readonly Tag[]): Tags {
  const next = new Map(known);
  for (const tag of tags) {
    const before = next.get(tag.id);
    if (!before || before.version <= tag.version) {
      next.set(tag.id, tag);
    }
  }
  return next;
}

export function listsOf(tags: Iterable<Tag>): TagLists {
  const lists = new Map<string, Map<string, Tag>>();
  for (const tag of tags) {
    const list = lists.get(tag.list) ?? new Map<string, Tag>();
    lists.set(tag.list, list.set(tagKey(tag.value), tag));
  }
  return lists;
}

/** The tag of a value that a field holds: the field's own goes before that of all. */
export function tagFor(lists: TagLists, field: Field, value: string): Tag | undefined {
  const key = tagKey(value);
  return lists.get(listOfField(field))?.get(key) ?? lists.get(globalList)?.get(key);
}

/** The tags of a field, its own and those of all, as they are to be offered. */
export function tagsOf(lists: TagLists, field: Field): Tag[] {
  const tags = new Map([...(lists.get(globalList) ?? []), ...(lists.get(listOfField(field)) ?? [])]);
  return [...tags.values()].sort(
    (left, right) =>
      // Two without a place are no distance apart, which no number says.
      (left.order === right.order ? 0 : left.order - right.order) || compareText(left.label, right.label),
  );
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

/** What people are shown for a value that a field holds. */
export const labelOf = (lists: TagLists, field: Field, value: string): string =>
  tagFor(lists, field, value)?.label ?? value;
