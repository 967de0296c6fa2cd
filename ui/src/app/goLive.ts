import type { Feature } from "@/feature";
import { startRealtime } from "@/realtime";
import { router as events } from "@/realtime/router";
import { outgoing } from "@/thread";

let registered: Promise<unknown> | undefined;

/** What every feature hears of, and how it sends what waits. */
function register(features: readonly Feature[]): Promise<unknown> {
  registered ??= Promise.all(
    features.map(async (feature) => {
      outgoing.register(feature);
      const reducers = await feature.reducers?.();
      if (reducers) {
        events.register(reducers);
      }
    }),
  );
  return registered;
}

/** Opens the live connection when every feature is ready to hear of it. */
export function goLive(features: readonly Feature[], onError: (error: unknown) => void): void {
  register(features).then(startRealtime, onError);
}
