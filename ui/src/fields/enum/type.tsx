import { Select } from "@/components/Field/Select";
import { Pill } from "@/components/Pill/Pill";
import { t } from "@/messages";
import type { EditProps, FieldType, ViewProps } from "../contract";
import { controlProps } from "../control";
import { Empty } from "../Empty";
import { textOf } from "../value";
import { choiceLabel, choiceTone } from "./value";

function View({ value }: ViewProps) {
  const label = choiceLabel(value);
  return label ? <Pill tone={choiceTone(value)}>{label}</Pill> : <Empty />;
}

function Edit(props: EditProps) {
  const { field, value } = props;
  const known = field.property.enum ?? [];
  const current = textOf(value);
  const options = current === "" || known.includes(current) ? known : [...known, current];
  return (
    <Select
      {...controlProps(props)}
      value={current}
      onChange={(event) => props.onChange(event.target.value === "" ? null : event.target.value)}
    >
      {field.isNullable || current === "" ? <option value="">{t.records.choose}</option> : null}
      {options.map((option) => (
        <option key={option} value={option}>
          {choiceLabel(option)}
        </option>
      ))}
    </Select>
  );
}

export const fieldType: FieldType = {
  View,
  Cell: View,
  Edit,
  text: choiceLabel,
  width: 130,
  firstSort: "ascending",
  claims: (property) => property.format === "picklist" && property.enum !== undefined,
};
