import { referenceOf } from "@/fields/lookup/value";
import { isEmpty } from "@/fields/value";
import { compareMoments, compareText } from "@/lib/compare";

export interface Sort {
  field: string;
  isDescending: boolean;
}

export const parseSort = (text: string): Sort =>
  text.startsWith("-") ? { field: text.slice(1), isDescending: true } : { field: text, isDescending: false };

export const sortText = (sort: Sort): string => (sort.isDescending ? `-${sort.field}` : sort.field);

type Key = string | number | bigint | boolean;

function keyOf(value: unknown): Key {
  if (["number", "bigint", "boolean", "string"].includes(typeof value)) {
    return value as Key;
  }
  return referenceOf(value)?.name ?? "";
}

function compareKeys(left: Key, right: Key): number {
  if (typeof left === "string" && typeof right === "string") {
    // Moments are written so that their letters sort as time does.
    return /^\d{4}-\d\d-\d\dT/.test(left) ? compareMoments(left, right) : compareText(left, right);
  }
  if (typeof left === "bigint" || typeof right === "bigint") {
    return left < right ? -1 : Number(left > right);
  }
  return Number(left) - Number(right);
}

type Sortable = Readonly<Record<string, unknown>>;

/** Orders two records as the server's list does: what has no value comes last either way. */
export function compareRecords(left: Sortable, right: Sortable, sort: Sort): number {
  const [a, b] = [left[sort.field], right[sort.field]];
  if (isEmpty(a) || isEmpty(b)) {
    return Number(isEmpty(a)) - Number(isEmpty(b));
  }
  const order = compareKeys(keyOf(a), keyOf(b));
  return sort.isDescending ? -order : order;
}
