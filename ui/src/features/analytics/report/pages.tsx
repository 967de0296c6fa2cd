import { useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { SearchX } from "lucide-react";
import { useEffect, useMemo, useState } from "react";
import { ApiError, deleteRecords, detailOf, type WireRecord } from "@/api";
import { Button } from "@/components/Button/Button";
import { ConfirmDialog } from "@/components/ConfirmDialog/ConfirmDialog";
import { PageState } from "@/components/PageState/PageState";
import { SkeletonRows } from "@/components/Skeleton/Skeleton";
import { toast } from "@/components/Toaster/toasts";
import { FetchFailed } from "@/feature/FetchFailed";
import { isMod } from "@/lib/keys";
import { useUnsaved } from "@/lib/unsaved";
import { t } from "@/messages";
import { useLiveRecord } from "@/realtime";
import { identityAtom, rightsFor, useAtomValue } from "@/store";
import { words } from "../messages";
import { reportObject } from "../names";
import { type ReportSearch, reportSearch } from "../search";
import { forgetDraft, useKeptDraft } from "../useKeptDraft";
import { draftOf, emptyDraft, keeping, type ReportDraft } from "./draft";
import { ReportView, type Side } from "./ReportView";
import { useSaveReport } from "./useSaveReport";

const listPath = "/view/$object/list";

/** Alt with Ctrl or Meta, and E or C: edits and saves, as on every record. */
function useReportKeys(onToggle: (() => void) | undefined, onSave: (() => void) | undefined): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const act = event.code === "KeyE" ? onToggle : event.code === "KeyC" ? onSave : undefined;
      if (act && event.altKey && isMod(event) && !event.repeat && !document.querySelector("dialog[open]")) {
        event.preventDefault();
        act();
      }
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  });
}

interface DeleteReportProps {
  id: string;
  name: string;
  onClose: () => void;
  onDeleted: () => void;
}

function DeleteReport({ id, name, onClose, onDeleted }: DeleteReportProps) {
  const remove = async () => {
    try {
      await deleteRecords(reportObject, [id]);
      toast.success(words.deleted);
      onDeleted();
    } catch (error) {
      onClose();
      toast.error(words.deleteError(detailOf(error)));
    }
  };
  return (
    <ConfirmDialog
      title={words.confirmTitle}
      text={words.confirm(name || t.records.noValue)}
      action={words.remove}
      onClose={onClose}
      onConfirm={remove}
    />
  );
}

type Change = { [Name in keyof ReportSearch]?: ReportSearch[Name] | undefined };

/** The address of a report, and the ways from it. */
function useAddress(id: string | undefined) {
  const search = reportSearch(useSearch({ strict: false }));
  const navigate = useNavigate();
  const toStored = (to: string, next: ReportSearch = search.tab ? { tab: search.tab } : {}) =>
    void navigate({
      to: "/view/report/record/$id/standard",
      params: { id: to },
      search: next,
      replace: true,
    });
  return {
    search,
    toStored,
    toList: () => void navigate({ to: listPath, params: { object: reportObject } }),
    toNew: (clone?: string) => void navigate({ to: "/view/report/new", search: clone ? { clone } : {} }),
    go: (change: Change) => {
      const next = reportSearch({ ...search, ...change });
      if (id === undefined) {
        void navigate({ to: "/view/report/new", search: next, replace: true });
      } else {
        toStored(id, next);
      }
    },
  };
}

interface OpenReportProps {
  /** The stored report; undefined for a new one. */
  record: WireRecord | undefined;
  /** What a new report begins as. */
  first?: ReportDraft;
  isRemoved?: boolean;
}

const titleOf = (record: WireRecord | undefined, { name }: ReportDraft) =>
  record ? name || t.records.noValue : words.newReport;

interface Notices {
  isRemoved: boolean;
  isEditing: boolean;
  isBehind: boolean;
  isRestored: boolean;
}

/** What to know before editing goes on, such as that another user has saved. */
function noticeOf({ isRemoved, isEditing, isBehind, isRestored }: Notices): string | undefined {
  if (isRemoved) {
    return words.gone;
  }
  if (!isEditing) {
    return undefined;
  }
  if (isBehind) {
    return words.changed;
  }
  return isRestored ? words.draftRestored : undefined;
}

