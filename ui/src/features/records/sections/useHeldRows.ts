import { useReducer, useRef } from "react";

/**
 * Rows that stand still while they are held: what is gone leaves, and what is new waits until one asks for it or lets
 * go.
 */
export function useHeldRows(
  wanted: readonly string[],
  isThere: (id: string) => boolean,
  isHeld: boolean,
): { ids: readonly string[]; waiting: number; ask: () => void } {
  const shown = useRef(wanted);
  const isAsked = useRef(false);
  const [, render] = useReducer((count: number) => count + 1, 0);
  // Before the first there is nothing to move.
  const isStill = isHeld && !isAsked.current && shown.current.length > 0;
  isAsked.current = false;
  shown.current = isStill ? shown.current.filter(isThere) : wanted;
  return {
    ids: shown.current,
    waiting: wanted.filter((id) => !shown.current.includes(id)).length,
    ask: () => {
      isAsked.current = true;
      render();
    },
  };
}
