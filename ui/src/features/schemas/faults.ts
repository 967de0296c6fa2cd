import type { ApiError } from "@/api";
import type { Format } from "./api";
import { isApiName } from "./apiName";
import { emptyField, type FieldValues } from "./field";
import { words } from "./messages";

/** What is wrong with a field, by what it is wrong with. */
export type Faults = Partial<Record<keyof FieldValues | "name", string>>;

interface Asked {
  values: FieldValues;
  format: Format | undefined;
  /** The name of a new field, and those that are taken. */
  name?: string | undefined;
  taken: ReadonlySet<string>;
}

/** What keeps a field from being stored, as far as it is known without the server. */
export function faultsOf({ values, format, name, taken }: Asked): Faults {
  const out: Faults = {};
  if (values.title.trim() === "") {
    out.title = words.missing(words.fieldTitle);
  }
  if (name !== undefined && !isApiName(name)) {
    out.name = name === "" ? words.missing(words.apiName) : words.badName;
  } else if (name !== undefined && taken.has(name)) {
    out.name = words.takenName;
  }
  if (!format) {
    out.format = words.missing(words.format);
  } else if (format.target && values.target === "") {
    out.target = words.missing(words.target);
  }
  if (format?.options_needed && values.options.length === 0) {
    out.options = words.noneOfThem;
  }
  const options = values.options.map(({ value }) => value);
  if (new Set(options).size < options.length) {
    out.options = words.doubleValue;
  }
  return out;
}

/** What the server refused of a field, under the part of the form that shows it; what no part shows is left out. */
export function refusedOf({ errors }: ApiError, name: string): Faults {
  const out: Faults = {};
  for (const [path, [text]] of Object.entries(errors)) {
    const rest = path.startsWith(`properties.${name}`) ? path.slice(`properties.${name}`.length) : undefined;
    const part = rest?.split(/[.[]/).filter(Boolean)[0];
    const key = part === "anyOf" ? "target" : (part ?? (rest === "" ? "name" : undefined));
    if (text !== undefined && key !== undefined && (key === "name" || key in emptyField)) {
      out[key as keyof Faults] ??= text;
    }
  }
  return out;
}
