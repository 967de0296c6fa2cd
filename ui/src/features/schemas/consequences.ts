import { isEmpty } from "@/fields";
import type { Format } from "./api";
import type { FieldValues } from "./field";
import { titleOf } from "./formats";
import { words } from "./messages";

/** What a change of a stored field means for the records that there are, said before it is made. */
export function consequencesOf(
  stored: FieldValues,
  values: FieldValues,
  formats: readonly Format[],
): string[] {
  const out: string[] = [];
  if (values.format !== stored.format) {
    out.push(words.means.format(titleOf(formats, stored.format), titleOf(formats, values.format)));
  }
  if (values.required && !stored.required) {
    out.push(isEmpty(values.default) ? words.means.required : words.means.filled);
  }
  if (values.unique && !stored.unique) {
    out.push(words.means.unique);
  }
  if (values.index && !stored.index) {
    out.push(words.means.index);
  }
  if (values.max_length !== null && values.max_length < (stored.max_length ?? Number.POSITIVE_INFINITY)) {
    out.push(words.means.shorter(values.max_length));
  }
  const kept = new Set(values.options.map(({ value }) => value));
  if (values.format === stored.format && stored.options.some(({ value }) => !kept.has(value))) {
    out.push(words.means.optionsGone);
  }
  return out;
}
