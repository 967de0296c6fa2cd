import { useId } from "react";
import type { ObjectSchema, WireRecord } from "@/api";
import { Button } from "@/components/Button/Button";
import { Dialog } from "@/components/Dialog/Dialog";
import { useUnsaved } from "@/lib/unsaved";
import { t } from "@/messages";
import { sayRefusal } from "../commands";
import { words } from "../messages";
import { isDirty } from "./draft";
import { KeptLine } from "./KeptLine";
import { MakingRecords } from "./MakingRecords";
import { RecordForm } from "./RecordForm";
import { useCreating } from "./useCreating";
import { useKeptDraft } from "./useKeptDraft";

interface NewRecordModalProps {
  schema: ObjectSchema;
  onCreated: (record: WireRecord) => void;
  onClose: () => void;
}

const nothing = () => undefined;

/** The form of a new record over its list. What is typed is kept in this browser: Escape loses none of it. */
export function NewRecordModal({ schema, onCreated, onClose }: NewRecordModalProps) {
  const { draft, setDraft, ...kept } = useKeptDraft(schema, "new", undefined);
  const release = useUnsaved(isDirty(draft), { isKept: kept.isKept, discard: kept.reset });
  const formId = useId();
  const { fields, defaults, isSaving, save } = useCreating({
    schema,
    draft,
    setDraft,
    onCreated: (record) => {
      kept.reset();
      release();
      onCreated(record);
    },
    onRefused: (error) => sayRefusal(error, words.createError),
  });
  const close = () => {
    release();
    onClose();
  };
  return (
    <Dialog
      title={words.newTitle(schema.title)}
      onClose={isSaving ? nothing : close}
      isDirty={isDirty(draft) && !kept.isKept}
      className="max-w-3xl"
      footer={
        <>
          <Button
            disabled={isSaving}
            onClick={() => {
              kept.reset();
              close();
            }}
          >
            {t.frame.cancel}
          </Button>
          <Button type="submit" form={formId} tone="primary" isBusy={isSaving}>
            {t.frame.save}
          </Button>
        </>
      }
    >
      <MakingRecords>
        {kept.keptAt !== undefined && kept.isFromBefore ? (
          <div className="-mx-5 mb-4">
            <KeptLine at={kept.keptAt} onDiscard={kept.reset} />
          </div>
        ) : null}
        <RecordForm
          id={formId}
          fields={fields}
          record={defaults}
          draft={draft}
          setDraft={setDraft}
          onSubmit={() => void save()}
          isTitled
        />
      </MakingRecords>
    </Dialog>
  );
}
