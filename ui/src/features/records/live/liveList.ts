import type { Change, WireRecord } from "@/api";
import type { Only } from "@/feature";
import { referenceOf, referencesOf } from "@/fields/lookup/value";
import { isFound, type SearchField, type Term } from "@/lib/search";
import type { Applied } from "@/store";
import { compareRecords, type Sort } from "./sorting";

/** One page of a list on the screen, as changes find it. */
export interface LiveList {
  ids: readonly string[];
  total: number;
  hasNext: boolean;
  /** New records that wait behind the chip. */
  fresh: readonly string[];
  /** Records that were elsewhere and belong on this page now, perhaps. */
  changed: readonly string[];
  /** Rows on their way out. */
  leaving: readonly string[];
  /** When a row was last changed by somebody, in milliseconds. */
  tints: Readonly<Record<string, number>>;
  /** So much changed at once that the page must be read again. */
  isOutdated: boolean;
}

/** A list of those alone that name one record in a field. */
export interface About {
  field: string;
  id: string;
  /** Of a reference to any object, the member that holds the id. */
  subField?: string | undefined;
}

/** How the list was asked for, and what is known of its records. */
export interface ListRules {
  sort: Sort;
  page: number;
  pageSize: number;
  /** What is searched for, [] for nothing, and the fields that are looked through. */
  terms: readonly Term[];
  fields: readonly SearchField[];
  about?: About | undefined;
  only?: Only | undefined;
  /** What else narrows it: whether that holds of a record the server alone says. */
  where?: { rows: readonly { field: string }[]; query?: string | undefined } | undefined;
  /** A field by which lists leave records out where it is true. */
  leavesOut?: string | undefined;
  /** The reader: their own changes are no news to them. */
  me?: string | undefined;
  read: (id: string) => WireRecord | undefined;
}

export interface PageResult {
  ids: readonly string[];
  total: number;
  hasNext: boolean;
}

export const fromPage = ({ ids, total, hasNext }: PageResult): LiveList => ({
  ids,
  total,
  hasNext,
  fresh: [],
  changed: [],
  leaving: [],
  tints: {},
  isOutdated: false,
});

const without = (ids: readonly string[], id: string) =>
  ids.includes(id) ? ids.filter((other) => other !== id) : ids;
const withId = (ids: readonly string[], id: string) => (ids.includes(id) ? ids : [...ids, id]);

type Fields = Readonly<Record<string, unknown>>;

const isAbout = (record: Fields, { about }: ListRules): boolean =>
  about === undefined ||
  referenceOf(record[about.field])?.id === about.id ||
  referencesOf(record[about.field]).some(({ id }) => id === about.id);

const isAmong = (record: Fields, { only }: ListRules): boolean =>
  only === undefined || only.values.includes(String(record[only.field] ?? "")) !== (only.isNot ?? false);

const isLeftOut = (record: Fields, { leavesOut }: ListRules): boolean =>
  leavesOut !== undefined && record[leavesOut] === true;

const matches = (record: Fields, rules: ListRules): boolean =>
  !isLeftOut(record, rules) &&
  isFound(record, rules.fields, rules.terms) &&
  isAbout(record, rules) &&
  isAmong(record, rules);

const isNarrowed = ({ terms, about, only }: ListRules): boolean =>
  terms.length > 0 || about !== undefined || only !== undefined;

/** Whether what changed may be what the list is narrowed by. */
const isFilterTouched = (changed: Fields, { terms, fields, about, only }: ListRules): boolean =>
  (terms.length > 0 && fields.some((field) => field.name in changed)) ||
  [about, only].some((one) => one !== undefined && one.field in changed);

/** Of a record that we do not hold only what changed is known: the other words may be found in the rest. */
function mayBeFound(changed: Fields, rules: ListRules): boolean {
  const { about, only } = rules;
  const isNamed = about !== undefined && about.field in changed;
  const isChosen = only !== undefined && only.field in changed;
  return isNamed || isChosen
    ? (!isNamed || isAbout(changed, rules)) && (!isChosen || isAmong(changed, rules))
    : rules.terms.some((term) => isFound(changed, rules.fields, [term]));
}

