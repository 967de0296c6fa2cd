import { useState } from "react";
import { inputClass } from "@/components/Field/Field";
import { words } from "./messages";

interface NumberInputProps {
  id: string;
  value: number | null;
  onChange: (value: number | null, problem?: string) => void;
  isInvalid: boolean;
  describedBy: string | undefined;
}

/** A whole number above zero, or none. */
export function NumberInput({ id, value, onChange, isInvalid, describedBy }: NumberInputProps) {
  const [typed, setTyped] = useState(value === null ? "" : String(value));
  return (
    <input
      id={id}
      type="text"
      inputMode="numeric"
      autoComplete="off"
      value={typed}
      aria-invalid={isInvalid}
      aria-describedby={describedBy}
      onChange={(event) => {
        const text = event.target.value;
        setTyped(text);
        const isRight = /^[1-9]\d{0,6}$/.test(text.trim());
        if (text.trim() === "" || isRight) {
          onChange(isRight ? Number(text) : null);
        } else {
          onChange(value, words.wholeNumber);
        }
      }}
      className={inputClass}
    />
  );
}
