import { useId, useMemo, useRef, useState } from "react";
import { ApiError, deleteRecords, detailOf, type ObjectSchema, type WireRecord } from "@/api";
import { ConfirmDialog } from "@/components/ConfirmDialog/ConfirmDialog";
import { toast } from "@/components/Toaster/toasts";
import { part, RecordSlot, useFacts, useRecordParts } from "@/feature";
import { useRecordTools } from "@/feature/RecordTools";
import { useAsAbsent } from "@/lib/openTitle";
import { useUnsaved } from "@/lib/unsaved";
import { t } from "@/messages";
import { useLiveRecord } from "@/realtime";
import { identityAtom, nameFieldOf, useAtomValue } from "@/store";
import { sayRefusal, undoOf } from "../commands";
import { words } from "../messages";
import { schemaIn } from "../rowRights";
import { useRecordKeys } from "../useRecordKeys";
import { Banners, Meanwhile, MergedAway } from "./Banners";
import { conflicts, isDirty } from "./draft";
import { KeptLine } from "./KeptLine";
import { layoutOf } from "./layout";
import { hasTimeline, RecordContent } from "./RecordBody";
import { RecordForm } from "./RecordForm";
import { EditActions, faceOf, leadOf, RecordHeader, ViewActions } from "./RecordHeader";
import { Failure, RecordSkeleton } from "./RecordStates";
import { useComposers } from "./useComposers";
import { type Editing, useEditing } from "./useEditing";
import { useInPlace } from "./useInPlace";
import { useOfferedRights } from "./useOfferedRights";

const EraseSheet = part(() => import("../erase/EraseSheet").then((file) => file.EraseSheet));
const HistoryDialog = part(() => import("../history/HistoryDialog").then((file) => file.HistoryDialog));

interface RecordPageProps {
  schema: ObjectSchema;
  id: string;
  isEditing: boolean;
  onEditing: (isEditing: boolean) => void;
  onList: () => void;
  onNew: () => void;
  onClone: () => void;
}

/** One record, live: read once, then kept true by its topic. */
export function RecordPage(props: RecordPageProps) {
  const { schema, id, onList } = props;
  const object = schema.api_name;
  const hasParts = useRecordParts(useFacts(object), useComposers(object));
  const { shown, error, isFetching, retry, refetch } = useLiveRecord(object, id);
  const isRefused = error instanceof ApiError && !error.isNetwork;
  if (error && (!shown || (isRefused && !shown.isRemoved))) {
    return (
      <>
        {isRefused && error.status === 404 ? <MergedAway object={object} id={id} /> : null}
        <Failure error={error} onList={onList} onRetry={retry} />
      </>
    );
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
      onRefresh={() => void refetch().then((result) => result.error && sayStale(result.error))}
    />
  );
}

/** What is shown may be old: the server says why, or nothing came from it. */
function sayStale(error: Error): void {
  const answered = error instanceof ApiError && !error.isNetwork;
  sayRefusal(error, () => (answered ? detailOf(error) : words.refreshError));
}

interface LoadedProps extends RecordPageProps {
  record: WireRecord;
  isRemoved: boolean;
  isRefreshing: boolean;
  onRefresh: () => void;
}

