import { useEffect, useState } from "react";
import type { TopicState } from "@/realtime";

const patience = 1_500;
const jitter = 2_000;

/** Runs once the page is visible; at once where it is. */
function whenVisible(work: () => void): () => void {
  if (document.visibilityState === "visible") {
    work();
    return () => undefined;
  }
  const onChange = () => {
    if (document.visibilityState === "visible") {
      document.removeEventListener("visibilitychange", onChange);
      work();
    }
  };
  document.addEventListener("visibilitychange", onChange);
  return () => document.removeEventListener("visibilitychange", onChange);
}

/**
 * Which reading of a list is wanted, undefined before the first. The first one waits until the topic is
 * held, so that no change falls between the two, but not long: a list can be read without a socket. Later
 * ones follow a resync or a lost connection, spread over two seconds and only while somebody looks.
 */
export function useFreshness({ epoch, phase }: TopicState): number | undefined {
  const [wanted, setWanted] = useState<number>();
  const isFirst = wanted === undefined;

  useEffect(() => {
    if (isFirst && epoch === 0 && phase !== "failed") {
      const timer = setTimeout(() => setWanted(0), patience);
      return () => clearTimeout(timer);
    }
    if (isFirst) {
      setWanted(epoch);
      return;
    }
    if (wanted === epoch || epoch === 0) {
      return;
    }
    let cancel: () => void = () => undefined;
    const timer = setTimeout(
      () => {
        cancel = whenVisible(() => setWanted(epoch));
      },
      wanted === 0 ? 0 : Math.random() * jitter,
    );
    return () => {
      clearTimeout(timer);
      cancel();
    };
  }, [isFirst, wanted, epoch, phase]);

  return wanted;
}

const atMostEvery = 5_000;

/** Reads again after a change of many records at once: at most every five seconds, only while visible. */
export function useReread(isOutdated: boolean, reread: () => void): void {
  // A burst is answered once: the first of it starts the clock.
  useEffect(() => {
    if (!isOutdated) {
      return;
    }
    let cancel: () => void = () => undefined;
    const timer = setTimeout(() => {
      cancel = whenVisible(reread);
    }, Math.random() * atMostEvery);
    return () => {
      clearTimeout(timer);
      cancel();
    };
  }, [isOutdated, reread]);
}
