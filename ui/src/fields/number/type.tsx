import { useState } from "react";
import { inputClass } from "@/components/Field/Field";
import { t } from "@/messages";
import type { EditProps, FieldType, ViewProps } from "../contract";
import { controlProps } from "../control";
import { Empty } from "../Empty";
import { typesOf } from "../value";
import { formatNumber, parseNumber } from "./value";

function View({ value }: ViewProps) {
  const shown = formatNumber(value);
  return shown ? <span className="tabular-nums">{shown}</span> : <Empty />;
}

function Edit(props: EditProps) {
  const [typed, setTyped] = useState(() => (typeof props.value === "number" ? String(props.value) : ""));
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
        const read = parseNumber(event.target.value, isWhole);
        if ("value" in read) {
          props.onChange(read.value);
        } else {
          props.onChange(
            event.target.value,
            read.problem === "whole" ? t.records.invalidWhole : t.records.invalidNumber,
          );
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
