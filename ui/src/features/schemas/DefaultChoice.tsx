import { useMemo } from "react";
import { errorId, Field } from "@/components/Field/Field";
import { fieldType } from "@/fields";
import { useSchema } from "@/store";
import type { Format } from "./api";
import type { FieldFormProps } from "./FieldForm";
import { shownField } from "./field";
import { words } from "./messages";

/** What a new record begins with, filled in as people fill such a field in. */
export function DefaultChoice(props: FieldFormProps & { id: string; format: Format }) {
  const { id, object, values, base, faults, format, onChange, onProblem } = props;
  const schema = useSchema(object);
  const field = useMemo(() => schema && shownField(schema, values, format), [schema, values, format]);
  if (!field) {
    return null;
  }
  const { Edit } = fieldType(field.kind);
  return (
    <Field label={words.default} htmlFor={id} hint={words.defaultHint} error={faults.default}>
      <Edit
        // It forgets what it held where that is of another format, or of before somebody else stored another default.
        key={`${values.format} ${values.target} ${JSON.stringify(base.default)}`}
        id={id}
        field={field}
        value={values.default}
        isInvalid={faults.default !== undefined}
        describedBy={faults.default ? errorId(id) : undefined}
        onBlur={() => undefined}
        onChange={(value, problem) => {
          onProblem("default", problem);
          onChange({ ...values, default: value });
        }}
      />
    </Field>
  );
}
