import { useEffect, useState } from "react";
import type { Loadable } from "./part";

/** Loads parts before any is shown; true once they are there, so that nothing moves when one comes. */
export function useParts(parts: readonly Loadable[]): boolean {
  const [tried, setTried] = useState<readonly Loadable[]>();
  useEffect(() => {
    // One that fails says so where it is shown.
    void Promise.allSettled(parts.map((part) => part.preload())).then(() => setTried(parts));
  }, [parts]);
  return tried === parts || parts.every((part) => part.isLoaded());
}
