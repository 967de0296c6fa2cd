import { inputClass } from "@/components/Field/Field";
import type { EditProps } from "./contract";
import { controlProps } from "./control";
import { textOf } from "./value";

interface AddressInputProps extends EditProps {
  type: "email" | "url";
  isRight: (typed: string) => boolean;
  /** What is said where it is not right. */
  problem: string;
}

/** A line for an address of the net, which is looked at while it is typed. */
export function AddressInput({ type, isRight, problem, ...props }: AddressInputProps) {
  return (
    <input
      {...controlProps(props)}
      type={type}
      inputMode={type}
      autoComplete="off"
      value={textOf(props.value)}
      onChange={(event) => {
        const typed = event.target.value;
        props.onChange(typed === "" ? null : typed, typed === "" || isRight(typed) ? undefined : problem);
      }}
      className={inputClass}
    />
  );
}
