import { Lock, SearchX } from "lucide-react";
import { useId, useMemo, useRef, useState } from "react";
import { ApiError, deleteRecords, detailOf, type ObjectSchema, type WireRecord } from "@/api";
import { Button } from "@/components/Button/Button";
import { ConfirmDialog } from "@/components/ConfirmDialog/ConfirmDialog";
import { FetchFailed } from "@/components/PageState/FetchFailed";
import { PageState } from "@/components/PageState/PageState";
import { Skeleton } from "@/components/Skeleton/Skeleton";
import { toast } from "@/components/Toaster/toasts";
import { RecordSlot, useFacts, useRecordParts } from "@/feature";
import { useUnsaved } from "@/lib/unsaved";
import { t } from "@/messages";
import { useLiveRecord } from "@/realtime";
import { words } from "../messages";
import { nameFieldOf, useRights } from "../objects";
import { useRecordKeys } from "../useRecordKeys";
import { Banners, Meanwhile } from "./Banners";
import { conflicts, isDirty } from "./draft";
import { KeptLine } from "./KeptLine";
import { layoutOf } from "./layout";
import { RecordBody } from "./RecordBody";
import { RecordForm } from "./RecordForm";
import { EditActions, faceOf, leadOf, RecordHeader, ViewActions } from "./RecordHeader";
import { Section, Sheet } from "./Sections";
import { useEditing } from "./useEditing";

interface RecordPageProps {
  schema: ObjectSchema;
  id: string;
  isEditing: boolean;
  onEditing: (isEditing: boolean) => void;
  onList: () => void;
  onNew: () => void;
}

const bars = Array.from({ length: 10 }, (_, index) => `bar-${index}`);

function RecordSkeleton({ onList }: { onList: () => void }) {
  return (
    <>
      <RecordHeader title="" onBack={onList} face={<Skeleton className="h-5 w-44" />}>
        <Skeleton className="h-8 w-20" />
        <Skeleton className="h-8 w-20" />
      </RecordHeader>
      <Sheet>
        <div role="status" aria-label={t.frame.loading}>
          <Section title={words.details}>
            {bars.map((key) => (
              <span key={key} className="flex flex-col gap-2">
                <Skeleton className="h-2.5 w-20" />
                <Skeleton className="h-3.5 w-40" />
              </span>
            ))}
          </Section>
        </div>
      </Sheet>
    </>
  );
}

function Failure({ error, onList, onRetry }: { error: Error; onList: () => void; onRetry: () => void }) {
  const back = <Button onClick={onList}>{words.backToList}</Button>;
  const status = error instanceof ApiError ? error.status : 0;
  if (status === 403) {
    return (
      <PageState
        role="alert"
        icon={<Lock />}
        title={words.recordForbidden}
        text={detailOf(error)}
        action={back}
      />
    );
  }
  if (status === 404) {
    return <PageState icon={<SearchX />} title={words.notFound} text={words.notFoundHint} action={back} />;
  }
  return <FetchFailed text={detailOf(error)} onRetry={onRetry} />;
}

/** One record, live: read once, then kept true by its topic. */
export function RecordPage(props: RecordPageProps) {
  const { schema, id, onList } = props;
  const object = schema.api_name;
  const hasParts = useRecordParts(useFacts(object));
  const { shown, error, isFetching, retry } = useLiveRecord(object, id);
  const isRefused = error instanceof ApiError && !error.isNetwork;
  if (error && (!shown || (isRefused && !shown.isRemoved))) {
    return <Failure error={error} onList={onList} onRetry={retry} />;
  }
  // A record known from a list may lack what only its own page shows.
  if (!(shown && hasParts)) {
    return <RecordSkeleton onList={onList} />;
  }
  return (
    <Loaded
      {...props}
      record={shown.record}
      isRemoved={shown.isRemoved}
      isRefreshing={isFetching}
      onRefresh={retry}
    />
  );
}

interface LoadedProps extends RecordPageProps {
  record: WireRecord;
  isRemoved: boolean;
  isRefreshing: boolean;
  onRefresh: () => void;
}

