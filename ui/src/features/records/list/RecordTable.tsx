import { type ComponentProps, type KeyboardEvent, type RefObject, useCallback, useMemo, useRef } from "react";
import { TableVirtuoso, type TableVirtuosoHandle } from "react-virtuoso";
import type { WireRecord } from "@/api";
import { useFacts } from "@/feature";
import type { FieldSpec } from "@/fields";
import { cn } from "@/lib/cn";
import { useMedia } from "@/lib/useMedia";
import { useSettled } from "@/lib/useSettled";
import type { LiveList } from "../live/liveList";
import type { Sort } from "../live/sorting";
import { words } from "../messages";
import { widthsOf } from "./columns";
import { useColumnWindow } from "./columnWindow";
import { useDensity } from "./density";
import { Head } from "./Head";
import { readMissing } from "./missing";
import { useScrollPlace } from "./place";
import { RowCells, RowContext, type RowSetting, TableRow, useRowSetting } from "./Row";
import type { useSelection } from "./useSelection";
import { useResizing, useWidths, WidthsContext } from "./widths";

interface RecordTableProps {
  object: string;
  label: string;
  nameField: string;
  columns: readonly FieldSpec[];
  list: LiveList;
  sort: Sort;
  selection: ReturnType<typeof useSelection>;
  canEdit: boolean;
  canDelete: boolean;
  handle: RefObject<TableVirtuosoHandle | null>;
  onTop: (top: number) => void;
  onEnd: () => void;
  /** undefined for records that have an order of their own. */
  onSort: ((field: FieldSpec) => void) | undefined;
  onDelete: (record: WireRecord) => void;
  /** Shows the columns in another order. */
  onColumns: (names: readonly string[]) => void;
}

/** Scrolls sideways rather than have many columns that show nothing. */
function Table({ style, ...rest }: ComponentProps<"table">) {
  const { columns } = useRowSetting();
  const { all } = widthsOf(columns, useWidths().widths);
  const least = { "--least": all === undefined ? `${Math.max(55, columns.length * 7.5)}rem` : `${all}px` };
  return (
    <table
      {...rest}
      style={{ ...style, ...least }}
      className="w-full min-w-(--least) table-fixed border-separate border-spacing-0 max-sm:min-w-0"
    />
  );
}

const components = { Table, TableRow };

const none: readonly FieldSpec[] = [];

/** Arrows walk the rows; Space ticks the row. */
function onKeyDown(event: KeyboardEvent<HTMLElement>, toggle: (id: string, isRange: boolean) => void): void {
  const target = event.target;
  if (!(target instanceof HTMLElement) || !target.matches("[data-row-link]")) {
    return;
  }
  const links = [...event.currentTarget.querySelectorAll<HTMLElement>("[data-row-link]")];
  const at = links.indexOf(target);
  const goal = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: links.length - 1 }[event.key];
  if (goal !== undefined) {
    event.preventDefault();
    links[goal]?.focus();
  } else if (event.key === " ") {
    const id = target.closest<HTMLElement>("[data-record]")?.dataset.record;
    event.preventDefault();
    if (id !== undefined && target.closest("tr")?.querySelector("input")) {
      toggle(id, event.shiftKey);
    }
  }
}

/** The rows of one page. While the pointer is over them they keep their places. */
export function RecordTable(props: RecordTableProps) {
  const {
    object,
    label,
    nameField,
    columns,
    list,
    sort,
    selection,
    canEdit,
    canDelete,
    handle,
    onTop,
    onEnd,
    onSort,
    onDelete,
    onColumns,
  } = props;
  const isCompact = useDensity() === "compact";
  const { ids, hold } = useSettled(list.ids);
  const { selected, toggle } = selection;
  const hasFaces = useFacts(object).some((one) => one.hasFace);
  const onPlace = useScrollPlace(ids.length, { onTop, onEnd });
  // On a narrow screen only the first columns remain.
  const isPhone = useMedia("(max-width: 639px)");
  const { columnWindow, onScroller } = useColumnWindow(isPhone ? none : columns);
  const scrolled = useRef<HTMLElement>(null);
  const scroller = useCallback(
    (element: HTMLElement | Window | null) => {
      scrolled.current = element instanceof HTMLElement ? element : null;
      onPlace(element);
      onScroller(element);
    },
    [onPlace, onScroller],
  );

  const setting = useMemo(
    (): RowSetting => ({
      object,
      columns,
      columnWindow,
      nameField,
      selected,
      leaving: new Set(list.leaving),
      tints: list.tints,
      canEdit,
      canDelete,
      hasFaces,
      hasTicks: canDelete || canEdit,
      onSelect: toggle,
      onDelete,
    }),
    [
      object,
      columns,
      columnWindow,
      nameField,
      selected,
      list.leaving,
      list.tints,
      canEdit,
      canDelete,
      hasFaces,
      toggle,
      onDelete,
    ],
  );

  const resizing = useResizing(object);
  return (
    <WidthsContext value={resizing}>
      <RowContext value={setting}>
        {/* biome-ignore lint/a11y/noStaticElementInteractions: the keys belong to the links inside */}
        <div
          {...hold}
          onKeyDown={(event) => onKeyDown(event, toggle)}
          className={cn("min-h-0 flex-1", isCompact ? "[--row:--spacing(8)]" : "[--row:--spacing(9)]")}
        >
          <TableVirtuoso
            ref={handle}
            scrollerRef={scroller}
            aria-label={words.rowsLabel(label)}
            data={ids}
            // The first paint has its rows; the window is measured after it.
            initialItemCount={ids.length}
            computeItemKey={(_, id) => id}
            components={components}
            fixedHeaderContent={() => (
              <Head
                columns={columns}
                nameField={nameField}
                sort={sort}
                onSort={onSort}
                hasTicks={setting.hasTicks}
                isAllSelected={selection.isAll()}
                isSomeSelected={selected.size > 0}
                onSelectAll={selection.toggleAll}
                onMove={onColumns}
              />
            )}
            itemContent={(_, id) => <RowCells id={id} />}
            rangeChanged={({ startIndex, endIndex }) => {
              readMissing(object, ids.slice(startIndex, endIndex + 1));
            }}
            increaseViewportBy={400}
            // Rows that pass under the pointer are not styled as hovered: that halves what a frame costs.
            isScrolling={(is) => scrolled.current?.toggleAttribute("data-scrolling", is)}
            className="h-full data-scrolling:[&_tbody]:pointer-events-none"
          />
        </div>
      </RowContext>
    </WidthsContext>
  );
}
