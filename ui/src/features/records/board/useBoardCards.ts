import { useCallback, useMemo, useState } from "react";
import type { WireRecord } from "@/api";
import { peek, useRecords } from "@/store";
import { type ListRequest, useListPage } from "../list/useListPage";
import { compareRecords } from "../live/sorting";
import { useReread } from "../live/useFreshness";
import type { Part } from "./ColumnPart";

/** As many are read at first, and as many more each time somebody scrolls to the end of a column. */
const portion = 200;
/** As many as one list may have. */
const most = 1000;

interface Grown {
  view: string;
  /** Records that were made here: the store had them before the list heard of them. */
  made: readonly string[];
  /** How much of the list is read, and how much of each column in addition. */
  size: number;
  sizes: Readonly<Record<string, number>>;
}

interface CardsRequest extends Omit<ListRequest, "page" | "size" | "within"> {
  /** What the parts belong to: another board starts with none. */
  view: string;
}

const none: readonly string[] = [];
const atFirst = (view: string): Grown => ({ view, made: none, size: portion, sizes: {} });

/** The ids that a list has, with those that would wait behind a chip where order must stand still. */
const idsIn = ({ list }: Pick<Part, "list">): readonly string[] =>
  list ? [...list.ids, ...list.fresh, ...list.changed].filter((id) => !list.leaving.includes(id)) : none;

/**
 * The cards of a board: the first of the list, and more of a column where somebody has scrolled to its end. What one
 * of these holds stands where its values say, so that moves need nothing read.
 */
export function useBoardCards(request: CardsRequest) {
  const { object, where, view, sort } = request;
  // A row of its own can't be laid over rows of which any may hold, nor over a query.
  const isWholeOnly =
    where !== undefined && (where.query !== undefined || (where.isAny && where.rows.length > 1));
  const [grown, setGrown] = useState<Grown>(() => atFirst(view));
  const { made, size, sizes } = grown.view === view ? grown : atFirst(view);
  const [parts, setParts] = useState<Readonly<Record<string, Part>>>({});
  const live = useListPage({ ...request, page: 1, size });
  const { list, reload } = live;

  const onPart = useCallback((key: string, part: Part | undefined) => {
    setParts(({ [key]: _, ...rest }) => (part ? { ...rest, [key]: part } : rest));
  }, []);

  const ids = useMemo(
    () => [...new Set([{ list }, ...Object.values(parts)].flatMap(idsIn).concat(made))],
    [list, parts, made],
  );
  const records = useRecords(object, ids);
  const isAsked = where?.query !== undefined;
  const cards = useMemo(
    (): readonly WireRecord[] =>
      isAsked ? records : [...records].sort((left, right) => compareRecords(left, right, sort)),
    [records, isAsked, sort],
  );

  // One that belongs here now, and of which not all is known.
  const isUnread = list?.changed.some((id) => peek(object, id) === undefined) ?? false;
  useReread(isUnread, reload);

  const hasNext = list?.hasNext ?? false;
  const grow = useCallback(
    (column: string) =>
      setGrown((had) => {
        const now = had.view === view ? had : atFirst(view);
        return isWholeOnly
          ? { ...now, size: Math.min(most, now.size + portion) }
          : {
              ...now,
              sizes: { ...now.sizes, [column]: Math.min(most, (now.sizes[column] ?? 0) + portion) },
            };
      }),
    [view, isWholeOnly],
  );

  /** Takes in a record that was made here; whether a search or a filter holds of it the server says. */
  const isNarrowed = where !== undefined || request.search !== "";
  const take = useCallback(
    (id: string) => {
      if (isNarrowed) {
        reload();
      } else {
        setGrown((had) => {
          const now = had.view === view ? had : atFirst(view);
          return { ...now, made: [...now.made, id] };
        });
      }
    },
    [isNarrowed, reload, view],
  );

  /** What there is to know of the end of a column that has more than its cards. */
  const endOf = useCallback(
    (column: string, isComplete: boolean): "complete" | "more" | "loading" | "capped" => {
      const part = parts[column];
      const isOpen = sizes[column] !== undefined;
      const reach = isWholeOnly ? size : (sizes[column] ?? 0);
      if (!hasNext || (isComplete && !isOpen)) {
        return "complete";
      }
      if (isWholeOnly ? live.isTurning : isOpen && (part === undefined || part.isTurning)) {
        return "loading";
      }
      if (!isWholeOnly && part && !part.list?.hasNext) {
        return "complete";
      }
      return reach >= most ? "capped" : "more";
    },
    [parts, sizes, size, hasNext, isWholeOnly, live.isTurning],
  );

  const tints = useMemo(
    () => Object.assign({}, ...[{ list }, ...Object.values(parts)].map((one) => one.list?.tints ?? {})),
    [list, parts],
  ) as Readonly<Record<string, number>>;

  return {
    ...live,
    cards,
    tints,
    fresh: useMemo(() => [...(list?.fresh ?? none), ...made], [list, made]),
    isWhole: list !== undefined && !hasNext,
    sizes,
    onPart,
    grow,
    take,
    endOf,
  };
}
