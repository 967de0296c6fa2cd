import { useCallback, useEffect, useRef, useState } from "react";

/** Work that stands on the page and is not saved. */
export interface Unsaved {
  /** It is kept in this browser and offered again, so that leaving it loses nothing. */
  isKept: boolean;
  discard: () => void;
}

const open = new Map<symbol, { current: Unsaved }>();

/** What would be left behind if the page went now. */
export const unsavedWork = (): Unsaved[] => [...open.values()].map(({ current }) => current);

/** Leaves all of it without a question, as where the session has ended. */
export const releaseUnsaved = (): void => open.clear();

/**
 * Says that there is unsaved work, while there is: whoever takes the page away asks first. What it gives lets the
 * work go at once, for who has just saved it or given it up.
 */
export function useUnsaved(isUnsaved: boolean, work: Unsaved): () => void {
  const current = useRef(work);
  current.current = work;
  const [key] = useState(Symbol);
  const release = useCallback(() => {
    open.delete(key);
  }, [key]);
  useEffect(() => {
    if (isUnsaved) {
      open.set(key, current);
    }
    return release;
  }, [isUnsaved, key, release]);
  return release;
}

const textual = "textarea, [contenteditable=true], dialog[open] input";

const textOf = (element: Element) =>
  element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement
    ? element.value
    : (element.textContent ?? "");

/** Whether somebody has written something on this page that is not sent or saved. */
export const hasTyped = (): boolean =>
  open.size > 0 || [...document.querySelectorAll(textual)].some((element) => textOf(element).trim() !== "");
