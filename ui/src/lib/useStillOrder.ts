import { useCallback, useReducer, useRef, useState } from "react";

/** A list as it was when it was last put in order. */
export interface Order {
  ids: readonly string[];
  /** How much each had to tell then. */
  news: Readonly<Record<string, number>>;
}

/** A list that stands still: what is gone leaves, and what is new, or has more to tell, waits. */
export function standStill(
  shown: Order,
  wanted: Order,
  isThere: (id: string) => boolean,
): { order: Order; waiting: string[] } {
  const known = new Set(shown.ids);
  const news = Object.fromEntries(
    shown.ids.map((id) => [id, Math.min(shown.news[id] ?? 0, wanted.news[id] ?? 0)]),
  );
  const waiting = wanted.ids.filter((id) => !known.has(id) || (wanted.news[id] ?? 0) > (news[id] ?? 0));
  return { order: { ids: shown.ids.filter(isThere), news }, waiting };
}

/** An order with the open entry in the place where it was shown, wherever it belongs by now. */
function withPlace(shown: Order, wanted: Order, current: string | undefined): Order {
  const place = current === undefined ? -1 : shown.ids.indexOf(current);
  if (current === undefined || place < 0 || wanted.ids[place] === current) {
    return wanted;
  }
  const others = wanted.ids.filter((id) => id !== current);
  return { ids: [...others.slice(0, place), current, ...others.slice(place)], news: wanted.news };
}

const listeners = ["pointer", "focus", "scroll"] as const;

interface Still {
  wanted: Order;
  /** Whether one is there at all, though it may not be among those that are wanted any more. */
  isThere: (id: string) => boolean;
  /** All that belongs in the list has come. */
  isFilled: boolean;
  current?: string | undefined;
  /** Which view of the list it is: another one begins with its own order. */
  view?: string;
}

/**
 * Keeps a list in its order while the pointer or the focus is in it, or it is scrolled away from its beginning, so
 * that nothing moves under a click. What would come to the top meanwhile is counted, and put there when one asks or
 * when everybody has left. The entry that is open keeps its place until another one is opened.
 */
export function useStillOrder({ wanted, isThere, isFilled, current, view = "" }: Still) {
  const shown = useRef<Order>(wanted);
  const shownView = useRef(view);
  const isAsked = useRef(false);
  const wasFilled = useRef(false);
  const [holds, setHolds] = useState({ pointer: false, focus: false, scroll: false });
  const [, render] = useReducer((count: number) => count + 1, 0);

  const isOtherView = shownView.current !== view;
  const isAnew = isAsked.current || isOtherView;
  const isStill = isFilled && !isAnew && listeners.some((name) => holds[name]);
  isAsked.current = false;
  shownView.current = view;
  let waiting: string[] = [];
  if (isStill && shown.current.ids.length > 0) {
    const still = standStill(shown.current, wanted, isThere);
    // What one has opened is there, wherever one has opened it.
    const opened = still.waiting.filter((id) => id === current);
    const ids = [...still.order.ids, ...opened.filter((id) => !still.order.ids.includes(id))];
    shown.current = { ids, news: still.order.news };
    waiting = still.waiting.filter((id) => id !== current);
  } else {
    const isPlaced = wasFilled.current && !isOtherView && current !== undefined && isThere(current);
    shown.current = isPlaced ? withPlace(shown.current, wanted, current) : wanted;
  }
  wasFilled.current ||= isFilled;

  const hold = useCallback(
    (name: (typeof listeners)[number], is: boolean) =>
      setHolds((had) => (had[name] === is ? had : { ...had, [name]: is })),
    [],
  );

  return {
    ids: shown.current.ids,
    isStill,
    waiting: waiting.length,
    /** Puts all in order now. */
    ask: useCallback(() => {
      isAsked.current = true;
      render();
    }, []),
    hold,
  };
}
