import { inputClass } from "@/components/Field/Field";
import { Time } from "@/components/Time/Time";
import { useZone } from "@/lib/zone";
import type { EditProps, FieldType, ViewProps } from "../contract";
import { controlProps } from "../control";
import { Empty } from "../Empty";
import { formatMoment, fromLocalInput, toLocalInput } from "./value";

function View({ value }: ViewProps) {
  return formatMoment(value) ? (
    <Time at={String(value)} form="listed" className="truncate tabular-nums" />
  ) : (
    <Empty />
  );
}

function Edit(props: EditProps) {
  useZone();
  return (
    <input
      {...controlProps(props)}
      type="datetime-local"
      value={toLocalInput(props.value)}
      onChange={(event) => props.onChange(fromLocalInput(event.target.value))}
      className={inputClass}
    />
  );
}

/** When a record was last touched is read at a glance; other moments are read in full. */
function Cell({ field, value }: ViewProps) {
  return formatMoment(value) ? (
    <Time at={String(value)} form={field.isSystem ? "short" : "listed"} className="truncate tabular-nums" />
  ) : (
    <Empty />
  );
}

export const fieldType: FieldType = {
  View,
  Cell,
  Edit,
  text: formatMoment,
  width: 170,
  isCut: true,
  firstSort: "descending",
};
