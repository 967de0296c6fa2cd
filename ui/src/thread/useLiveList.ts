import { useQuery } from "@tanstack/react-query";
import { useEffect, useMemo } from "react";
import type { WireRecord } from "@/api";
import { useSettled } from "@/lib/useSettled";
import { useTopic } from "@/realtime";
import { lists, useAtomValue, useRecords } from "@/store";

interface Wanted<Row> {
  object: string;
  list: string;
  fetch: () => Promise<unknown>;
  order: (left: Row, right: Row) => number;
}

/** The live list of an object's threads, in order; ids is undefined until it was fetched. */
export function useLiveList<Row extends WireRecord>({ object, list, fetch, order }: Wanted<Row>) {
  const { epoch } = useTopic(`object:${object}`);
  const { error, refetch, isSuccess } = useQuery({ queryKey: ["live", object], queryFn: fetch });
  const ids = useAtomValue(lists.atomOf(list));
  const records = useRecords<Row>(object, ids ?? []);
  const wanted = useMemo(() => [...records].sort(order).map((record) => record.id), [records, order]);
  const settled = useSettled(wanted);

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

  return { ids: ids && settled.ids, hold: settled.hold, error, retry: () => void refetch() };
}
