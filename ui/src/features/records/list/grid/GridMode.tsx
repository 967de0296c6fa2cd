import {
  type ComponentProps,
  type PointerEvent,
  useCallback,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
} from "react";
import { TableVirtuoso, type TableVirtuosoHandle } from "react-virtuoso";
import type { ObjectSchema, Rights, WireRecord } from "@/api";
import { Button } from "@/components/Button/Button";
import { Tick } from "@/components/Tick/Tick";
import { type FieldSpec, fieldsOf, fieldType } from "@/fields";
import { cn } from "@/lib/cn";
import { peek, useRecord } from "@/store";
import { words as recordWords } from "../../messages";
import { rightsIn } from "../../rowRights";
import { ColumnEdge } from "../ColumnEdge";
import { defaultWidth, tickWidth } from "../columns";
import { useDensity } from "../density";
import { useScrollPlace } from "../place";
import type { useSelection } from "../useSelection";
import { useResizing, WidthsContext } from "../widths";
import type { Sheet } from "./blocks";
import { CellEditor, type Leaving } from "./CellEditor";
import { GridProblems } from "./GridProblems";
import { GridContext, GridRow, type GridSetting } from "./GridRow";
import { words } from "./messages";
import { at, edges, type Range, type Spot, tabbed, within } from "./range";
import type { GridDrafts } from "./useDrafts";
import { useGridKeys } from "./useGridKeys";

/** Sets one field in the ticked records, or in all of the list. */
export interface MassOffer {
  label: string;
  run: (field: FieldSpec, value: unknown) => void;
}

export interface GridModeProps {
  schema: ObjectSchema;
  label: string;
  nameField: string;
  columns: readonly FieldSpec[];
  ids: readonly string[];
  drafts: GridDrafts;
  rights: Rights;
  selection: ReturnType<typeof useSelection>;
  /** What sets the value of a cell in other records too. */
  offers: (field: FieldSpec) => readonly MassOffer[];
  /** Rises when the reader asks for what is new. */
  asked: number;
}

interface TableContext {
  width: number;
  label: string;
  hintId: string;
  rows: number;
}

function Table({ style, context, ...rest }: ComponentProps<"table"> & { context?: TableContext }) {
  return (
    <table
      {...rest}
      // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: the cells of a grid take the focus
      role="grid"
      aria-label={context?.label}
      aria-describedby={context?.hintId}
      aria-rowcount={context?.rows}
      style={{ ...style, width: context?.width }}
      className="min-w-full table-fixed border-separate border-spacing-0"
    />
  );
}

const components = { Table };

/**
 * The order of the rows while they are edited: nothing moves by itself. New rows wait until they are asked for, and
 * what was deleted stays where it was.
 */
function useStill(object: string, ids: readonly string[], asked: number) {
  const [shown, setShown] = useState(ids);
  const [seen, setSeen] = useState({ asked, ids });
  if (seen.asked !== asked || seen.ids !== ids) {
    setSeen({ asked, ids });
    if (seen.asked !== asked || shown.length === 0) {
      setShown(ids);
    }
  }
  const records = useRef(new Map<string, WireRecord>());
  for (const id of shown) {
    const record = peek(object, id)?.record;
    if (record && !records.current.has(id)) {
      records.current.set(id, record);
    }
  }
  const waiting = ids.filter((id) => !shown.includes(id)).length;
  return { shown, waiting, show: () => setShown(ids), had: records.current };
}

interface LineProps extends Omit<ComponentProps<typeof GridRow>, "record" | "isDeleted" | "mayEdit"> {
  object: string;
  had: WireRecord | undefined;
  mayEdit: (record: WireRecord, field: FieldSpec) => boolean;
}

function Line({ object, had, mayEdit, ...rest }: LineProps) {
  const stored = useRecord(object, rest.id);
  const record = stored ?? had;
  const may = useCallback(
    (field: FieldSpec) => record !== undefined && mayEdit(record, field),
    [record, mayEdit],
  );
  return record ? (
    <GridRow {...rest} record={record} isDeleted={stored === undefined} mayEdit={may} />
  ) : (
    <td />
  );
}

