import {
  ArrowDownToLine,
  ArrowUpToLine,
  Columns3,
  Pin,
  PinOff,
  RotateCw,
  Rows3,
  Rows4,
  SlidersHorizontal,
  SquarePen,
} from "lucide-react";
import type { RefObject } from "react";
import { toast } from "@/components/Toaster/toasts";
import { words as boardWords } from "../board/messages";
import { words } from "../messages";
import { setDensity, useDensity } from "./density";
import { words as filterWords } from "./filters/messages";
import { pin } from "./filters/pinning";
import type { ListFilter } from "./filters/useListFilter";
import { words as gridWords } from "./grid/messages";
import { words as own } from "./messages";
import type { ToolbarAction } from "./ToolbarActions";

interface ListActions {
  object: string;
  filter: ListFilter;
  /** Holds what scrolls. */
  content: RefObject<HTMLElement | null>;
  isTurning: boolean;
  onRefresh: () => void;
  /** Chooses what is shown of a record; undefined where that cannot be chosen. */
  onColumns?: (() => void) | undefined;
  /** Opens the settings of what stands for rows. */
  onSettings?: (() => void) | undefined;
  /** Whether the records stand in rows, which can be closer to each other. */
  hasRows?: boolean;
  /** Switches between reading and editing; undefined where nothing can be edited. */
  onEdit?: (() => void) | undefined;
  isEditing?: boolean;
}

/** So much of the visible height one step scrolls. */
const scrollStep = 0.8;

function scroll(content: HTMLElement | null, way: -1 | 1): void {
  const behavior = matchMedia("(prefers-reduced-motion: reduce)").matches ? "auto" : "smooth";
  for (const scroller of content?.querySelectorAll("[data-scroller]") ?? []) {
    scroller.scrollBy({ top: way * scrollStep * scroller.clientHeight, behavior });
  }
}

const size = { className: "size-4" };

/** What the toolbar of a list offers, the most used first. */
export function useListActions(list: ListActions): readonly ToolbarAction[] {
  const density = useDensity();
  const { current, pinned } = list.filter;
  const isPinned = current !== undefined && current.id === pinned;
  const isCompact = density === "compact";
  const all: (ToolbarAction | undefined)[] = [
    {
      key: "refresh",
      label: words.refresh,
      icon: <RotateCw {...size} />,
      isDisabled: list.isTurning,
      onSelect: list.onRefresh,
    },
    list.onEdit && {
      key: "edit",
      label: list.isEditing ? gridWords.view : gridWords.edit,
      icon: <SquarePen {...size} />,
      isOn: list.isEditing ?? false,
      keys: "alt+mod+e",
      onSelect: list.onEdit,
    },
    list.onSettings && {
      key: "settings",
      label: boardWords.settings,
      icon: <SlidersHorizontal {...size} />,
      onSelect: list.onSettings,
    },
    list.onColumns && {
      key: "columns",
      label: words.columns,
      icon: <Columns3 {...size} />,
      onSelect: list.onColumns,
    },
    {
      key: "pin",
      label: isPinned ? filterWords.unpin : filterWords.pin,
      icon: isPinned ? <PinOff {...size} /> : <Pin {...size} />,
      onSelect: () =>
        current
          ? void pin(list.object, isPinned ? undefined : current)
          : toast.warning(filterWords.pinWithout),
    },
    {
      key: "top",
      label: own.scrollTop,
      icon: <ArrowUpToLine {...size} />,
      onSelect: () => scroll(list.content.current, -1),
    },
    {
      key: "bottom",
      label: own.scrollBottom,
      icon: <ArrowDownToLine {...size} />,
      onSelect: () => scroll(list.content.current, 1),
    },
    list.hasRows
      ? {
          key: "density",
          label: isCompact ? words.comfortable : words.compact,
          icon: isCompact ? <Rows3 {...size} /> : <Rows4 {...size} />,
          onSelect: () => setDensity(isCompact ? "comfortable" : "compact"),
        }
      : undefined,
  ];
  return all.filter((action) => action !== undefined);
}
