import { Select } from "@/components/Field/Select";
import { part } from "@/feature";
import { t } from "@/messages";
import type { EditProps, FieldType, ViewProps } from "../contract";
import { controlProps } from "../control";
import { Empty } from "../Empty";
import { textOf } from "../value";
import { ChoicePill } from "./ChoicePill";
import { choiceLabel, choicesOf } from "./value";

// Options that people made have colours, which the browser's own control can't show.
const ChoiceField = part<EditProps>(() => import("./ChoiceField").then((file) => file.ChoiceField));

const View = ({ field, value }: ViewProps) =>
  textOf(value) ? <ChoicePill value={textOf(value)} field={field} /> : <Empty />;

function Edit(props: EditProps) {
  const { field, value } = props;
  const current = textOf(value);
  if (field.property.options) {
    return <ChoiceField {...props} />;
  }
  return (
    <Select
      {...controlProps(props)}
      value={current}
      onChange={(event) => props.onChange(event.target.value === "" ? null : event.target.value)}
    >
      {field.isNullable || current === "" ? <option value="">{t.records.choose}</option> : null}
      {choicesOf(field, [current]).map((option) => (
        <option key={option} value={option}>
          {choiceLabel(option, field)}
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
  claims: (property) => property.format === "picklist" && (property.options ?? property.enum) !== undefined,
};
