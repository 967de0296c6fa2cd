import type { SyntheticEvent } from "react";
import { inputClass } from "@/components/Field/Field";
import { cn } from "@/lib/cn";
import type { EditProps } from "./contract";
import { controlProps } from "./control";
import { textOf } from "./value";

interface PartedInputProps {
  edit: EditProps;
  type: "date" | "time";
  /** What is said of one that is half filled in. */
  problem: string;
  min?: string;
  max?: string;
}

/** The browser's own control for a day or a time, whose parts are typed one by one or chosen. */
export function PartedInput({ edit, type, problem, min, max }: PartedInputProps) {
  // One that is half filled in has no value, as an empty one: it must not be taken for emptied.
  const tell = ({ currentTarget: { value, validity } }: SyntheticEvent<HTMLInputElement>) => {
    if (validity.badInput || validity.rangeOverflow || validity.rangeUnderflow) {
      edit.onChange(value, problem);
    } else if (value !== textOf(edit.value) || edit.isInvalid) {
      edit.onChange(value === "" ? null : value);
    }
  };
  return (
    <input
      {...controlProps(edit)}
      type={type}
      {...(min ? { min } : {})}
      {...(max ? { max } : {})}
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
