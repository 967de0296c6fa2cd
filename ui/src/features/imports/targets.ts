import type { ObjectSchema } from "@/api";
import { type FieldSpec, fieldsOf, fieldType } from "@/fields";
import type { Imported, Mode, Plan } from "./api";

/** Something that a column can be read into: a field, or a member of one. */
export interface Target {
  name: string;
  label: string;
  isRequired: boolean;
  field: FieldSpec | undefined;
}

/** The members of a value that a column alone can give, by the kind of the field. */
const members: Readonly<Record<string, readonly (readonly [string, string])[]>> = {
  address: [
    ["line1", "Street"],
    ["line2", "Line 2"],
    ["city", "City"],
    ["state", "State"],
    ["postal_code", "Postal Code"],
    ["country", "Country"],
  ],
};

const isUnique = (field: FieldSpec) => field.property.unique === true;

/** By which fields rows can find their records. */
export const matchFields = (schema: ObjectSchema): readonly { name: string; label: string }[] => [
  { name: "id", label: "Id" },
  ...fieldsOf(schema)
    .filter((field) => isUnique(field) && !field.isSystem && !fieldType(field.kind).isSecret)
    .map(({ name, title }) => ({ name, label: title })),
];

/** What columns can be read into. */
export function targetsOf(schema: ObjectSchema, { mode, match_field }: Plan): readonly Target[] {
  const match = matchFields(schema).find(({ name }) => name === match_field);
  const first: Target[] =
    mode === "create" || !match
      ? []
      : [{ name: match.name, label: match.label, isRequired: true, field: undefined }];
  if (mode === "delete") {
    return first;
  }
  const settable = fieldsOf(schema).filter(
    (field) =>
      field.isEditable && !field.isSystem && !fieldType(field.kind).isSecret && field.name !== first[0]?.name,
  );
  return [
    ...first,
    ...settable.flatMap((field): Target[] => [
      {
        name: field.name,
        label: field.title,
        isRequired: mode === "create" && field.isRequired,
        field,
      },
      ...(members[field.kind] ?? []).map(([member, label]) => ({
        name: `${field.name}.${member}`,
        label: `${field.title}: ${label}`,
        isRequired: false,
        field,
      })),
    ]),
  ].sort((one, other) => Number(other.isRequired) - Number(one.isRequired));
}

/** A suggested mapping without what the mode does not take. */
export function planned(schema: ObjectSchema, shown: Imported, plan: Plan): Plan {
  const names = new Set(targetsOf(schema, plan).map(({ name }) => name));
  const mapping = Object.fromEntries(
    Object.entries(plan.mapping).filter(([name, column]) => names.has(name) && column !== ""),
  );
  return { ...plan, mapping: Object.keys(mapping).length > 0 ? mapping : suggestedFor(shown, names) };
}

const suggestedFor = (shown: Imported, names: ReadonlySet<string>) =>
  Object.fromEntries(Object.entries(shown.mapping).filter(([name]) => names.has(name)));

/** What a plan lacks, by field. */
export const missing = (schema: ObjectSchema, plan: Plan): readonly string[] =>
  targetsOf(schema, plan)
    .filter(
      ({ name, isRequired }) =>
        isRequired && !Object.keys(plan.mapping).some((one) => one === name || one.startsWith(`${name}.`)),
    )
    .map(({ name }) => name);

export const firstMode = (modes: readonly Mode[], shown: Imported): Mode =>
  modes.find((mode) => mode === shown.mode) ?? modes[0] ?? "create";