/** Whether a change may bring a record into the list, or out of it, by what only the server can say. */
function isUndecided(
  { ids }: LiveList,
  { id, op, fields = {} }: Change,
  { where, sort }: ListRules,
): boolean {
  if (where === undefined || op === "removed") {
    return false;
  }
  const isTouched = where.query !== undefined || where.rows.some(({ field }) => field in fields);
  // Of one that stands here it was said already, and nothing of that has changed.
  return isTouched || (!ids.includes(id) && (op === "created" || "id" in fields || sort.field in fields));
}

/** Where a record belongs among the ids, by the list's order. */
function placeOf(ids: readonly string[], record: WireRecord, { sort, read }: ListRules): number {
  const at = ids.findIndex((id) => {
    const other = read(id);
    return other !== undefined && compareRecords(record, other, sort) < 0;
  });
  return at < 0 ? ids.length : at;
}

/** Puts one row where its new values belong; the others keep their order. */
export function place(ids: readonly string[], id: string, rules: ListRules): readonly string[] {
  const record = rules.read(id);
  if (!record) {
    return ids;
  }
  const rest = ids.filter((other) => other !== id);
  const at = placeOf(rest, record, rules);
  return ids[at] === id && rest.length === ids.length - 1
    ? ids
    : [...rest.slice(0, at), id, ...rest.slice(at)];
}

function remove(list: LiveList, id: string, rules: ListRules): LiveList {
  const isKnown = list.ids.includes(id) || list.fresh.includes(id);
  // Of a record that we do not hold nobody can say whether the quick filter held it.
  const isCounted = (isKnown && !list.leaving.includes(id)) || (!isKnown && !isNarrowed(rules));
  return {
    ...list,
    total: isCounted ? Math.max(0, list.total - 1) : list.total,
    leaving: list.ids.includes(id) ? withId(list.leaving, id) : list.leaving,
    fresh: without(list.fresh, id),
    changed: without(list.changed, id),
  };
}

function update(list: LiveList, change: Change, rules: ListRules, now: number): LiveList {
  const fields = change.fields ?? {};
  const record = rules.read(change.id);
  if (isFilterTouched(fields, rules) && record && !matches(record, rules)) {
    return remove(list, change.id, rules);
  }
  const ids = rules.sort.field in fields ? place(list.ids, change.id, rules) : list.ids;
  const isMine = rules.me !== undefined && referenceOf(record?.modified_by)?.id === rules.me;
  return { ...list, ids, tints: isMine ? list.tints : { ...list.tints, [change.id]: now } };
}

/**
 * A change that the answer to the reader's own command outran: the record is held already, and its place is decided by
 * what is held. A new one is counted only where it is sure that the page lacks it.
 */
function catchUp(list: LiveList, change: Change, rules: ListRules): LiveList {
  const { id, op, fields = {} } = change;
  const record = rules.read(id);
  if (!record) {
    return list;
  }
  if (list.ids.includes(id)) {
    if (isFilterTouched(fields, rules) && !matches(record, rules)) {
      return list.leaving.includes(id) ? list : remove(list, id, rules);
    }
    const ids = rules.sort.field in fields ? place(list.ids, id, rules) : list.ids;
    return ids === list.ids ? list : { ...list, ids };
  }
  const isNew = op === "created" && rules.page === 1 && !list.fresh.includes(id) && matches(record, rules);
  return isNew && (!list.hasNext || placeOf(list.ids, record, rules) < list.ids.length)
    ? { ...list, total: list.total + 1, fresh: withId(list.fresh, id) }
    : list;
}

