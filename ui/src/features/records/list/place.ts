import { useRouter } from "@tanstack/react-router";
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import type { ListSearch } from "../search";

/** The first visible record, where all are of one height. */
function topOf(scroller: HTMLElement): number {
  const one = scroller.querySelector<HTMLElement>("[data-record], ol > li");
  return one && one.offsetHeight > 0 ? Math.floor(scroller.scrollTop / one.offsetHeight) : 0;
}

/** How many entries of the history are remembered with their scroll. */
const most = 100;

const tops = new Map<string, number>();

function keep(entry: string, top: number): void {
  tops.delete(entry);
  tops.set(entry, top);
  const [oldest] = tops.keys();
  if (tops.size > most && oldest !== undefined) {
    tops.delete(oldest);
  }
}

interface Scrolled {
  /** Hears which record is the first visible one. */
  onTop?: (top: number) => void;
  /** The end of the list comes near. */
  onEnd?: () => void;
}

/** So many pixels before its end a list is read on. */
const near = 600;

/**
 * How far a list was scrolled when this entry of the history was left, and again when one is back. A list that is
 * scrolled near its end is read on, and one that is shorter than its place.
 */
export function useScrollPlace(count: number, { onTop, onEnd }: Scrolled = {}) {
  const isReady = count > 0;
  const { history } = useRouter();
  const [entry] = useState(() => history.location.state.__TSR_key ?? "");
  const [scroller, setScroller] = useState<HTMLElement | null>(null);
  const isPlaced = useRef(false);

  useLayoutEffect(() => {
    if (scroller && isReady && !isPlaced.current) {
      isPlaced.current = true;
      scroller.scrollTop = tops.get(entry) ?? 0;
    }
  }, [scroller, isReady, entry]);

  useEffect(() => {
    if (!scroller) {
      return;
    }
    const note = () => {
      const { scrollTop, scrollHeight, clientHeight } = scroller;
      if (!isPlaced.current) {
        return;
      }
      keep(entry, scrollTop);
      onTop?.(topOf(scroller));
      if (scrollTop > 0 && scrollHeight - scrollTop - clientHeight < near) {
        onEnd?.();
      }
    };
    // Before the rows of the new place are rendered: to measure after that would lay them out twice.
    scroller.addEventListener("scroll", note, { passive: true, capture: true });
    return () => scroller.removeEventListener("scroll", note, { capture: true });
  }, [scroller, entry, onTop, onEnd]);

  useEffect(() => {
    if (
      count > 0 &&
      scroller &&
      scroller.clientHeight > 0 &&
      scroller.scrollHeight <= scroller.clientHeight
    ) {
      onEnd?.();
    }
  }, [count, scroller, onEnd]);

  return useCallback((element: HTMLElement | Window | null) => {
    const found = element instanceof HTMLElement ? element : null;
    found?.setAttribute("data-scroller", "");
    setScroller(found);
  }, []);
}

const reaches = new Map<string, number>();

/** How far beyond its page a list was scrolled when this entry of the history was left, for the way back to it. */
export function useReach(view: string) {
  const { history } = useRouter();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another view is another entry
  return useMemo(() => {
    const entry = `${history.location.state.__TSR_key ?? ""} ${view}`;
    return {
      beyond: reaches.get(entry) ?? 0,
      onBeyond: (beyond: number) => {
        reaches.delete(entry);
        reaches.set(entry, beyond);
        const [oldest] = reaches.keys();
        if (reaches.size > most && oldest !== undefined) {
          reaches.delete(oldest);
        }
      },
    };
  }, [view]);
}

interface Visit {
  index: number;
  mode: "list" | "kanban";
  search: ListSearch;
}

const visits = new Map<string, Visit>();

/** Notes how an object's list is shown, for the way back from its records. */
export function useListVisit(object: string, search: ListSearch): void {
  const { history } = useRouter();
  useEffect(() => {
    const { pathname, state } = history.location;
    // The history moves on before the list is gone.
    const mode = /\/(list|table|gallery|json|kanban)$/.exec(pathname)?.[1];
    if (mode) {
      visits.set(object, { index: state.__TSR_index, mode: mode === "kanban" ? mode : "list", search });
    }
  });
}

/** The way back to an object's list, as it was: by the history where it is the entry before, else by its address. */
export function useWayBack(object: string) {
  const router = useRouter();
  return () => {
    const visit = visits.get(object);
    if (visit && visit.index === router.history.location.state.__TSR_index - 1) {
      router.history.back();
    } else {
      const to = visit?.mode === "kanban" ? "/view/$object/kanban" : "/view/$object/list";
      void router.navigate({ to, params: { object }, search: visit?.search ?? {} });
    }
  };
}
