import { Columns3, Plus, Rows3, SquareKanban } from "lucide-react";
import { useCallback, useMemo, useRef, useState } from "react";
import { ApiError, type ObjectSchema } from "@/api";
import { Button } from "@/components/Button/Button";
import { PageHeader } from "@/components/PageHeader/PageHeader";
import { PageState } from "@/components/PageState/PageState";
import { part, useFacts } from "@/feature";
import { searchFieldsOf } from "../list/columns";
import { EmptyList } from "../list/EmptyList";
import { Failure } from "../list/Failure";
import { FilterLines } from "../list/filters/FilterLines";
import { FilterMenu } from "../list/filters/FilterMenu";
import { BrokenFilter, isBroken } from "../list/filters/FilterStates";
import type { Where } from "../list/filters/savedFilter";
import { useFilterFields } from "../list/filters/useFilterFields";
import { nameOf, useListFilter } from "../list/filters/useListFilter";
import { Modes } from "../list/Modes";
import type { Mode } from "../list/modes";
import { Toolbar } from "../list/Toolbar";
import { useListActions } from "../list/useListActions";
import { words as recordWords } from "../messages";
import { pluralOf, useRights } from "../objects";
import { rightsIn } from "../rowRights";
import { useRecordKeys } from "../useRecordKeys";
import { BoardSkeleton } from "./BoardSkeleton";
import { Columned } from "./Columned";
import { ColumnPart } from "./ColumnPart";
import { FieldMenu } from "./FieldMenu";
import { words } from "./messages";
import type { Pile } from "./piles";
import { type Board, type BoardSettings, columnFields, laneFields } from "./settings";
import { keepBoard, saveBoard, useBoardSettings } from "./useBoardSettings";
import { useShownBoard, valuesIn } from "./useShownBoard";

const SettingsSheet = part(() => import("./SettingsSheet").then((file) => file.SettingsSheet));
const NewRecordDialog = part(() => import("../record/NewRecordDialog").then((file) => file.NewRecordDialog));

export interface BoardAddress {
  sort: string | undefined;
  search: string;
  filter: string | undefined;
  /** The conditions of a filter that is not saved. */
  where: Where | undefined;
  /** What is chosen of the board, where that is not what is stored. */
  board: BoardSettings | undefined;
}

interface BoardPageProps {
  schema: ObjectSchema;
  address: BoardAddress;
  onAddress: (change: Partial<BoardAddress>, isStep: boolean) => void;
  /** Shows the same records as a list; with a filter, those of that one. */
  onList: (change?: Partial<BoardAddress>) => void;
  onMode: (mode: Mode) => void;
}

/** The records of one object in columns, live. */
export function BoardPage(props: BoardPageProps) {
  const { schema, address, onAddress, onList, onMode } = props;
  const fields = useFilterFields(schema);
  const filter = useListFilter(schema.api_name, address.filter, address.where);
  const settings = useBoardSettings(schema, fields, address.board, filter.current);
  const plural = pluralOf(schema);
  if (!settings.board) {
    return (
      <>
        <PageHeader title={plural} actions={<Modes mode="kanban" canBoard={false} onMode={onMode} />} />
        <PageState
          icon={<SquareKanban />}
          title={words.noColumns}
          text={words.noColumnsHint(plural)}
          action={<Button onClick={() => onList()}>{words.openList}</Button>}
        />
      </>
    );
  }
  return (
    <Shown
      {...props}
      fields={fields}
      filter={filter}
      board={settings.board}
      base={settings.base}
      settings={settings.settings}
      onAddress={onAddress}
    />
  );
}

interface ShownProps extends BoardPageProps {
  fields: ReturnType<typeof useFilterFields>;
  filter: ReturnType<typeof useListFilter>;
  board: Board;
  base: BoardSettings;
  settings: BoardSettings;
}

const nothing = () => undefined;

interface BrokenProps {
  filter: ShownProps["filter"];
  error: Error;
  object: string;
  onFilter: (id: string | undefined) => void;
  onRetry: () => void;
}

/** Stands for cards that could not be read. */
function Broken({ filter, error, object, onFilter, onRetry }: BrokenProps) {
  const title = useFacts(object).find(({ fetchError }) => fetchError)?.fetchError;
  return isBroken(filter, error) ? (
    <BrokenFilter filter={filter} error={error} onReset={() => onFilter(undefined)} />
  ) : (
    <Failure title={title} error={error} onRetry={onRetry} />
  );
}

