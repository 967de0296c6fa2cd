import { useMemo } from "react";
import type { ObjectSchema } from "@/api";
import { type ObjectFacts, useFacts } from "@/feature";
import { type FieldSpec, fieldsOf } from "@/fields";

/** A field whose options are called as the screens of its object call them. */
function called(field: FieldSpec, facts: readonly ObjectFacts[]): FieldSpec {
  const names = facts.find((one) => one.choices?.[field.name])?.choices?.[field.name];
  const { property } = field;
  const options = property.options ?? property.enum?.map((value) => ({ value, active: true }));
  if (!names || !options) {
    return field;
  }
  const named = options.map((option) => {
    const label = names[option.value];
    return label ? { ...option, label } : option;
  });
  return { ...field, property: { ...property, options: named } };
}

/** The fields by which a list is narrowed, in the words of its screens. */
export function useFilterFields(schema: ObjectSchema): readonly FieldSpec[] {
  const facts = useFacts(schema.api_name);
  return useMemo(() => fieldsOf(schema).map((field) => called(field, facts)), [schema, facts]);
}
