import { useEffect, useState } from "react";

/** So long what is not known is waited for: the socket may not come at all. */
const patience = 5_000;

/**
 * True from when something is ready on, or when it was waited for long enough: what is shown then stays, whatever
 * comes later.
 */
export function useReady(isReady: boolean): boolean {
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    if (isReady) {
      setOver(true);
      return;
    }
    const timer = setTimeout(() => setOver(true), patience);
    return () => clearTimeout(timer);
  }, [isReady]);
  return isReady || isOver;
}
