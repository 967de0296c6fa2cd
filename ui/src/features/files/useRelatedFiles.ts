import { useQuery } from "@tanstack/react-query";
import { useEffect, useMemo } from "react";
import { listRecords } from "@/api";
import { compareMoments } from "@/lib/compare";
import { useTopic } from "@/realtime";
import { atom, keep, lists, readShown, transact, useAtomValue } from "@/store";
import { filesOf, mostFiles, type RelatedFileRecord, relatedFileObject } from "./objects";

const newestFirst = (left: RelatedFileRecord, right: RelatedFileRecord) =>
  compareMoments(right.created_date, left.created_date);

/** The newest files of a record, live; undefined until they are known. */
export function useRelatedFiles(record: string) {
  const list = filesOf(record);
  const { epoch } = useTopic(`object:${relatedFileObject}`);
  const { error, refetch, isSuccess } = useQuery({
    queryKey: [relatedFileObject, record],
    staleTime: 0,
    queryFn: async ({ signal }) => {
      const { rows } = await listRecords<RelatedFileRecord>(
        relatedFileObject,
        {
          limit: mostFiles,
          order: "-created_date",
          isUncounted: true,
          filter: [{ field: "related_record", subField: "id", operator: "=", value: record }],
        },
        signal,
      );
      keep(relatedFileObject, rows);
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
        return ids && readShown<RelatedFileRecord>(get, relatedFileObject, ids).sort(newestFirst);
      }),
    [list],
  );
  const files = useAtomValue(shown);
  const isLost = isSuccess && files === undefined;
  useEffect(() => {
    if (isLost) {
      void refetch();
    }
  }, [isLost, refetch]);
  return { files: files?.slice(0, mostFiles), error, retry: () => void refetch() };
}
