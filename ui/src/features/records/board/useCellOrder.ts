import { useCallback, useRef, useState } from "react";
import { settle } from "@/lib/useSettled";

/**
 * The order of a place's cards: it stands still while the pointer is over them, so that nothing moves under a click.
 * A card that one has just put there stands at once where the gap was.
 */
export function useCellOrder(wanted: readonly string[], moved: string | undefined) {
  const [isHeld, setHeld] = useState(false);
  const shown = useRef<readonly string[]>(wanted);
  const isPut = moved !== undefined && wanted.includes(moved) && !shown.current.includes(moved);
  const ids = isHeld && !isPut ? settle(shown.current, wanted) : wanted;
  shown.current = ids;
  const ref = useCallback((element: Element | null) => {
    if (element?.matches(":hover")) {
      setHeld(true);
    }
  }, []);
  return { ids, hold: { ref, onPointerEnter: () => setHeld(true), onPointerLeave: () => setHeld(false) } };
}
