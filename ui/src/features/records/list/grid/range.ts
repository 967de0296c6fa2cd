/** A cell by its place among the rows and columns. */
export interface Spot {
  row: number;
  column: number;
}

/** A block of cells: from the active one to the opposite corner. */
export interface Range {
  from: Spot;
  to: Spot;
}

export interface Size {
  rows: number;
  columns: number;
}

export const at = (spot: Spot): Range => ({ from: spot, to: spot });

const between = (value: number, most: number) => Math.max(0, Math.min(value, most - 1));

export const within = ({ row, column }: Spot, { rows, columns }: Size): Spot => ({
  row: between(row, rows),
  column: between(column, columns),
});

/** The block's edges, both included. */
export const edges = ({ from, to }: Range) => ({
  top: Math.min(from.row, to.row),
  bottom: Math.max(from.row, to.row),
  left: Math.min(from.column, to.column),
  right: Math.max(from.column, to.column),
});

interface Press {
  key: string;
  shiftKey: boolean;
  isMod: boolean;
}

const page = 15;

/** Where a key leads from a cell; undefined for a key that leads nowhere. */
function step(spot: Spot, { key, isMod }: Press, { rows, columns }: Size): Spot | undefined {
  const { row, column } = spot;
  const goals: Record<string, Spot> = {
    ArrowUp: { row: isMod ? 0 : row - 1, column },
    ArrowDown: { row: isMod ? rows : row + 1, column },
    ArrowLeft: { row, column: isMod ? 0 : column - 1 },
    ArrowRight: { row, column: isMod ? columns : column + 1 },
    Home: { row: isMod ? 0 : row, column: 0 },
    End: { row: isMod ? rows : row, column: columns },
    PageUp: { row: row - page, column },
    PageDown: { row: row + page, column },
  };
  const goal = goals[key];
  return goal && within(goal, { rows, columns });
}

/** The block after a key; with Shift the active cell stays and the block grows. */
export function pressed(range: Range, press: Press, size: Size): Range | undefined {
  const goal = step(press.shiftKey ? range.to : range.from, press, size);
  return goal && (press.shiftKey ? { from: range.from, to: goal } : at(goal));
}

/** The next cell in reading order, or the one before; undefined beyond the last and the first. */
export function tabbed({ row, column }: Spot, isBack: boolean, { rows, columns }: Size): Spot | undefined {
  const place = row * columns + column + (isBack ? -1 : 1);
  return place < 0 || place >= rows * columns
    ? undefined
    : { row: Math.floor(place / columns), column: place % columns };
}
