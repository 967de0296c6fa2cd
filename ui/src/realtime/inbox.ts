/** When the next frame comes, or soon where the page is hidden and frames are not drawn. */
export type Schedule = (flush: () => void) => void;

const hiddenDelay = 50;

const onNextFrame: Schedule = (flush) => {
  if (typeof document !== "undefined" && document.visibilityState === "visible") {
    requestAnimationFrame(() => flush());
  } else {
    setTimeout(flush, hiddenDelay);
  }
};

/**
 * Collects what the socket brings. A single item is handed over at once; those that follow in the same
 * frame are handed over together at its end, so that a burst costs one write and one paint.
 */
export function createInbox<T>(deliver: (batch: readonly T[]) => void, schedule: Schedule = onNextFrame) {
  let waiting: T[] = [];
  let isHolding = false;

  function release(): void {
    if (waiting.length === 0) {
      isHolding = false;
      return;
    }
    const batch = waiting;
    waiting = [];
    schedule(release);
    deliver(batch);
  }

  return {
    put(item: T): void {
      if (isHolding) {
        waiting.push(item);
        return;
      }
      isHolding = true;
      schedule(release);
      deliver([item]);
    },
    /** Hands over what waits now; used before a snapshot, so that order is kept. */
    drain(): void {
      if (waiting.length > 0) {
        const batch = waiting;
        waiting = [];
        deliver(batch);
      }
    },
  };
}
