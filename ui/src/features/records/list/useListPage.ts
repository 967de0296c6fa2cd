import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import { type Change, type Filter, listRecords } from "@/api";
import type { Only } from "@/feature";
import { type SearchField, termsOf } from "@/lib/search";
import { useTopic } from "@/realtime";
import {
  type Applied,
  atom,
  currentUserId,
  entities,
  keep,
  type Store,
  store,
  transact,
  useAtomValue,
  useSchema,
} from "@/store";
import {
  type About,
  applyChange,
  dropLeaving,
  fromPage,
  isAllKnown,
  type ListRules,
  type LiveList,
  type PageResult,
  showWaiting,
} from "../live/liveList";
import { listen } from "../live/openLists";
import { pageFreshFor } from "../live/reuse";
import { type Sort, sortText } from "../live/sorting";
import { useFreshness, useReread } from "../live/useFreshness";
import { askedRecords } from "./asked";
import type { Where } from "./filters/savedFilter";

export const pageSize = 25;
const leaveTime = 200;

/** What a count that came first says. */
export interface Counted {
  count: number;
  /** There may be more of them. */
  isMore: boolean;
  reading: number;
}

export interface ListRequest {
  object: string;
  page: number;
  sort: Sort;
  search: string;
  /** What a search looks through. */
  fields: readonly SearchField[];
  /** Only those that name one record. */
  about?: About | undefined;
  /** Only those with one of some values; the same object from one drawing to the next. */
  only?: Only | undefined;
  /** Only those of which its rows hold; the same object from one drawing to the next. */
  where?: Where | undefined;
  /** What is read of the list is this part alone; the same object from one drawing to the next. */
  within?: Filter | undefined;
  /** By what the list is narrowed isn't known yet: it is not read. */
  isAwaited?: boolean;
  /** How many at most; a page of a list where nothing is said. */
  size?: number;
  /** For the first reading after it: of none nothing is read, and many are not counted. */
  counted?: Counted | undefined;
}

interface Fetched extends PageResult {
  pages: number;
  isEstimate: boolean;
}

const none: Fetched = { ids: [], total: 0, hasNext: false, pages: 1, isEstimate: false };

async function fetchPage(
  {
    object,
    page,
    sort,
    search,
    about,
    only,
    where,
    within,
    size = pageSize,
    counted,
  }: Omit<ListRequest, "fields">,
  signal: AbortSignal,
): Promise<Fetched> {
  const isMore = counted?.isMore === true;
  const left = where?.offset ?? 0;
  const filter: Filter[] = [
    ...(about
      ? [
          {
            field: about.field,
            ...(about.subField ? { subField: about.subField } : {}),
            operator: "=" as const,
            value: about.id,
          },
        ]
      : []),
    ...(only
      ? [
          {
            field: only.field,
            operator: only.isNot ? ("NOT IN" as const) : ("IN" as const),
            value: [...only.values],
          },
        ]
      : []),
    ...(where?.rows ?? []),
    ...(within ? [within] : []),
  ];
  const answer =
    where?.query === undefined
      ? await listRecords(
          object,
          {
            limit: size,
            offset: (page - 1) * size + left,
            order: sortText(sort),
            search,
            ...(filter.length > 0 ? { filter } : {}),
            ...(where?.isAny ? { isAny: true } : {}),
            ...(isMore ? { isUncounted: true } : {}),
          },
          signal,
        )
      : await askedRecords(object, { query: where.query, page, size }, signal);
  keep(object, answer.rows);
  return {
    ids: answer.rows.map((row) => row.id),
    total: isMore && answer.hasNext ? Number.POSITIVE_INFINITY : Math.max(0, answer.total - left),
    hasNext: answer.hasNext,
    pages: answer.pages,
    isEstimate: answer.isEstimate,
  };
}

const reader = (object: string) => (get: Store["get"]) => (id: string) => {
  const entity = entities.read(get, object, id);
  return entity && !entity.isRemoved ? entity.record : undefined;
};

type Heard = [Change, Applied];

