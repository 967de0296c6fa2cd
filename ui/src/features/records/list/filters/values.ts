import type { Filter } from "@/api";
import type { FieldSpec } from "@/fields";
import { isEmpty, textOf } from "@/fields/value";
import type { Operator } from "./operators";

export interface ValueProps {
  id: string;
  /** What the control is called. */
  label: string;
  row: Filter;
  field: FieldSpec;
  isMissing: boolean;
  onValue: (value: NonNullable<Filter["value"]> | null) => void;
}

export const takesSeveral = (operator: Operator): boolean => operator === "IN" || operator === "NOT IN";

/** The values that were typed into one line, parted by commas. */
export const severalIn = (typed: string): string[] =>
  typed
    .split(",")
    .map((one) => one.trim())
    .filter(Boolean);

/** A row that is compared in another way: one value becomes a list of it, a list its first. */
export function comparedBy(row: Filter, operator: Operator): Filter {
  const { value } = row;
  if (takesSeveral(operator)) {
    const one = isEmpty(value) ? null : [textOf(value)];
    return { ...row, operator, value: Array.isArray(value) ? value : one };
  }
  return { ...row, operator, ...(Array.isArray(value) ? { value: value[0] ?? null } : {}) };
}
