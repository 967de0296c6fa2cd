import { useContext } from "react";
import { Select } from "@/components/Field/Select";
import { t } from "@/messages";
import { useSchema } from "@/store";
import { Beside } from "../beside";
import type { EditProps, FieldType } from "../contract";
import { controlProps } from "../control";
import { objectName } from "../object/value";
import { fieldType as text } from "../text/type";
import { textOf } from "../value";

/** One of the fields that the text may name, of the object that stands beside it. */
function Edit(props: EditProps) {
  const beside = useContext(Beside);
  const wanted = props.field.property.names_field;
  const object = objectName(beside(wanted?.object ?? ""));
  const schema = useSchema(object);
  const current = textOf(props.value);
  if (object !== "" && !schema) {
    return <text.Edit {...props} />;
  }
  const fields = Object.entries(schema?.properties ?? {}).filter(
    ([name, { format }]) => name === current || wanted?.formats.includes(format ?? "") === true,
  );
  const isUnknown = current !== "" && !fields.some(([name]) => name === current);
  const invitation =
    object === "" ? t.records.objectFirst : fields.length === 0 ? t.records.noSuchField : t.records.choose;
  return (
    <Select
      {...controlProps(props)}
      value={current}
      onChange={(event) => props.onChange(event.target.value === "" ? null : event.target.value)}
    >
      {props.field.isNullable || current === "" ? <option value="">{invitation}</option> : null}
      {isUnknown ? <option value={current}>{current}</option> : null}
      {fields.map(([name, property]) => (
        <option key={name} value={name}>
          {property.title}
        </option>
      ))}
    </Select>
  );
}

/** A text that names a field of an object, which another field of the record names. */
export const fieldType: FieldType = {
  ...text,
  Edit,
  formats: [],
  types: [],
  claims: ({ names_field: names }) => names !== undefined,
};
