import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { atom, lists, readShown, useAtomValue } from "@/store";
import { fetchNewest } from "./actions";
import { type NotificationRecord, object, shownList } from "./objects";

const shownAtom = atom((get) => {
  const ids = get(lists.atomOf(shownList));
  return ids && readShown<NotificationRecord>(get, object, ids);
});

/** My newest notifications, live; undefined until they are known. */
export function useNotifications() {
  const { error, refetch } = useQuery({
    queryKey: [object, "newest"],
    staleTime: 0,
    queryFn: ({ signal }) => fetchNewest(signal),
  });
  const all = useAtomValue(shownAtom);
  return useMemo(() => ({ all, error, retry: () => void refetch() }), [all, error, refetch]);
}
