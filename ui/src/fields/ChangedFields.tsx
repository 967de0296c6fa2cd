import { ArrowRight } from "lucide-react";
import type { ReactNode } from "react";
import { t } from "@/messages";
import type { FieldSpec } from "./contract";
import { fieldType } from "./registry";

/** A field's values before and after a change. */
export interface ChangedField {
  field: FieldSpec;
  before: unknown;
  after: unknown;
}

/** Which of the fields a change changed, in their order. */
export const changedFields = (
  fields: readonly FieldSpec[],
  changes: Record<string, { before: unknown; after: unknown }> | undefined,
): ChangedField[] =>
  fields.flatMap((field) => {
    const values = changes?.[field.name];
    return values ? [{ field, ...values }] : [];
  });

/** A value as people read it; "no value" where there is none. */
export const valueText = (value: unknown, field: FieldSpec) =>
  fieldType(field.kind).text(value, field) || t.records.noValue;

function Value({ value, field, label }: { value: unknown; field: FieldSpec; label: string }) {
  const isEmpty = fieldType(field.kind).text(value, field) === "";
  return (
    <span className="min-w-0">
      <span className="sr-only">{label}: </span>
      <span className={isEmpty ? "text-n10" : "wrap-anywhere line-clamp-4 whitespace-pre-wrap"}>
        {valueText(value, field)}
      </span>
    </span>
  );
}

interface ChangedFieldsProps {
  changed: readonly ChangedField[];
  /** How a change is told by whoever knows better than its values before and after. */
  told?: (one: ChangedField) => ReactNode;
  /** What can be done with each of them. */
  action?: (one: ChangedField) => ReactNode;
}

/** The fields that a change changed, each before and after. */
export function ChangedFields({ changed, told, action }: ChangedFieldsProps) {
  return (
    <ul className="mt-1 rounded border border-n6 bg-n2">
      {changed.map((one) => (
        <li
          key={one.field.name}
          className="grid grid-cols-[8rem_1fr_auto_1fr_2rem] items-start gap-x-3 border-n6 border-t px-3 py-1.5 first:border-t-0 max-sm:grid-cols-[1fr_auto_1fr_2rem]"
        >
          <span className="truncate text-n11 max-sm:col-span-4">{one.field.title}</span>
          {told?.(one) ?? (
            <>
              <Value value={one.before} field={one.field} label={t.records.before} />
              <ArrowRight aria-hidden className="mt-1 size-3.5 text-n10" />
              <Value value={one.after} field={one.field} label={t.records.after} />
            </>
          )}
          {action?.(one) ?? <span />}
        </li>
      ))}
    </ul>
  );
}
