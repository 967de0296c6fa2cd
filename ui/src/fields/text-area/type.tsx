import { inputClass } from "@/components/Field/Field";
import { cn } from "@/lib/cn";
import type { EditProps, FieldType, ViewProps } from "../contract";
import { controlProps } from "../control";
import { Empty } from "../Empty";
import { fieldType as text } from "../text/type";
import { textOf } from "../value";

function View({ value }: ViewProps) {
  return textOf(value) ? <p className="whitespace-pre-wrap break-words">{textOf(value)}</p> : <Empty />;
}

function Edit(props: EditProps) {
  return (
    <textarea
      {...controlProps(props)}
      rows={4}
      value={textOf(props.value)}
      onChange={(event) => props.onChange(event.target.value === "" ? null : event.target.value)}
      className={cn(inputClass, "field-sizing-content h-auto max-h-96 min-h-20 resize-y py-1.5")}
    />
  );
}

export const fieldType: FieldType = {
  View,
  Cell: text.Cell,
  Edit,
  text: textOf,
  width: 280,
  firstSort: "ascending",
  isWide: true,
};
