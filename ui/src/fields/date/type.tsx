import type { FieldType, ViewProps } from "../contract";
import { Empty } from "../Empty";
import { EditDate as Edit } from "../parted";
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

export const fieldType: FieldType = {
  View,
  Cell: View,
  Edit,
  text: formatDay,
  width: 130,
  isCut: true,
  firstSort: "descending",
};
