import { type ReactNode, useId } from "react";
import { errorId, Field, inputClass } from "@/components/Field/Field";
import { cn } from "@/lib/cn";
import { fixedClass } from "./fixedClass";
import { words } from "./messages";
import type { ObjectFaults, ObjectNames } from "./objectFaults";

interface ObjectFormProps {
  names: ObjectNames;
  faults: ObjectFaults;
  /** Its API name never changes once it is stored. */
  isNew: boolean;
  /** What came with the product keeps all its names. */
  isFixed?: boolean;
  onChange: (change: Partial<ObjectNames>) => void;
  children?: ReactNode;
}

/** How an object is called, one of it and many, by people and by programs. */
export function ObjectForm({
  names,
  faults,
  isNew,
  isFixed: isAll = false,
  onChange,
  children,
}: ObjectFormProps) {
  const id = useId();
  const line = (key: keyof ObjectNames, label: string, hint: string, isFixed = false) => (
    <Field
      label={label}
      htmlFor={`${id}-${key}`}
      hint={hint}
      error={faults[key]}
      isRequired={key === "title"}
    >
      <input
        id={`${id}-${key}`}
        type="text"
        autoComplete="off"
        readOnly={isFixed}
        spellCheck={key !== "name"}
        value={names[key]}
        aria-invalid={faults[key] !== undefined}
        aria-describedby={faults[key] ? errorId(`${id}-${key}`) : undefined}
        onChange={(event) => onChange({ [key]: event.target.value })}
        className={cn(isFixed ? fixedClass : inputClass, key === "name" && "font-mono")}
      />
    </Field>
  );
  return (
    <div className="flex flex-col gap-4">
      {line("title", words.objectTitle, words.objectTitleHint, isAll)}
      {line("plural", words.plural, words.pluralHint, isAll)}
      {line("name", words.apiName, words.apiNameHint, !isNew)}
      {children}
    </div>
  );
}
