import type { ObjectSchema, WireRecord } from "@/api";
import { type FieldSpec, fieldsOf, isSame } from "@/fields";
import { choicesOf } from "@/fields/enum/value";
import { isEmpty, typesOf } from "@/fields/value";
import { parseJson } from "@/lib/exact";
import type { CellEdit } from "./drafts";
import { words } from "./messages";

export type JsonRead = { edits: readonly CellEdit[] } | { fault: string };

const typeOf = (value: unknown): string => {
  if (value === null) {
    return "null";
  }
  if (Array.isArray(value)) {
    return "array";
  }
  return typeof value === "bigint" ? "integer" : typeof value;
};

const isOf = (value: unknown, types: readonly string[]): boolean => {
  const type = typeOf(value);
  const isWhole = type === "integer" || Number.isInteger(value);
  return (
    types.includes(type) ||
    (types.includes("integer") && isWhole) ||
    (types.includes("number") && type === "integer")
  );
};

/** Why a value can't stand in a field; undefined where it can, as far as the schema says. */
function schemaFault(field: FieldSpec, value: unknown): string | undefined {
  const types = typesOf(field.property);
  if (isEmpty(value)) {
    return field.isRequired ? words.required(field.title) : undefined;
  }
  if (field.kind === "json" || field.kind === "any-object") {
    return undefined;
  }
  if (field.kind === "enum" && typeof value === "string" && !choicesOf(field).includes(value)) {
    return words.notOption(value);
  }
  const isReference = field.target !== undefined && typeof value === "string";
  return isReference || isOf(value, types) ? undefined : words.jsonType(types.join(" or "));
}

/** Where a JSON parser stopped, in lines and columns from 1. */
function placeOf(text: string, error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  const at = Number(/position (\d+)/.exec(message)?.[1] ?? text.length);
  const before = text.slice(0, at).split("\n");
  const detail = message.replace(/ in JSON.*$/s, "").replace(/ \(line.*$/s, "");
  return words.jsonAt(before.length, (before.at(-1)?.length ?? 0) + 1, detail);
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

interface Page {
  schema: ObjectSchema;
  /** The records as they were when the editing began, by id. */
  records: ReadonlyMap<string, WireRecord>;
}

/** The changes in one record of the text. */
function changesIn(
  one: Record<string, unknown>,
  had: WireRecord,
  at: number,
  schema: ObjectSchema,
): JsonRead {
  const fields = fieldsOf(schema);
  const edits: CellEdit[] = [];
  for (const [name, value] of Object.entries(one)) {
    if (isSame(value, had[name])) {
      continue;
    }
    const field = fields.find((spec) => spec.name === name);
    if (!field) {
      const detail = name in had ? words.readOnly : words.jsonNoField;
      return { fault: words.jsonField(at, name, detail) };
    }
    const fault = field.isEditable ? schemaFault(field, value) : words.readOnly;
    if (fault !== undefined) {
      return { fault: words.jsonField(at, name, fault) };
    }
    edits.push({ id: had.id, field, value });
  }
  return { edits };
}

/** Reads the records of a page as somebody wrote them, and checks them against the schema. */
export function readPage(text: string, { schema, records }: Page): JsonRead {
  let read: unknown;
  try {
    JSON.parse(text); // says where it stops
    read = parseJson(text);
  } catch (error) {
    return { fault: placeOf(text, error) };
  }
  if (!Array.isArray(read)) {
    return { fault: words.jsonNotArray };
  }
  const edits: CellEdit[] = [];
  const seen = new Set<string>();
  for (const [index, one] of read.entries()) {
    const id = isRecord(one) ? one.id : undefined;
    const had = typeof id === "string" ? records.get(id) : undefined;
    if (!(isRecord(one) && had)) {
      return { fault: words.jsonUnknown(index + 1) };
    }
    if (seen.has(had.id)) {
      return { fault: words.jsonTwice(index + 1) };
    }
    seen.add(had.id);
    const changed = changesIn(one, had, index + 1, schema);
    if ("fault" in changed) {
      return changed;
    }
    edits.push(...changed.edits);
  }
  return { edits };
}
