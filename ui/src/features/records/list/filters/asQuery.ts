import type { Filter, ObjectSchema } from "@/api";
import { fieldsOf } from "@/fields";
import { parseSort } from "../../live/sorting";
import { dayWordOf, isDated } from "./days";
import { takesValue } from "./operators";
import type { Where } from "./savedFilter";
import { takesSeveral } from "./values";

const literal = (value: unknown): string => {
  if (typeof value === "number" || typeof value === "bigint" || typeof value === "boolean") {
    return String(value);
  }
  return `'${String(value ?? "").replaceAll("'", "''")}'`;
};

/** Rows as the query that answers the same records, in the list's usual order. */
export function asQuery(schema: ObjectSchema, { rows, isAny }: Where): string {
  const object = schema.api_name;
  const fields = fieldsOf(schema);
  const condition = ({ field, subField, operator, value }: Filter): string => {
    const path = [object, field, subField].filter(Boolean).join(".");
    if (!takesValue(operator)) {
      return `${path} ${operator}`;
    }
    if (takesSeveral(operator)) {
      return `${path} ${operator} (${[value].flat().map(literal).join(", ")})`;
    }
    const spec = fields.find(({ name }) => name === field);
    const days = spec && isDated(spec) ? dayWordOf(value) : undefined;
    return `${path} ${operator} ${days ?? literal(value)}`;
  };
  const { field, isDescending } = parseSort(schema.order ?? "-id");
  const where = rows.map(condition).join(isAny ? "\n  OR " : "\n  AND ");
  return [
    "SELECT *",
    `FROM ${object}`,
    ...(where === "" ? [] : [`WHERE ${where}`]),
    `ORDER BY ${object}.${field}${isDescending ? " DESC" : ""}`,
  ].join("\n");
}
