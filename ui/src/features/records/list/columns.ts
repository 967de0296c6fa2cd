import type { ObjectSchema } from "@/api";
import { type FieldSpec, fieldsOf, fieldType } from "@/fields";
import type { SearchField } from "@/lib/search";
import { nameFieldOf } from "@/store";
import type { Widths } from "./widths";

const most = 7;

/** The columns of a list: the name, then what the object says, or what means something to a person. */
export function columnsOf(schema: ObjectSchema): FieldSpec[] {
  const fields = fieldsOf(schema);
  const byName = new Map(fields.map((field) => [field.name, field]));
  const nameField = nameFieldOf(schema);
  const named = (names: readonly string[]) => names.flatMap((name) => byName.get(name) ?? []);
  const said = schema.columns ?? [];
  if (said.length > 0) {
    return named(said.includes(nameField) ? said : [nameField, ...said]);
  }
  const telling = fields.filter(
    (field) =>
      !field.isSystem &&
      field.name !== nameField &&
      !fieldType(field.kind).isLarge &&
      !/(^|_)sid$/.test(field.name),
  );
  return [...named([nameField]), ...telling.slice(0, most - 2), ...named(["modified_date"])];
}

/** A column as a saved filter keeps it. */
export interface Column {
  field: string;
  headerName?: string | undefined;
  width?: number | undefined;
}

/** The fields that are shown where columns were chosen: of those, what is there, with the name; undefined for none. */
export function chosenColumns(schema: ObjectSchema, columns: readonly Column[]): FieldSpec[] | undefined {
  const fields = fieldsOf(schema);
  const found = [...new Map(columns.map((column) => [column.field, column])).values()].flatMap(
    ({ field, headerName, width }) => {
      const spec = fields.find(({ name }) => name === field);
      return spec
        ? {
            ...spec,
            title: headerName || spec.title,
            property: width === undefined ? spec.property : { ...spec.property, width },
          }
        : [];
    },
  );
  const name = fields.find((field) => field.name === nameFieldOf(schema));
  if (found.length === 0 || name === undefined) {
    return undefined;
  }
  return found.some((field) => field.name === name.name) ? found : [name, ...found];
}

/** What a search of the list looks through, for this reader. */
export const searchFieldsOf = (schema: ObjectSchema): SearchField[] =>
  (schema.search ?? []).map((name) => ({ name, isNumber: schema.properties[name]?.digits === true }));

export const defaultWidth = 150;
export const tickWidth = 44;
const actionsWidth = 150;
/** The rest is for the column of ticks. */
const share = 96;

/** How wide a column is where nobody said how wide, in pixels of a table that has room for all. */
function usualWidth(field: FieldSpec, index: number): number {
  const wished = field.property.width ?? defaultWidth;
  const usual = field.isSystem ? 142 : fieldType(field.kind).width + (index === 0 ? 40 : 0);
  return wished === defaultWidth ? usual : wished;
}

/**
 * The columns' widths as CSS: shares of the table, or pixels where the reader gave one of them a width. all is the
 * width of the table then, with its columns of ticks and actions.
 */
export function widthsOf(columns: readonly FieldSpec[], given: Widths): { each: string[]; all?: number } {
  const widths = columns.map((field, index) => given[field.name] ?? usualWidth(field, index));
  const sum = widths.reduce((before, width) => before + width, 0);
  return columns.some(({ name }) => given[name] !== undefined)
    ? { each: widths.map((width) => `${width}px`), all: sum + tickWidth + actionsWidth }
    : { each: widths.map((width) => `${(width / sum) * share}%`) };
}

/** Whether the reader may sort by it: the server says so of each field. */
export const isSortable = ({ kind, property }: FieldSpec): boolean =>
  property.sort === true && fieldType(kind).firstSort !== "none";
