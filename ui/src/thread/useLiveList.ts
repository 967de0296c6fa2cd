import { useQuery } from "@tanstack/react-query";
import { useEffect, useMemo, useRef, useState } from "react";
import type { WireRecord } from "@/api";
import { isFoundIn, termsOf } from "@/lib/search";
import { useReady } from "@/lib/useReady";
import { useStillOrder } from "@/lib/useStillOrder";
import { useTopic } from "@/realtime";
import { lists, useAtomValue, useRecord, useRecords } from "@/store";
import type { ListView } from "./listView";
import { fetchInto } from "./live";
import type { createUnread } from "./unread";

interface Wanted<Row> {
  object: string;
  list: string;
  fetch: () => Promise<unknown>;
  /** Brings what the newest threads may not hold of a view. */
  fetchMore: (view: View) => Promise<unknown>;
  view: View;
  isMine: (row: Row) => boolean;
  /** Whether a tab shows a row; whether it is unread or mine is asked separately. */
  isShown?: (row: Row, show: View["show"]) => boolean;
  /** How much of a thread is unread as its row says: at once when it was opened, before the server counts. */
  unreadIn: (row: Row) => number;
  /** The texts by which people look for one. */
  textsOf: (row: Row) => readonly string[];
  order: (left: Row, right: Row) => number;
  unread: ReturnType<typeof createUnread>;
  /** The thread that is open: it is in the list, however old it is. */
  current: string | undefined;
}

type View = Required<ListView>;

/** How many are asked for at once that have something unread and are not in the list. */
const missingLimit = 25;

/**
 * Brings what the counts of unread name and the newest threads do not hold. True when nothing of it is missing, but
 * for what can't be had.
 */
function useMissing(object: string, list: string, unread: Wanted<never>["unread"], epoch: number): boolean {
  const ids = useAtomValue(lists.atomOf(list));
  const counts = useAtomValue(unread.counts);
  const isKnown = useAtomValue(unread.isKnown);
  const asked = useRef(new Set<string>());
  const [had, setHad] = useState<ReadonlySet<string>>(new Set());
  const missing = useMemo(() => {
    const held = new Set(ids);
    return ids ? Object.keys(counts).filter((id) => !held.has(id)) : [];
  }, [ids, counts]);
  // What failed before is asked for again when the connection is new.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each snapshot begins anew
  useEffect(() => asked.current.clear(), [epoch]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: as above
  useEffect(() => {
    const wanted = missing.filter((id) => !asked.current.has(id)).slice(0, missingLimit);
    for (const id of wanted) {
      asked.current.add(id);
    }
    if (wanted.length > 0) {
      void fetchInto(object, list, wanted).then(() => setHad((before) => new Set([...before, ...wanted])));
    }
  }, [object, list, missing, epoch]);
  return isKnown && ids !== undefined && missing.every((id) => had.has(id));
}

/** The live list of an object's threads, in order; ids is undefined until it was fetched. */
export function useLiveList<Row extends WireRecord>({ object, list, fetch, order, ...rest }: Wanted<Row>) {
  const { current, unread, view, fetchMore, isMine, isShown, unreadIn, textsOf } = rest;
  const { epoch } = useTopic(`object:${object}`);
  const { error, refetch, isSuccess } = useQuery({ queryKey: ["live", object], queryFn: fetch });
  const isNarrow = !(view.show === "all" || view.show === "unread") || view.search !== "";
  const more = useQuery({
    queryKey: ["live", object, view.show, view.search],
    queryFn: () => fetchMore(view),
    enabled: isSuccess && isNarrow,
  });
  const ids = useAtomValue(lists.atomOf(list));
  const isFilled = useMissing(object, list, unread, epoch);
  // Not one after the other: those that came first would move.
  const isReady = useReady(isFilled);
  const hasCurrent = useRecord(object, current ?? "") !== undefined;
  const all = useMemo(
    () => (current && hasCurrent && ids && !ids.includes(current) ? [...ids, current] : (ids ?? [])),
    [ids, current, hasCurrent],
  );
  const records = useRecords<Row>(object, all);
  const news = useAtomValue(unread.counts);
  const wanted = useMemo(() => {
    const terms = termsOf(view.search);
    const isIn = (row: Row) =>
      (view.show !== "unread" || unreadIn(row) > 0) &&
      (view.show !== "mine" || isMine(row)) &&
      (isShown?.(row, view.show) ?? true) &&
      isFoundIn(textsOf(row), terms);
    return {
      ids: records
        .filter(isIn)
        .sort(order)
        .map((record) => record.id),
      news,
    };
  }, [records, order, news, view.show, view.search, isMine, isShown, unreadIn, textsOf]);
  const there = useMemo(() => new Set(records.map((record) => record.id)), [records]);
  const still = useStillOrder({
    wanted,
    isThere: (id) => there.has(id),
    isFilled,
    current,
    view: `${view.show} ${view.search}`,
  });

  // The first snapshot follows the first answer; each later one means that changes may have been missed.
  const again = useRef(() => refetch());
  again.current = () => refetch().then((found) => (isNarrow ? more.refetch().then(() => found) : found));
  useEffect(() => {
    if (epoch > 1) {
      void again.current();
    }
  }, [epoch]);

  // The store lets lists go that were not shown for long; what was fetched then has to be fetched again.
  const isLost = isSuccess && ids === undefined;
  useEffect(() => {
    if (isLost) {
      void refetch();
    }
  }, [isLost, refetch]);

  return {
    ...still,
    ids: ids && isReady ? still.ids : undefined,
    isComing: isNarrow && more.isFetching,
    error,
    retry: () => void refetch(),
  };
}
