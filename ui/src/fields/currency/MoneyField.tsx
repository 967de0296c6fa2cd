import { useState } from "react";
import { inputClass } from "@/components/Field/Field";
import { cn } from "@/lib/cn";
import type { EditProps } from "../contract";
import { controlProps } from "../control";
import { readMoney } from "./read";

const problems = {
  number: "Enter an amount such as 12.50.",
  decimals: "An amount may have two decimals.",
  size: "An amount may have thirteen digits before its point.",
};

export function MoneyField(props: EditProps) {
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
      className={cn(inputClass, "tabular-nums")}
    />
  );
}
