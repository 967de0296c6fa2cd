import { useId, useState } from "react";
import { Banner } from "@/components/Banner/Banner";
import { Button } from "@/components/Button/Button";
import { Dialog } from "@/components/Dialog/Dialog";
import type { NewRecordProps } from "@/fields/lookup/newRecord";
import { useUnsaved } from "@/lib/unsaved";
import { t } from "@/messages";
import { refusalOf } from "../commands";
import { words } from "../messages";
import { emptyDraft, isDirty } from "./draft";
import { RecordForm } from "./RecordForm";
import { useCreating } from "./useCreating";

const nothing = () => undefined;

export interface NewRecordDialogProps extends NewRecordProps {
  /** Values that it begins with. */
  values?: Readonly<Record<string, unknown>>;
}

/** Makes a record that a field of another form is to hold; that form stands below as it was. */
export function NewRecordDialog({ schema, named, values, onCreated, onClose }: NewRecordDialogProps) {
  const [draft, setDraft] = useState(emptyDraft);
  const [refusal, setRefusal] = useState<string>();
  const formId = useId();
  const release = useUnsaved(isDirty(draft), { isKept: false, discard: nothing });
  const { fields, defaults, isSaving, save } = useCreating({
    schema,
    named,
    values,
    draft,
    setDraft,
    onCreated: (record) => {
      release();
      onCreated(record);
    },
    onRefused: (error) => setRefusal(refusalOf(error, words.createError)),
  });
  const submit = () => {
    setRefusal(undefined);
    void save();
  };
  return (
    <Dialog
      title={words.newTitle(schema.title)}
      onClose={isSaving ? nothing : onClose}
      isDirty={isDirty(draft)}
      className="max-w-2xl"
      footer={
        <>
          <Button disabled={isSaving} onClick={onClose}>
            {t.frame.cancel}
          </Button>
          <Button type="submit" form={formId} tone="primary" isBusy={isSaving}>
            {t.frame.save}
          </Button>
        </>
      }
    >
      {refusal ? (
        <Banner tone="danger" className="mb-4">
          {refusal}
        </Banner>
      ) : null}
      <RecordForm
        id={formId}
        fields={fields}
        record={defaults}
        draft={draft}
        setDraft={setDraft}
        onSubmit={submit}
        isTitled
      />
    </Dialog>
  );
}
