import { QueryClient } from "@tanstack/react-query";

const fiveMinutes = 300_000;
const mostKept = 250;

/** Answers stay fresh for five minutes unless a change makes them old; nothing is fetched by the clock. */
export const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: fiveMinutes,
      gcTime: fiveMinutes,
      retry: false,
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
    },
  },
});

const cache = queries.getQueryCache();

// Of too many answers the oldest go. What a page shows stays, as does what is asked: a page that is drawn has
// asked before it observes.
cache.subscribe(({ type }) => {
  const all = type === "added" ? cache.getAll() : [];
  if (all.length > mostKept) {
    const spare = all.filter(
      ({ state, observers }) =>
        observers.length === 0 && state.status !== "pending" && state.fetchStatus === "idle",
    );
    spare.sort((a, b) => a.state.dataUpdatedAt - b.state.dataUpdatedAt);
    for (const query of spare.slice(0, all.length - mostKept)) {
      cache.remove(query);
    }
  }
});
