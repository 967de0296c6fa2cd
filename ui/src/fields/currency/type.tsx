import { part } from "@/feature";
import type { EditProps, FieldType, ViewProps } from "../contract";
import { Empty } from "../Empty";
import { formatMoney } from "./value";

const MoneyField = part<EditProps>(() => import("./MoneyField").then((file) => file.MoneyField));

function View({ field, value }: ViewProps) {
  const shown = formatMoney(value, field);
  return shown ? <span className="tabular-nums">{shown}</span> : <Empty />;
}

export const fieldType: FieldType = {
  View,
  Cell: View,
  Edit: MoneyField,
  text: formatMoney,
  width: 130,
  firstSort: "descending",
  isNumeric: true,
};
