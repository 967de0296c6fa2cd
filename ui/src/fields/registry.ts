import type { Property } from "@/api";
import type { FieldKind, FieldType } from "./contract";
import { fieldType as json } from "./json/type";
import { typesOf } from "./value";

/** Every kind of field by the name of its folder: whoever adds a folder with a type.tsx adds a kind. */
export const kinds: ReadonlyMap<FieldKind, FieldType> = new Map(
  Object.entries(import.meta.glob<FieldType>("./*/type.tsx", { eager: true, import: "fieldType" })).map(
    ([path, type]) => [path.split("/")[1] ?? "", type],
  ),
);

export const fieldType = (kind: FieldKind): FieldType => kinds.get(kind) ?? json;

function find(wanted: (type: FieldType, kind: FieldKind) => boolean): FieldKind | undefined {
  for (const [kind, type] of kinds) {
    if (wanted(type, kind)) {
      return kind;
    }
  }
  return undefined;
}

/** The kind that says of itself that it shows such properties, undefined where none does. */
export function claimedBy(property: Property): FieldKind | undefined {
  const main = typesOf(property).find((type) => type !== "null") ?? "string";
  const format = property.format ?? "";
  return (
    find((type) => type.claims?.(property, main) === true) ??
    find((type, kind) => (type.formats ?? [kind]).includes(format)) ??
    (format === "" ? find((type) => type.types?.includes(main) === true) : undefined)
  );
}

/** The meaning of a property. What this release does not know is shown as what it is: text, or JSON. */
export function kindOf(property: Property): FieldKind {
  return claimedBy(property) ?? claimedBy({ ...property, format: "" }) ?? "json";
}
