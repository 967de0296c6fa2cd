import { useRouter } from "@tanstack/react-router";
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import type { ListSearch } from "../search";

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

/** How far a list was scrolled when this entry of the history was left, and again when one is back. */
export function useScrollPlace(isReady: boolean) {
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
    const note = () => isPlaced.current && keep(entry, scroller.scrollTop);
    scroller.addEventListener("scroll", note, { passive: true });
    return () => scroller.removeEventListener("scroll", note);
  }, [scroller, entry]);

  return useCallback((element: HTMLElement | Window | null) => {
    const found = element instanceof HTMLElement ? element : null;
    found?.setAttribute("data-scroller", "");
    setScroller(found);
  }, []);
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
