import type { ObjectSchema } from "@/api";
import type { ObjectFacts } from "@/feature";
import { type FieldSpec, fieldsOf, fieldType } from "@/fields";
import { nameFieldOf } from "@/store";

export interface Layout {
  /** What people fill in, the name first, what is large last. */
  details: FieldSpec[];
  /** What few of its readers ask for, by the names of the fields. */
  aside: ReadonlySet<string>;
}

const isWide = (field: FieldSpec) => fieldType(field.kind).isWide === true;

/** The fields of a page or a form but for those that a feature shows in a way of its own. */
export function layoutOf(schema: ObjectSchema, facts: readonly ObjectFacts[] = []): Layout {
  const placed = new Set(facts.flatMap((one) => one.placed ?? []));
  const fields = fieldsOf(schema).filter(({ name }) => !placed.has(name));
  const nameField = nameFieldOf(schema);
  const rank = (field: FieldSpec) =>
    field.name === nameField
      ? 0
      : isWide(field)
        ? 4
        : fieldType(field.kind).isTall
          ? 3
          : field.name === "owner"
            ? 2
            : 1;
  return {
    details: fields.filter((field) => !field.isSystem).sort((left, right) => rank(left) - rank(right)),
    aside: new Set(facts.flatMap((one) => one.aside ?? [])),
  };
}

/** The fields of a form: what the reader may set. */
export const editable = (fields: readonly FieldSpec[]): FieldSpec[] =>
  fields.filter((field) => field.isEditable);
