import { inputClass } from "@/components/Field/Field";
import { formatPhone, isE164 } from "@/lib/phone";
import type { EditProps, FieldType, ViewProps } from "../contract";
import { controlProps } from "../control";
import { Empty } from "../Empty";
import { Line } from "../Line";
import { textOf } from "../value";

/** A number of the phone network is read in groups, wherever it is kept as a text. */
const shown = (value: unknown) => (isE164(textOf(value)) ? formatPhone(textOf(value)) : textOf(value));

function View({ value }: ViewProps) {
  return textOf(value) ? <span className="break-words">{shown(value)}</span> : <Empty />;
}

function Cell({ value }: ViewProps) {
  return textOf(value) ? <Line>{shown(value)}</Line> : <Empty />;
}

function Edit(props: EditProps) {
  return (
    <input
      {...controlProps(props)}
      type="text"
      autoComplete="off"
      value={textOf(props.value)}
      onChange={(event) => props.onChange(event.target.value === "" ? null : event.target.value)}
      className={inputClass}
    />
  );
}

export const fieldType: FieldType = {
  View,
  Cell,
  Edit,
  text: textOf,
  width: 160,
  isCut: true,
  firstSort: "ascending",
  formats: ["picklist"],
  types: ["string"],
};
