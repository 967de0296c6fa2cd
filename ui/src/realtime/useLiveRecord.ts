import { useQuery } from "@tanstack/react-query";
import { getRecord } from "@/api";
import { keep, useShown } from "@/store";
import { useTopic } from "./hooks";

/** A record, read once and kept true by its topic. */
export function useLiveRecord(object: string, id: string) {
  useTopic(`record:${object}:${id}`);
  const { error, isFetching, refetch } = useQuery({
    queryKey: ["record", object, id],
    staleTime: 0,
    queryFn: async ({ signal }) => {
      const record = await getRecord(object, id, signal);
      keep(object, [record]);
      return record.version;
    },
  });
  return { shown: useShown(object, id), error, isFetching, retry: () => void refetch(), refetch };
}
