import { ArrowDown, ArrowUp } from "lucide-react";
import { Tick } from "@/components/Tick/Tick";
import { type FieldSpec, fieldType } from "@/fields";
import { cn } from "@/lib/cn";
import { useMedia } from "@/lib/useMedia";
import type { Sort } from "../live/sorting";
import { words } from "../messages";
import { ColumnEdge } from "./ColumnEdge";
import { isSortable, widthsOf } from "./columns";
import { narrowClass } from "./Row";
import { useHeadDragging } from "./useHeadDragging";
import { useWidths } from "./widths";

interface HeadProps {
  columns: readonly FieldSpec[];
  nameField: string;
  sort: Sort;
  /** undefined where the rows have an order of their own. */
  onSort: ((field: FieldSpec) => void) | undefined;
  hasTicks: boolean;
  isAllSelected: boolean;
  isSomeSelected: boolean;
  onSelectAll: () => void;
  onMove: (names: readonly string[]) => void;
}

function Title({
  field,
  sort,
  onSort,
}: {
  field: FieldSpec;
  sort: Sort;
  onSort: ((field: FieldSpec) => void) | undefined;
}) {
  const isActive = sort.field === field.name;
  const Arrow = sort.isDescending ? ArrowDown : ArrowUp;
  if (onSort === undefined || !isSortable(field)) {
    return (
      <span data-tip={field.help} className="block truncate">
        {field.title}
      </span>
    );
  }
  return (
    <button
      type="button"
      data-tip={field.help ?? words.sortBy(field.title)}
      onClick={() => onSort(field)}
      className={cn(
        "-mx-1 inline-flex max-w-full items-center gap-1 rounded-sm px-1 hover:text-n12",
        isActive && "text-n12",
      )}
    >
      <span className="truncate">{field.title}</span>
      {isActive ? <Arrow aria-hidden className="size-3 shrink-0 text-accent-text" /> : null}
    </button>
  );
}

/** The heads of the columns, which stay while the rows scroll. */
export function Head({
  columns,
  nameField,
  sort,
  onSort,
  hasTicks,
  isAllSelected,
  isSomeSelected,
  onSelectAll,
  onMove,
}: HeadProps) {
  const dragging = useHeadDragging(
    columns.map(({ name }) => name),
    onMove,
  );
  const isPhone = useMedia("(max-width: 639px)");
  const { each, all } = widthsOf(columns, useWidths().widths);
  return (
    <tr className="h-9 bg-n2 text-left text-meta text-n11">
      {hasTicks ? (
        <th scope="col" className="w-11 border-b pr-0 pl-5 font-medium max-sm:hidden">
          <Tick
            label={words.selectAll}
            isOn={isAllSelected}
            isPartly={isSomeSelected && !isAllSelected}
            onChange={onSelectAll}
          />
        </th>
      ) : null}
      {columns.map((field, index) => (
        <th
          key={field.name}
          scope="col"
          aria-sort={
            onSort && sort.field === field.name ? (sort.isDescending ? "descending" : "ascending") : undefined
          }
          data-field={field.name}
          data-drop={dragging.dropOf(index)}
          onPointerDown={(event) => dragging.begin(event, field.name)}
          onClickCapture={(event) => {
            if (dragging.wasDragged()) {
              event.preventDefault();
              event.stopPropagation();
            }
          }}
          style={{ width: isPhone ? undefined : each[index] }}
          className={cn(
            "relative select-none border-b px-2.5 font-medium",
            "data-drop:before:absolute data-drop:before:inset-y-1 data-drop:before:z-20 data-drop:before:w-0.5 data-drop:before:bg-accent data-[drop=after]:before:-right-px data-[drop=before]:before:-left-px",
            dragging.isDragged(field.name) && "opacity-50",
            narrowClass(index, field.name === nameField),
            index === 0 && !hasTicks && "pl-5",
            fieldType(field.kind).isNumeric && "text-right",
          )}
        >
          <Title field={field} sort={sort} onSort={onSort} />
          <ColumnEdge field={field.name} />
        </th>
      ))}
      <th scope="col" className={cn("border-b p-0", all === undefined && "w-0")}>
        <span className="sr-only">{words.actions}</span>
      </th>
    </tr>
  );
}
