import { useNavigate } from "@tanstack/react-router";
import { ArchiveRestore, ArrowLeft, Plus } from "lucide-react";
import { useCallback, useRef, useState } from "react";
import type { TableVirtuosoHandle } from "react-virtuoso";
import type { ObjectSchema, Rights, WireRecord } from "@/api";
import { Button } from "@/components/Button/Button";
import { IconButton } from "@/components/IconButton/IconButton";
import { PageHeader } from "@/components/PageHeader/PageHeader";
import { type ObjectFacts, useFacts } from "@/feature";
import { t } from "@/messages";
import { atom, nameFieldOf, peek, store } from "@/store";
import { BulkEdit } from "../bulk/BulkEdit";
import { words } from "../messages";
import { pluralOf, useRights } from "../objects";
import { mayDelete } from "../rowRights";
import { useRecordKeys } from "../useRecordKeys";
import { Chip } from "./Chip";
import { EditBar } from "./EditBar";
import { FilterLines } from "./filters/FilterLines";
import { FilterMenu } from "./filters/FilterMenu";
import type { Where } from "./filters/savedFilter";
import { nameOf } from "./filters/useListFilter";
import { type GridDrafts, useDrafts } from "./grid/useDrafts";
import { ListContent } from "./ListContent";
import { type ListDialog, ListDialogs } from "./ListDialogs";
import { ListTools } from "./ListTools";
import { Modes, modeOf } from "./Modes";
import { words as own } from "./messages";
import type { Mode } from "./modes";
import { PagingBar } from "./PagingBar";
import { Toolbar } from "./Toolbar";
import { useListActions } from "./useListActions";
import { useListView } from "./useListView";
import { useOffers } from "./useOffers";

export interface ListAddress {
  page: number;
  /** A field, after a minus for descending; undefined for the object's own order. */
  sort: string | undefined;
  search: string;
  /** The saved filter that is chosen; undefined for the pinned one. */
  filter: string | undefined;
  /** The fields that are shown, with commas between; undefined for those of the filter, or the object's. */
  columns: string | undefined;
  /** The conditions of a filter that is not saved. */
  where: Where | undefined;
}

interface ListPageProps {
  schema: ObjectSchema;
  mode: Mode;
  address: ListAddress;
  onAddress: (change: Partial<ListAddress>, isStep: boolean) => void;
  /** Opens the screen on which such records are made, where they have one of their own. */
  onNew: (() => void) | undefined;
  onCreated: (record: WireRecord) => void;
  /** Shows the same records in another way; with a filter, those of that one. */
  onMode: (mode: Mode, change?: Partial<ListAddress>) => void;
}

const asList = { displayMode: "list" };

const mayDeleteAll = (rights: Rights, object: string, ids: ReadonlySet<string>) =>
  rights.delete && [...ids].every((id) => mayDelete(peek(object, id)?.record));

/** Goes to the first page of the product. */
function BackHome() {
  const navigate = useNavigate();
  return (
    <IconButton
      label={own.back}
      icon={<ArrowLeft className="size-4" />}
      className="-ml-2"
      onClick={() => void navigate({ to: "/" })}
    />
  );
}

const titleOf = (facts: readonly ObjectFacts[], schema: ObjectSchema) =>
  facts.find(({ label }) => label !== undefined)?.label ?? pluralOf(schema);

/** Whether the records are edited; leaving that asks where something is not saved. */
function useEditMode(mayEdit: boolean, drafts: GridDrafts, ask: () => void) {
  const [isWanted, setWanted] = useState(false);
  const isEditing = isWanted && mayEdit;
  const stop = () => setWanted(false);
  const leave = () => (drafts.count > 0 || drafts.fault !== undefined ? ask() : stop());
  return {
    isEditing,
    stop,
    leave,
    toggle: mayEdit ? () => (isEditing ? leave() : setWanted(true)) : undefined,
  };
}

/** Modes whose records can be edited where they stand. */
const editModes: readonly Mode[] = ["table", "json"];

