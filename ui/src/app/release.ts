import { useCallback, useEffect, useRef, useState } from "react";
import { type Feature, useFeatures, useReturn } from "@/feature";
import { hasTyped } from "@/lib/unsaved";
import { connectionAtom, currentUserId, store, useAtomValue } from "@/store";
import { hasUnsent } from "@/thread";

/**
 * So long nobody touched a page that is opened again by itself; spread, so that not all ask the
 * server at once.
 */
const quiet = 8_000;
const spread = 8_000;

const scriptOf = (page: Document) => page.querySelector('script[type="module"]')?.getAttribute("src");

/** Whether the server's start page names another script than this page runs. */
export async function isNewer(): Promise<boolean> {
  try {
    const answer = await fetch("/", { headers: { accept: "text/html" } });
    const now = scriptOf(new DOMParser().parseFromString(await answer.text(), "text/html"));
    return answer.ok && typeof now === "string" && now !== scriptOf(document);
  } catch {
    return false;
  }
}

/** Whether opening the page again would cost a call, a text or anything else that is under way. */
export const isAtStake = (features: readonly Feature[]): boolean =>
  hasTyped() ||
  hasUnsent(currentUserId() ?? "") ||
  features.some(({ holds }) => holds !== undefined && store.get(holds));

export const reloadNow = () => location.reload();

const inputs = ["pointerdown", "pointermove", "keydown", "wheel", "touchstart"] as const;

/** Opens the page again in a quiet moment, once nothing is at stake. */
function reloadWhenQuiet(features: readonly Feature[]): () => void {
  const patience = quiet + Math.random() * spread;
  let timer: ReturnType<typeof setTimeout>;
  const wait = () => {
    clearTimeout(timer);
    timer = setTimeout(() => (isAtStake(features) ? wait() : reloadNow()), patience);
  };
  wait();
  for (const input of inputs) {
    document.addEventListener(input, wait, { capture: true, passive: true });
  }
  return () => {
    clearTimeout(timer);
    for (const input of inputs) {
      document.removeEventListener(input, wait, { capture: true });
    }
  };
}

/**
 * True once the server has a newer release than this page. It is looked for on each reconnection, which an update
 * brings with it.
 */
export function useRelease(): boolean {
  const features = useFeatures();
  const [isOutdated, setOutdated] = useState(false);
  const isGone = useRef(false);
  const look = useCallback(() => {
    void isNewer().then((is) => isGone.current || setOutdated(is));
  }, []);
  // The first connection is no return: the page has just been loaded.
  const isConnected = useAtomValue(connectionAtom) === "connected";
  const [hasConnected, setConnected] = useState(isConnected);
  useEffect(() => {
    if (isConnected) {
      setConnected(true);
    }
  }, [isConnected]);
  useReturn(hasConnected, look);
  useEffect(() => {
    isGone.current = false;
    return () => {
      isGone.current = true;
    };
  }, []);
  useEffect(() => (isOutdated ? reloadWhenQuiet(features) : undefined), [isOutdated, features]);
  return isOutdated;
}
