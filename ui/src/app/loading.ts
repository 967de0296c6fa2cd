import { useEffect } from "react";
import { allParts, type Feature, type Loadable, useFeatures } from "@/feature";
import { idle } from "@/lib/idle";
import { connectionAtom, type Identity, identityAtom, useAtomValue } from "@/store";
import { queries } from "./frame/queries";

/** Resolves when nothing is on its way from the server that the page shows. */
const settled = () =>
  new Promise<void>((resolve) => {
    const look = () => {
      if (queries.isFetching() === 0) {
        stop();
        resolve();
      }
    };
    const stop = queries.getQueryCache().subscribe(look);
    look();
  });

/** The pages that one may open, and whatever else is loaded later. Those that are loaded may name more. */
function waiting(features: readonly Feature[], identity: Identity | undefined): Loadable[] {
  const pages = features
    .flatMap((feature) => feature.routes ?? [])
    .filter(({ isFor }) => isFor?.(identity) ?? true)
    .flatMap(({ component }) => component ?? []);
  return [...pages, ...allParts()].filter((one) => !one.isLoaded());
}

/** Loads them one after another; true once none is missing. What fails waits for the next time. */
export async function loadAhead(
  features: readonly Feature[],
  identity: Identity | undefined,
  signal: AbortSignal,
): Promise<boolean> {
  const failed = new Set<Loadable>();
  for (;;) {
    const next = waiting(features, identity).find((one) => !failed.has(one));
    if (!next) {
      const others = features.flatMap(({ settings, senders = {} }) =>
        [settings ?? [], Object.values(senders)].flat(),
      );
      const loaded = await Promise.allSettled(others.map((load) => load()));
      return failed.size === 0 && loaded.every(({ status }) => status === "fulfilled");
    }
    await settled();
    await idle();
    if (signal.aborted) {
      return false;
    }
    await next.preload().catch(() => undefined);
    if (!next.isLoaded()) {
      failed.add(next);
    }
  }
}

/** A browser test that is about something else lets its page load ahead when it asks for that. */
async function mayLoadAhead(): Promise<void> {
  if (import.meta.env.MODE === "e2e") {
    await Reflect.get(window, "mayLoadAhead");
  }
}

/**
 * Loads all that one may open as soon as the first page stands, so that neither a lost connection nor a newer
 * release on the server keeps a page from opening. What is missing is loaded when the connection is back.
 */
export function useLoadAhead(): void {
  const features = useFeatures();
  const identity = useAtomValue(identityAtom);
  const isConnected = useAtomValue(connectionAtom) === "connected";
  useEffect(() => {
    if (!isConnected) {
      return;
    }
    const stop = new AbortController();
    void mayLoadAhead()
      .then(() => loadAhead(features, identity, stop.signal))
      .then((isAll) => {
        if (isAll && import.meta.env.MODE === "e2e") {
          document.documentElement.dataset.loaded = "all";
        }
      });
    return () => stop.abort();
  }, [features, identity, isConnected]);
}