function Shown({
  schema,
  address,
  onAddress,
  onList,
  onMode,
  fields,
  filter,
  board,
  base,
  settings,
}: ShownProps) {
  const object = schema.api_name;
  const plural = pluralOf(schema);
  const rights = useRights(object);
  const filterRights = rightsIn(useRights("list_filter"), filter.current?.record);
  const facts = useFacts(object);
  const root = useRef<HTMLDivElement>(null);
  const [dialog, setDialog] = useState<"settings" | { values: Record<string, unknown> }>();
  const searched = useMemo(() => searchFieldsOf(schema), [schema]);
  const { where } = filter;
  const {
    cards,
    counts,
    columns,
    lanes,
    piles,
    sort,
    isMovable,
    request,
    view,
    setting,
    drag,
    endOf,
    folds,
  } = useShownBoard({ schema, address, filter, board, searched });
  const { list } = cards;

  const add = useCallback(
    (column?: Pile) => setDialog({ values: column ? { [board.columns.name]: column.value } : {} }),
    [board.columns.name],
  );
  useRecordKeys({ create: rights.create ? () => add() : undefined });
  const isAddable = rights.create && board.columns.property.modify !== false;
  const onFilter = (id: string | undefined) => {
    const change = { filter: filter.address(id), where: undefined, sort: undefined, board: undefined };
    if (filter.filters.find((one) => one.id === id)?.displayMode === "list") {
      onList(change);
    } else {
      onAddress(change, true);
    }
  };
  const apply = (next: BoardSettings) => {
    if (!filter.current) {
      keepBoard(object, base, next);
    }
    onAddress({ board: next }, true);
  };
  const actions = useListActions({
    object,
    filter,
    content: root,
    isTurning: cards.isTurning,
    onRefresh: cards.reload,
    onSettings: () => setDialog("settings"),
  });
  const newButton = (
    <Button
      tone="primary"
      icon={<Plus className="size-4" />}
      keys="alt+mod+n"
      tip={recordWords.newTitle(schema.title)}
      onClick={() => add()}
    >
      {recordWords.newRecord}
    </Button>
  );

  const content = () => {
    const { error } = cards;
    if (error && !(list && error instanceof ApiError && error.isNetwork)) {
      return (
        <Broken filter={filter} error={error} object={object} onFilter={onFilter} onRetry={cards.reload} />
      );
    }
    if (!list) {
      return <BoardSkeleton columns={columns.length} />;
    }
    if (cards.cards.length === 0) {
      return (
        <EmptyList
          title={recordWords.noRecords}
          schema={schema}
          search={address.search}
          isFiltered={where !== undefined}
          newButton={rights.create ? newButton : undefined}
          onClearSearch={() => onAddress({ search: "" }, false)}
          onReset={() => onFilter(undefined)}
        />
      );
    }
    return (
      <Columned
        setting={setting}
        moving={drag}
        board={board}
        columns={columns}
        lanes={lanes}
        piles={piles}
        tallies={counts.tallies}
        isAtLeast={counts.isPartial}
        sort={sort}
        collapsed={folds.collapsed}
        adds={isAddable ? schema.title : undefined}
        endOf={endOf}
        onMore={cards.grow}
        onCollapse={folds.toggle}
        onAdd={add}
      />
    );
  };

  return (
    <>
      <PageHeader
        title={facts.find(({ label }) => label !== undefined)?.label ?? plural}
        actions={rights.create ? newButton : null}
      />
      <Toolbar
        modes={<Modes mode="kanban" canBoard onMode={onMode} />}
        filters={
          <>
            <FilterMenu
              of={object}
              plural={plural}
              filters={filter.filters}
              current={filter.current}
              name={where && nameOf(filter)}
              pinned={filter.pinned}
              onChoose={onFilter}
              onAsk={filter.setAsked}
            />
            <FieldMenu
              label={words.columns}
              icon={<Columns3 aria-hidden />}
              shown={words.columnsBy(board.columns.title)}
              fields={columnFields(fields)}
              chosen={board.columns.name}
              onChoose={(columns) => apply({ ...settings, columns, columnColors: {} })}
            />
            <FieldMenu
              label={words.swimlanes}
              icon={<Rows3 aria-hidden />}
              shown={words.swimlanesBy(board.lanes?.title ?? words.noSwimlanes)}
              fields={laneFields(schema, fields, board.columns.name)}
              none={words.noSwimlanes}
              chosen={board.lanes?.name ?? ""}
              onChoose={(swimLanes) => apply({ ...settings, swimLanes })}
            />
          </>
        }
        filterLabel={
          searched.length > 0 && where?.query === undefined
            ? recordWords.searchPlaceholder(
                searched.map(({ name }) => schema.properties[name]?.title ?? name),
              )
            : undefined
        }
        search={address.search}
        selected={0}
        canDelete={false}
        onDelete={nothing}
        onClear={nothing}
        onSearch={(search) => onAddress({ search }, false)}
        actions={actions}
      />
      <FilterLines
        schema={schema}
        filter={filter}
        sort={address.sort}
        columns={undefined}
        shownAs={{ displayMode: "kanban", kanbanSettings: settings }}
        onFilter={onFilter}
        onUse={(next) =>
          onAddress({ where: next, sort: next.query === undefined ? next.sort : undefined }, true)
        }
      />
      {isMovable || !rights.update ? null : (
        <p className="border-b bg-n2 px-5 py-1.5 text-meta text-n11 max-sm:px-4">
          {words.fixed(board.columns.title)}
        </p>
      )}
      <p id={setting.hintId} hidden>
        {words.keysHint}
      </p>
      <p role="status" className="sr-only">
        {drag.said}
      </p>
      <div ref={root} className="relative flex min-h-0 flex-1 flex-col bg-surface">
        {content()}
      </div>
      {Object.entries(cards.sizes).map(([column, size]) => (
        <ColumnPart
          key={`${view} ${column}`}
          request={request}
          field={board.columns.name}
          column={column}
          size={size}
          onPart={cards.onPart}
        />
      ))}
      {dialog === "settings" ? (
        <SettingsSheet
          schema={schema}
          fields={fields}
          settings={settings}
          values={[...valuesIn(cards.cards, board.columns), ...counts.columns]}
          filter={filter.current?.name}
          maySave={filter.current !== undefined && filterRights.update}
          onApply={(next) => {
            setDialog(undefined);
            apply(next);
          }}
          onSave={async (next) => {
            if (filter.current && (await saveBoard(filter.current, next))) {
              setDialog(undefined);
              onAddress({ board: undefined }, true);
            }
          }}
          onClose={() => setDialog(undefined)}
        />
      ) : null}
      {typeof dialog === "object" ? (
        <NewRecordDialog
          schema={schema}
          named=""
          values={dialog.values}
          onCreated={({ id }) => {
            cards.take(id);
            setDialog(undefined);
          }}
          onClose={() => setDialog(undefined)}
        />
      ) : null}
    </>
  );
}