/** All records of one object, a page at a time, live. */
export function ListPage({ schema, mode, address, onAddress, onNew, onCreated, onMode }: ListPageProps) {
  const object = schema.api_name;
  const rights = useRights(object);
  const facts = useFacts(object);
  const nameField = nameFieldOf(schema);
  const { Body, hasColumns } = modeOf(mode);
  const view = useListView({ schema, address, onAddress, onMode });
  const { filter, where, columns, live, list, drawn, fields, sort, size, selection } = view;
  const { canBoard, onFilter, onUse, onSort, isAsked } = view;
  const table = useRef<TableVirtuosoHandle>(null);
  const content = useRef<HTMLDivElement>(null);
  const [dialog, setDialog] = useState<ListDialog>();
  const [asked, setAsked] = useState(0);
  const close = useCallback(() => setDialog(undefined), []);
  const [topAtom] = useState(() => atom(0));
  const onTop = useCallback((top: number) => store.set(topAtom, top), [topAtom]);
  const drafts = useDrafts(schema);
  const edit = useEditMode(rights.update && editModes.includes(mode), drafts, () =>
    setDialog({ kind: "discard" }),
  );
  const { isEditing } = edit;
  const create = () => (onNew ? onNew() : setDialog({ kind: "new" }));
  useRecordKeys({
    create: rights.create ? create : undefined,
    toggleEdit: edit.toggle,
    save: isEditing ? () => void drafts.save() : undefined,
  });
  const refresh = () => {
    setAsked((had) => had + 1);
    live.reload();
  };

  const onDelete = useCallback(
    (record: WireRecord) =>
      setDialog({ kind: "delete", ids: [record.id], name: String(record[nameField] || t.records.noValue) }),
    [nameField],
  );
  const offers = useOffers({
    schema,
    ids: selection.selected,
    total: isAsked || address.search !== "" ? undefined : list?.total,
    onApply: (applied) => setDialog({ kind: "apply", applied }),
  });
  const actions = useListActions({
    object,
    filter,
    content,
    isTurning: live.isTurning,
    onRefresh: refresh,
    onColumns: hasColumns ? () => setDialog({ kind: "columns" }) : undefined,
    hasRows: Body === undefined,
    onEdit: edit.toggle,
    isEditing,
  });
  const newButton = (
    <Button
      tone="primary"
      icon={<Plus className="size-4" />}
      keys="alt+mod+n"
      tip={words.newTitle(schema.title)}
      onClick={create}
    >
      {words.newRecord}
    </Button>
  );

  return (
    <>
      <PageHeader
        title={titleOf(facts, schema)}
        before={<BackHome />}
        actions={
          <>
            {rights.delete && !schema.live ? (
              <IconButton
                label={words.recentlyDeleted}
                icon={<ArchiveRestore className="size-4" />}
                onClick={() => setDialog({ kind: "deleted" })}
              />
            ) : null}
            {rights.create ? newButton : null}
          </>
        }
      />
      <Toolbar
        modes={<Modes mode={mode} canBoard={canBoard} onMode={onMode} />}
        filters={
          <FilterMenu
            of={object}
            plural={pluralOf(schema)}
            filters={filter.filters}
            current={filter.current}
            name={where && nameOf(filter)}
            pinned={filter.pinned}
            onChoose={onFilter}
            onAsk={filter.setAsked}
          />
        }
        filterLabel={
          fields.length > 0 && !isAsked
            ? words.searchPlaceholder(fields.map(({ name }) => schema.properties[name]?.title ?? name))
            : undefined
        }
        search={address.search}
        selected={selection.selected.size}
        canDelete={mayDeleteAll(rights, object, selection.selected)}
        onSearch={(search) => onAddress({ search, page: 1 }, false)}
        onDelete={() => setDialog({ kind: "delete", ids: [...selection.selected] })}
        edit={
          <BulkEdit
            schema={schema}
            ids={selection.selected}
            where={where}
            isSearched={address.search !== ""}
            total={list?.total}
            onStarted={selection.clear}
          />
        }
        onClear={selection.clear}
        editing={isEditing ? <EditBar drafts={drafts} onCancel={edit.leave} /> : undefined}
        actions={actions}
        tools={
          <ListTools
            schema={schema}
            selected={[...selection.selected]}
            where={where}
            search={address.search}
            columns={columns.shown.map(({ name }) => name)}
            total={list?.total}
          />
        }
      />
      <FilterLines
        schema={schema}
        filter={filter}
        sort={address.sort}
        columns={columns.chosen}
        shownAs={asList}
        onFilter={onFilter}
        onUse={onUse}
      />
      <div ref={content} className="relative flex min-h-0 flex-1 flex-col bg-surface">
        {list ? (
          <Chip
            list={list}
            onShow={() => {
              setAsked((had) => had + 1);
              table.current?.scrollTo({ top: 0 });
              if (!live.showNew()) {
                onAddress({ page: 1 }, true);
              }
            }}
          />
        ) : null}
        <ListContent
          schema={schema}
          mode={mode}
          nameField={nameField}
          filter={filter}
          search={address.search}
          error={live.error}
          drawn={drawn}
          columns={columns.shown}
          sort={sort}
          selection={selection}
          rights={rights}
          drafts={drafts}
          isEditing={isEditing}
          offers={offers}
          asked={asked}
          handle={table}
          onTop={onTop}
          onEnd={live.more}
          newButton={rights.create ? newButton : undefined}
          onSort={onSort}
          onDelete={onDelete}
          onColumns={(names) => onAddress({ columns: columns.address(names) }, false)}
          onReset={() => onFilter(undefined)}
          onRetry={live.reload}
          onClearSearch={() => onAddress({ search: "", page: 1 }, false)}
        />
      </div>
      <PagingBar
        object={object}
        isOutdated={list?.isOutdated ?? false}
        page={address.page}
        pages={live.pages}
        count={list?.ids.length ?? 0}
        topAtom={topAtom}
        size={size}
        total={list?.total}
        isEstimate={live.isEstimate}
        hasNext={list?.hasNext ?? false}
        isTurning={live.isTurning}
        error={live.error ?? live.moreError}
        onPage={(page) => onAddress({ page }, true)}
      />
      <ListDialogs
        schema={schema}
        dialog={dialog}
        nameField={nameField}
        columns={columns}
        total={list?.total}
        where={where}
        drafts={drafts}
        onColumns={(names) => onAddress({ columns: names }, true)}
        onCreated={onCreated}
        onReload={live.reload}
        onDone={selection.clear}
        onDiscarded={edit.stop}
        onClose={close}
      />
    </>
  );
}
