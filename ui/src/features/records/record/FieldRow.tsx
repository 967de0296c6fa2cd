import { CornerDownLeft } from "lucide-react";
import { useId } from "react";
import { errorId, Field } from "@/components/Field/Field";
import { shownAs, useFacts } from "@/feature";
import { type FieldSpec, fieldType } from "@/fields";
import { cn } from "@/lib/cn";
import { t } from "@/messages";
import { words } from "../messages";

const wide = (field: FieldSpec) =>
  fieldType(field.kind).isWide ? "col-span-2 max-sm:col-span-1" : undefined;

/** A field to read. */
export function ShownField({
  field,
  record,
}: {
  field: FieldSpec;
  record: Readonly<Record<string, unknown>>;
}) {
  const { View } = fieldType(field.kind);
  const value = shownAs(useFacts(field.object), field.name, record);
  return (
    <div className={cn("min-w-0", wide(field))}>
      <dt data-tip={field.help} className="w-fit text-meta text-n11">
        {field.title}
      </dt>
      <dd className="mt-0.5 min-w-0">
        <View field={field} value={value} />
      </dd>
    </div>
  );
}

interface EditedFieldProps {
  field: FieldSpec;
  value: unknown;
  revision: number;
  problem: string | undefined;
  /** Set where somebody else stored another value meanwhile. */
  theirs?: { value: unknown } | undefined;
  onChange: (value: unknown, problem?: string) => void;
  onTouch: () => void;
  onTakeTheirs: () => void;
}

/** A field to fill in, with what is wrong with it and what somebody else made of it meanwhile. */
export function EditedField(props: EditedFieldProps) {
  const { field, value, revision, problem, theirs } = props;
  const { Edit, text } = fieldType(field.kind);
  const id = useId();
  return (
    <div className={cn("min-w-0", wide(field))}>
      <Field label={field.title} htmlFor={id} hint={field.help} error={problem} isRequired={field.isRequired}>
        <Edit
          key={revision}
          id={id}
          field={field}
          value={value}
          onChange={props.onChange}
          onBlur={props.onTouch}
          isInvalid={problem !== undefined}
          describedBy={problem === undefined ? undefined : errorId(id)}
        />
      </Field>
      {theirs ? (
        <p
          role="status"
          className="mt-1.5 flex animate-rise items-center gap-2 rounded bg-warning-soft py-1 pr-1 pl-2.5 text-warning"
        >
          <span className="min-w-0 flex-1 truncate">
            {words.theirs(text(theirs.value, field) || t.records.noValue)}
          </span>
          <button
            type="button"
            onClick={props.onTakeTheirs}
            className="inline-flex h-6 shrink-0 items-center gap-1 rounded-sm px-2 font-medium hover:bg-surface"
          >
            <CornerDownLeft aria-hidden className="size-3" />
            {words.takeTheirs}
          </button>
        </p>
      ) : null}
    </div>
  );
}
