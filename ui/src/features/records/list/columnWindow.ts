import { useCallback, useEffect, useState } from "react";

/** Tables with no more columns than this show all of them. */
const least = 16;
/** How many columns to each side of the visible ones have cells, too. */
const margin = 3;

/** The columns that are there, from the first to before the last. */
export interface ColumnWindow {
  from: number;
  to: number;
}

interface Head {
  left: number;
  right: number;
}

/** The columns that touch what is visible of a table, which was scrolled sideways by `left`. */
export function visibleColumns(heads: readonly Head[], left: number, width: number): ColumnWindow {
  const first = heads.findIndex((head) => head.right > left);
  const from = first < 0 ? Math.max(0, heads.length - 1) : first;
  const behind = heads.findIndex((head, index) => index >= from && head.left >= left + width);
  return { from, to: behind < 0 ? heads.length : Math.max(from + 1, behind) };
}

/** A run of columns that are not there, or one that is. */
export type Slot = { column: number } | { gap: number; before: number };

/** The cells of a row whose table shows a window of its columns; one column is always there. */
export function slotsOf(count: number, { from, to }: ColumnWindow, always: number): Slot[] {
  const slots: Slot[] = [];
  let gap = 0;
  const close = (before: number) => {
    if (gap > 0) {
      slots.push({ gap, before });
      gap = 0;
    }
  };
  for (let column = 0; column < count; column++) {
    if (column === always || (column >= from && column < to)) {
      close(column);
      slots.push({ column });
    } else {
      gap++;
    }
  }
  close(count);
  return slots;
}

const headsOf = (scroller: HTMLElement): Head[] =>
  [...scroller.querySelectorAll<HTMLElement>("th[data-field]")].map(({ offsetLeft, offsetWidth }) => ({
    left: offsetLeft,
    right: offsetLeft + offsetWidth,
  }));

/**
 * Which columns of a wide table have cells: a row of fifty is as quick to show as a row of ten. Returns undefined for a
 * table that shows all of them, and a function that hears of the element that scrolls.
 */
export function useColumnWindow(columns: readonly unknown[]) {
  const isWide = columns.length > least;
  const [scroller, setScroller] = useState<HTMLElement | null>(null);
  const [shown, setShown] = useState<ColumnWindow>({ from: 0, to: least });

  // biome-ignore lint/correctness/useExhaustiveDependencies: other columns have other heads
  useEffect(() => {
    if (!isWide || !scroller) {
      return;
    }
    let heads: Head[] = [];
    const look = () => {
      const seen = visibleColumns(heads, scroller.scrollLeft, scroller.clientWidth);
      setShown((had) =>
        had.from <= seen.from && seen.to <= had.to
          ? had
          : { from: Math.max(0, seen.from - margin), to: seen.to + margin },
      );
    };
    const measure = () => {
      heads = headsOf(scroller);
      look();
    };
    let left = scroller.scrollLeft;
    const onScroll = () => {
      if (scroller.scrollLeft !== left) {
        left = scroller.scrollLeft;
        look();
      }
    };
    const sizes = new ResizeObserver(measure);
    sizes.observe(scroller);
    const table = scroller.querySelector("table");
    if (table) {
      sizes.observe(table);
    }
    for (const head of scroller.querySelectorAll("th[data-field]")) {
      sizes.observe(head);
    }
    measure();
    scroller.addEventListener("scroll", onScroll, { passive: true });
    return () => {
      sizes.disconnect();
      scroller.removeEventListener("scroll", onScroll);
    };
  }, [isWide, columns, scroller]);

  const onScroller = useCallback((element: HTMLElement | Window | null) => {
    setScroller(element instanceof HTMLElement ? element : null);
  }, []);
  return { columnWindow: isWide ? shown : undefined, onScroller };
}
