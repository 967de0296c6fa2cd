import type { ClipboardEvent, KeyboardEvent } from "react";
import { toast } from "@/components/Toaster/toasts";
import type { FieldSpec } from "@/fields";
import { isMod } from "@/lib/keys";
import { cleared, filledDown, pasted, type Sheet } from "./blocks";
import { cellText, mostPasted, rememberCopied, writeCells } from "./clipboard";
import type { CellEdit } from "./drafts";
import { words } from "./messages";
import { at, edges, pressed, type Range, type Spot, tabbed } from "./range";

interface Keys {
  sheet: Sheet;
  range: Range;
  onRange: (range: Range) => void;
  onEdits: (edits: readonly CellEdit[]) => void;
  onOpen: (spot: Spot, start?: string) => void;
}

/** Kinds that a typed key begins. */
const typedKinds = ["text", "text-area", "email", "url", "number", "currency"];

const isCell = (target: EventTarget) => target instanceof HTMLElement && target.matches("[data-cell]");

const numbers = new Intl.NumberFormat("en-US");

/** What the keys and the clipboard do on a grid's cells. */
export function useGridKeys({ sheet, range, onRange, onEdits, onOpen }: Keys) {
  const size = { rows: sheet.ids.length, columns: sheet.columns.length };
  const { ids, columns } = sheet;
  const block = () => {
    const { top, bottom, left, right } = edges(range);
    const fields = columns.slice(left, right + 1);
    const values = ids.slice(top, bottom + 1).map((id) => fields.map((field) => sheet.valueOf(id, field)));
    return { fields, values };
  };
  const change = (edits: readonly CellEdit[]) => {
    if (edits.length === 0) {
      toast.warning(words.pasteNothing);
    } else {
      onEdits(edits);
    }
  };

  const open = (event: KeyboardEvent, start?: string) => {
    const field = columns[range.from.column];
    const id = ids[range.from.row];
    if (field && id !== undefined && sheet.mayEdit(id, field)) {
      event.preventDefault();
      onOpen(range.from, start);
    } else if (start === undefined) {
      toast.warning(words.readOnly);
    }
  };
  const isTypedInto = (field: FieldSpec | undefined) =>
    field !== undefined && typedKinds.includes(field.kind);

  /** Keys without another meaning. */
  const onPlain = (event: KeyboardEvent) => {
    if (event.key === "Enter" || event.key === "F2") {
      open(event);
    } else if (event.key === "Delete" || event.key === "Backspace") {
      event.preventDefault();
      change(cleared(sheet, range));
    } else if (event.key === "Escape") {
      onRange(at(range.from));
    } else if (event.key.length === 1 && event.key !== " " && isTypedInto(columns[range.from.column])) {
      open(event, event.key);
    }
  };

  const onKeyDown = (event: KeyboardEvent) => {
    if (!isCell(event.target) || event.altKey || event.nativeEvent.isComposing) {
      return;
    }
    const mod = isMod(event);
    const next = pressed(range, { key: event.key, shiftKey: event.shiftKey, isMod: mod }, size);
    if (next) {
      event.preventDefault();
      onRange(next);
    } else if (event.key === "Tab") {
      const spot = tabbed(range.from, event.shiftKey, size);
      if (spot) {
        event.preventDefault();
        onRange(at(spot));
      }
    } else if (mod && event.code === "KeyD") {
      event.preventDefault();
      change(filledDown(sheet, range));
    } else if (mod && event.code === "KeyA") {
      event.preventDefault();
      onRange({ from: { row: 0, column: 0 }, to: { row: size.rows - 1, column: size.columns - 1 } });
    } else if (!(event.ctrlKey || event.metaKey)) {
      onPlain(event);
    }
  };

  const onCopy = (event: ClipboardEvent) => {
    if (!isCell(event.target)) {
      return;
    }
    event.preventDefault();
    const { fields, values } = block();
    const text = writeCells(
      values.map((row) => row.map((value, column) => cellText(fields[column] as FieldSpec, value))),
    );
    event.clipboardData.setData("text/plain", text);
    rememberCopied(text, fields, values);
    toast.info(words.copied(fields.length * values.length));
  };

  const onPaste = (event: ClipboardEvent) => {
    if (!isCell(event.target)) {
      return;
    }
    event.preventDefault();
    const text = event.clipboardData.getData("text/plain");
    if (text.length > mostPasted) {
      toast.error(words.pasteTooLarge(`${numbers.format(mostPasted)} characters`));
      return;
    }
    if (text === "") {
      return;
    }
    const paste = pasted(sheet, range, text);
    change(paste.edits);
    if (paste.edits.length === 0) {
      return;
    }
    const { top, left } = edges(range);
    onRange({
      from: { row: top, column: left },
      to: { row: top + paste.fitRows - 1, column: left + paste.fitColumns - 1 },
    });
    if (paste.fitRows < paste.rows) {
      toast.warning(words.pasteCut(paste.rows, paste.fitRows));
    } else if (paste.fitColumns < paste.columns) {
      toast.warning(words.pasteColumns(paste.columns, paste.fitColumns));
    } else {
      toast.info(words.pasted(paste.edits.length, paste.edits.filter(({ problem }) => problem).length));
    }
  };

  return { onKeyDown, onCopy, onPaste };
}
