import { Link } from "@tanstack/react-router";
import { type ComponentProps, createContext, memo, use, useEffect, useRef } from "react";
import type { WireRecord } from "@/api";
import { Avatar } from "@/components/Avatar/Avatar";
import { Tick } from "@/components/Tick/Tick";
import { shownAs, useFacts } from "@/feature";
import { type FieldSpec, fieldType } from "@/fields";
import { cn } from "@/lib/cn";
import { t } from "@/messages";
import { useRecord } from "@/store";
import { words } from "../messages";
import { mayTick } from "../rowRights";
import { type ColumnWindow, slotsOf } from "./columnWindow";
import { RowActions } from "./RowActions";

/** What the rows of a table share. */
export interface RowSetting {
  object: string;
  columns: readonly FieldSpec[];
  /** The columns that have cells; undefined for all. */
  columnWindow: ColumnWindow | undefined;
  nameField: string;
  selected: ReadonlySet<string>;
  leaving: ReadonlySet<string>;
  tints: Readonly<Record<string, number>>;
  canEdit: boolean;
  canDelete: boolean;
  hasFaces: boolean;
  /** Rows are ticked only where something can be done with them. */
  hasTicks: boolean;
  onSelect: (id: string, isRange: boolean) => void;
  onDelete: (record: WireRecord) => void;
}

export const RowContext = createContext<RowSetting | undefined>(undefined);

export function useRowSetting(): RowSetting {
  const setting = use(RowContext);
  if (!setting) {
    throw new Error("A row stands outside its table.");
  }
  return setting;
}

const tintLife = 1_600;
const wantsStillness = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/** Lays a soft colour over a row that somebody changed; it fades by itself. */
export function useTint<E extends HTMLElement = HTMLTableRowElement>(at: number | undefined) {
  const ref = useRef<E>(null);
  useEffect(() => {
    if (at !== undefined && Date.now() - at < tintLife && !wantsStillness()) {
      ref.current?.animate([{ backgroundColor: "var(--accent-soft)" }, {}], {
        duration: tintLife,
        easing: "ease-out",
      });
    }
  }, [at]);
  return ref;
}

type TableRowProps = ComponentProps<"tr"> & { item: string };

/** The row itself: selected, changed or on its way out. */
export function TableRow({ item, className: _, ...rest }: TableRowProps) {
  const { selected, leaving, tints } = useRowSetting();
  const ref = useTint(tints[item]);
  return (
    <tr
      {...rest}
      ref={ref}
      data-record={item}
      data-selected={selected.has(item) || undefined}
      className={cn(
        "group relative h-(--row) transition-[background-color,opacity] duration-180",
        selected.has(item) ? "bg-accent-soft" : "focus-within:bg-n2 hover:bg-n2",
        leaving.has(item) && "opacity-0",
      )}
    />
  );
}

const cellClass = "border-b px-2.5";

/** On a narrow screen the name and the first columns remain. */
export const narrowClass = (index: number, isName: boolean) =>
  index === 0 ? "max-sm:pl-4" : index > 1 && !isName ? "max-sm:hidden" : undefined;

function NameCell({ record, setting }: { record: WireRecord; setting: RowSetting }) {
  const name = record[setting.nameField];
  const shown = typeof name === "string" && name !== "" ? name : t.records.noValue;
  return (
    <span className="flex min-w-0 items-center gap-2.5">
      {setting.hasFaces ? <Avatar name={shown} size="tiny" /> : null}
      <Link
        to="/view/$object/record/$id/standard"
        params={{ object: setting.object, id: record.id }}
        data-row-link
        data-tip-cut
        dir="auto"
        // The link covers the whole row, so that a click anywhere on it opens the record.
        className="truncate text-left font-medium outline-none after:absolute after:inset-0 focus-visible:after:outline-2 focus-visible:after:outline-accent focus-visible:after:-outline-offset-2"
      >
        {shown}
      </Link>
    </span>
  );
}

/** A field of a record, as a feature or the field's type shows it. */
export function FieldCell({ field, record }: { field: FieldSpec; record: WireRecord }) {
  const facts = useFacts(field.object);
  const Own = facts.find((one) => one.cells?.[field.name])?.cells?.[field.name];
  const { Cell } = fieldType(field.kind);
  return Own ? <Own record={record} /> : <Cell field={field} value={shownAs(facts, field.name, record)} />;
}

function Cell({ record, index }: { record: WireRecord; index: number }) {
  const setting = useRowSetting();
  const facts = useFacts(setting.object);
  const field = setting.columns[index];
  if (!field) {
    return null;
  }
  const { isNumeric, isCut } = fieldType(field.kind);
  const isName = field.name === setting.nameField;
  const isOwn = facts.some((one) => one.cells?.[field.name]);
  return (
    <td
      aria-colindex={setting.columnWindow && index + (setting.hasTicks ? 2 : 1)}
      className={cn(
        cellClass,
        !isName && (isOwn || !isCut) && "overflow-hidden",
        narrowClass(index, isName),
        index === 0 && !setting.hasTicks && "pl-5",
        !isName && "text-n11 [&_time]:block",
        isNumeric && "text-right",
      )}
    >
      {isName ? (
        <NameCell record={record} setting={setting} />
      ) : (
        <span className={cn("flex min-w-0 items-center", isNumeric && "justify-end")}>
          <FieldCell field={field} record={record} />
        </span>
      )}
    </td>
  );
}

/** The cells of one record; it renders again only when this record changes. */
export const RowCells = memo(function RowCells({ id }: { id: string }) {
  const setting = useRowSetting();
  const record = useRecord(setting.object, id);
  if (!record) {
    return <td className={cn(cellClass, "h-(--row)")} colSpan={setting.columns.length + 2} />;
  }
  const name = String(record[setting.nameField] ?? t.records.noValue);
  const { columns, columnWindow = { from: 0, to: columns.length } } = setting;
  const slots = slotsOf(
    columns.length,
    columnWindow,
    columns.findIndex((field) => field.name === setting.nameField),
  );
  return (
    <>
      {setting.hasTicks ? (
        <td className={cn(cellClass, "w-11 pr-0 pl-5 max-sm:hidden")}>
          {mayTick(
            { create: false, read: true, update: setting.canEdit, delete: setting.canDelete },
            record,
          ) ? (
            <Tick
              label={words.selectRow(name)}
              isOn={setting.selected.has(id)}
              onChange={({ nativeEvent }) =>
                setting.onSelect(id, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
              }
            />
          ) : null}
        </td>
      ) : null}
      {slots.map((slot) =>
        "gap" in slot ? (
          <td key={`before ${slot.before}`} colSpan={slot.gap} className="border-b p-0" />
        ) : (
          <Cell key={setting.columns[slot.column]?.name} record={record} index={slot.column} />
        ),
      )}
      <td className="border-b p-0">
        <RowActions record={record} setting={setting} />
      </td>
    </>
  );
});