interface WaitingProps {
  editing: Editing;
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

type Asked = "delete" | "erase" | "history" | undefined;

interface OpenDialogProps {
  which: Asked;
  isRemoved: boolean;
  schema: ObjectSchema;
  record: WireRecord;
  title: string;
  mayRestore: boolean;
  onClose: () => void;
  onDelete: () => Promise<void>;
  onErased: () => void;
}

/** The dialog over the page, if any. */
function OpenDialog({ which, isRemoved, onDelete, onErased, ...about }: OpenDialogProps) {
  const { schema, title, onClose } = about;
  if (which === "history") {
    return isRemoved ? null : <HistoryDialog {...about} />;
  }
  if (which === "erase") {
    return isRemoved ? null : <EraseSheet {...about} onErased={onErased} />;
  }
  return which === "delete" ? (
    <ConfirmDialog
      title={words.confirmTitle(schema.title)}
      text={words.confirm(title)}
      action={words.remove}
      onClose={onClose}
      onConfirm={onDelete}
    />
  ) : null;
}

/** Whom superusers may erase: people. */
const useMayErase = ({ erasable = false }: ObjectSchema, isRemoved: boolean) =>
  (useAtomValue(identityAtom)?.user.is_superuser ?? false) && erasable && !isRemoved;

const frozen = { create: true, read: true, update: false, delete: false };

function Loaded(props: LoadedProps) {
  const { record, isRemoved, isEditing, onEditing, onList, onNew } = props;
  const schema = useMemo(() => schemaIn(props.schema, record.rights), [props.schema, record.rights]);
  const facts = useFacts(schema.api_name);
  const layout = useMemo(() => layoutOf(schema, facts), [schema, facts]);
  const rights = useOfferedRights(schema.api_name, record);
  const may = isRemoved ? { ...frozen, create: rights.create } : rights;
  const mayErase = useMayErase(schema, isRemoved);
  const formId = useId();
  const [asks, setAsks] = useState<Asked>();
  const isOurDelete = useRef(false);
  const editing = useEditing(schema, record, layout.details, () => onEditing(false));
  const { draft } = editing;
  const edits = isEditing && may.update;
  const tools = useRecordTools(schema.api_name, isRemoved ? undefined : record.id);
  const inPlace = useInPlace(editing, may.update && !edits);
  const isChanging = edits || inPlace.opened.length > 0;
  const title = String(record[nameFieldOf(schema)] || t.records.noValue);

  const cancel = () => {
    editing.reset();
    onEditing(false);
  };
  useAsAbsent(isRemoved);
  useUnsaved(isChanging && isDirty(draft), { isKept: editing.isKept, discard: editing.reset });
  useRecordKeys({
    // By its key the form is left as it is, and what was typed waits.
    toggleEdit: may.update ? () => onEditing(!edits) : undefined,
    save: edits ? () => void editing.save() : undefined,
    create: may.create ? onNew : undefined,
    remove: may.delete && !edits ? () => setAsks("delete") : undefined,
  });

  const remove = async () => {
    isOurDelete.current = true;
    try {
      await deleteRecords(schema.api_name, [record.id]);
      toast.success(words.deletedHere, undoOf(schema, [record.id]));
      onList();
    } catch (error) {
      isOurDelete.current = false;
      setAsks(undefined);
      sayRefusal(error, words.deleteErrorHere);
    }
  };

  return (
    <>
      <RecordHeader
        isRecord
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
              about={{ object: schema.api_name, id: record.id }}
              rights={may}
              isRefreshing={props.isRefreshing}
              onRefresh={props.onRefresh}
              isEditedInPlace={hasTimeline(schema)}
              onNew={onNew}
              onClone={props.onClone}
              onEdit={() => onEditing(true)}
              tools={tools.items}
              hasHistory={!isRemoved}
              onHistory={() => setAsks("history")}
              onDelete={() => setAsks("delete")}
              onErase={mayErase && (() => setAsks("erase"))}
            />
          </>
        )}
      </RecordHeader>
      <Banners
        about={{ object: schema.api_name, id: record.id }}
        isRemoved={isRemoved && !isOurDelete.current}
        isRefused={isChanging && editing.isRefused}
      />
      <Waiting editing={editing} edits={isChanging} mayEdit={may.update} onEdit={() => onEditing(true)} />
      {isRemoved ? null : <RecordSlot facts={facts} place="Bar" record={record} />}
      <RecordContent
        schema={schema}
        layout={layout}
        record={record}
        facts={facts}
        title={title}
        isRemoved={isRemoved}
        inPlace={inPlace}
        form={
          edits ? (
            <RecordForm
              id={formId}
              fields={layout.details}
              record={record}
              draft={draft}
              setDraft={editing.setDraft}
              onSubmit={() => void editing.save()}
            />
          ) : undefined
        }
      />
      {tools.dialog}
      <OpenDialog
        which={asks}
        isRemoved={isRemoved}
        schema={schema}
        record={record}
        title={title}
        mayRestore={may.update}
        onClose={() => setAsks(undefined)}
        onDelete={remove}
        onErased={() => {
          isOurDelete.current = true;
          onList();
        }}
      />
    </>
  );
}