interface WaitingProps {
  editing: ReturnType<typeof useEditing>;
  edits: boolean;
  mayEdit: boolean;
  onEdit: () => void;
}

/** Changes of before, or such as wait while the form is closed. */
function Waiting({ editing, edits, mayEdit, onEdit }: WaitingProps) {
  const { keptAt, isFromBefore, isWaiting } = editing;
  if (keptAt === undefined || !mayEdit || (edits && !isFromBefore)) {
    return null;
  }
  const onRestore = () => {
    editing.restore();
    onEdit();
  };
  return (
    <KeptLine at={keptAt} onRestore={edits && !isWaiting ? undefined : onRestore} onDiscard={editing.reset} />
  );
}

const frozen = { create: true, read: true, update: false, delete: false };

function Loaded(props: LoadedProps) {
  const { schema, record, isRemoved, isEditing, onEditing, onList, onNew } = props;
  const layout = useMemo(() => layoutOf(schema), [schema]);
  const facts = useFacts(schema.api_name);
  const rights = useRights(schema.api_name);
  const may = isRemoved ? { ...frozen, create: rights.create } : rights;
  const formId = useId();
  const [isAsking, setAsking] = useState(false);
  const isOurDelete = useRef(false);
  const editing = useEditing(schema, record, layout.details, () => onEditing(false));
  const { draft } = editing;
  const edits = isEditing && may.update;
  const title = String(record[nameFieldOf(schema)] || t.records.noValue);

  const cancel = () => {
    editing.reset();
    onEditing(false);
  };
  useUnsaved(edits && isDirty(draft), { isKept: true, discard: editing.reset });
  useRecordKeys({
    // By its key the form is left as it is, and what was typed waits.
    toggleEdit: may.update ? () => onEditing(!edits) : undefined,
    save: edits ? () => void editing.save() : undefined,
    create: may.create ? onNew : undefined,
    remove: may.delete && !edits ? () => setAsking(true) : undefined,
  });

  const remove = async () => {
    isOurDelete.current = true;
    try {
      await deleteRecords(schema.api_name, [record.id]);
      toast.success(words.deletedHere);
      onList();
    } catch (error) {
      isOurDelete.current = false;
      setAsking(false);
      toast.error(words.deleteErrorHere(detailOf(error)));
    }
  };

  return (
    <>
      <RecordHeader
        title={title}
        lead={leadOf(schema, record, facts)}
        face={faceOf(facts, title)}
        onBack={onList}
      >
        {edits ? (
          <>
            <Meanwhile schema={schema} record={record} fought={conflicts(draft, record)} />
            <EditActions form={formId} isSaving={editing.isSaving} onCancel={cancel} />
          </>
        ) : (
          <>
            {isRemoved ? null : <RecordSlot facts={facts} place="Action" record={record} />}
            <ViewActions
              rights={may}
              isRefreshing={props.isRefreshing}
              onRefresh={props.onRefresh}
              onNew={onNew}
              onEdit={() => onEditing(true)}
              onDelete={() => setAsking(true)}
            />
          </>
        )}
      </RecordHeader>
      <Banners isRemoved={isRemoved && !isOurDelete.current} isRefused={edits && editing.isRefused} />
      <Waiting editing={editing} edits={edits} mayEdit={may.update} onEdit={() => onEditing(true)} />
      {isRemoved ? null : <RecordSlot facts={facts} place="Bar" record={record} />}
      {edits ? (
        <Sheet>
          <RecordForm
            id={formId}
            fields={layout.details}
            record={record}
            draft={draft}
            setDraft={editing.setDraft}
            onSubmit={() => void editing.save()}
          />
        </Sheet>
      ) : (
        <RecordBody
          schema={schema}
          layout={layout}
          record={record}
          facts={facts}
          title={title}
          isRemoved={isRemoved}
        />
      )}
      {isAsking ? (
        <ConfirmDialog
          title={words.confirmTitle(schema.title)}
          text={words.confirm(title)}
          action={words.remove}
          onClose={() => setAsking(false)}
          onConfirm={remove}
        />
      ) : null}
    </>
  );
}
