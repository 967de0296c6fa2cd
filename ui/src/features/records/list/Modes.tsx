import { Braces, LayoutGrid, List, type LucideIcon, SquareKanban, Table2 } from "lucide-react";
import type { ObjectSchema } from "@/api";
import { Menu } from "@/components/Menu/Menu";
import { part } from "@/feature";
import type { Part } from "@/feature/part";
import type { FieldSpec } from "@/fields";
import { cn } from "@/lib/cn";
import { words as board } from "../board/messages";
import { words } from "../messages";
import { words as own } from "./messages";
import type { Mode } from "./modes";

/** What a mode shows: the records of the page in their order. */
export interface ModeProps {
  schema: ObjectSchema;
  nameField: string;
  /** The fields that were chosen, in their order. */
  columns: readonly FieldSpec[];
  ids: readonly string[];
  /** When a record was last changed by somebody else, in milliseconds. */
  tints: Readonly<Record<string, number>>;
  /** Hears which record is the first visible one. */
  onTop: (top: number) => void;
  /** Reads what follows the last record. */
  onEnd: () => void;
}

interface ListMode {
  key: Mode;
  label: string;
  icon: LucideIcon;
  /** Whether the chosen fields are shown, and can be chosen. */
  hasColumns?: true;
  /** What stands for the table; undefined for that. */
  Body?: Part<ModeProps>;
  /** What an empty page says. */
  empty: string;
}

/** The ways to see the records of a list, each one value. */
const modes: readonly ListMode[] = [
  {
    key: "list",
    label: own.modeList,
    icon: List,
    Body: part(() => import("./NamesMode").then((file) => file.NamesMode)),
    empty: own.noRecordsInList,
  },
  { key: "table", label: own.modeTable, icon: Table2, hasColumns: true, empty: own.noResults },
  {
    key: "gallery",
    label: own.modeGallery,
    icon: LayoutGrid,
    hasColumns: true,
    Body: part(() => import("./GalleryMode").then((file) => file.GalleryMode)),
    empty: words.noRecords,
  },
  { key: "kanban", label: board.kanban, icon: SquareKanban, empty: words.noRecords },
  {
    key: "json",
    label: own.modeJson,
    icon: Braces,
    Body: part(() => import("./JsonMode").then((file) => file.JsonMode)),
    empty: own.noData,
  },
];

export const modeOf = (key: Mode): ListMode =>
  modes.find((mode) => mode.key === key) ?? (modes[1] as ListMode);

interface ModesProps {
  mode: Mode;
  /** Whether the object has a field whose options make columns of a board. */
  canBoard: boolean;
  onMode: (mode: Mode) => void;
}

/** Switches between the ways to see the records of an object; where there is little room, by a menu. */
export function Modes({ mode, canBoard, onMode }: ModesProps) {
  const { label: present, icon: Present } = modeOf(mode);
  const isOff = (key: Mode) => key === "kanban" && !canBoard;
  const choose = (key: Mode) => (key === mode || isOff(key) ? undefined : onMode(key));
  return (
    <>
      <fieldset
        aria-label={own.modes}
        className="flex shrink-0 rounded border border-n7 bg-n3 p-px max-sm:hidden"
      >
        {modes.map(({ key, label, icon: Icon }) => (
          <button
            key={key}
            type="button"
            aria-label={isOff(key) ? `${label}: ${board.needsOptions}` : label}
            aria-pressed={key === mode}
            aria-disabled={isOff(key) || undefined}
            data-tip={isOff(key) ? board.needsOptions : label}
            onClick={() => choose(key)}
            className={cn(
              "inline-flex h-7 w-8 items-center justify-center rounded-sm",
              key === mode ? "bg-raised text-accent-text shadow-small" : "text-n11 hover:text-n12",
              isOff(key) && "opacity-40",
            )}
          >
            <Icon aria-hidden className="size-4" />
          </button>
        ))}
      </fieldset>
      <span className="shrink-0 sm:hidden">
        <Menu
          label={own.modeNow(present)}
          isIcon
          placement="bottom-start"
          triggerClassName="inline-flex size-8 items-center justify-center rounded border border-n7 bg-surface text-n12 shadow-small"
          trigger={<Present aria-hidden className="size-4" />}
          sections={[
            {
              items: modes.map(({ key, label, icon: Icon }) => ({
                key,
                label,
                icon: <Icon aria-hidden className="size-4" />,
                isChecked: key === mode,
                isDisabled: isOff(key),
                onSelect: () => choose(key),
              })),
            },
          ]}
        />
      </span>
    </>
  );
}
