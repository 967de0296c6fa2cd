import type { SyntheticEvent } from "react";
import { inputClass } from "@/components/Field/Field";
import { cn } from "@/lib/cn";
import type { EditProps } from "./contract";
import { controlProps } from "./control";
import { textOf } from "./value";

const words = {
  date: "Enter a complete date: day, month and year.",
  time: "Enter a complete time: hours and minutes.",
};

const limits = { date: { min: "0001-01-01", max: "9999-12-31" }, time: {} };

interface PartedFieldProps extends EditProps {
  type: "date" | "time";
}

/** The browser's own control for a day or a time, whose parts are typed one by one or chosen. */
export function PartedField({ type, ...edit }: PartedFieldProps) {
  // One that is half filled in has no value, as an empty one: it must not be taken for emptied.
  const tell = ({ currentTarget: { value, validity } }: SyntheticEvent<HTMLInputElement>) => {
    if (validity.badInput || validity.rangeOverflow || validity.rangeUnderflow) {
      edit.onChange(value, words[type]);
    } else if (value !== textOf(edit.value) || edit.isInvalid) {
      edit.onChange(value === "" ? null : value);
    }
  };
  return (
    <input
      {...controlProps(edit)}
      type={type}
      {...limits[type]}
      value={textOf(edit.value)}
      onChange={tell}
      onKeyUp={tell} // a part alone changes no value
      onBlur={(event) => {
        tell(event);
        edit.onBlur();
      }}
      className={cn(inputClass, "tabular-nums")}
    />
  );
}
