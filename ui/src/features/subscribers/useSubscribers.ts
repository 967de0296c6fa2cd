import { useQuery } from "@tanstack/react-query";
import { useEffect, useMemo } from "react";
import { listRecords } from "@/api";
import { compareMoments } from "@/lib/compare";
import { useTopic } from "@/realtime";
import { atom, keep, lists, readShown, transact, useAtomValue } from "@/store";
import { listOf, object, type Subscriber } from "./objects";

const most = 500;

/** Sorted by the user's name, then the oldest first. */
const inOrder = (left: Subscriber, right: Subscriber) =>
  (left.user?.name ?? "").localeCompare(right.user?.name ?? "") ||
  compareMoments(left.created_date, right.created_date);

/** The subscribers of a record, live; undefined until they are known. */
export function useSubscribers(record: string) {
  const list = listOf(record);
  const { epoch } = useTopic(`object:${object}`);
  const { error, refetch } = useQuery({
    queryKey: [object, record],
    staleTime: 0,
    queryFn: async ({ signal }) => {
      const { rows } = await listRecords<Subscriber>(
        object,
        {
          limit: most,
          isUncounted: true,
          filter: [{ field: "record_id", operator: "=", value: record }],
        },
        signal,
      );
      keep(object, rows);
      transact((tx) =>
        lists.set(
          tx,
          list,
          rows.map((row) => row.id),
        ),
      );
      return true;
    },
  });
  // The first snapshot follows the first answer; each later one means that changes may have been missed.
  useEffect(() => {
    if (epoch > 1) {
      void refetch();
    }
  }, [epoch, refetch]);
  const shown = useMemo(
    () =>
      atom((get) => {
        const ids = get(lists.atomOf(list));
        return ids && readShown<Subscriber>(get, object, ids).sort(inOrder);
      }),
    [list],
  );
  return { subscribers: useAtomValue(shown), error, retry: () => void refetch() };
}
