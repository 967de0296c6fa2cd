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

/** Rows as the query that returns the same records: in their order, or the list's usual one. */
export function asQuery(schema: ObjectSchema, where: Where, selected: readonly string[] = []): string {
  const { rows, isAny, sort, limit, offset } = where;
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
    // Of a lookup's own field only the server knows whether it is a date.
    const isDay = spec && (isDated(spec) || (subField !== undefined && subField !== "name"));
    const days = isDay ? dayWordOf(value) : undefined;
    return `${path} ${operator} ${days ?? literal(value)}`;
  };
  const { field, isDescending } = parseSort(sort ?? schema.order ?? "-id");
  const columns =
    selected.length === 0 ? "*" : ["id", ...selected.filter((name) => name !== "id")].join(", ");
  const conditions = rows.map(condition).join(isAny ? "\n  OR " : "\n  AND ");
  return [
    `SELECT ${columns}`,
    `FROM ${object}`,
    ...(conditions === "" ? [] : [`WHERE ${conditions}`]),
    `ORDER BY ${object}.${field}${isDescending ? " DESC" : ""}`,
    ...(limit === undefined ? [] : [`LIMIT ${limit}`]),
    ...(offset ? [`OFFSET ${offset}`] : []),
  ].join("\n");
}
