import { t } from "@/messages";
import { formatName } from "./formatNames";
import { words } from "./messages";

/** A property of an object or field, before and after; null if it had none. */
interface Sides {
  property: string;
  before: unknown;
  after: unknown;
}

/** What became of an object, as the audit has it. */
export interface Difference {
  title: string;
  op: "made" | "changed" | "retired" | "restored" | "purged";
  object?: readonly Sides[];
  fields?: readonly { name: string; title: string; op: Difference["op"]; changed?: readonly Sides[] }[];
}

export const isDifference = (value: unknown): value is Difference =>
  typeof value === "object" && value !== null && "op" in value;

/** A property's value as people read it. */
export function saidOf(property: string, value: unknown): string {
  if (property === "duplicate_fields" && (value === null || value === undefined)) {
    return words.everyPhone;
  }
  if (value === null || value === undefined || value === "") {
    return t.records.noValue;
  }
  if (typeof value === "boolean") {
    return value ? t.records.yes : t.records.no;
  }
  if (typeof value === "string") {
    return property === "format" ? formatName(value) : value;
  }
  if (Array.isArray(value)) {
    return value.length === 0
      ? t.records.noValue
      : value
          .map((one: unknown) =>
            typeof one === "object" && one !== null && "label" in one ? String(one.label) : String(one),
          )
          .join(", ");
  }
  return typeof value === "number" || typeof value === "bigint" ? String(value) : JSON.stringify(value);
}
