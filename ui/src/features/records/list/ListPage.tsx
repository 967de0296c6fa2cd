import { ArchiveRestore, ArrowUp, Plus } from "lucide-react";
import { useCallback, useDeferredValue, useMemo, useRef, useState } from "react";
import type { TableVirtuosoHandle } from "react-virtuoso";
import { ApiError, type ObjectSchema, type Rights, type WireRecord } from "@/api";
import { Button } from "@/components/Button/Button";
import { ConfirmDialog } from "@/components/ConfirmDialog/ConfirmDialog";
import { IconButton } from "@/components/IconButton/IconButton";
import { PageHeader } from "@/components/PageHeader/PageHeader";
import { type ObjectFacts, part, useFacts } from "@/feature";
import { type FieldSpec, fieldsOf, fieldType } from "@/fields";
import { t } from "@/messages";
import { nameFieldOf, peek } from "@/store";
import { columnFields } from "../board/settings";
import { BulkEdit } from "../bulk/BulkEdit";
import { deleteListed } from "../commands";
import type { LiveList } from "../live/liveList";
import { parseSort, sortText } from "../live/sorting";
import { words } from "../messages";
import { pluralOf, useRights } from "../objects";
import { mayDelete, mayTick } from "../rowRights";
import { useRecordKeys } from "../useRecordKeys";
import { columnsOf, searchFieldsOf } from "./columns";
import { DeletedDialog } from "./DeletedDialog";
import { EmptyList } from "./EmptyList";
import { Failure } from "./Failure";
import { limitIn } from "./filters/check";
import { FilterLines } from "./filters/FilterLines";
import { FilterMenu } from "./filters/FilterMenu";
import { BrokenFilter, isBroken } from "./filters/FilterStates";
import type { Where } from "./filters/savedFilter";
import { nameOf, useListFilter } from "./filters/useListFilter";
import { Modes, modeOf } from "./Modes";
import type { Mode } from "./modes";
import { PagingBar } from "./PagingBar";
import { RecordTable } from "./RecordTable";
import { TableSkeleton } from "./TableSkeleton";
import { Toolbar } from "./Toolbar";
import { useColumns } from "./useColumns";
import { pageSize, useListPage } from "./useListPage";
import { useSelection } from "./useSelection";

const ColumnsSheet = part(() => import("./ColumnsSheet").then((file) => file.ColumnsSheet));

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
  onNew: () => void;
  /** Shows the same records in another way; with a filter, those of that one. */
  onMode: (mode: Mode, change?: Partial<ListAddress>) => void;
}

const none: readonly string[] = [];
const asList = { displayMode: "list" };
const undrawn: { list: LiveList | undefined; view: string } = { list: undefined, view: "" };

function chipText({ fresh, changed }: LiveList): string {
  if (fresh.length > 0 && changed.length > 0) {
    return words.newAndChanged(fresh.length, changed.length);
  }
  return fresh.length > 0 ? words.newRows(fresh.length) : words.changedRows(changed.length);
}

function Chip({ list, onShow }: { list: LiveList; onShow: () => void }) {
  const isWaiting = list.fresh.length + list.changed.length > 0;
  return (
    <div role="status" className="-translate-x-1/2 pointer-events-none absolute top-11 left-1/2 z-10">
      {isWaiting ? (
        <button
          type="button"
          onClick={onShow}
          className="pointer-events-auto inline-flex h-7 animate-rise items-center gap-1.5 rounded-full bg-accent px-3 font-medium text-on-accent shadow-float hover:bg-accent-hover"
        >
          <ArrowUp aria-hidden className="size-3.5" />
          {chipText(list)}
        </button>
      ) : null}
    </div>
  );
}

/** The order and the page size of a list. */
function shapeOf(schema: ObjectSchema, where: Where | undefined, sort: string | undefined) {
  const usual = where?.sort ?? schema.order ?? "-id";
  const asked = where?.query === undefined ? undefined : limitIn(where.query);
  return { usual, sort: parseSort(sort ?? usual), size: where?.limit ?? asked ?? pageSize };
}

