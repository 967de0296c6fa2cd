import type { ObjectSchema } from "@/api";
import { colors } from "@/components/Pill/colors";
import { type FieldSpec, fieldType } from "@/fields";
import { nameFieldOf } from "@/store";
import { columnsOf } from "../list/columns";

/** How many fields a card shows at most, without its name. */
export const mostCardFields = 6;
const usualCardFields = 3;

/** What was chosen of a board, under the names that saved filters have for it; what is missing is as at first. */
export interface BoardSettings {
  /** The field of the columns. */
  columns?: string;
  /** The field of the swimlanes, "" for none. */
  swimLanes?: string;
  cardFields?: readonly string[];
  /** Colors by the values of the columns. */
  columnColors?: Readonly<Record<string, string>>;
  /** A field of numbers that is totaled, "" for none. */
  sum?: string;
}

/** A board as it is shown: settings with the fields that they name. */
export interface Board {
  columns: FieldSpec;
  lanes: FieldSpec | undefined;
  cardFields: readonly FieldSpec[];
  colors: Readonly<Record<string, string>>;
  sum: FieldSpec | undefined;
}

const isName = (value: unknown): value is string =>
  typeof value === "string" && /^([a-z][a-z0-9_]*)?$/.test(value);

/** The settings among what somebody stored or linked: what is none of them is left out. */
export function settingsIn(raw: unknown): BoardSettings {
  const { columns, swimLanes, cardFields, columnColors, sum } = (raw ?? {}) as Record<string, unknown>;
  const chosen =
    typeof columnColors === "object" && columnColors !== null
      ? Object.entries(columnColors).filter(([, color]) => colors.some((one) => one === color))
      : undefined;
  return {
    ...(isName(columns) && columns !== "" ? { columns } : {}),
    ...(isName(swimLanes) ? { swimLanes } : {}),
    ...(Array.isArray(cardFields) ? { cardFields: cardFields.filter(isName).filter(Boolean) } : {}),
    ...(chosen ? { columnColors: Object.fromEntries(chosen) } : {}),
    ...(isName(sum) ? { sum } : {}),
  };
}

/** Fields whose options columns can be made of; those that people can move cards by come first. */
export function columnFields(fields: readonly FieldSpec[]): FieldSpec[] {
  const found = fields.filter(({ property }) => property.format === "picklist" || property.format === "enum");
  return [...found.filter((field) => field.isEditable), ...found.filter((field) => !field.isEditable)];
}

const laneKinds = new Set(["enum", "boolean", "lookup", "text"]);

/** Fields that records fall into parts by: one text, one record, one option, or yes and no. */
export function laneFields(schema: ObjectSchema, fields: readonly FieldSpec[], columns: string): FieldSpec[] {
  const name = nameFieldOf(schema);
  return fields.filter((field) => laneKinds.has(field.kind) && field.name !== columns && field.name !== name);
}

/** Fields of numbers that can be added up. */
export const sumFields = (fields: readonly FieldSpec[]): FieldSpec[] =>
  fields.filter(({ kind }) => kind === "number" || kind === "currency");

/** What a card can show below its name. */
export const cardFieldChoices = (schema: ObjectSchema, fields: readonly FieldSpec[]): FieldSpec[] =>
  fields.filter(({ name, kind }) => name !== nameFieldOf(schema) && !fieldType(kind).isLarge);

function cardFieldsOf(
  schema: ObjectSchema,
  fields: readonly FieldSpec[],
  { cardFields }: BoardSettings,
  shown: readonly (string | undefined)[],
): FieldSpec[] {
  const choices = cardFieldChoices(schema, fields);
  const named = (names: readonly string[]) =>
    names.flatMap((name) => choices.find((field) => field.name === name) ?? []);
  if (cardFields) {
    return named([...new Set(cardFields)]).slice(0, mostCardFields);
  }
  const sum = shown.at(-1);
  const listed = columnsOf(schema).map(({ name }) => name);
  const usual = [...(sum ? [sum] : []), ...listed.filter((name) => !shown.includes(name))];
  return named(usual).slice(0, usualCardFields);
}

/**
 * The board that settings make of an object; fields that are not there any more count as not chosen. Undefined where
 * no field has options.
 */
export function boardOf(
  schema: ObjectSchema,
  fields: readonly FieldSpec[],
  settings: BoardSettings,
): Board | undefined {
  const possible = columnFields(fields);
  const columns = possible.find(({ name }) => name === settings.columns) ?? possible[0];
  if (!columns) {
    return undefined;
  }
  const lanes = laneFields(schema, fields, columns.name).find(({ name }) => name === settings.swimLanes);
  const sum = sumFields(fields).find(({ name }) => name === settings.sum);
  return {
    columns,
    lanes,
    sum,
    colors: settings.columnColors ?? {},
    cardFields: cardFieldsOf(schema, fields, settings, [columns.name, lanes?.name, sum?.name]),
  };
}

/** One's own choice laid over what it changes. */
export const laidOver = (base: BoardSettings, own: BoardSettings): BoardSettings => ({ ...base, ...own });
