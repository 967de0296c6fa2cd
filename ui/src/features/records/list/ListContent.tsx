import type { ComponentProps, ReactNode, RefObject } from "react";
import type { TableVirtuosoHandle } from "react-virtuoso";
import { ApiError, type ObjectSchema, type Rights, type WireRecord } from "@/api";
import { part, useFacts } from "@/feature";
import type { FieldSpec } from "@/fields";
import type { LiveList } from "../live/liveList";
import type { Sort } from "../live/sorting";
import { pluralOf } from "../objects";
import { EmptyList } from "./EmptyList";
import { Failure } from "./Failure";
import { BrokenFilter, isBroken } from "./filters/FilterStates";
import type { ListFilter } from "./filters/useListFilter";
import type { GridModeProps } from "./grid/GridMode";
import type { GridDrafts } from "./grid/useDrafts";
import { modeOf } from "./Modes";
import type { Mode } from "./modes";
import { RecordTable } from "./RecordTable";
import { TableSkeleton } from "./TableSkeleton";
import type { useSelection } from "./useSelection";

const GridMode = part<GridModeProps>(() => import("./grid/GridMode").then((file) => file.GridMode));
const JsonEditMode = part(() => import("./grid/JsonEditMode").then((file) => file.JsonEditMode));

interface ListContentProps {
  schema: ObjectSchema;
  mode: Mode;
  nameField: string;
  filter: ListFilter;
  search: string;
  error: Error | null;
  /** The list as it is drawn, and the name of what it shows. */
  drawn: { list: LiveList | undefined; view: string };
  columns: readonly FieldSpec[];
  sort: Sort;
  selection: ReturnType<typeof useSelection>;
  rights: Rights;
  drafts: GridDrafts;
  isEditing: boolean;
  offers: GridModeProps["offers"];
  asked: number;
  handle: RefObject<TableVirtuosoHandle | null>;
  /** Hears which record is the first visible one. */
  onTop: (top: number) => void;
  /** Reads what follows the last record. */
  onEnd: () => void;
  newButton: ReactNode;
  onSort: ((field: FieldSpec) => void) | undefined;
  onDelete: (record: WireRecord) => void;
  onColumns: (names: readonly string[]) => void;
  onReset: () => void;
  onRetry: () => void;
  onClearSearch: () => void;
}

/** The records of a page in the list's mode, or why there are none. */
export function ListContent(props: ListContentProps) {
  const { schema, mode, nameField, filter, error, drawn, columns, selection, rights, isEditing } = props;
  const { Body, empty } = modeOf(mode);
  const facts = useFacts(schema.api_name);
  const { list, view } = drawn;
  if (error && !(list && error instanceof ApiError && error.isNetwork)) {
    return isBroken(filter, error) ? (
      <BrokenFilter filter={filter} error={error} onReset={props.onReset} />
    ) : (
      <Failure
        title={facts.find(({ fetchError }) => fetchError)?.fetchError}
        error={error}
        onRetry={props.onRetry}
      />
    );
  }
  if (!list) {
    return <TableSkeleton />;
  }
  if (list.ids.length === 0 && list.fresh.length === 0) {
    return (
      <EmptyList
        schema={schema}
        title={empty}
        search={props.search}
        isFiltered={filter.where !== undefined}
        newButton={props.newButton}
        onClearSearch={props.onClearSearch}
        onReset={props.onReset}
      />
    );
  }
  if (isEditing) {
    return mode === "json" ? (
      <JsonEditMode key={view} schema={schema} ids={list.ids} drafts={props.drafts} />
    ) : (
      <GridMode
        key={view}
        schema={schema}
        label={pluralOf(schema)}
        nameField={nameField}
        columns={columns}
        ids={list.ids}
        drafts={props.drafts}
        rights={rights}
        selection={selection}
        offers={props.offers}
        asked={props.asked}
      />
    );
  }
  if (Body) {
    const body: ComponentProps<typeof Body> = {
      schema,
      nameField,
      columns,
      ids: list.ids,
      tints: list.tints,
      onTop: props.onTop,
      onEnd: props.onEnd,
    };
    return <Body key={view} {...body} />;
  }
  return (
    <RecordTable
      key={view}
      object={schema.api_name}
      label={pluralOf(schema)}
      nameField={nameField}
      columns={columns}
      list={list}
      sort={props.sort}
      selection={selection}
      canEdit={rights.update}
      canDelete={rights.delete}
      handle={props.handle}
      onTop={props.onTop}
      onEnd={props.onEnd}
      onSort={props.onSort}
      onDelete={props.onDelete}
      onColumns={props.onColumns}
    />
  );
}
