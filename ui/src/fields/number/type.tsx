import { useState } from "react";
import { inputClass } from "@/components/Field/Field";
import { t } from "@/messages";
import type { EditProps, FieldType, ViewProps } from "../contract";
import { controlProps } from "../control";
import { Empty } from "../Empty";
import { textOf, typesOf } from "../value";
import { formatNumber, readNumber } from "./value";

const problems = {
  number: t.records.invalidNumber,
  whole: t.records.invalidWhole,
  range: t.records.numberRange,
  digits: t.records.numberDigits,
};

function View({ value }: ViewProps) {
  const shown = formatNumber(value);
  return shown ? <span className="tabular-nums">{shown}</span> : <Empty />;
}

function Edit(props: EditProps) {
  const [typed, setTyped] = useState(() => textOf(props.value));
  const isWhole = typesOf(props.field.property).includes("integer");
  return (
    <input
      {...controlProps(props)}
      type="text"
      inputMode={isWhole ? "numeric" : "decimal"}
      autoComplete="off"
      value={typed}
      onChange={(event) => {
        setTyped(event.target.value);
        const read = readNumber(event.target.value, isWhole);
        if ("value" in read) {
          props.onChange(read.value);
        } else {
          props.onChange(event.target.value, problems[read.problem]);
        }
      }}
      className={inputClass}
    />
  );
}

export const fieldType: FieldType = {
  View,
  Cell: View,
  Edit,
  text: formatNumber,
  width: 110,
  firstSort: "ascending",
  formats: [],
  types: ["number", "integer"],
  isNumeric: true,
};
