import { useId, useMemo, useRef } from "react";
import type { ObjectSchema, WireRecord } from "@/api";
import { useFacts } from "@/feature";
import type { SearchField } from "@/lib/search";
import { t } from "@/messages";
import { nameFieldOf } from "@/store";
import type { ListFilter } from "../list/filters/useListFilter";
import { parseSort, sortText } from "../live/sorting";
import { useRights } from "../objects";
import type { CardSetting } from "./BoardContext";
import type { BoardAddress } from "./BoardPage";
import { columnFold, laneFold } from "./Columns";
import { tallyOf } from "./counts";
import { columnPiles, kept, lanePiles, type Pile, type Piles, pile, placeOf } from "./piles";
import type { Board } from "./settings";
import { useBoardCards } from "./useBoardCards";
import { useBoardCounts } from "./useBoardCounts";
import { useBoardDrag } from "./useBoardDrag";
import { useCollapsed } from "./useCollapsed";

interface Wanted {
  schema: ObjectSchema;
  address: BoardAddress;
  filter: ListFilter;
  board: Board;
  searched: readonly SearchField[];
}

const noLanes: readonly Pile[] = [];

export const valuesIn = (records: readonly WireRecord[], { name }: { name: string }) =>
  records.map((record) => record[name]);

/** All that a board shows: its columns and swimlanes, the cards in them, how many there are, and how they move. */
export function useShownBoard({ schema, address, filter, board, searched }: Wanted) {
  const object = schema.api_name;
  const rights = useRights(object);
  const facts = useFacts(object);
  const nameField = nameFieldOf(schema);
  const { where, isAwaited } = filter;
  const usual = where?.sort ?? schema.order ?? "-id";
  const sort = useMemo(() => parseSort(address.sort ?? usual), [address.sort, usual]);
  const hintId = useId();

  const request = { object, fields: searched, sort, search: address.search, where, isAwaited };
  const view = `${object} ${sortText(sort)} ${address.search} ${filter.current?.id ?? ""} ${JSON.stringify(address.where) ?? ""} ${board.columns.name}`;
  const cards = useBoardCards({ ...request, view });
  const { list } = cards;
  const counts = useBoardCounts({
    object,
    board,
    search: address.search,
    where,
    cards: cards.cards,
    fresh: cards.fresh,
    isWhole: cards.isWhole,
    isUncountable: where?.query !== undefined,
    reading: list === undefined ? undefined : cards.reading,
  });

  const before = useRef<Piles>(new Map());
  const piles = useMemo(() => {
    before.current = kept(before.current, pile(cards.cards, board));
    return before.current;
  }, [cards.cards, board]);
  const columns = useMemo(
    () => columnPiles(board, [...valuesIn(cards.cards, board.columns), ...counts.columns]),
    [board, cards.cards, counts.columns],
  );
  const lanes = useMemo(
    () =>
      board.lanes
        ? lanePiles(board.lanes, [...valuesIn(cards.cards, board.lanes), ...counts.lanes])
        : noLanes,
    [board, cards.cards, counts.lanes],
  );
  const folds = useCollapsed(object);
  const { collapsed } = folds;

  const nameOf = (record: WireRecord) => String(record[nameField] || t.records.noValue);
  const isMovable = rights.update && (board.columns.isEditable || board.lanes?.isEditable === true);
  const drag = useBoardDrag({
    object,
    board,
    columns: columns.filter(({ key }) => !collapsed.has(columnFold(board, key))),
    lanes: lanes.filter(({ key }) => !collapsed.has(laneFold(board, key))),
    sort,
    mayUpdate: isMovable,
    nameOf,
  });
  const hasFaces = facts.some((one) => one.hasFace);
  const setting = useMemo(
    (): CardSetting => ({ object, nameField, board, hasFaces, isMovable, tints: cards.tints, hintId }),
    [object, nameField, board, hasFaces, isMovable, cards.tints, hintId],
  );

  const endOf = (column: string) => {
    const loaded = [...piles].reduce(
      (sum, [key, ids]) => sum + (placeOf(key).column === column ? ids.length : 0),
      0,
    );
    const tally = tallyOf(counts.tallies, (place) => placeOf(place).column === column);
    return cards.endOf(column, !counts.isPartial && loaded >= tally.count);
  };

  return {
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
  };
}
