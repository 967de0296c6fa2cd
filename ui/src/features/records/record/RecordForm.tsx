import type { Dispatch, FormEvent, SetStateAction } from "react";
import type { FieldSpec } from "@/fields";
import { Beside } from "@/fields/beside";
import { isEmpty } from "@/fields/value";
import { words } from "../messages";
import { conflicts, type Draft, edit, problemOf, shownValue, takeTheirs, touch } from "./draft";
import { EditedField, ShownField } from "./FieldRow";
import { grid, Section } from "./Sections";

interface RecordFormProps {
  id: string;
  fields: readonly FieldSpec[];
  record: Readonly<Record<string, unknown>>;
  draft: Draft;
  setDraft: Dispatch<SetStateAction<Draft>>;
  onSubmit: () => void;
  /** What stands around it says what it is. */
  isTitled?: boolean;
}

/** The fields of a record to fill in; those that he may only read keep their places, unless they are empty. */
export function RecordForm(props: RecordFormProps) {
  const { id, fields, record, draft, setDraft, onSubmit, isTitled = false } = props;
  const fought = new Set(conflicts(draft, record));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // It may be a form over a field of another one, which hears of it too.
    event.stopPropagation();
    onSubmit();
  };
  const rows = fields.map((field) =>
    field.isEditable ? (
      <EditedField
        key={field.name}
        field={field}
        value={shownValue(draft, record, field.name)}
        revision={draft.revisions[field.name] ?? 0}
        problem={problemOf(draft, record, field)}
        theirs={fought.has(field.name) ? { value: record[field.name] } : undefined}
        onChange={(value, problem) => setDraft((had) => edit(had, record, field.name, value, problem))}
        onTouch={() => setDraft((had) => touch(had, field.name))}
        onTakeTheirs={() => setDraft((had) => takeTheirs(had, field.name))}
      />
    ) : isEmpty(record[field.name]) ? null : (
      <dl key={field.name} className="contents">
        <ShownField field={field} record={record} />
      </dl>
    ),
  );
  return (
    <form id={id} noValidate onSubmit={submit}>
      <Beside value={(name) => shownValue(draft, record, name)}>
        {isTitled ? <div className={grid}>{rows}</div> : <Section title={words.details}>{rows}</Section>}
      </Beside>
      {/* Enter in a field saves; the visible button stands in the page's header. */}
      <button type="submit" hidden aria-hidden tabIndex={-1} />
    </form>
  );
}
