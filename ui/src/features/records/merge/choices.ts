import type { WireRecord } from "@/api";
import { type FieldSpec, isEmpty, isSame } from "@/fields";

/** What a field may become: the value of one record, or undefined for the entries of all. */
interface Option {
  from: string | undefined;
  value: unknown;
}

export interface Choice {
  field: FieldSpec;
  options: readonly Option[];
}

const isList = (value: unknown) => Array.isArray(value);

/** The fields of which two records have different values; each value once, with the first record that has it. */
export function choicesOf(fields: readonly FieldSpec[], records: readonly WireRecord[]): Choice[] {
  return fields.flatMap((field) => {
    if (!field.isEditable || field.isSystem) {
      return [];
    }
    const options: Option[] = [];
    for (const record of records) {
      const value = record[field.name];
      if (!isEmpty(value) && !options.some((one) => isSame(one.value, value))) {
        options.push({ from: record.id, value });
      }
    }
    const [first] = options;
    if (options.length < 2 || !first) {
      return [];
    }
    return [
      { field, options: isList(first.value) ? [{ from: undefined, value: undefined }, ...options] : options },
    ];
  });
}

/** The option that stands unless somebody chooses: all entries of a list, the master's own value, or the first. */
export const usualOf = ({ options }: Choice, master: string): string | undefined =>
  options.some(({ from }) => from === undefined)
    ? undefined
    : (options.find(({ from }) => from === master) ?? options[0])?.from;
