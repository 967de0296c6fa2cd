import { Lock } from "lucide-react";
import { useId, useMemo, useRef, useState } from "react";
import { ApiError, type ObjectSchema, type WireRecord } from "@/api";
import { Button } from "@/components/Button/Button";
import { focusFirstProblem } from "@/components/Field/focus";
import { PageState } from "@/components/PageState/PageState";
import { toast } from "@/components/Toaster/toasts";
import { useFacts } from "@/feature";
import { fieldType, isEmpty } from "@/fields";
import { useUnsaved } from "@/lib/unsaved";
import { t } from "@/messages";
import { nameFieldOf } from "@/store";
import { sayRefusal, writeRecord } from "../commands";
import { words } from "../messages";
import { useRights } from "../objects";
import { useRecordKeys } from "../useRecordKeys";
import { faults, isDirty, isLacking, refuse, touch } from "./draft";
import { KeptLine } from "./KeptLine";
import { editable, layoutOf } from "./layout";
import { RecordForm } from "./RecordForm";
import { EditActions, RecordHeader } from "./RecordHeader";
import { Sheet } from "./Sections";
import { useKeptDraft } from "./useKeptDraft";

interface NewPageProps {
  schema: ObjectSchema;
  /** The record that it begins as a copy of. */
  from?: WireRecord | undefined;
  onCreated: (record: WireRecord) => void;
  onCancel: () => void;
}

/** The form for a new record: every field that one may set, two to a row. */
export function NewPage({ schema, from, onCreated, onCancel }: NewPageProps) {
  const rights = useRights(schema.api_name);
  const facts = useFacts(schema.api_name);
  const fields = useMemo(() => editable(layoutOf(schema, facts).details), [schema, facts]);
  const defaults = useMemo(
    () =>
      Object.fromEntries(
        // A copy has what stands in the form, and what its page shows in a way of its own.
        editable(layoutOf(schema).details).flatMap(({ name, kind, property }) => {
          const isCopied = from && !isEmpty(from[name]) && !fieldType(kind).isSecret;
          const value = isCopied ? from[name] : property.default;
          return value === undefined ? [] : [[name, value]];
        }),
      ),
    [schema, from],
  );
  const { draft, setDraft, ...kept } = useKeptDraft(schema, from ? `clone-${from.id}` : "new", undefined);
  const release = useUnsaved(isDirty(draft), { isKept: kept.isKept, discard: kept.reset });
  const [isSaving, setSaving] = useState(false);
  // The same values make one record, however often they are sent.
  const sent = useRef({ values: "", command: "" });
  const formId = useId();

  const save = async () => {
    if (isSaving) {
      return;
    }
    const wrong = faults(draft, defaults, fields);
    if (wrong.length > 0) {
      focusFirstProblem(() => setDraft((had) => touch(had, ...wrong)));
      const said = facts.find((one) => one.incomplete)?.incomplete;
      if (said && fields.some((field) => isLacking(draft, defaults, field))) {
        toast.warning(said);
      }
      return;
    }
    const entered = { ...defaults, ...draft.edits };
    const values = JSON.stringify(entered);
    if (sent.current.values !== values) {
      sent.current = { values, command: crypto.randomUUID() };
    }
    setSaving(true);
    try {
      const record = await writeRecord("post", schema, entered, sent.current.command);
      const created = facts.find((one) => one.created)?.created;
      toast.success(created ? created(record) : words.created);
      kept.reset();
      release();
      onCreated(record);
    } catch (error) {
      setSaving(false);
      if (error instanceof ApiError) {
        focusFirstProblem(() =>
          setDraft((had) => refuse(touch(had, ...Object.keys(error.errors)), error.errors)),
        );
      }
      sayRefusal(error, words.createError);
    }
  };
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
        title={from ? t.records.noValue : words.newTitle(schema.title)}
        lead={from ? words.cloneOf(String(from[nameFieldOf(schema)] || t.records.noValue)) : undefined}
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