/** A record of elsewhere: it belongs here now when its new value of the sort field falls into this page. */
function hearOfOther(list: LiveList, change: Change, rules: ListRules): LiveList {
  const fields = change.fields ?? {};
  const isTouched = isFilterTouched(fields, rules);
  const known = rules.read(change.id);
  if (known && isLeftOut(known, rules)) {
    return list;
  }
  const mayMatch = known ? matches(known, rules) : mayBeFound(fields, rules);
  if (isTouched && !mayMatch) {
    return { ...list, fresh: without(list.fresh, change.id), changed: without(list.changed, change.id) };
  }
  if (list.fresh.includes(change.id)) {
    return list;
  }
  if (isTouched && known && rules.page === 1 && !list.hasNext) {
    // All that match are on this page, and it was not: it matches since now.
    return { ...list, total: list.total + 1, fresh: withId(list.fresh, change.id) };
  }
  const isSortTouched = rules.sort.field in fields;
  if (isNarrowed(rules) && !isTouched && !(known && mayMatch)) {
    return list;
  }
  if (!isSortTouched && !isTouched) {
    return list;
  }
  const at = placeOf(list.ids, { id: change.id, version: change.version, ...fields }, rules);
  const isAbove = at === 0 && rules.page > 1;
  const isBelow = isSortTouched && at === list.ids.length && list.hasNext;
  return isAbove || isBelow ? list : { ...list, changed: withId(list.changed, change.id) };
}

/** What one change makes of the page. Nothing is fetched; what cannot be known waits behind the chip. */
export function applyChange(
  list: LiveList,
  change: Change,
  applied: Applied,
  rules: ListRules,
  now: number,
): LiveList {
  if (change.op === "bulk" || isUndecided(list, change, rules)) {
    return { ...list, isOutdated: true };
  }
  if (change.op === "removed") {
    return list.leaving.includes(change.id) ? list : remove(list, change.id, rules);
  }
  if (applied === "stale") {
    return catchUp(list, change, rules);
  }
  if (list.ids.includes(change.id)) {
    // It is visible again before it faded from the screen.
    return update({ ...list, leaving: without(list.leaving, change.id) }, change, rules, now);
  }
  const isWhole = change.op === "created" || "id" in (change.fields ?? {});
  if (!isWhole) {
    return hearOfOther(list, change, rules);
  }
  const record = rules.read(change.id);
  if (!record || !matches(record, rules) || list.fresh.includes(change.id)) {
    return list;
  }
  return { ...list, total: list.total + 1, fresh: withId(list.fresh, change.id) };
}

/** Takes rows off the page once they have faded. */
export const dropLeaving = (list: LiveList): LiveList =>
  list.leaving.length === 0
    ? list
    : { ...list, ids: list.ids.filter((id) => !list.leaving.includes(id)), leaving: [] };

/** Whether what waits can be shown without reading the page again: of what was elsewhere, all must be held. */
export const isAllKnown = (list: LiveList, rules: ListRules): boolean =>
  list.changed.length === 0 ||
  (!isNarrowed(rules) && list.changed.every((id) => rules.read(id) !== undefined));

/** Brings in what waits behind the chip, each row where it belongs. undefined where the page must be read again. */
export function showWaiting(list: LiveList, rules: ListRules, now: number): LiveList | undefined {
  if (rules.page > 1 || !isAllKnown(list, rules)) {
    return undefined;
  }
  const waiting = [...list.changed, ...list.fresh];
  let ids = list.ids;
  for (const id of waiting) {
    ids = place(ids, id, rules);
  }
  // A list that was scrolled on has grown beyond its page.
  const room = Math.max(rules.pageSize, list.ids.length);
  const isFull = ids.length > room;
  return {
    ...list,
    ids: ids.slice(0, room),
    hasNext: list.hasNext || isFull,
    fresh: [],
    changed: [],
    tints: { ...list.tints, ...Object.fromEntries(waiting.map((id) => [id, now])) },
  };
}
