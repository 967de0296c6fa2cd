import { QueryClient } from "@tanstack/react-query";

const fiveMinutes = 300_000;

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
