import type { ObjectSchema } from "@/api";
import { type FieldSpec, fieldsOf, fieldType } from "@/fields";
import { nameFieldOf } from "../objects";

/** What people look for first, by object; others get the first business fields of their schema. */
const chosen: Record<string, readonly string[]> = {
  contact: ["company", "phone", "email", "sms_opt_in", "owner"],
  user: ["email", "extension", "teams", "is_active", "invitation"],
  call: ["status", "direction", "user", "from_formatted", "to_formatted", "start_time"],
  note: ["notes", "related_to", "owner"],
  team: ["members", "supervisors"],
  twilio_phone: ["friendly_number", "phone_number", "assigned_user"],
  permission: ["schemas", "system"],
};

const most = 7;

/** The columns of a list: the name, what matters, and when it last changed. */
export function columnsOf(schema: ObjectSchema): FieldSpec[] {
  const fields = fieldsOf(schema);
  const byName = new Map(fields.map((field) => [field.name, field]));
  const nameField = nameFieldOf(schema);
  const candidates =
    chosen[schema.api_name]?.flatMap((name) => byName.get(name) ?? []) ??
    fields.filter(
      (field) =>
        !field.isSystem &&
        field.name !== nameField &&
        !fieldType(field.kind).isLarge &&
        !/(^|_)sid$/.test(field.name),
    );
  const ends = (name: string) => byName.get(name) ?? [];
  return [...[ends(nameField)].flat(), ...candidates.slice(0, most - 2), ...[ends("modified_date")].flat()];
}

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

export const isSortable = (field: FieldSpec): boolean => fieldType(field.kind).firstSort !== "none";
