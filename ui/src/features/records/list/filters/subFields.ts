import type { Filter, ObjectSchema } from "@/api";
import { type FieldSpec, fieldsOf } from "@/fields";
import { nameFieldOf } from "@/store";
import { words } from "./messages";

/** What can be compared of a field: its value, or a part of it. */
export interface Part {
  /** undefined for the value itself. */
  subField: string | undefined;
  title: string;
  /** How it is compared and typed. */
  spec: FieldSpec;
}

/** The parts of values by which the server filters; undefined stands for the value itself. */
const members: Readonly<Record<string, readonly (string | undefined)[]>> = {
  phone: [undefined, "country_code", "extension"],
  address: ["city", "line1", "line2", "additional_info", "state", "postal_code", "country"],
};

/** Kinds of values that only their parts compare. */
export const isParted = (kind: string): boolean => kind === "address";

export const namedKinds = ["lookup", "file"];

const textPart = (field: FieldSpec, subField: string, title: string): Part => ({
  subField,
  title,
  spec: { ...field, kind: "text", title: `${field.title} ${title.toLowerCase()}` },
});

const otherKinds = ["json", "image", "address", "encrypted", "any-object", "object", "phone"];

/** The fields of the record that a lookup names. */
function beyond(field: FieldSpec, target: ObjectSchema): Part[] {
  const nameField = nameFieldOf(target);
  return fieldsOf(target)
    .filter(({ name, kind, property }) => {
      return name !== nameField && name !== "name" && property.sort === true && !otherKinds.includes(kind);
    })
    .map((spec) => {
      const isNamed = namedKinds.includes(spec.kind);
      return {
        subField: isNamed ? `${spec.name}.name` : spec.name,
        title: spec.title,
        spec: {
          ...spec,
          title: `${field.title} ${spec.title.toLowerCase()}`,
          ...(isNamed ? { kind: "text" } : {}),
        },
      };
    });
}

/** The parts of a field in the order in which they are offered; a field without parts has one. */
export function partsOf(field: FieldSpec, target: ObjectSchema | undefined): readonly Part[] {
  if (namedKinds.includes(field.kind)) {
    const name: Part = { subField: "name", title: words.partName, spec: field };
    return target?.rights.read ? [name, ...beyond(field, target)] : [name];
  }
  const parts = members[field.kind];
  return parts === undefined
    ? [{ subField: undefined, title: "", spec: field }]
    : parts.map((part) =>
        part === undefined
          ? { subField: undefined, title: words.partNumber, spec: field }
          : textPart(field, part, words.parts[part] ?? part),
      );
}

/** The part that a row compares; one that is not offered is compared as text. */
export function partIn(parts: readonly Part[], row: Filter, field: FieldSpec): Part {
  const found = parts.find(({ subField }) => subField === (row.subField || undefined));
  return found ?? textPart(field, row.subField ?? "", partTitle(row.subField ?? ""));
}

/** What a part is called where its object is not known. */
export const partTitle = (subField: string): string =>
  words.parts[subField] ?? subField.replaceAll(/[._]/g, " ");
