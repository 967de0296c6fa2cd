import type { ObjectSchema, Piece, WireRecord } from "@/api";
import { t } from "@/messages";
import { nameFieldOf } from "@/store";

/** How a found record is called, by the field that its object names its records by, and where it was found. */
export function named(
  schema: ObjectSchema | undefined,
  record: WireRecord,
  marks: Readonly<Record<string, readonly Piece[]>> = {},
): { name: string; label: readonly Piece[] | undefined; other: readonly Piece[] | undefined } {
  const field = nameFieldOf(schema);
  const { [field]: label, ...others } = marks;
  return {
    name: String(record[field] ?? "") || t.records.noValue,
    label,
    other: label ? undefined : Object.values(others)[0],
  };
}
