import { useQuery } from "@tanstack/react-query";
import { useLayoutEffect, useMemo } from "react";
import { listRecords, type WireRecord } from "@/api";
import { useTopic } from "@/realtime";
import { keep } from "@/store";
import { listen } from "../../live/openLists";
import { freshFor } from "../../live/reuse";
import { useFreshness } from "../../live/useFreshness";
import { useRights } from "../../objects";
import { filterOf, object, objectNameOf, type SavedFilter } from "./savedFilter";

/** So many of one object are offered. */
const most = 200;

export interface SavedFilters {
  /** undefined before they are known. */
  filters: readonly SavedFilter[] | undefined;
  reload: () => void;
}

/** The saved filters of an object that one may see, by name; live. */
export function useSavedFilters(of: string): SavedFilters {
  const { read } = useRights(object);
  const epoch = useFreshness(useTopic(`object:${read ? object : of}`));
  const query = useQuery<SavedFilter[]>({
    queryKey: ["filters", of, epoch ?? 1],
    enabled: read && epoch !== undefined,
    staleTime: ({ state }) => freshFor(object, state.dataUpdatedAt),
    queryFn: async ({ signal }) => {
      const filter = [{ field: "object", operator: "=" as const, value: of }];
      const { rows } = await listRecords<WireRecord>(object, { limit: most, order: "name", filter }, signal);
      keep(object, rows);
      return rows.map(filterOf);
    },
    placeholderData: (had) => had,
  });
  const { refetch } = query;
  useLayoutEffect(
    () =>
      listen(object, (_, change, applied) => {
        const named = change.fields && objectNameOf(change.fields);
        if (applied !== "stale" && (named === undefined || named === of)) {
          void refetch();
        }
      }),
    [of, refetch],
  );
  const filters = read && !query.isError ? query.data : empty;
  return useMemo(() => ({ filters, reload: () => void refetch() }), [filters, refetch]);
}

const empty: readonly SavedFilter[] = [];
