import { t } from "@/messages";
import type { EditProps, FieldType, ViewProps } from "../contract";
import { Empty } from "../Empty";
import { PartedInput } from "../PartedInput";
import { formatClock } from "./value";

function View({ value }: ViewProps) {
  const shown = formatClock(value);
  return shown ? (
    <time dateTime={String(value)} className="truncate tabular-nums">
      {shown}
    </time>
  ) : (
    <Empty />
  );
}

const Edit = (props: EditProps) => <PartedInput edit={props} type="time" problem={t.records.invalidClock} />;

export const fieldType: FieldType = {
  View,
  Cell: View,
  Edit,
  text: formatClock,
  width: 110,
  firstSort: "ascending",
};