const mayDeleteAll = (rights: Rights, object: string, ids: ReadonlySet<string>) =>
  rights.delete && [...ids].every((id) => mayDelete(peek(object, id)?.record));

const titleOf = (facts: readonly ObjectFacts[], schema: ObjectSchema) =>
  facts.find(({ label }) => label !== undefined)?.label ?? pluralOf(schema);

type Doomed = { ids: readonly string[]; name?: string };

/** All records of one object, a page at a time, live. */
export function ListPage({ schema, mode, address, onAddress, onNew, onMode }: ListPageProps) {
  const object = schema.api_name;
  const rights = useRights(object);
  const facts = useFacts(object);
  const nameField = nameFieldOf(schema);
  const { Body, hasColumns, empty } = modeOf(mode);
  const fields = useMemo(() => searchFieldsOf(schema), [schema]);
  const filter = useListFilter(object, address.filter, address.where);
  const { where, isAwaited } = filter;
  const { usual, sort, size } = shapeOf(schema, where, address.sort);
  const columns = useColumns(schema, address.columns, filter.current?.columns);
  const live = useListPage({
    object,
    fields,
    page: address.page,
    sort,
    search: address.search,
    where,
    isAwaited,
    size,
  });
  const canBoard = useMemo(() => columnFields(fieldsOf(schema)).length > 0, [schema]);
  const onFilter = (id: string | undefined) => {
    const change = {
      filter: filter.address(id),
      where: undefined,
      sort: undefined,
      columns: undefined,
      page: 1,
    };
    if (canBoard && filter.filters.find((one) => one.id === id)?.displayMode === "kanban") {
      onMode("kanban", change);
    } else {
      onAddress(change, true);
    }
  };
  const onUse = (next: Where, names: readonly string[]) =>
    onAddress(
      {
        where: next,
        sort: next.query === undefined ? next.sort : undefined,
        columns: columns.address(names.length > 0 ? names : columnsOf(schema).map(({ name }) => name)),
        page: 1,
      },
      true,
    );
  const { list } = live;
  const view = `${object} ${address.page} ${sortText(sort)} ${address.search} ${filter.current?.id ?? ""} ${JSON.stringify(address.where) ?? ""}`;
  // The rows are drawn in slices, between which the search takes the next key.
  const drawn = useDeferredValue(
    useMemo(() => ({ list, view }), [list, view]),
    undrawn,
  );
  const selection = useSelection(list?.ids ?? none, (id) => mayTick(rights, peek(object, id)?.record));
  const table = useRef<TableVirtuosoHandle>(null);
  const [doomed, setDoomed] = useState<Doomed>();
  const [isChoosing, setChoosing] = useState(false);
  const [isShowingDeleted, setShowingDeleted] = useState(false);
  useRecordKeys({ create: rights.create ? onNew : undefined });

  // What a query answers has its order.
  const isAsked = where?.query !== undefined;
  const onSort = (field: FieldSpec) => {
    const isDescending =
      sort.field === field.name ? !sort.isDescending : fieldType(field.kind).firstSort === "descending";
    const next = sortText({ field: field.name, isDescending });
    onAddress({ sort: next === usual ? undefined : next, page: 1 }, false);
  };
  const onDelete = useCallback(
    (record: WireRecord) =>
      setDoomed({ ids: [record.id], name: String(record[nameField] || t.records.noValue) }),
    [nameField],
  );
  const newButton = (
    <Button
      tone="primary"
      icon={<Plus className="size-4" />}
      keys="alt+mod+n"
      tip={words.newTitle(schema.title)}
      onClick={onNew}
    >
      {words.newRecord}
    </Button>
  );

  const content = () => {
    if (live.error && !(list && live.error instanceof ApiError && live.error.isNetwork)) {
      return isBroken(filter, live.error) ? (
        <BrokenFilter filter={filter} error={live.error} onReset={() => onFilter(undefined)} />
      ) : (
        <Failure
          title={facts.find(({ fetchError }) => fetchError)?.fetchError}
          error={live.error}
          onRetry={live.reload}
        />
      );
    }
    if (!drawn.list) {
      return <TableSkeleton />;
    }
    if (drawn.list.ids.length === 0 && drawn.list.fresh.length === 0) {
      return (
        <EmptyList
          schema={schema}
          title={empty}
          search={address.search}
          isFiltered={where !== undefined}
          newButton={rights.create ? newButton : undefined}
          onClearSearch={() => onAddress({ search: "", page: 1 }, false)}
          onReset={() => onFilter(undefined)}
        />
      );
    }
    if (Body) {
      return (
        <Body
          key={drawn.view}
          schema={schema}
          nameField={nameField}
          columns={columns.shown}
          ids={drawn.list.ids}
        />
      );
    }
    return (
      <RecordTable
        key={drawn.view}
        object={object}
        label={pluralOf(schema)}
        nameField={nameField}
        columns={columns.shown}
        list={drawn.list}
        sort={sort}
        selection={selection}
        canEdit={rights.update}
        canDelete={rights.delete}
        handle={table}
        onSort={isAsked ? undefined : onSort}
        onDelete={onDelete}
      />
    );
  };

  return (
    <>
      <PageHeader
        title={titleOf(facts, schema)}
        actions={
          <>
            {rights.delete && !schema.live ? (
              <IconButton
                label={words.recentlyDeleted}
                icon={<ArchiveRestore className="size-4" />}
                onClick={() => setShowingDeleted(true)}
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
        isTurning={live.isTurning}
        onSearch={(search) => onAddress({ search, page: 1 }, false)}
        onDelete={() => setDoomed({ ids: [...selection.selected] })}
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
        onRefresh={live.reload}
        onColumns={hasColumns ? () => setChoosing(true) : undefined}
        hasRows={Body === undefined}
      />
      <FilterLines
        schema={schema}
        filter={filter}
        columns={columns.chosen}
        shownAs={asList}
        onFilter={onFilter}
        onUse={onUse}
      />
      <div className="relative flex min-h-0 flex-1 flex-col bg-surface">
        {list ? (
          <Chip
            list={list}
            onShow={() => {
              table.current?.scrollTo({ top: 0 });
              if (!live.showNew()) {
                onAddress({ page: 1 }, true);
              }
            }}
          />
        ) : null}
        {content()}
      </div>
      <PagingBar
        page={address.page}
        pages={live.pages}
        size={size}
        total={list?.total}
        isEstimate={live.isEstimate}
        hasNext={list?.hasNext ?? false}
        isTurning={live.isTurning}
        onPage={(page) => onAddress({ page }, true)}
      />
      {isChoosing ? (
        <ColumnsSheet
          fields={fieldsOf(schema)}
          nameField={nameField}
          shown={columns.shown.map(({ name }) => name)}
          usual={columnsOf(schema).map(({ name }) => name)}
          onApply={(names) => {
            setChoosing(false);
            onAddress({ columns: columns.address(names) }, true);
          }}
          onClose={() => setChoosing(false)}
        />
      ) : null}
      {isShowingDeleted ? (
        <DeletedDialog
          schema={schema}
          moment={list?.total}
          onRestored={live.reload}
          onClose={() => setShowingDeleted(false)}
        />
      ) : null}
      {doomed ? (
        <ConfirmDialog
          title={words.confirmTitle(doomed.ids.length === 1 ? schema.title : pluralOf(schema))}
          text={doomed.name === undefined ? words.confirmMany(doomed.ids.length) : words.confirm(doomed.name)}
          action={words.remove}
          onClose={() => setDoomed(undefined)}
          onConfirm={async () => {
            await deleteListed(schema, doomed.ids);
            setDoomed(undefined);
            selection.clear();
          }}
        />
      ) : null}
    </>
  );
}
