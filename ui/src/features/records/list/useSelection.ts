import { useCallback, useMemo, useRef, useState } from "react";

/** Ids between two rows of the page, both included. */
export function between(ids: readonly string[], from: string, to: string): readonly string[] {
  const [a, b] = [ids.indexOf(from), ids.indexOf(to)];
  return a < 0 || b < 0 ? [to] : ids.slice(Math.min(a, b), Math.max(a, b) + 1);
}

/**
 * Which rows of the page are ticked; with Shift a whole run. What left the page is not ticked any more, and what may
 * not be ticked is left out of a run.
 */
export function useSelection(ids: readonly string[], mayTick = (_id: string) => true) {
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  const last = useRef<string>(undefined);
  const shown = useRef(ids);
  shown.current = ids;
  const allowed = useRef(mayTick);
  allowed.current = mayTick;
  const selected = useMemo(() => new Set(ids.filter((id) => ticked.has(id))), [ids, ticked]);

  const toggle = useCallback((id: string, isRange: boolean) => {
    const run = isRange && last.current !== undefined ? between(shown.current, last.current, id) : [id];
    last.current = id;
    setTicked((had) => {
      const next = new Set(had);
      const isOn = !had.has(id);
      for (const one of run.filter(allowed.current)) {
        if (isOn) {
          next.add(one);
        } else {
          next.delete(one);
        }
      }
      return next;
    });
  }, []);

  return {
    selected,
    toggle,
    isAll: () => selected.size > 0 && ids.every((id) => selected.has(id) || !mayTick(id)),
    clear: useCallback(() => setTicked(new Set()), []),
    toggleAll: () => {
      const all = ids.filter(mayTick);
      setTicked(selected.size === all.length ? new Set() : new Set(all));
    },
  };
}
