import type { ObjectSchema, Option, Property } from "@/api";
import { type FieldSpec, isSame, specOf } from "@/fields";
import type { Definition, FieldDefinition, Format } from "./api";

/** An option under edit. Its key stays the same while its value is typed. */
export interface EditedOption extends Option {
  key: string;
  /** It is not stored yet, so that its value may still change. */
  isNew?: boolean;
}

/** All that one sets of a field, each empty if nothing is set. */
export interface FieldValues {
  title: string;
  format: string;
  target: string;
  options: readonly EditedOption[];
  required: boolean;
  unique: boolean;
  index: boolean;
  modify: boolean;
  holds: string;
  default: unknown;
  help_text: string;
  unit: string;
  width: number | null;
  max_length: number | null;
}

/** The width of which the server tells where nobody said any. */
const usualWidth = 150;

export const emptyField: FieldValues = {
  title: "",
  format: "",
  target: "",
  options: [],
  required: false,
  unique: false,
  index: false,
  modify: true,
  holds: "",
  default: null,
  help_text: "",
  unit: "",
  width: null,
  max_length: null,
};

export function valuesOf(field: FieldDefinition): FieldValues {
  return {
    title: field.title,
    format: field.format,
    target: field.anyOf?.find((one) => one.schema_api_name)?.schema_api_name ?? "",
    options: (field.options ?? []).map((option) => ({ ...option, key: option.value })),
    required: field.required === true,
    unique: field.unique === true,
    index: field.index === true,
    modify: field.modify !== false,
    holds: field.holds ?? "",
    default: field.default ?? null,
    help_text: field.help_text ?? "",
    unit: field.unit ?? "",
    width: field.width === usualWidth ? null : (field.width ?? null),
    max_length: field.max_length ?? null,
  };
}

/** The options as they are stored. */
const optionsOf = (options: readonly EditedOption[]): Option[] =>
  options.map(({ key: _, isNew: __, ...option }) => option);

const same = (left: FieldValues, right: FieldValues, key: keyof FieldValues): boolean =>
  key === "options"
    ? JSON.stringify(optionsOf(left.options)) === JSON.stringify(optionsOf(right.options))
    : isSame(left[key], right[key]);

/** What differs between two states of a field, in the order of the form. */
export const differing = (left: FieldValues, right: FieldValues): (keyof FieldValues)[] =>
  (Object.keys(emptyField) as (keyof FieldValues)[]).filter((key) => !same(left, right, key));

const written: { [K in keyof FieldValues]: (value: FieldValues[K]) => Record<string, unknown> } = {
  title: (title) => ({ title: title.trim() }),
  format: (format) => ({ format }),
  target: (target) => ({ anyOf: target === "" ? null : [{ schema_api_name: target }] }),
  options: (options) => ({ options: options.length === 0 ? null : optionsOf(options) }),
  required: (required) => ({ required }),
  unique: (unique) => ({ unique }),
  index: (index) => ({ index }),
  modify: (modify) => ({ modify }),
  holds: (holds) => ({ holds }),
  default: (value) => ({ default: value ?? null }),
  help_text: (text) => ({ help_text: text.trim() || null }),
  unit: (unit) => ({ unit: unit.trim() || null }),
  width: (width) => ({ width }),
  max_length: (length) => ({ max_length: length }),
};

/** What to send of a field: of a new one all that is set, of another what differs from what is stored. */
export function patchOf(stored: FieldValues | undefined, values: FieldValues): Record<string, unknown> {
  const keys = differing(stored ?? emptyField, values);
  return Object.assign({}, ...keys.map((key) => (written[key] as (value: unknown) => object)(values[key])));
}

/** Takes away what fields of another format can't have, and what it meant there. */
export function withFormat(values: FieldValues, format: Format): FieldValues {
  return {
    ...values,
    format: format.format,
    target: format.target ? values.target : "",
    options: format.options ? values.options : [],
    unique: format.unique === true && values.unique,
    index: format.index === true && values.index,
    holds: format.sensitive ? values.holds : "",
    default: format.format === values.format ? values.default : null,
    unit: format.unit ? values.unit : "",
    max_length: format.max_length ? values.max_length : null,
  };
}

/** The fields of an object in their order; what no order names comes last. */
export function orderedFields({ order, properties }: Pick<Definition, "order" | "properties">): string[] {
  const named = order.filter((name) => name in properties);
  return [...named, ...Object.keys(properties).filter((name) => !named.includes(name))];
}

/** The same list with one of it at another place. */
export function moved<T>(list: readonly T[], one: T, to: number): T[] {
  const rest = list.filter((other) => other !== one);
  return [...rest.slice(0, to), one, ...rest.slice(to)];
}

/** A field as its own editor and its chips need it. */
export function shownField(object: ObjectSchema, values: FieldValues, format: Format): FieldSpec {
  const property: Property = {
    title: values.title,
    type: [format.type, "null"],
    format: values.format,
    // One that is still to be named is none yet.
    ...(format.options ? { options: optionsOf(values.options).filter(({ value }) => value !== "") } : {}),
    ...(values.target === "" ? {} : { anyOf: [{ schema_api_name: values.target }] }),
    ...(values.unit === "" ? {} : { unit: values.unit }),
    ...(values.max_length === null ? {} : { max_length: values.max_length }),
  };
  return specOf(object, "default", property);
}
