import type { Definition, DefinitionPatch, Format } from "./api";
import { orderedFields } from "./field";

export type Edits = Pick<DefinitionPatch, "title" | "plural" | "columns" | "search" | "track_history"> & {
  duplicate_fields?: readonly string[];
};

const sameList = (left: readonly string[], right: readonly string[]) => left.join() === right.join();
const sameSet = (left: readonly string[], right: readonly string[]) =>
  sameList([...left].sort(), [...right].sort());

/** Every field of phone numbers is what duplicates are found by where nobody chose: those that come later count too. */
const orEveryPhone = ({ properties }: Definition, chosen: readonly string[]): readonly string[] | null => {
  const phones = Object.keys(properties).filter((name) => properties[name]?.format === "phone");
  return phones.length > 0 && sameSet(chosen, phones) ? null : chosen;
};

/** What the form of an object shows, and what of it is to be stored. */
export function changeOf(
  definition: Definition,
  edits: Edits,
): { values: Required<Edits>; patch: DefinitionPatch } {
  const stored = {
    title: definition.title,
    plural: definition.plural ?? "",
    columns: definition.columns ?? [],
    search: definition.search ?? [],
    duplicate_fields: definition.duplicate_fields ?? [],
    track_history: definition.track_history ?? true,
  };
  const values = { ...stored, ...edits };
  const patch = {
    ...(values.title.trim() === stored.title ? {} : { title: values.title.trim() }),
    ...(values.plural.trim() === stored.plural ? {} : { plural: values.plural.trim() }),
    ...(sameList(values.columns, stored.columns) ? {} : { columns: values.columns }),
    ...(sameList(values.search, stored.search) ? {} : { search: values.search }),
    ...(sameSet(values.duplicate_fields, stored.duplicate_fields)
      ? {}
      : { duplicate_fields: orEveryPhone(definition, values.duplicate_fields) }),
    ...(values.track_history === stored.track_history ? {} : { track_history: values.track_history }),
  };
  return { values, patch };
}

/** The fields whose format may do something, such as to be searched by, in their order. */
export const fieldsThat = (
  definition: Definition,
  formats: readonly Format[],
  may: "search" | "duplicates",
): string[] =>
  orderedFields(definition).filter((name) =>
    formats.some((one) => one.format === definition.properties[name]?.format && one[may] === true),
  );
