import { useQuery } from "@tanstack/react-query";
import { useEffect, useMemo, useRef } from "react";
import type { WireRecord } from "@/api";
import { useStillOrder } from "@/lib/useStillOrder";
import { useTopic } from "@/realtime";
import { lists, useAtomValue, useRecord, useRecords } from "@/store";
import { fetchInto } from "./live";
import type { createUnread } from "./unread";

interface Wanted<Row> {
  object: string;
  list: string;
  fetch: () => Promise<unknown>;
  order: (left: Row, right: Row) => number;
  unread: ReturnType<typeof createUnread>;
  /** The thread that is open: it is in the list, however old it is. */
  current: string | undefined;
}

/** How many are asked for at once that have something unread and are not in the list. */
const missingLimit = 25;

/** Brings what the counts of unread name and the newest threads do not hold. True when nothing of it is missing. */
function useMissing(object: string, list: string, unread: Wanted<never>["unread"], epoch: number): boolean {
  const ids = useAtomValue(lists.atomOf(list));
  const counts = useAtomValue(unread.counts);
  const isKnown = useAtomValue(unread.isKnown);
  const asked = useRef(new Set<string>());
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
      fetchInto(object, list, wanted);
    }
  }, [object, list, missing, epoch]);
  return isKnown && missing.every((id) => asked.current.has(id));
}

/** The live list of an object's threads, in order; ids is undefined until it was fetched. */
export function useLiveList<Row extends WireRecord>({ object, list, fetch, order, ...rest }: Wanted<Row>) {
  const { current, unread } = rest;
  const { epoch } = useTopic(`object:${object}`);
  const { error, refetch, isSuccess } = useQuery({ queryKey: ["live", object], queryFn: fetch });
  const ids = useAtomValue(lists.atomOf(list));
  const isFilled = useMissing(object, list, unread, epoch);
  const hasCurrent = useRecord(object, current ?? "") !== undefined;
  const all = useMemo(
    () => (current && hasCurrent && ids && !ids.includes(current) ? [...ids, current] : (ids ?? [])),
    [ids, current, hasCurrent],
  );
  const records = useRecords<Row>(object, all);
  const news = useAtomValue(unread.counts);
  const wanted = useMemo(
    () => ({ ids: [...records].sort(order).map((record) => record.id), news }),
    [records, order, news],
  );
  const still = useStillOrder(wanted, isFilled, current);

  // The first snapshot follows the first answer; each later one means that changes may have been missed.
  useEffect(() => {
    if (epoch > 1) {
      void refetch();
    }
  }, [epoch, refetch]);

  // The store lets lists go that were not shown for long; what was fetched then has to be fetched again.
  const isLost = isSuccess && ids === undefined;
  useEffect(() => {
    if (isLost) {
      void refetch();
    }
  }, [isLost, refetch]);

  return { ...still, ids: ids && still.ids, error, retry: () => void refetch() };
}
