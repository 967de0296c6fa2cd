import type { ObjectSchema } from "@/api";
import { columnOf, fieldKey, isSettable } from "./Matrix";
import { words } from "./messages";
import { fieldRightNames } from "./names";
import { RightCell } from "./RightCell";
import {
  allFields,
  type FieldRight,
  fieldRights,
  giveField,
  givesField,
  type ObjectRights,
  rightFields,
} from "./rights";
import type { Grid } from "./useGrid";
import type { Step } from "./useRightsDraft";

interface FieldRowsProps {
  schema: ObjectSchema;
  given: ObjectRights;
  grid: Grid;
  isReadOnly: boolean;
  onStep: (step: Step) => void;
}

/** The rights to an object's fields, first to all of them at once. */
export function FieldRows({ schema, given, grid, isReadOnly, onStep }: FieldRowsProps) {
  const object = schema.api_name;
  const plural = schema.plural ?? schema.title;
  const fields = rightFields(schema);
  const cell = (field: string, right: FieldRight) => {
    const title = field === allFields ? words.everyField : (schema.properties[field]?.title ?? field);
    const isOn = givesField(given, field, right);
    if (right === "update" && !isSettable(schema, field, isReadOnly)) {
      return (
        <td key={right} className="border-b text-center text-n10">
          –
        </td>
      );
    }
    return (
      <RightCell
        key={right}
        label={words.cell(fieldRightNames[right], words.fieldOf(title, plural.toLowerCase()))}
        isOn={isOn}
        isPartly={field === allFields && !isOn && fields.some((one) => givesField(given, one, right))}
        isReadOnly={isReadOnly}
        cell={grid.cell(fieldKey(object, field), columnOf[right])}
        onGive={(on) => onStep((set) => giveField(set, schema, field, right, on))}
      />
    );
  };
  return [allFields, ...fields].map((field) => (
    <tr key={field} aria-level={2} className="bg-n2">
      <th
        scope="row"
        className={
          field === allFields
            ? "h-9 truncate border-b pl-12 font-medium @max-md:pl-8"
            : "h-9 truncate border-b pl-12 font-normal @max-md:pl-8"
        }
      >
        {field === allFields ? words.everyField : (schema.properties[field]?.title ?? field)}
      </th>
      <td className="border-b" />
      {fieldRights.map((right) => cell(field, right))}
      <td className="border-b" />
      <td className="border-b" />
    </tr>
  ));
}
