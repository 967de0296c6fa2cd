import type { Definition, Format } from "./api";
import { differing, type FieldValues, valuesOf } from "./field";
import { titleOf } from "./formats";
import { words } from "./messages";

function toldField(before: FieldValues, after: FieldValues, formats: readonly Format[]): string {
  return differing(before, after)
    .map((key) =>
      key === "format"
        ? words.formatChange(titleOf(formats, before.format), titleOf(formats, after.format))
        : words.keys[key].toLowerCase(),
    )
    .join(", ");
}

/** What became of a definition, in words, a line for each field. */
export function tellChanges(before: Definition, after: Definition, formats: readonly Format[]): string[] {
  const names = [...new Set([...Object.keys(before.properties), ...Object.keys(after.properties)])];
  const lines = names.flatMap((name) => {
    const had = before.properties[name];
    const has = after.properties[name];
    if (!had || !has) {
      return has ? words.addedField(has.title) : words.retiredField(had?.title ?? name);
    }
    const changed = toldField(valuesOf(had), valuesOf(has), formats);
    return changed === "" ? [] : words.changedField(has.title, changed);
  });
  const others = (["title", "plural", "columns", "search", "duplicate_fields", "track_history"] as const)
    .filter((key) => JSON.stringify(before[key]) !== JSON.stringify(after[key]))
    .map((key) => words.objectKeys[key]);
  const stayed = (order: readonly string[]) =>
    order.filter((name) => before.order.includes(name) && after.order.includes(name)).join(" ");
  return [...others, ...(stayed(before.order) === stayed(after.order) ? [] : [words.orderChanged]), ...lines];
}
