import { t } from "@/messages";
import type { EditProps, FieldType, ViewProps } from "../contract";
import { Empty } from "../Empty";
import { PartedInput } from "../PartedInput";
import { formatDay } from "./value";

function View({ value }: ViewProps) {
  const shown = formatDay(value);
  return shown ? (
    <time dateTime={String(value)} className="truncate tabular-nums">
      {shown}
    </time>
  ) : (
    <Empty />
  );
}

function Edit(props: EditProps) {
  return (
    <PartedInput edit={props} type="date" problem={t.records.invalidDay} min="0001-01-01" max="9999-12-31" />
  );
}

export const fieldType: FieldType = {
  View,
  Cell: View,
  Edit,
  text: formatDay,
  width: 130,
  firstSort: "descending",
};
