import type { ObjectSchema, Property } from "@/api";
import type { FieldKind, FieldSpec } from "./contract";

const formats: Record<string, FieldKind> = {
  "text-area": "text-area",
  "rich-text": "text-area",
  email: "email",
  url: "url",
  "date-time": "date-time",
  enum: "enum",
  "multi-select": "multi-select",
  "multi-picklist": "multi-select",
  lookup: "lookup",
  phone: "phone",
  address: "address",
  image: "image",
  "any-object": "any-object",
  json: "json",
};

const types: Record<string, FieldKind> = {
  string: "text",
  number: "number",
  integer: "number",
  boolean: "boolean",
  array: "json",
  object: "json",
};

export const typesOf = (property: Property): string[] =>
  Array.isArray(property.type) ? property.type : [property.type];

/** The meaning of a property. What this release does not know is shown as what it is: text, or JSON. */
export function kindOf(property: Property): FieldKind {
  const main = typesOf(property).find((type) => type !== "null") ?? "string";
  if (property.format === "lookup") {
    return main === "array" ? "lookup-list" : "lookup";
  }
  if (property.format === "picklist") {
    return property.enum === undefined ? "text" : "enum";
  }
  return formats[property.format ?? ""] ?? types[main] ?? "json";
}

/** Never shown as fields of their own: they repeat others or mean nothing to a person. */
const hidden = new Set(["id", "version", "updated_by", "organization_id", "organication_id"]);

export function fieldsOf(schema: ObjectSchema): FieldSpec[] {
  return Object.entries(schema.properties)
    .filter(([name]) => !hidden.has(name))
    .map(([name, property]) => specOf(schema, name, property));
}

export function specOf(schema: ObjectSchema, name: string, property: Property): FieldSpec {
  const target = property.anyOf?.find((one) => one.schema_api_name)?.schema_api_name;
  return {
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
