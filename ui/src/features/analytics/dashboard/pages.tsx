import { useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { LayoutDashboard, SearchX } from "lucide-react";
import { type KeyboardEvent, useMemo, useRef, useState } from "react";
import {
  ApiError,
  createRecord,
  deleteRecords,
  detailOf,
  patchRecord,
  type Rights,
  type WireRecord,
} from "@/api";
import { Banner } from "@/components/Banner/Banner";
import { Button } from "@/components/Button/Button";
import { ConfirmDialog } from "@/components/ConfirmDialog/ConfirmDialog";
import { PageState } from "@/components/PageState/PageState";
import { SkeletonRows } from "@/components/Skeleton/Skeleton";
import { toast } from "@/components/Toaster/toasts";
import { FetchFailed } from "@/feature/FetchFailed";
import { useUnsaved } from "@/lib/unsaved";
import { t } from "@/messages";
import { useLiveRecord } from "@/realtime";
import { identityAtom, keep, rightsFor, useAtomValue } from "@/store";
import { dashboardObject } from "../names";
import { type DashboardSearch, dashboardSearch } from "../search";
import { forgetDraft, useKeptDraft } from "../useKeptDraft";
import { ChartDialog } from "./ChartDialog";
import { DashboardHeader, type Mode } from "./DashboardHeader";
import { Grid } from "./Grid";
import {
  type Component,
  type DashboardDraft,
  dashboardOf,
  emptyDashboard,
  fieldsOfDashboard,
  keeping,
  stepped,
  type Tile,
  withTile,
} from "./layout";
import { words } from "./messages";
import { PickerDialog } from "./PickerDialog";
import { Properties } from "./Properties";
import { ShownTile } from "./ShownTile";

/** The ways from a dashboard. */
function useWays(id: string | undefined) {
  const navigate = useNavigate();
  const toStored = (to: string, search: DashboardSearch = {}) =>
    void navigate({ to: "/view/dashboard/record/$id/standard", params: { id: to }, search, replace: true });
  return {
    toStored,
    toList: () => void navigate({ to: "/view/$object/list", params: { object: dashboardObject } }),
    toReport: (report: string) =>
      void navigate({ to: "/view/report/record/$id/standard", params: { id: report } }),
    toMode: (mode: Mode) => {
      const search: DashboardSearch = mode === "view" ? {} : { mode };
      if (id === undefined) {
        void navigate({ to: "/view/dashboard/new", search, replace: true });
      } else {
        toStored(id, search);
      }
    },
  };
}

/** Stores a dashboard and says how that ended. */
function useSave(id: string | undefined) {
  const [isSaving, setSaving] = useState(false);
  const save = async (draft: DashboardDraft): Promise<WireRecord | undefined> => {
    setSaving(true);
    try {
      const fields = fieldsOfDashboard(draft, id);
      const record =
        id === undefined
          ? await createRecord(dashboardObject, fields)
          : await patchRecord(dashboardObject, { ...fields, id });
      keep(dashboardObject, [record]);
      toast.success(words.saved);
      return record;
    } catch (error) {
      toast.error(words.saveError(detailOf(error)));
      return undefined;
    } finally {
      setSaving(false);
    }
  };
  return { isSaving, save };
}

interface DeleteDashboardProps {
  id: string;
  name: string;
  onClose: () => void;
  onDeleted: () => void;
}

function DeleteDashboard({ id, name, onClose, onDeleted }: DeleteDashboardProps) {
  const remove = async () => {
    try {
      await deleteRecords(dashboardObject, [id]);
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
      text={words.confirm(name)}
      action={words.remove}
      onClose={onClose}
      onConfirm={remove}
    />
  );
}

interface TilesProps {
  draft: DashboardDraft;
  isArranging: boolean;
  onTiles: (tiles: readonly Tile[]) => void;
  onPick: (tile: string | undefined) => void;
  onChart: (tile: string) => void;
  onOpen: (report: string) => void;
}

function Tiles({ draft, isArranging, onTiles, onPick, onChart, onOpen }: TilesProps) {
  const { tiles } = draft;
  const byKeys = (tile: Tile) => (event: KeyboardEvent) => {
    if (event.target === event.currentTarget && event.key.startsWith("Arrow")) {
      event.preventDefault();
      const next = stepped(tile, event.key, event.shiftKey);
      onTiles(tiles.map((one) => (one.i === tile.i ? next : one)));
    }
  };
  if (!isArranging && !tiles.some(({ component }) => component)) {
    return <PageState icon={<LayoutDashboard />} title={words.noTiles} text={words.noTilesText} />;
  }
  return (
    <>
      {isArranging ? <p className="px-5 pt-3 text-meta text-n11 max-md:hidden">{words.moveHint}</p> : null}
      <Grid
        tiles={tiles}
        isArranging={isArranging}
        onTiles={onTiles}
        tile={(tile, height) => (
          <ShownTile
            tile={tile}
            height={height}
            isArranging={isArranging}
            everySeconds={draft.refreshSeconds}
            onOpen={onOpen}
            onChart={() => onChart(tile.i)}
            onChoose={() => onPick(tile.i)}
            onRemove={() => onTiles(tiles.filter(({ i }) => i !== tile.i))}
            onKeyDown={byKeys(tile)}
          />
        )}
      />
    </>
  );
}

type Asked =
  | { what: "picker"; tile: string | undefined }
  | { what: "chart"; tile: string }
  | { what: "delete" };

interface DialogsProps {
  asked: Asked | undefined;
  draft: DashboardDraft;
  record: WireRecord | undefined;
  onClose: () => void;
  onTiles: (tiles: readonly Tile[]) => void;
  onDeleted: () => void;
}

/** The dialog over a dashboard, if any. */
function Dialogs({ asked, draft, record, onClose, onTiles, onDeleted }: DialogsProps) {
  const { tiles } = draft;
  const set = (tile: string, component: Component) => {
    onTiles(tiles.map((one) => (one.i === tile ? { ...one, component } : one)));
    onClose();
  };
  if (asked?.what === "picker") {
    const { tile } = asked;
    const choose = (component: Component) => {
      onTiles(withTile(tiles, component));
      onClose();
    };
    return <PickerDialog onClose={onClose} onChoose={(one) => (tile ? set(tile, one) : choose(one))} />;
  }
  if (asked?.what === "chart") {
    const component = tiles.find(({ i }) => i === asked.tile)?.component;
    return component?.kind === "report" ? (
      <ChartDialog
        component={component}
        onClose={onClose}
        onApply={(settings) => set(asked.tile, { ...component, settings })}
      />
    ) : null;
  }
  return asked?.what === "delete" && record ? (
    <DeleteDashboard id={record.id} name={draft.name} onClose={onClose} onDeleted={onDeleted} />
  ) : null;
}

interface OpenDashboardProps {
  /** The stored dashboard; undefined for a new one. */
  record: WireRecord | undefined;
  isRemoved?: boolean;
}

const frozen: Rights = { create: false, read: true, update: false, delete: false };

function useRights(isRemoved: boolean): Rights {
  const rights = rightsFor(useAtomValue(identityAtom), dashboardObject);
  return isRemoved ? frozen : rights;
}

function modeOf(record: WireRecord | undefined, { mode }: DashboardSearch, rights: Rights): Mode {
  if (!record) {
    return mode ?? "arrange";
  }
  return rights.update ? (mode ?? "view") : "view";
}

function OpenDashboard({ record, isRemoved = false }: OpenDashboardProps) {
  const rights = useRights(isRemoved);
  const stored = useMemo(() => (record ? dashboardOf(record) : emptyDashboard), [record]);
  const key = record?.id ?? "new";
  const { draft, setDraft, isDirty, isBehind, reset } = useKeptDraft(
    keeping,
    key,
    record?.version ?? 0,
    stored,
  );
  const { toList, toMode, toReport, toStored } = useWays(record?.id);
  const { isSaving, save } = useSave(record?.id);
  const [asked, setAsked] = useState<Asked>();
  const wall = useRef<HTMLDivElement>(null);
  const mode = modeOf(record, dashboardSearch(useSearch({ strict: false })), rights);
  const isChanging = mode !== "view";
  const release = useUnsaved(isChanging && isDirty, { isKept: true, discard: reset });
  const onTiles = (tiles: readonly Tile[]) => setDraft((now) => ({ ...now, tiles }));

  const onSave = async () => {
    const saved = await save(draft);
    if (saved) {
      forgetDraft(dashboardObject, key);
      release();
      toStored(saved.id);
    }
  };
  const onCancel = () => {
    reset();
    release();
    if (record) {
      toMode("view");
    } else {
      toList();
    }
  };
  const shown = isChanging ? draft : stored;
  return (
    <>
      <DashboardHeader
        title={record ? shown.name : words.newDashboard}
        mode={mode}
        isStored={record !== undefined}
        rights={rights}
        isSaving={isSaving}
        onBack={toList}
        onMode={toMode}
        onAdd={() => setAsked({ what: "picker", tile: undefined })}
        onSave={() => void onSave()}
        onCancel={onCancel}
        onFullScreen={() => void wall.current?.requestFullscreen?.()}
        onDelete={() => setAsked({ what: "delete" })}
      />
      {isRemoved ? <Banner tone="warning">{words.gone}</Banner> : null}
      {isChanging && isBehind ? <Banner tone="warning">{words.behind}</Banner> : null}
      {mode === "edit" ? <Properties draft={draft} onDraft={setDraft} /> : null}
      <div ref={wall} className="min-h-0 flex-1 overflow-y-auto bg-n2">
        <Tiles
          draft={shown}
          isArranging={mode === "arrange"}
          onTiles={onTiles}
          onPick={(tile) => setAsked({ what: "picker", tile })}
          onChart={(tile) => setAsked({ what: "chart", tile })}
          onOpen={toReport}
        />
      </div>
      <Dialogs
        asked={asked}
        draft={draft}
        record={record}
        onClose={() => setAsked(undefined)}
        onTiles={onTiles}
        onDeleted={toList}
      />
    </>
  );
}

/** A dashboard that is not stored yet. */
export function NewDashboardRoute() {
  return <OpenDashboard record={undefined} />;
}

/** One dashboard. */
export function DashboardRoute() {
  const { id = "" } = useParams({ strict: false });
  const { shown, error, retry } = useLiveRecord(dashboardObject, id);
  const { toList } = useWays(id);
  if (shown) {
    return <OpenDashboard key={id} record={shown.record} isRemoved={shown.isRemoved} />;
  }
  if (error instanceof ApiError && error.status === 404) {
    return (
      <PageState
        role="alert"
        icon={<SearchX />}
        title={words.none}
        text={words.gone}
        action={<Button onClick={toList}>{words.backToList}</Button>}
      />
    );
  }
  return error ? (
    <FetchFailed title={words.fetchError} error={error} onRetry={retry} />
  ) : (
    <SkeletonRows label={t.frame.loading} />
  );
}
