import type { Filter, ObjectSchema } from "@/api";
import { fieldsOf } from "@/fields";

/** The conditions that records of an object name another one, in whatever field that refers to such. */
export function namedBy(schema: ObjectSchema, object: string, id: string): Filter[] {
  return fieldsOf(schema)
    .filter(({ kind, target }) => target === object || kind === "any-object")
    .map(({ name, kind }) => ({
      field: name,
      ...(kind === "any-object" ? { subField: "id" } : {}),
      operator: "=",
      value: id,
    }));
}
