import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import "./app/index.css";
import { onOtherUser, onSessionEnd } from "@/api";
import { FeaturesContext } from "@/feature";
import { router as events } from "@/realtime/router";
import { outgoing } from "@/thread";
import { features } from "./app/features";
import { router } from "./app/router";
import { followSystemTheme } from "./features/session/theme";

const fiveMinutes = 300_000;

/** Answers stay fresh for five minutes unless a change makes them old; nothing is fetched by the clock. */
const queries = new QueryClient({
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

// A page that starts afresh holds nothing of the former user in memory.
onSessionEnd(() => {
  if (location.pathname !== "/login" && location.pathname !== "/invitation") {
    const here = location.pathname + location.search;
    location.replace(here === "/" ? "/login" : `/login?redirect=${encodeURIComponent(here)}`);
  }
});

// What stands on the page is another organization's, or another person's.
onOtherUser(() => location.replace("/"));

// Before the socket opens, every feature says what it hears of, and how it sends what waits.
for (const feature of features) {
  if (feature.reducers) {
    events.register(feature.reducers);
  }
  outgoing.register(feature);
}
followSystemTheme();

const element = document.getElementById("root");
if (!element) {
  throw new Error("The page has no root element.");
}
createRoot(element).render(
  <StrictMode>
    <QueryClientProvider client={queries}>
      <FeaturesContext value={features}>
        <RouterProvider router={router} />
      </FeaturesContext>
    </QueryClientProvider>
  </StrictMode>,
);
