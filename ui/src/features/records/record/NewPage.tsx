import { Lock } from "lucide-react";
import { useId } from "react";
import type { ObjectSchema, WireRecord } from "@/api";
import { Button } from "@/components/Button/Button";
import { PageState } from "@/components/PageState/PageState";
import { useUnsaved } from "@/lib/unsaved";
import { t } from "@/messages";
import { nameFieldOf } from "@/store";
import { sayRefusal } from "../commands";
import { words } from "../messages";
import { useRights } from "../objects";
import { useRecordKeys } from "../useRecordKeys";
import { isDirty } from "./draft";
import { KeptLine } from "./KeptLine";
import { RecordForm } from "./RecordForm";
import { EditActions, RecordHeader } from "./RecordHeader";
import { Sheet } from "./Sections";
import { useCreating } from "./useCreating";
import { useKeptDraft } from "./useKeptDraft";

interface NewPageProps {
  schema: ObjectSchema;
  /** The record that it begins as a copy of. */
  from?: WireRecord | undefined;
  /** The phone number, in E.164, that it begins with. */
  phone?: string | undefined;
  onCreated: (record: WireRecord) => void;
  onCancel: () => void;
}

/** The form for a new record: every field that one may set, two to a row. */
export function NewPage({ schema, from, phone, onCreated, onCancel }: NewPageProps) {
  const rights = useRights(schema.api_name);
  const { draft, setDraft, ...kept } = useKeptDraft(schema, from ? `clone-${from.id}` : "new", undefined);
  const release = useUnsaved(isDirty(draft), { isKept: kept.isKept, discard: kept.reset });
  const formId = useId();
  const { fields, defaults, isSaving, save } = useCreating({
    schema,
    from,
    phone,
    draft,
    setDraft,
    onCreated: (record) => {
      kept.reset();
      release();
      onCreated(record);
    },
    onRefused: (error) => sayRefusal(error, words.createError),
  });
  const cancel = () => {
    kept.reset();
    release();
    onCancel();
  };
  useRecordKeys({ save: () => void save() });

  if (!rights.create) {
    return (
      <PageState
        role="alert"
        icon={<Lock />}
        title={t.records.listForbidden}
        action={<Button onClick={onCancel}>{words.backToList}</Button>}
      />
    );
  }
  return (
    <>
      <RecordHeader
        title={
          from
            ? words.cloneOf(String(from[nameFieldOf(schema)] || t.records.noValue))
            : words.newTitle(schema.title)
        }
        lead={from ? words.newTitle(schema.title) : undefined}
        onBack={onCancel}
      >
        <EditActions form={formId} isSaving={isSaving} onCancel={cancel} />
      </RecordHeader>
      {kept.keptAt !== undefined && kept.isFromBefore ? (
        <KeptLine at={kept.keptAt} onDiscard={kept.reset} />
      ) : null}
      <Sheet>
        <RecordForm
          id={formId}
          fields={fields}
          record={defaults}
          draft={draft}
          setDraft={setDraft}
          onSubmit={() => void save()}
        />
      </Sheet>
    </>
  );
}
