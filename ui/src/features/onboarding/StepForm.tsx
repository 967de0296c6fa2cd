import { type ReactNode, useId, useState } from "react";
import { Button } from "@/components/Button/Button";
import { errorId, Field, inputClass } from "@/components/Field/Field";
import { focusFirstProblem } from "@/components/Field/focus";
import { words } from "./messages";
import { StepActions } from "./StepActions";

interface Asked {
  name: string;
  label: string;
  hint?: string;
  isSecret?: boolean;
  initial?: string;
  /** What is wrong with a value, undefined for nothing. */
  check?: (value: string) => string | undefined;
}

interface StepFormProps {
  label: string;
  fields: readonly Asked[];
  submit: string;
  isBusy: boolean;
  back: (() => void) | undefined;
  onSubmit: (values: Readonly<Record<string, string>>) => Promise<void>;
  children?: ReactNode;
}

const problemOf = (field: Asked, value: string): string | undefined =>
  value.trim() === "" ? words.required : field.check?.(value.trim());

/** What a step asks: every field is required, and says so once one has left it. */
export function StepForm({ label, fields, submit, isBusy, back, onSubmit, children }: StepFormProps) {
  const id = useId();
  const [values, setValues] = useState<Readonly<Record<string, string>>>(() =>
    Object.fromEntries(fields.map(({ name, initial = "" }) => [name, initial])),
  );
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [isSending, setSending] = useState(false);
  const send = async () => {
    if (fields.some((field) => problemOf(field, values[field.name] ?? "") !== undefined)) {
      focusFirstProblem(() => setLeft(new Set(fields.map(({ name }) => name))));
      return;
    }
    setSending(true);
    await onSubmit(Object.fromEntries(Object.entries(values).map(([name, value]) => [name, value.trim()])));
    setSending(false);
  };
  return (
    <form
      aria-label={label}
      noValidate
      className="flex max-w-120 flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      {fields.map((field) => {
        const value = values[field.name] ?? "";
        const inputId = `${id}-${field.name}`;
        const problem = left.has(field.name) ? problemOf(field, value) : undefined;
        return (
          <Field
            key={field.name}
            label={field.label}
            htmlFor={inputId}
            hint={field.hint}
            error={problem}
            isRequired
          >
            <input
              id={inputId}
              name={field.name}
              type={field.isSecret ? "password" : "text"}
              autoComplete="off"
              spellCheck={false}
              required
              value={value}
              aria-invalid={problem !== undefined || undefined}
              aria-describedby={problem ? errorId(inputId) : undefined}
              className={inputClass}
              onChange={({ target }) => setValues((before) => ({ ...before, [field.name]: target.value }))}
              onBlur={() => setLeft((before) => new Set(before).add(field.name))}
            />
          </Field>
        );
      })}
      {children}
      <StepActions back={back}>
        <Button type="submit" tone="primary" isBusy={isBusy || isSending}>
          {submit}
        </Button>
      </StepActions>
    </form>
  );
}
