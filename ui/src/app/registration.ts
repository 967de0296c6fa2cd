import { callReducers } from "@/features/calls/reducers";
import { presenceReducers } from "@/features/presence/reducers";
import { sessionReducers } from "@/features/session/reducers";
import { router } from "@/realtime/router";

/** Every feature hands its reducers to the router, before the socket opens. */
export function registerFeatures(): void {
  for (const reducers of [sessionReducers, presenceReducers, callReducers]) {
    router.register(reducers);
  }
}
