import { type KeyboardEvent, useRef, useState } from "react";

/** A row of a grid: its key, and the columns that have something to go to. */
export interface GridRow {
  key: string;
  columns: readonly number[];
}

interface Place {
  row: string;
  column: number;
}

const page = 6;
const vertical: Readonly<Record<string, number>> = {
  ArrowUp: -1,
  ArrowDown: 1,
  PageUp: -page,
  PageDown: page,
};

const nearest = (columns: readonly number[], wanted: number): number =>
  columns.reduce(
    (best, one) => (Math.abs(one - wanted) < Math.abs(best - wanted) ? one : best),
    columns[0] ?? 0,
  );

/** Where a key leads from a place in a grid; undefined for keys that lead nowhere. */
export function placeAfter(
  rows: readonly GridRow[],
  { row, column }: Place,
  { key, isFar }: { key: string; isFar: boolean },
): Place | undefined {
  const at = rows.findIndex((one) => one.key === row);
  const here = rows[at];
  if (!here) {
    return undefined;
  }
  const into = (to: number, wanted: number): Place | undefined => {
    const target = rows[Math.max(0, Math.min(to, rows.length - 1))];
    return target && { row: target.key, column: nearest(target.columns, wanted) };
  };
  const step = vertical[key];
  if (step !== undefined) {
    return into(at + step, column);
  }
  const place = here.columns.indexOf(nearest(here.columns, column));
  const end = Number.MAX_SAFE_INTEGER;
  switch (key) {
    case "ArrowLeft":
      return { row, column: here.columns[Math.max(0, place - 1)] ?? column };
    case "ArrowRight":
      return { row, column: here.columns[Math.min(here.columns.length - 1, place + 1)] ?? column };
    case "Home":
      return into(isFar ? 0 : at, 0);
    case "End":
      return into(isFar ? rows.length - 1 : at, end);
    default:
      return undefined;
  }
}

const nameOf = ({ row, column }: Place) => `${row}/${column}`;

/**
 * One stop of the Tab key in a grid, moved about by arrows, Home, End and the page keys (WAI-ARIA grid). Each cell's
 * control takes what cell gives for it.
 */
export function useGrid(rows: readonly GridRow[]) {
  const [at, setAt] = useState<Place>();
  const root = useRef<HTMLTableElement>(null);
  const isThere = rows.some((one) => one.key === at?.row && one.columns.includes(at.column));
  const first = rows[0];
  const stop = isThere ? at : first && { row: first.key, column: first.columns[0] ?? 0 };

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.defaultPrevented || event.altKey || event.shiftKey || !stop) {
      return;
    }
    const next = placeAfter(rows, stop, { key: event.key, isFar: event.ctrlKey || event.metaKey });
    if (next) {
      event.preventDefault();
      setAt(next);
      root.current?.querySelector<HTMLElement>(`[data-cell="${CSS.escape(nameOf(next))}"]`)?.focus();
    }
  };
  return {
    gridProps: { ref: root, onKeyDown },
    cell: (row: string, column: number) => ({
      "data-cell": nameOf({ row, column }),
      tabIndex: stop?.row === row && stop.column === column ? 0 : -1,
      onFocus: () => setAt({ row, column }),
    }),
  };
}

export type Grid = ReturnType<typeof useGrid>;
