import { useId, useState } from "react";
import { inputClass } from "@/components/Field/Field";
import { cn } from "@/lib/cn";
import type { EditProps } from "../contract";
import { controlProps } from "../control";
import { readMoney } from "./read";
import { currencyOf } from "./value";

const problems = {
  number: "Enter an amount such as 12.50.",
  decimals: "Use at most two decimals.",
  size: "Use at most thirteen digits before the decimal point.",
};

export function MoneyField(props: EditProps) {
  const [typed, setTyped] = useState(() => (typeof props.value === "number" ? props.value.toFixed(2) : ""));
  const unitId = useId();
  return (
    <span className="relative block">
      <input
        {...controlProps(props)}
        aria-describedby={cn(unitId, props.describedBy)}
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
        className={cn(inputClass, "pr-13 tabular-nums")}
      />
      <span
        id={unitId}
        className="pointer-events-none absolute inset-y-0 right-2.5 flex items-center text-meta text-n11"
      >
        {currencyOf(props.field)}
      </span>
    </span>
  );
}
