import { useId, useMemo, useState } from "react";
import type { ObjectSchema } from "@/api";
import { focusFirstProblem } from "@/components/Field/focus";
import { useFacts } from "@/feature";
import { emptyDraft, faults, touch } from "./draft";
import { editable, layoutOf } from "./layout";
import { RecordForm } from "./RecordForm";

/** The form of a new record to try: it says what is missing, and stores nothing. */
export function FormPreview({ schema }: { schema: ObjectSchema }) {
  const facts = useFacts(schema.api_name);
  const fields = useMemo(() => editable(layoutOf(schema, facts).details), [schema, facts]);
  const defaults = useMemo(
    () => Object.fromEntries(fields.map(({ name, property }) => [name, property.default])),
    [fields],
  );
  const [draft, setDraft] = useState(emptyDraft);
  const id = useId();
  return (
    <RecordForm
      id={id}
      fields={fields}
      record={defaults}
      draft={draft}
      setDraft={setDraft}
      onSubmit={() =>
        focusFirstProblem(() => setDraft((had) => touch(had, ...faults(had, defaults, fields))))
      }
    />
  );
}