/** The records of a page in cells that are edited where they stand, by keyboard like a spreadsheet. */
export function GridMode(props: GridModeProps) {
  const { schema, nameField, columns, drafts, rights, selection, offers } = props;
  const object = schema.api_name;
  const isCompact = useDensity() === "compact";
  const resizing = useResizing(object);
  const { shown: ids, waiting, show, had } = useStill(object, props.ids, props.asked);
  const [range, setRange] = useState<Range>(at({ row: 0, column: 0 }));
  const [open, setOpen] = useState<{ spot: Spot; start: string | undefined; cell: HTMLElement }>();
  const root = useRef<HTMLDivElement>(null);
  const table = useRef<TableVirtuosoHandle>(null);
  const wantsFocus = useRef(false);
  const scroller = useScrollPlace(ids.length);
  const hintId = useId();
  const size = { rows: ids.length, columns: columns.length };
  const active = within(range.from, size);
  const block = edges({ from: active, to: within(range.to, size) });

  const mayEdit = useCallback(
    (record: WireRecord, field: FieldSpec) => {
      const own = record.rights;
      return (
        field.isEditable &&
        !fieldType(field.kind).isSecret &&
        rightsIn(rights, record).update &&
        (!own || own.update.includes(field.name))
      );
    },
    [rights],
  );
  const sheet: Sheet = {
    ids,
    columns,
    valueOf: (id, field) => {
      const row = drafts.drafts[id];
      return row && field.name in row.draft.edits
        ? row.draft.edits[field.name]
        : drafts.read(id)?.[field.name];
    },
    mayEdit: (id, field) => {
      const record = drafts.read(id);
      return record !== undefined && mayEdit(record, field);
    },
  };

  const cellAt = ({ row, column }: Spot) =>
    root.current?.querySelector<HTMLElement>(`[data-cell="${row}:${column}"]`) ?? null;
  const go = (next: Range) => {
    wantsFocus.current = true;
    setRange(next);
  };
  useEffect(() => {
    if (!wantsFocus.current || open) {
      return;
    }
    wantsFocus.current = false;
    const spot = range.to;
    const focus = () => {
      cellAt(spot)?.scrollIntoView({ block: "nearest", inline: "nearest" });
      cellAt(range.from)?.focus({ preventScroll: true });
    };
    if (cellAt(spot)) {
      focus();
    } else {
      table.current?.scrollIntoView({ index: spot.row, done: () => requestAnimationFrame(focus) });
    }
  });

  const openAt = (spot: Spot, start?: string) => {
    const cell = cellAt(spot);
    const field = columns[spot.column];
    const id = ids[spot.row];
    if (cell && field && id !== undefined && sheet.mayEdit(id, field)) {
      setRange(at(spot));
      setOpen({ spot, start, cell });
    }
  };
  const close = (leaving: Leaving) => {
    const spot = open?.spot ?? active;
    const isBack = leaving === "back";
    const step = leaving === "down" ? 1 : leaving === "up" ? -1 : 0;
    const goal =
      leaving === "next" || isBack
        ? tabbed(spot, isBack, size)
        : within({ ...spot, row: spot.row + step }, size);
    setOpen(undefined);
    go(at(goal ?? spot));
  };
  const keys = useGridKeys({
    sheet,
    range: { from: active, to: within(range.to, size) },
    onRange: go,
    onEdits: drafts.put,
    onOpen: openAt,
  });

  const openRef = useRef(openAt);
  openRef.current = openAt;
  const setting = useMemo(
    (): GridSetting => ({
      columns,
      nameField,
      hasTicks: rights.update || rights.delete,
      onTick: selection.toggle,
      onPointer: (row: number, column: number, event: PointerEvent) => {
        const spot = { row, column };
        if (event.pointerType === "touch") {
          setRange((before) => {
            if (before.from.row === row && before.from.column === column) {
              requestAnimationFrame(() => openRef.current(spot));
            }
            return at(spot);
          });
        } else if (event.button === 0) {
          setRange((before) => (event.shiftKey ? { from: before.from, to: spot } : at(spot)));
          if (event.shiftKey) {
            event.preventDefault();
          }
        }
      },
      onOpen: (row, column) => openRef.current({ row, column }),
    }),
    [columns, nameField, rights.update, rights.delete, selection.toggle],
  );

  const openField = open && columns[open.spot.column];
  const openId = open && ids[open.spot.row];
  const openRow = openId === undefined ? undefined : drafts.drafts[openId];
  const widthOf = (field: FieldSpec): number =>
    resizing.widths[field.name] ?? field.property.width ?? defaultWidth;
  const width = columns.reduce((sum, field) => sum + widthOf(field), tickWidth + defaultWidth);
  return (
    <WidthsContext value={resizing}>
      <GridContext value={setting}>
        <GridProblems
          drafts={drafts}
          fields={fieldsOf(schema)}
          nameField={nameField}
          onGo={(id, name) => {
            const row = ids.indexOf(id);
            const column = columns.findIndex((field) => field.name === name);
            if (row >= 0) {
              go(at({ row, column: Math.max(0, column) }));
            }
          }}
        />
        {waiting > 0 ? (
          <div className="flex justify-center border-b py-1">
            <Button size="small" tone="ghost" onClick={show}>
              {recordWords.newRows(waiting)}
            </Button>
          </div>
        ) : null}
        <p id={hintId} className="sr-only">
          {words.hint}
        </p>
        {/* biome-ignore lint/a11y/noStaticElementInteractions: the keys belong to the cells inside */}
        <div
          ref={root}
          onKeyDown={keys.onKeyDown}
          onCopy={keys.onCopy}
          onPaste={keys.onPaste}
          onPointerMove={(event) => {
            if (event.buttons !== 1 || event.pointerType === "touch" || !(event.target instanceof Element)) {
              return;
            }
            const cell = event.target.closest<HTMLElement>("[data-cell]")?.dataset.cell;
            const [row = 0, column = 0] = cell?.split(":").map(Number) ?? [];
            if (cell !== undefined && (row !== range.to.row || column !== range.to.column)) {
              setRange(({ from }) => ({ from, to: { row, column } }));
            }
          }}
          className={cn("min-h-0 flex-1", isCompact ? "[--row:--spacing(8)]" : "[--row:--spacing(9)]")}
        >
          <TableVirtuoso
            ref={table}
            scrollerRef={scroller}
            // Its cells take the focus.
            tabIndex={-1}
            context={{ width, label: words.gridLabel(props.label), hintId, rows: ids.length + 1 }}
            data={ids}
            initialItemCount={Math.min(ids.length, 60)}
            computeItemKey={(_, id) => id}
            components={components}
            fixedHeaderContent={() => (
              <tr className="h-9 bg-n2 text-left text-meta text-n11">
                {setting.hasTicks ? (
                  <th
                    scope="col"
                    style={{ width: tickWidth }}
                    className="border-b pr-0 pl-5 font-medium max-sm:pl-4"
                  >
                    <Tick
                      label={recordWords.selectAll}
                      isOn={selection.isAll()}
                      isPartly={selection.selected.size > 0 && !selection.isAll()}
                      onChange={selection.toggleAll}
                    />
                  </th>
                ) : null}
                {columns.map((field) => (
                  <th
                    key={field.name}
                    scope="col"
                    data-field={field.name}
                    style={{ width: widthOf(field) }}
                    className={cn(
                      "relative border-r border-b px-2.5 font-medium",
                      fieldType(field.kind).isNumeric && "text-right",
                    )}
                  >
                    <span data-tip={field.help} className="block truncate">
                      {field.title}
                    </span>
                    <ColumnEdge field={field.name} />
                  </th>
                ))}
                <th scope="col" style={{ minWidth: defaultWidth }} className="border-b">
                  <span className="sr-only">{recordWords.actions}</span>
                </th>
              </tr>
            )}
            itemContent={(row, id) => {
              const isIn = row >= block.top && row <= block.bottom;
              return (
                <Line
                  object={object}
                  had={drafts.drafts[id]?.record ?? had.get(id)}
                  id={id}
                  row={row}
                  mayEdit={mayEdit}
                  draft={drafts.drafts[id]}
                  active={active.row === row ? active.column : -1}
                  left={isIn ? block.left : -1}
                  right={isIn ? block.right : -1}
                  isTicked={selection.selected.has(id)}
                />
              );
            }}
            increaseViewportBy={400}
            className="h-full"
          />
        </div>
        {open && openField && openId !== undefined ? (
          <CellEditor
            key={`${openId} ${openField.name}`}
            cell={open.cell}
            field={openField}
            value={sheet.valueOf(openId, openField)}
            problem={openRow?.draft.problems[openField.name]}
            start={open.start}
            offers={offers(openField).map(({ label, run }) => ({
              label,
              run: (value) => {
                setOpen(undefined);
                run(openField, value);
              },
            }))}
            onCancel={() => close("stay")}
            onCommit={(value, problem, leaving) => {
              drafts.put([{ id: openId, field: openField, value, problem }]);
              if (leaving === "stay") {
                setOpen(undefined);
              } else {
                close(leaving);
              }
            }}
          />
        ) : null}
      </GridContext>
    </WidthsContext>
  );
}
