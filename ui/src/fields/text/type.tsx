import { inputClass } from "@/components/Field/Field";
import type { EditProps, FieldType, ViewProps } from "../contract";
import { controlProps } from "../control";
import { Empty } from "../Empty";
import { textOf } from "../value";

function View({ value }: ViewProps) {
  return textOf(value) ? <span className="break-words">{textOf(value)}</span> : <Empty />;
}

function Cell({ value }: ViewProps) {
  return textOf(value) ? <span className="truncate">{textOf(value)}</span> : <Empty />;
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
  firstSort: "ascending",
  formats: ["picklist"],
  types: ["string"],
};
