import { useState } from "react";
import { inputClass } from "@/components/Field/Field";
import { cn } from "@/lib/cn";
import { t } from "@/messages";
import type { EditProps, FieldType, ViewProps } from "../contract";
import { controlProps } from "../control";
import { Empty } from "../Empty";
import { formatMoney, readMoney } from "./value";

const problems = {
  number: t.records.invalidMoney,
  decimals: t.records.invalidDecimals,
  size: t.records.tooMuchMoney,
};

function View({ field, value }: ViewProps) {
  const shown = formatMoney(value, field);
  return shown ? <span className="tabular-nums">{shown}</span> : <Empty />;
}

function Edit(props: EditProps) {
  const [typed, setTyped] = useState(() => (typeof props.value === "number" ? props.value.toFixed(2) : ""));
  return (
    <input
      {...controlProps(props)}
      type="text"
      inputMode="decimal"
      autoComplete="off"
      value={typed}
      onChange={(event) => {
        setTyped(event.target.value);
        const read = readMoney(event.target.value);
        if ("value" in read) {
          props.onChange(read.value);
        } else {
          props.onChange(event.target.value, problems[read.problem]);
        }
      }}
      className={cn(inputClass, "text-right tabular-nums")}
    />
  );
}

export const fieldType: FieldType = {
  View,
  Cell: View,
  Edit,
  text: formatMoney,
  width: 130,
  firstSort: "descending",
  isNumeric: true,
};
