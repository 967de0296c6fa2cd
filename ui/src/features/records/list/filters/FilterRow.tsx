import { X } from "lucide-react";
import { useId } from "react";
import type { Filter } from "@/api";
import { inputClass } from "@/components/Field/Field";
import { Select } from "@/components/Field/Select";
import { IconButton } from "@/components/IconButton/IconButton";
import { type FieldSpec, fieldType } from "@/fields";
import { textOf } from "@/fields/value";
import { cn } from "@/lib/cn";
import { useSchema } from "@/store";
import { DayValue } from "./DayValue";
import { isDated } from "./days";
import { words } from "./messages";
import { isTyped, operatorsOf, takesValue } from "./operators";
import { SeveralValues } from "./SeveralValues";
import { type Part, partIn, partsOf } from "./subFields";
import { comparedBy, takesSeveral, type ValueProps } from "./values";

interface FilterRowProps {
  at: number;
  row: Filter;
  fields: readonly FieldSpec[];
  isMissing: boolean;
  onChange: (row: Filter) => void;
  onRemove: () => void;
}

/** A row of a part of a field, as it begins. */
function rowOfPart(name: string, { subField, spec }: Part): Filter {
  const [operator = "="] = operatorsOf(spec);
  const usual = isDated(spec) ? "TODAY" : null;
  const value = spec.kind === "boolean" ? true : usual;
  return { field: name, ...(subField === undefined ? {} : { subField }), operator, value };
}

/** A row of a field, as it begins. */
export function rowOf(field: FieldSpec): Filter {
  const [part] = partsOf(field, undefined);
  return rowOfPart(field.name, part ?? { subField: undefined, title: "", spec: field });
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
  const target = useSchema(field?.target);
  const parts = field ? partsOf(field, target) : [];
  const part = field && partIn(parts, row, field);
  const shown = part && !parts.includes(part) ? [part, ...parts] : parts;
  const spec = part?.spec;
  const operators = spec ? operatorsOf(spec) : [row.operator];
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_minmax(0,9rem)_2rem] items-start gap-2 sm:grid-cols-[minmax(0,1.4fr)_9rem_minmax(0,1fr)_2rem]">
      <span className={cn("grid min-w-0 gap-2", shown.length > 1 && "sm:grid-cols-2")}>
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
        {field && shown.length > 1 ? (
          <Select
            aria-label={`${words.row(at)}: ${words.part}`}
            value={row.subField ?? ""}
            onChange={({ target: { value } }) => {
              const next = shown.find(({ subField }) => (subField ?? "") === value);
              if (next) {
                onChange(rowOfPart(field.name, next));
              }
            }}
          >
            {shown.map(({ subField, title }) => (
              <option key={subField ?? ""} value={subField ?? ""}>
                {title}
              </option>
            ))}
          </Select>
        ) : null}
      </span>
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
        {spec && takesValue(row.operator) ? (
          <Value
            id={id}
            label={`${words.row(at)}: ${words.value}`}
            row={row}
            field={spec}
            isMissing={isMissing}
            onValue={(value) => onChange({ ...row, value })}
          />
        ) : null}
      </span>
      <IconButton label={words.removeRow(at)} icon={<X className="size-4" />} onClick={onRemove} />
    </li>
  );
}
