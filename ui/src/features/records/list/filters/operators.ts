import type { Filter } from "@/api";
import { type FieldSpec, fieldType } from "@/fields";
import { textOf } from "@/fields/value";
import { nameFieldOf, peek, schemasAtom, store } from "@/store";
import { dayWordOf, isDated } from "./days";
import { dayLabel, words } from "./messages";
import { isParted, namedKinds as named, partTitle } from "./subFields";

export type Operator = Filter["operator"];

const texts = ["text", "text-area", "rich-text", "email", "url", "phone", "code"];
const lists = ["multi-select", "multi-picklist", "lookup-list"];
const without = ["json", "image", "encrypted", "any-object", "object"];
const chosen = ["enum", "boolean", "color"];

/** Whether a person may narrow a list by it: the server says so of what it sorts by. */
export const isFilterable = ({ kind, property }: FieldSpec): boolean =>
  !without.includes(kind) &&
  (property.sort === true || kind === "phone" || isParted(kind) || lists.includes(kind));

/** Whether what it is compared with is typed as plain text. */
export const isTyped = ({ kind }: FieldSpec): boolean =>
  texts.includes(kind) || lists.includes(kind) || named.includes(kind);

/** What its own editor writes otherwise than it is kept. */
const measured = ["time", "duration"];
const listed: readonly Operator[] = ["IN", "NOT IN"];
const emptied: readonly Operator[] = ["IS NULL", "IS NOT NULL"];

/** How a field may be compared, the most usual way first. */
export function operatorsOf(field: FieldSpec): readonly Operator[] {
  const { kind } = field;
  if (named.includes(kind)) {
    return ["LIKE", "=", "!=", ...emptied];
  }
  if (texts.includes(kind)) {
    return ["LIKE", "=", "!=", ...listed, ...emptied];
  }
  if (lists.includes(kind)) {
    return ["=", ...emptied];
  }
  if (chosen.includes(kind)) {
    return ["=", "!=", ...(kind === "enum" ? listed : []), ...emptied];
  }
  const isCounted = !(isDated(field) || measured.includes(kind));
  return ["=", ">", "<", ">=", "<=", "!=", ...(isCounted ? listed : []), ...emptied];
}

export const takesValue = (operator: Operator): boolean =>
  operator !== "IS NULL" && operator !== "IS NOT NULL";

/** The name of the record whose id a reference is compared with; undefined for other values. */
function referred({ kind, target }: FieldSpec, value: unknown): string | undefined {
  if (typeof value !== "string" || (target === undefined && kind !== "any-object")) {
    return undefined;
  }
  const objects = target === undefined ? (store.get(schemasAtom) ?? []).map((one) => one.api_name) : [target];
  const record = objects.flatMap((object) => peek(object, value)?.record ?? [])[0];
  const schema = (store.get(schemasAtom) ?? []).find((one) => one.api_name === target);
  const name = record?.[nameFieldOf(schema)] ?? record?.name;
  return typeof name === "string" && name !== "" ? name : words.oneRecord;
}

/** A row as a person reads it: "Company contains Acme". */
export function rowText(row: Filter, fields: readonly FieldSpec[]): string {
  const field = fields.find(({ name }) => name === row.field);
  const part =
    row.subField && row.subField !== "name" && row.subField !== "id"
      ? partTitle(row.subField).toLowerCase()
      : "";
  const title = [field?.title ?? row.field, part].filter(Boolean).join(" ");
  const said = words.operators[row.operator] ?? row.operator;
  if (!takesValue(row.operator)) {
    return `${title} ${said}`;
  }
  const days = field && (part !== "" || isDated(field)) ? dayWordOf(row.value) : undefined;
  if (days !== undefined) {
    return `${title} ${said} ${dayLabel(days).toLowerCase()}`;
  }
  if (Array.isArray(row.value) && field?.kind === "enum") {
    return `${title} ${said} ${fieldType("multi-picklist").text(row.value, field)}`;
  }
  const value = Array.isArray(row.value) ? row.value.join(", ") : row.value;
  const reference =
    field && (!row.subField || row.subField === "id") ? referred(field, row.value) : undefined;
  if (reference !== undefined) {
    return `${title} ${said} ${reference}`;
  }
  const isPlain = field === undefined || part !== "" || isTyped(field) || Array.isArray(row.value);
  const shown = isPlain ? textOf(value) : fieldType(field.kind).text(value, field);
  return `${title} ${said} ${shown || textOf(value)}`;
}
