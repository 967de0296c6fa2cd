import { useState } from "react";
import { inputClass } from "@/components/Field/Field";
import { fieldType } from "@/fields";
import { textOf } from "@/fields/value";
import { words } from "./messages";
import { severalIn, type ValueProps } from "./values";

function Typed({ id, label, row, isMissing, onValue }: ValueProps) {
  const [typed, setTyped] = useState(
    Array.isArray(row.value) ? row.value.map(String).join(", ") : textOf(row.value),
  );
  return (
    <input
      id={id}
      type="text"
      aria-label={label}
      aria-invalid={isMissing || undefined}
      placeholder={words.severalHint}
      value={typed}
      onChange={({ target }) => {
        setTyped(target.value);
        onValue(severalIn(target.value));
      }}
      className={inputClass}
    />
  );
}

/** The values of which a field has one, or none: options are chosen, all else is typed with commas between. */
export function SeveralValues(props: ValueProps) {
  const { id, label, row, field, isMissing, onValue } = props;
  if (field.kind !== "enum") {
    return <Typed {...props} />;
  }
  const { Edit } = fieldType("multi-picklist");
  return (
    <span>
      <label htmlFor={id} className="sr-only">
        {label}
      </label>
      <Edit
        id={id}
        field={field}
        value={row.value}
        onChange={(value) => onValue((value ?? null) as string[] | null)}
        onBlur={() => undefined}
        isInvalid={isMissing}
        describedBy={undefined}
      />
    </span>
  );
}
