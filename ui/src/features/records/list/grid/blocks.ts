import type { FieldSpec } from "@/fields";
import { copiedValue, parseCells, readCell } from "./clipboard";
import type { CellEdit } from "./drafts";
import { edges, type Range } from "./range";

/** What a block of cells stands on. */
export interface Sheet {
  ids: readonly string[];
  columns: readonly FieldSpec[];
  /** The value as it is shown: what was typed, else what is stored. */
  valueOf: (id: string, field: FieldSpec) => unknown;
  mayEdit: (id: string, field: FieldSpec) => boolean;
}

export interface Pasted {
  edits: CellEdit[];
  rows: number;
  columns: number;
  /** How much of that the table has room for. */
  fitRows: number;
  fitColumns: number;
}

/** The edits of a paste at the block's top left; one cell fills the whole block. */
export function pasted(sheet: Sheet, range: Range, text: string): Pasted {
  const cells = parseCells(text);
  const { top, left, bottom, right } = edges(range);
  const columns = Math.max(...cells.map((row) => row.length));
  const isOne = cells.length === 1 && columns === 1;
  const rows = isOne ? bottom - top + 1 : cells.length;
  const width = isOne ? right - left + 1 : columns;
  const fitRows = Math.min(rows, sheet.ids.length - top);
  const fitColumns = Math.min(width, sheet.columns.length - left);
  const edits: CellEdit[] = [];
  for (let row = 0; row < fitRows; row++) {
    const id = sheet.ids[top + row] as string;
    for (let column = 0; column < fitColumns; column++) {
      const field = sheet.columns[left + column] as FieldSpec;
      const cell = isOne ? cells[0]?.[0] : cells[row]?.[column];
      if (cell !== undefined && sheet.mayEdit(id, field)) {
        const read = copiedValue(text, row, column, field) ?? readCell(field, cell);
        edits.push({ id, field, ...read });
      }
    }
  }
  return { edits, rows, columns: width, fitRows, fitColumns };
}

/** The block's first row in all rows of it; of one row, the row above. */
export function filledDown(sheet: Sheet, range: Range): CellEdit[] {
  const { top, bottom, left, right } = edges(range);
  const source = top === bottom ? top - 1 : top;
  const from = sheet.ids[source];
  if (from === undefined) {
    return [];
  }
  return sheet.ids
    .slice(source + 1, bottom + 1)
    .flatMap((id) =>
      sheet.columns
        .slice(left, right + 1)
        .flatMap((field) =>
          sheet.mayEdit(id, field) ? { id, field, value: sheet.valueOf(from, field) ?? null } : [],
        ),
    );
}

/** The block without values. */
export function cleared(sheet: Sheet, range: Range): CellEdit[] {
  const { top, bottom, left, right } = edges(range);
  return sheet.ids
    .slice(top, bottom + 1)
    .flatMap((id) =>
      sheet.columns
        .slice(left, right + 1)
        .flatMap((field) => (sheet.mayEdit(id, field) ? { id, field, ...readCell(field, "") } : [])),
    );
}
