import type { FieldType, ViewProps } from "../contract";
import { Empty } from "../Empty";
import { EditTime as Edit } from "../parted";
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

export const fieldType: FieldType = {
  View,
  Cell: View,
  Edit,
  text: formatClock,
  width: 110,
  isCut: true,
  firstSort: "ascending",
};
