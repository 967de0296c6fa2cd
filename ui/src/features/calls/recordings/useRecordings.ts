import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect, useMemo, useState } from "react";
import { type Filter, listRecords, type RecordOf, type Stored } from "@/api";
import { compareMoments } from "@/lib/compare";
import { useTopic } from "@/realtime";
import { atom, keep, lists, readShown, transact, useAtomValue } from "@/store";
import { allRecordings, recordingObject, recordingsOf } from "./recordingList";

export type Recording = RecordOf<Stored.TwilioRecordingRecord>;

const pageSize = 50;

const newestFirst = (left: Recording, right: Recording) => compareMoments(right.start_time, left.start_time);

/** The recordings that one may see, or those of a call, live and the newest first; undefined until they are known. */
export function useRecordings(call?: string) {
  const list = call === undefined ? allRecordings : recordingsOf(call);
  const [limit, setLimit] = useState(pageSize);
  const { epoch } = useTopic(`object:${recordingObject}`);
  const { data, error, refetch, isSuccess, isFetching } = useQuery({
    queryKey: [recordingObject, call, limit],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const filter: Filter[] = call === undefined ? [] : [{ field: "call", operator: "=", value: call }];
      const page = await listRecords<Recording>(
        recordingObject,
        { limit, order: "-start_time", filter },
        signal,
      );
      keep(recordingObject, page.rows);
      transact((tx) =>
        lists.set(
          tx,
          list,
          page.rows.map((row) => row.id),
        ),
      );
      return { hasMore: page.hasNext };
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
        return ids && readShown<Recording>(get, recordingObject, ids).sort(newestFirst);
      }),
    [list],
  );
  const recordings = useAtomValue(shown);
  // The store lets lists go that were not shown for long; what was fetched then has to be fetched again.
  const isLost = isSuccess && recordings === undefined;
  useEffect(() => {
    if (isLost) {
      void refetch();
    }
  }, [isLost, refetch]);
  return {
    recordings,
    error,
    retry: () => void refetch(),
    more: data?.hasMore ? () => setLimit((before) => before + pageSize) : undefined,
    isFetching,
  };
}
