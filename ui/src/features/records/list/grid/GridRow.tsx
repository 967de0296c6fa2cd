import { createContext, memo, type PointerEvent, use } from "react";
import type { WireRecord } from "@/api";
import { Tick } from "@/components/Tick/Tick";
import { type FieldSpec, fieldType } from "@/fields";
import { textOf } from "@/fields/value";
import { cn } from "@/lib/cn";
import { t } from "@/messages";
import { words as recordWords } from "../../messages";
import { FieldCell } from "../Row";
import { cellProblem, type RowDraft } from "./drafts";
import { words } from "./messages";

/** What the rows of a grid share. */
export interface GridSetting {
  columns: readonly FieldSpec[];
  nameField: string;
  hasTicks: boolean;
  onTick: (id: string, isRange: boolean) => void;
  onPointer: (row: number, column: number, event: PointerEvent) => void;
  onOpen: (row: number, column: number) => void;
}

export const GridContext = createContext<GridSetting | undefined>(undefined);

interface GridRowProps {
  id: string;
  row: number;
  record: WireRecord;
  isDeleted: boolean;
  mayEdit: (field: FieldSpec) => boolean;
  draft: RowDraft | undefined;
  /** The active cell's column, -1 for another row's. */
  active: number;
  /** The columns of the block in this row, from and to; -1 for none. */
  left: number;
  right: number;
  isTicked: boolean;
}

interface CellProps {
  field: FieldSpec;
  record: WireRecord;
  draft: RowDraft | undefined;
  isDeleted: boolean;
  isActive: boolean;
  isIn: boolean;
  isReadOnly: boolean;
  row: number;
  column: number;
}

function Cell({ field, record, draft, isDeleted, isActive, isIn, isReadOnly, row, column }: CellProps) {
  const setting = use(GridContext);
  const { name, kind } = field;
  const isChanged = draft !== undefined && name in draft.draft.edits;
  const value = isChanged ? draft.draft.edits[name] : record[name];
  const problem = isDeleted ? undefined : cellProblem(draft, record, field);
  const isUnreadable = draft?.draft.problems[name] !== undefined;
  const { isNumeric } = fieldType(kind);
  return (
    <td
      // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: the cells of a grid take the focus
      role="gridcell"
      tabIndex={isActive ? 0 : -1}
      data-cell={`${row}:${column}`}
      aria-selected={isIn}
      aria-readonly={isReadOnly || undefined}
      aria-invalid={problem !== undefined || undefined}
      data-tip={problem}
      onPointerDown={(event) => setting?.onPointer(row, column, event)}
      onDoubleClick={() => setting?.onOpen(row, column)}
      className={cn(
        "relative h-(--row) select-none overflow-hidden border-r border-b px-2.5",
        isReadOnly ? "bg-n2 text-n11" : "cursor-cell",
        isChanged && !problem && "bg-warning-soft",
        problem && "bg-danger-soft",
        isIn && "bg-accent-soft",
        isActive ? "outline-2 outline-accent -outline-offset-2" : "outline-none",
        isNumeric && "text-right",
      )}
    >
      <span
        className={cn("flex min-w-0 items-center", isNumeric && "justify-end", isDeleted && "line-through")}
      >
        {isUnreadable ? (
          <span className="truncate text-danger">{textOf(value)}</span>
        ) : isChanged ? (
          <FieldCell field={field} record={{ ...record, [name]: value }} />
        ) : (
          <FieldCell field={field} record={record} />
        )}
      </span>
      {problem ? <span className="sr-only">{problem}</span> : null}
    </td>
  );
}

/** One row of a grid; it renders again only when something of it changes. */
export const GridRow = memo(function GridRow(props: GridRowProps) {
  const { id, row, record, isDeleted, mayEdit, draft, active, left, right, isTicked } = props;
  const setting = use(GridContext);
  if (!setting) {
    return null;
  }
  const name = String(record[setting.nameField] || t.records.noValue);
  return (
    <>
      {setting.hasTicks ? (
        <td className="w-11 border-b pr-0 pl-5 max-sm:pl-4">
          {isDeleted ? null : (
            <Tick
              label={recordWords.selectRow(name)}
              isOn={isTicked}
              onChange={({ nativeEvent }) =>
                setting.onTick(id, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
              }
            />
          )}
        </td>
      ) : null}
      {setting.columns.map((field, column) => (
        <Cell
          key={field.name}
          field={field}
          record={record}
          draft={draft}
          isDeleted={isDeleted}
          isActive={active === column}
          isIn={column >= left && column <= right && left >= 0}
          isReadOnly={isDeleted || !mayEdit(field)}
          row={row}
          column={column}
        />
      ))}
      <td className="border-b px-2.5 text-danger text-meta">
        {isDeleted ? <span className="block truncate">{words.deletedElsewhere}</span> : null}
      </td>
    </>
  );
});
