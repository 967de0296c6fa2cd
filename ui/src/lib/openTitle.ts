import { type RefObject, useLayoutEffect, useRef, useSyncExternalStore } from "react";

const shown = new Set<Element>();
const listeners = new Set<() => void>();

function tell(): void {
  for (const listener of listeners) {
    listener();
  }
}

const inOrder = (left: Element, right: Element) =>
  left.compareDocumentPosition(right) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1;

/** What is open now: of several titles, such as those of a list and of a thread beside it, the last. */
export function readOpenTitle(): string {
  const last = [...shown].sort(inOrder).at(-1);
  return last?.textContent.trim() ?? "";
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const useOpenTitle = () => useSyncExternalStore(subscribe, readOpenTitle);

/** For the heading of a page: while it is shown, it says what is open. */
export function useAsTitle(): RefObject<HTMLHeadingElement | null> {
  const ref = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => {
    const heading = ref.current;
    if (!heading) {
      return;
    }
    shown.add(heading);
    return () => {
      shown.delete(heading);
      tell();
    };
  }, []);
  // Each time it is drawn it may say something else.
  useLayoutEffect(tell);
  return ref;
}
