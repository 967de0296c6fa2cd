import { useCallback, useRef, useState } from "react";

/**
 * Keeps a list's order still while the pointer is over it, so that nothing moves under a click: known
 * entries keep their places, new ones wait in front or follow behind the last, and the true order returns when the
 * pointer leaves.
 */
export function settle(shown: readonly string[], wanted: readonly string[]): string[] {
  const wantedSet = new Set(wanted);
  const shownSet = new Set(shown);
  const end = wanted.findLastIndex((id) => shownSet.has(id)) + 1;
  const isNew = (id: string) => !shownSet.has(id);
  const behind = end > 0 ? wanted.slice(end) : [];
  const before = end > 0 ? wanted.slice(0, end) : wanted;
  return [...before.filter(isNew), ...shown.filter((id) => wantedSet.has(id)), ...behind];
}

export function useSettled(wanted: readonly string[]) {
  const [isHeld, setHeld] = useState(false);
  const shown = useRef<readonly string[]>(wanted);
  const ids = isHeld ? settle(shown.current, wanted) : wanted;
  shown.current = ids;
  // A list that appears under a resting pointer, as after a click in it, is held from the start.
  const ref = useCallback((element: Element | null) => {
    if (element?.matches(":hover")) {
      setHeld(true);
    }
  }, []);
  return { ids, hold: { ref, onPointerEnter: () => setHeld(true), onPointerLeave: () => setHeld(false) } };
}
