import { useId } from "react";
import { ApiError, detailOf } from "@/api";
import { Field, inputClass } from "@/components/Field/Field";
import { cn } from "@/lib/cn";
import { words } from "../messages";

interface SqlFieldProps {
  text: string;
  error: Error | null;
  onChange: (text: string) => void;
}

/** The text of a custom query; what is wrong with it is said with its place. */
export function SqlField({ text, error, onChange }: SqlFieldProps) {
  const id = useId();
  const place = error instanceof ApiError ? error.place : undefined;
  const problem = error
    ? [detailOf(error), place ? words.at(place.line, place.column) : ""].filter(Boolean).join(" · ")
    : undefined;
  return (
    <Field label={words.sqlLabel} htmlFor={id} hint={words.sqlHint} error={problem}>
      <textarea
        id={id}
        rows={7}
        spellCheck={false}
        value={text}
        aria-invalid={problem !== undefined || undefined}
        onChange={({ target }) => onChange(target.value)}
        className={cn(inputClass, "h-auto resize-y py-2 font-mono text-meta leading-5")}
      />
    </Field>
  );
}