function OpenReport({ record, first = emptyDraft, isRemoved = false }: OpenReportProps) {
  const rights = rightsFor(useAtomValue(identityAtom), reportObject);
  const stored = useMemo(() => (record ? draftOf(record) : first), [record, first]);
  const id = record?.id;
  const { search, go, toList, toStored, toNew } = useAddress(id);
  const { draft, setDraft, isDirty, isBehind, isRestored, reset } = useKeptDraft(
    keeping,
    id ?? "new",
    record?.version ?? 0,
    stored,
  );
  const { isSaving, save } = useSaveReport(id);
  const [isDeleting, setDeleting] = useState(false);
  const isEditing = id === undefined || (search.edit === true && rights.update && !isRemoved);
  const release = useUnsaved(isEditing && isDirty, { isKept: true, discard: reset });

  const onSave = async () => {
    const saved = await save(draft);
    if (!saved) {
      return;
    }
    forgetDraft(reportObject, id ?? "new");
    release();
    toStored(saved.id);
  };
  const onCancel = () => {
    reset();
    release();
    if (id === undefined) {
      toList();
    } else {
      go({ edit: undefined, side: undefined });
    }
  };
  const toggle = () => (isEditing ? onCancel() : go({ edit: true }));
  useReportKeys(id && rights.update ? toggle : undefined, isEditing ? () => void onSave() : undefined);
  const side: Side = search.side ?? "settings";
  return (
    <>
      <ReportView
        title={titleOf(record, draft)}
        draft={isEditing ? draft : stored}
        record={record}
        isEditing={isEditing}
        isSaving={isSaving}
        rights={isRemoved ? { ...rights, update: false, delete: false } : rights}
        tab={search.tab ?? "chart"}
        side={side}
        notice={noticeOf({ isRemoved, isEditing, isBehind, isRestored })}
        onTab={(tab) => go({ tab: tab === "chart" ? undefined : tab })}
        onSide={(next) => go({ side: next === "settings" ? undefined : next })}
        onDraft={setDraft}
        onBack={toList}
        onSave={() => void onSave()}
        onCancel={onCancel}
        onNew={() => toNew()}
        onEdit={() => go({ edit: true })}
        onClone={() => toNew(id)}
        onDelete={() => setDeleting(true)}
      />
      {isDeleting && id !== undefined ? (
        <DeleteReport id={id} name={stored.name} onClose={() => setDeleting(false)} onDeleted={toList} />
      ) : null}
    </>
  );
}

/** A report that is loaded before it is shown. */
function useStored(id: string) {
  const { shown, error, retry } = useLiveRecord(reportObject, id);
  const waiting =
    error && !shown ? (
      error instanceof ApiError && error.status === 404 ? (
        <NotThere />
      ) : (
        <FetchFailed error={error} onRetry={retry} />
      )
    ) : (
      <SkeletonRows label={t.frame.loading} />
    );
  return { shown, waiting };
}

function NotThere() {
  const navigate = useNavigate();
  return (
    <PageState
      role="alert"
      icon={<SearchX />}
      title={words.gone}
      action={
        <Button onClick={() => void navigate({ to: listPath, params: { object: reportObject } })}>
          {words.backToList}
        </Button>
      }
    />
  );
}

/** One report. */
export function ReportRoute() {
  const { id = "" } = useParams({ strict: false });
  const { shown, waiting } = useStored(id);
  return shown ? <OpenReport key={id} record={shown.record} isRemoved={shown.isRemoved} /> : waiting;
}

function ClonedReport({ id }: { id: string }) {
  const { shown, waiting } = useStored(id);
  const [first, setFirst] = useState<ReportDraft>();
  useEffect(() => {
    if (shown) {
      setFirst((before) => {
        const copied = draftOf(shown.record);
        return before ?? { ...copied, name: words.copyOf(copied.name) };
      });
    }
  }, [shown]);
  return first ? <OpenReport record={undefined} first={first} /> : waiting;
}

/** A report that is not stored yet. */
export function NewReportRoute() {
  const { clone, object } = reportSearch(useSearch({ strict: false }));
  const first = useMemo(() => (object ? { ...emptyDraft, object } : emptyDraft), [object]);
  return clone ? <ClonedReport key={clone} id={clone} /> : <OpenReport record={undefined} first={first} />;
}
