import type { ObjectSchema, Property } from "@/api";
import type { FieldSpec } from "./contract";
import { fieldType, kindOf } from "./registry";
import { typesOf } from "./value";

/** Never shown as fields of their own: they repeat others or mean nothing to a person. */
const hidden = new Set(["id", "version", "updated_by", "organization_id", "organication_id"]);

export function fieldsOf(schema: ObjectSchema): FieldSpec[] {
  return Object.entries(schema.properties)
    .filter(([name, property]) => !hidden.has(name) && property.alias === undefined)
    .map(([name, property]) => specOf(schema, name, property));
}

/** The fields whose values no browser may keep. */
export const secretsOf = (schema: ObjectSchema): string[] =>
  fieldsOf(schema).flatMap(({ name, kind }) => (fieldType(kind).isSecret ? name : []));

export function specOf(schema: ObjectSchema, name: string, property: Property): FieldSpec {
  const target = property.anyOf?.find((one) => one.schema_api_name)?.schema_api_name;
  return {
    object: schema.api_name,
    name,
    title: property.title,
    kind: kindOf(property),
    property,
    isRequired: schema.required.includes(name),
    isNullable: typesOf(property).includes("null"),
    isSystem: property.system === true,
    isEditable: property.modify !== false && property.system !== true,
    ...(target === undefined ? {} : { target }),
    ...(property.help_text ? { help: property.help_text } : {}),
  };
}
