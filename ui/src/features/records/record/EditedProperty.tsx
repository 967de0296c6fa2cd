import { Check, X } from "lucide-react";
import { type FormEvent, type KeyboardEvent, useEffect, useRef } from "react";
import type { WireRecord } from "@/api";
import { Button } from "@/components/Button/Button";
import { IconButton } from "@/components/IconButton/IconButton";
import type { FieldSpec } from "@/fields";
import { Beside } from "@/fields/beside";
import { t } from "@/messages";
import { conflicts, edit, problemOf, shownValue, takeTheirs, touch } from "./draft";
import { EditedField } from "./FieldRow";
import type { Editing } from "./useEditing";

interface EditedPropertyProps {
  field: FieldSpec;
  record: WireRecord;
  editing: Editing;
  onClose: () => void;
}

/** One field of a record, changed where it stands. Escape leaves what was typed to wait; the cross gives it up. */
export function EditedProperty({ field, record, editing, onClose }: EditedPropertyProps) {
  const { draft, setDraft, isSaving } = editing;
  const form = useRef<HTMLFormElement>(null);
  const { name } = field;

  useEffect(() => {
    const control = form.current?.querySelector<HTMLElement>("input, select, textarea, button");
    control?.focus();
    if (control instanceof HTMLInputElement) {
      control.select();
    }
  }, []);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (await editing.save(field)) {
      onClose();
    }
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Escape" && !event.defaultPrevented) {
      event.preventDefault();
      onClose();
    }
  };
  return (
    <form
      ref={form}
      noValidate
      onSubmit={(event) => void submit(event)}
      onKeyDown={onKeyDown}
      className="my-1 flex flex-col gap-1.5 rounded bg-n3 p-2"
    >
      <Beside value={(other) => shownValue(draft, record, other)}>
        <EditedField
          field={field}
          value={shownValue(draft, record, name)}
          revision={draft.revisions[name] ?? 0}
          problem={problemOf(draft, record, field)}
          theirs={conflicts(draft, record).includes(name) ? { value: record[name] } : undefined}
          onChange={(value, problem) => setDraft((had) => edit(had, record, name, value, problem))}
          onTouch={() => setDraft((had) => touch(had, name))}
          onTakeTheirs={() => setDraft((had) => takeTheirs(had, name))}
        />
      </Beside>
      <div className="flex justify-end gap-1">
        <IconButton
          label={t.frame.cancel}
          icon={<X className="size-4" />}
          disabled={isSaving}
          onClick={() => {
            editing.drop(name);
            onClose();
          }}
        />
        <Button
          type="submit"
          size="small"
          tone="primary"
          icon={<Check className="size-3.5" />}
          isBusy={isSaving}
        >
          {t.frame.save}
        </Button>
      </div>
    </form>
  );
}
