import type { ObjectSchema } from "@/api";
import { type FieldSpec, fieldsOf, fieldType } from "@/fields";
import type { SearchField } from "@/lib/search";
import { nameFieldOf } from "@/store";

const most = 7;

/** The columns of a list: the name, then what the object says, or what means something to a person. */
export function columnsOf(schema: ObjectSchema): FieldSpec[] {
  const fields = fieldsOf(schema);
  const byName = new Map(fields.map((field) => [field.name, field]));
  const nameField = nameFieldOf(schema);
  const named = (names: readonly string[]) => names.flatMap((name) => byName.get(name) ?? []);
  const said = schema.columns ?? [];
  if (said.length > 0) {
    return named([nameField, ...said]);
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

const defaultWidth = 150;
/** The rest is for the column of ticks. */
const share = 96;

/** How much of the table a column takes, in pixels of a table that has room for all. */
function widthOf(field: FieldSpec, index: number): number {
  const wished = field.property.width ?? defaultWidth;
  const usual = field.isSystem ? 142 : fieldType(field.kind).width + (index === 0 ? 40 : 0);
  return wished === defaultWidth ? usual : wished;
}

/** The columns' shares of the table's width, in percent. */
export function sharesOf(columns: readonly FieldSpec[]): number[] {
  const widths = columns.map(widthOf);
  const all = widths.reduce((sum, width) => sum + width, 0);
  return widths.map((width) => (width / all) * share);
}

/** Whether the reader may sort by it: the server says so of each field. */
export const isSortable = ({ kind, property }: FieldSpec): boolean =>
  property.sort === true && fieldType(kind).firstSort !== "none";
