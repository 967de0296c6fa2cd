import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import type { Change, Filter } from "@/api";
import type { Only } from "@/feature";
import { type SearchField, termsOf } from "@/lib/search";
import { useTopic } from "@/realtime";
import {
  type Applied,
  atom,
  currentUserId,
  entities,
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
  showWaiting,
} from "../live/liveList";
import { listen } from "../live/openLists";
import { pageFreshFor } from "../live/reuse";
import type { Sort } from "../live/sorting";
import { useFreshness, useReread } from "../live/useFreshness";
import type { Where } from "./filters/savedFilter";
import { type Fetched, none, readPage } from "./readPage";
import { joined, useMore } from "./useMore";

export const pageSize = 25;
/** As many as the server gives in one answer. */
const mostAtOnce = 1_000;
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
  /** How many records beyond its page are read at once, for a list that was scrolled so far before. */
  beyond?: number;
  /** Hears how many of them there are by now. */
  onBeyond?: (beyond: number) => void;
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
    beyond = 0,
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
  // How far this list was scrolled: another list begins with its page.
  // biome-ignore lint/correctness/useExhaustiveDependencies: what makes it another list
  const reach = useMemo(
    () => ({ beyond }),
    [object, field, isDescending, page, search, size, about, only, where, within],
  );

  const what = { object, page, sort: { field, isDescending }, search, about, only, where, within, size };
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
      beyond,
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
      return readPage({ ...what, counted: first, limit: Math.min(size + reach.beyond, mostAtOnce) }, signal);
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
      const had = tx.get(listAtom);
      const whole = reach.beyond > 0 && had ? joined(now, had, data.ids.length) : now;
      tx.set(listAtom, dropLeaving({ ...whole, isOutdated: false }));
    });
    heard.current = [];
  }, [data, isPlaceholderData, object, rules, listAtom, reach]);

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

  const further = useMore({
    what,
    listAtom,
    reach,
    isReady: !isPlaceholderData,
    onBeyond: request.onBeyond,
  });

  /** Whether what waits can be shown without reading the page again. */
  const canShow = list !== undefined && isAllKnown(list, { ...rules, read: reader(object)(store.get) });

  return {
    list,
    pages: Math.max(1, Math.ceil((list?.total ?? 0) / size)),
    isEstimate: data?.isEstimate ?? false,
    error: query.error,
    /** The next page is loading while the former is still shown. */
    isTurning: isPlaceholderData || (query.isFetching && list !== undefined) || further.isReading,
    reload,
    /** Reads the records behind those that are shown, and why they could not be. */
    more: further.more,
    moreError: further.error,
    showNew,
    canShow,
    /** Grows with each reading that came. */
    reading: query.dataUpdatedAt,
  };
}
