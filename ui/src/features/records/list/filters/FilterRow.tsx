import { X } from "lucide-react";
import { useId } from "react";
import type { Filter } from "@/api";
import { inputClass } from "@/components/Field/Field";
import { Select } from "@/components/Field/Select";
import { IconButton } from "@/components/IconButton/IconButton";
import { type FieldSpec, fieldType } from "@/fields";
import { textOf } from "@/fields/value";
import { DayValue } from "./DayValue";
import { isDated } from "./days";
import { words } from "./messages";
import { isTyped, operatorsOf, partOf, takesValue } from "./operators";
import { SeveralValues } from "./SeveralValues";
import { comparedBy, takesSeveral, type ValueProps } from "./values";

interface FilterRowProps {
  at: number;
  row: Filter;
  fields: readonly FieldSpec[];
  isMissing: boolean;
  onChange: (row: Filter) => void;
  onRemove: () => void;
}

/** A row of a field, as it begins. */
export function rowOf(field: FieldSpec): Filter {
  const [operator = "="] = operatorsOf(field);
  const usual = isDated(field) ? "TODAY" : null;
  return { field: field.name, ...partOf(field), operator, value: field.kind === "boolean" ? true : usual };
}

function Value(props: ValueProps) {
  const { id, label, row, field, isMissing, onValue } = props;
  if (takesSeveral(row.operator)) {
    return <SeveralValues {...props} />;
  }
  if (isDated(field)) {
    return <DayValue {...props} />;
  }
  if (isTyped(field)) {
    return (
      <input
        type="text"
        aria-label={label}
        aria-invalid={isMissing || undefined}
        value={textOf(row.value)}
        onChange={({ target }) => onValue(target.value)}
        className={inputClass}
      />
    );
  }
  const { Edit } = fieldType(field.kind);
  return (
    <span className="flex min-w-0 items-center">
      <label htmlFor={id} className="sr-only">
        {label}
      </label>
      <span className="min-w-0 flex-1">
        <Edit
          id={id}
          field={field}
          value={row.value}
          onChange={(value) => onValue((value ?? null) as NonNullable<Filter["value"]>)}
          onBlur={() => undefined}
          isInvalid={isMissing}
          describedBy={undefined}
        />
      </span>
    </span>
  );
}

/** One condition: a field, how it is compared, and with what. */
export function FilterRow(props: FilterRowProps) {
  const { at, row, fields, isMissing, onChange, onRemove } = props;
  const id = useId();
  const field = fields.find(({ name }) => name === row.field);
  const operators = field ? operatorsOf(field) : [row.operator];
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_minmax(0,9rem)_2rem] items-start gap-2 sm:grid-cols-[minmax(0,1fr)_9rem_minmax(0,1fr)_2rem]">
      <Select
        aria-label={`${words.row(at)}: ${words.field}`}
        aria-invalid={field === undefined || undefined}
        value={row.field}
        onChange={({ target }) => {
          const next = fields.find(({ name }) => name === target.value);
          if (next) {
            onChange(rowOf(next));
          }
        }}
      >
        {field ? null : <option value={row.field}>{words.unknownField(row.field)}</option>}
        {fields.map(({ name, title }) => (
          <option key={name} value={name}>
            {title}
          </option>
        ))}
      </Select>
      <Select
        aria-label={`${words.row(at)}: ${words.operator}`}
        value={row.operator}
        onChange={({ target }) => onChange(comparedBy(row, target.value as Filter["operator"]))}
      >
        {(operators.includes(row.operator) ? operators : [row.operator, ...operators]).map((operator) => (
          <option key={operator} value={operator}>
            {words.operators[operator] ?? operator}
          </option>
        ))}
      </Select>
      <span className="min-w-0 max-sm:order-4 max-sm:col-span-2">
        {field && takesValue(row.operator) ? (
          <Value
            id={id}
            label={`${words.row(at)}: ${words.value}`}
            row={row}
            field={field}
            isMissing={isMissing}
            onValue={(value) => onChange({ ...row, value })}
          />
        ) : null}
      </span>
      <IconButton label={words.removeRow(at)} icon={<X className="size-4" />} onClick={onRemove} />
    </li>
  );
}
