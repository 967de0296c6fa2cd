import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { type Asked, bodyOf, type Figures, fetchFigures } from "./api";

const hour = 3_600_000;

/**
 * The figures of a chart; undefined asks nothing. What was computed within the hour is shown at once while the server
 * says whether it still holds. On a screen that nobody touches they are read again every so many seconds.
 */
export function useFigures(asked: Asked | undefined, everySeconds?: number | null) {
  const client = useQueryClient();
  const [isRefreshing, setRefreshing] = useState(false);
  const queryKey = ["report", asked ? bodyOf(asked) : undefined];
  const found = useQuery<Figures>({
    queryKey,
    enabled: asked !== undefined,
    staleTime: 0,
    gcTime: hour,
    refetchInterval: everySeconds ? Math.max(5, everySeconds) * 1000 : false,
    retry: false,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => fetchFigures(asked ?? {}, false, signal),
  });
  const refresh = async () => {
    if (!asked) {
      return;
    }
    setRefreshing(true);
    try {
      client.setQueryData(queryKey, await fetchFigures(asked, true));
    } catch {
      await found.refetch(); // says why
    } finally {
      setRefreshing(false);
    }
  };
  return {
    figures: found.data,
    error: found.error,
    isFetching: found.isFetching || isRefreshing,
    madeAt: found.dataUpdatedAt,
    refresh,
  };
}
