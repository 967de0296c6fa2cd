import { useDeferredValue, useMemo } from "react";
import type { ObjectSchema } from "@/api";
import { type FieldSpec, fieldsOf, fieldType } from "@/fields";
import { peek } from "@/store";
import { columnFields } from "../board/settings";
import type { LiveList } from "../live/liveList";
import { parseSort, sortText } from "../live/sorting";
import { useRights } from "../objects";
import { mayTick } from "../rowRights";
import { columnsOf, searchFieldsOf } from "./columns";
import { limitIn } from "./filters/check";
import type { Where } from "./filters/savedFilter";
import { useListFilter } from "./filters/useListFilter";
import type { ListAddress } from "./ListPage";
import type { Mode } from "./modes";
import { useReach } from "./place";
import { useColumns } from "./useColumns";
import { pageSize, useListPage } from "./useListPage";
import { useSelection } from "./useSelection";

const none: readonly string[] = [];
const undrawn: { list: LiveList | undefined; view: string } = { list: undefined, view: "" };

/** The order and the page size of a list. */
function shapeOf(schema: ObjectSchema, where: Where | undefined, sort: string | undefined) {
  const usual = where?.sort ?? schema.order ?? "-id";
  const asked = where?.query === undefined ? undefined : limitIn(where.query);
  return { usual, sort: parseSort(sort ?? usual), size: where?.limit ?? asked ?? pageSize };
}

interface ListViewed {
  schema: ObjectSchema;
  address: ListAddress;
  onAddress: (change: Partial<ListAddress>, isStep: boolean) => void;
  onMode: (mode: Mode, change?: Partial<ListAddress>) => void;
}

/** What a list shows: its filter, columns, order and page, and what of it is ticked. */
export function useListView({ schema, address, onAddress, onMode }: ListViewed) {
  const object = schema.api_name;
  const rights = useRights(object);
  const fields = useMemo(() => searchFieldsOf(schema), [schema]);
  const filter = useListFilter(object, address.filter, address.where);
  const { where, isAwaited } = filter;
  const { usual, sort, size } = shapeOf(schema, where, address.sort);
  const columns = useColumns(schema, address.columns, filter.current?.columns);
  const view = `${object} ${address.page} ${sortText(sort)} ${address.search} ${filter.current?.id ?? ""} ${JSON.stringify(address.where) ?? ""}`;
  const live = useListPage({
    object,
    fields,
    page: address.page,
    sort,
    search: address.search,
    where,
    isAwaited,
    size,
    ...useReach(view),
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
  // The rows are drawn in slices, between which the search takes the next key.
  const drawn = useDeferredValue(
    useMemo(() => ({ list, view }), [list, view]),
    undrawn,
  );
  const selection = useSelection(list?.ids ?? none, (id) => mayTick(rights, peek(object, id)?.record));
  // What a query returns has its order.
  const isAsked = where?.query !== undefined;
  const onSort = (field: FieldSpec) => {
    const isDescending =
      sort.field === field.name ? !sort.isDescending : fieldType(field.kind).firstSort === "descending";
    const next = sortText({ field: field.name, isDescending });
    onAddress({ sort: next === usual ? undefined : next, page: 1 }, false);
  };
  return {
    filter,
    where,
    columns,
    live,
    list,
    drawn,
    fields,
    sort,
    size,
    selection,
    canBoard,
    isAsked,
    onFilter,
    onUse,
    onSort: isAsked ? undefined : onSort,
  };
}
