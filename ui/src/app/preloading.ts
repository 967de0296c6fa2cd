import type { AnyRoute, AnyRouter } from "@tanstack/react-router";
import type { Feature, Loadable } from "@/feature";
import { loadAround } from "./around";

const load = (one: Partial<Loadable> | undefined) => void one?.preload?.().catch(() => undefined);

/**
 * Begins to load the page that the address names, with what stands around it, while it is still asked who is here.
 * What fails is loaded again, and says so, where it is shown.
 */
export function preloadShown(router: AnyRouter, features: readonly Feature[]): void {
  const routes: Readonly<Record<string, AnyRoute>> = router.routesById;
  const shown = router.matchRoutes(router.latestLocation);
  for (const { routeId } of shown) {
    load(routes[routeId]?.options.component as Partial<Loadable> | undefined);
  }
  if (shown.some(({ routeId }) => routeId === "/frame")) {
    void loadAround(features);
  }
}
