import { type RefObject, useLayoutEffect, useRef, useSyncExternalStore } from "react";

/** The headings that are shown, and whether each is a record's name. */
const shown = new Map<Element, boolean>();
const absences = new Set<symbol>();
const listeners = new Set<() => void>();

function tell(): void {
  for (const listener of listeners) {
    listener();
  }
}

const inOrder = (left: Element, right: Element) =>
  left.compareDocumentPosition(right) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1;

const lastShown = () => [...shown.keys()].sort(inOrder).at(-1);

/** What is open now: of several titles, such as those of a list and of a thread beside it, the last. */
const readOpenTitle = (): string => lastShown()?.textContent.trim() ?? "";

/** The name of the record whose page is open; "" before it is known, and where no record's page is. */
export function readOpenRecord(): string {
  const last = lastShown();
  return last && shown.get(last) ? last.textContent.trim() : "";
}

/** Whether what the address names is not there, or no more. */
export const readIsAbsent = (): boolean => absences.size > 0;

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const useOpenTitle = () => useSyncExternalStore(subscribe, readOpenTitle);
export const useOpenRecord = () => useSyncExternalStore(subscribe, readOpenRecord);
export const useIsAbsent = () => useSyncExternalStore(subscribe, readIsAbsent);

/** For the heading of a page: while it is shown, it says what is open. */
export function useAsTitle(isRecord = false): RefObject<HTMLHeadingElement | null> {
  const ref = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => {
    const heading = ref.current;
    if (!heading) {
      return;
    }
    shown.set(heading, isRecord);
    return () => {
      shown.delete(heading);
      tell();
    };
  }, [isRecord]);
  // Each time it is drawn it may say something else.
  useLayoutEffect(tell);
  return ref;
}

/** For a page that has to say that what its address names is not there. */
export function useAsAbsent(isAbsent: boolean): void {
  useLayoutEffect(() => {
    if (!isAbsent) {
      return;
    }
    const key = Symbol("absent");
    absences.add(key);
    tell();
    return () => {
      absences.delete(key);
      tell();
    };
  }, [isAbsent]);
}