/** One page of an object's list: read once, then kept true by its topic. */
export function useListPage(request: ListRequest) {
  const {
    object,
    fields,
    page,
    sort,
    search,
    only,
    where,
    within,
    isAwaited = false,
    size = pageSize,
  } = request;
  const { counted } = request;
  const { field: aboutField, subField, id: aboutId } = request.about ?? {};
  const leavesOut = useSchema(object)?.leaves_out;
  const about = useMemo(
    () => (aboutField && aboutId ? { field: aboutField, subField, id: aboutId } : undefined),
    [aboutField, subField, aboutId],
  );
  const { field, isDescending } = sort;
  const epoch = useFreshness(useTopic(`object:${object}`));
  const [listAtom] = useState(() => atom<LiveList | undefined>(undefined));
  const list = useAtomValue(listAtom);
  const heard = useRef<Heard[]>([]);
  const used = useRef<Counted>(undefined);

  const query = useQuery<Fetched>({
    queryKey: [
      "list",
      object,
      field,
      isDescending,
      page,
      search,
      size,
      aboutField,
      aboutId,
      only,
      where,
      within,
      counted?.reading ?? epoch ?? 1,
    ],
    enabled: epoch !== undefined && !isAwaited,
    staleTime: ({ state }) => pageFreshFor(object, state.dataUpdatedAt, state.data?.ids),
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => {
      const first = counted === used.current ? undefined : counted;
      used.current = counted;
      if (first?.count === 0) {
        return none; // and what was heard since it was counted is laid over it
      }
      heard.current = [];
      return fetchPage(
        {
          object,
          page,
          sort: { field, isDescending },
          search,
          about,
          only,
          where,
          within,
          size,
          counted: first,
        },
        signal,
      );
    },
  });

  const rules = useMemo(
    (): Omit<ListRules, "read"> => ({
      sort: { field, isDescending },
      // Records are left out before the first page, too.
      page: where?.offset ? page + 1 : page,
      pageSize: size,
      terms: termsOf(search),
      fields,
      about,
      only,
      where,
      // What a filter that stands says of them the server decides.
      leavesOut: where === undefined ? leavesOut : undefined,
      me: currentUserId(),
    }),
    [field, isDescending, page, search, fields, about, only, where, size, leavesOut],
  );

  useLayoutEffect(() => {
    const read = reader(object);
    return listen(object, (tx, change, applied) => {
      const had = tx.get(listAtom);
      heard.current.push([change, applied]);
      if (had) {
        tx.set(listAtom, applyChange(had, change, applied, { ...rules, read: read(tx.get) }, Date.now()));
      }
    });
  }, [object, rules, listAtom]);

  const { data, isPlaceholderData } = query;
  useLayoutEffect(() => {
    if (data === undefined || isPlaceholderData) {
      return;
    }
    transact((tx) => {
      const known = { ...rules, read: reader(object)(tx.get) };
      // What came while the answer was on its way is laid over it; what the answer holds already says nothing new.
      const missed = heard.current.filter(
        ([change]) => change.op !== "removed" || data.ids.includes(change.id),
      );
      const start = fromPage(data);
      const now = missed.reduce(
        (had, [change, applied]) => applyChange(had, change, applied, known, 0),
        start,
      );
      tx.set(listAtom, dropLeaving({ ...now, isOutdated: false }));
    });
    heard.current = [];
  }, [data, isPlaceholderData, object, rules, listAtom]);

  const isLeaving = (list?.leaving.length ?? 0) > 0;
  useEffect(() => {
    if (isLeaving) {
      const timer = setTimeout(
        () =>
          transact((tx) => {
            const had = tx.get(listAtom);
            tx.set(listAtom, had && dropLeaving(had));
          }),
        leaveTime,
      );
      return () => clearTimeout(timer);
    }
    return undefined;
  }, [isLeaving, listAtom]);

  const { refetch } = query;
  const reload = useCallback(() => void refetch(), [refetch]);
  useReread(list?.isOutdated ?? false, reload);

  /** Brings in what waits behind the chip; false where another page must be shown for it. */
  const showNew = (): boolean => {
    if (!list) {
      return true;
    }
    const shown = showWaiting(list, { ...rules, read: reader(object)(store.get) }, Date.now());
    if (shown) {
      store.set(listAtom, shown);
    } else if (page === 1) {
      reload();
    }
    return shown !== undefined || page === 1;
  };

  /** Whether what waits can be shown without reading the page again. */
  const canShow = list !== undefined && isAllKnown(list, { ...rules, read: reader(object)(store.get) });

  return {
    list,
    pages: Math.max(1, Math.ceil((list?.total ?? 0) / size)),
    isEstimate: data?.isEstimate ?? false,
    error: query.error,
    /** The next page is loading while the former is still shown. */
    isTurning: isPlaceholderData || (query.isFetching && list !== undefined),
    reload,
    showNew,
    canShow,
    /** Grows with each reading that came. */
    reading: query.dataUpdatedAt,
  };
}
