import type { Property } from "@/api";
import { writeJson } from "@/lib/exact";

/** The JSON types that a property's values may have. */
export const typesOf = (property: Property): string[] =>
  Array.isArray(property.type) ? property.type : [property.type];

/** Whether a value counts as left empty. */
export function isEmpty(value: unknown): boolean {
  return (
    value === undefined ||
    value === null ||
    value === "" ||
    (Array.isArray(value) && value.length === 0) ||
    (typeof value === "object" && !Array.isArray(value) && Object.values(value).every(isEmpty))
  );
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** A reference says who it is by its id; the name beside it may change by itself. */
const isReference = (value: Record<string, unknown>) =>
  typeof value.id === "string" &&
  Object.keys(value).every((key) => key === "id" || key === "name" || key === "schema");

/** The object that a reference to any names; that of a lookup is its field's, whatever is told of it. */
const objectOf = ({ schema }: Record<string, unknown>) => (typeof schema === "string" ? schema : undefined);

/** Whether two values of a field mean the same: empty is empty, references are equal by id. */
export function isSame(left: unknown, right: unknown): boolean {
  if (isEmpty(left) || isEmpty(right)) {
    return isEmpty(left) && isEmpty(right);
  }
  if (Array.isArray(left) && Array.isArray(right)) {
    return left.length === right.length && left.every((item, index) => isSame(item, right[index]));
  }
  if (isRecord(left) && isRecord(right)) {
    if (isReference(left) && isReference(right)) {
      return left.id === right.id && objectOf(left) === objectOf(right);
    }
    const keys = new Set([...Object.keys(left), ...Object.keys(right)]);
    return [...keys].every((key) => isSame(left[key], right[key]));
  }
  return left === right;
}

export const textOf = (value: unknown): string =>
  typeof value === "string" ? value : value === null || value === undefined ? "" : writeJson(value);
