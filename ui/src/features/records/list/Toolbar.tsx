import { Columns3, RotateCw, Rows3, Rows4, SlidersHorizontal, Trash2 } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "@/components/Button/Button";
import { IconButton } from "@/components/IconButton/IconButton";
import { SearchBox } from "@/components/SearchBox/SearchBox";
import { words as boardWords } from "../board/messages";
import { words } from "../messages";
import { setDensity, useDensity } from "./density";

interface ToolbarProps {
  /** Switches to other ways to see the records. */
  modes: ReactNode;
  /** Chooses among saved filters. */
  filters: ReactNode;
  /** What the search looks through; undefined where there is nothing to search by. */
  filterLabel: string | undefined;
  search: string;
  selected: number;
  canDelete: boolean;
  isTurning: boolean;
  onSearch: (search: string) => void;
  onDelete: () => void;
  /** Changes fields of the ticked records. */
  edit?: ReactNode;
  onClear: () => void;
  onRefresh: () => void;
  /** Chooses what is shown of a record; undefined where that cannot be chosen. */
  onColumns?: (() => void) | undefined;
  /** Opens the settings of what stands for rows. */
  onSettings?: () => void;
  /** Whether the records stand in rows, which can be closer to each other. */
  hasRows?: boolean;
}

/** The quick filter; while rows are ticked, what can be done with them. */
export function Toolbar(props: ToolbarProps) {
  const density = useDensity();
  return (
    <div className="flex h-12 shrink-0 items-center gap-2 border-b bg-surface px-5 max-sm:px-4">
      {props.modes}
      {props.filters}
      {props.filterLabel === undefined ? null : (
        <SearchBox
          label={props.filterLabel}
          clearLabel={words.clearSearch}
          search={props.search}
          onSearch={props.onSearch}
          className="max-w-96"
        />
      )}
      <span className="flex-1" />
      {props.selected > 0 ? (
        <span className="flex animate-fade items-center gap-1.5">
          <span role="status" className="mr-1 font-medium text-n11 tabular-nums">
            {words.selected(props.selected)}
          </span>
          {props.edit}
          {props.canDelete ? (
            <Button size="small" icon={<Trash2 className="size-3.5 text-danger" />} onClick={props.onDelete}>
              {words.remove}
            </Button>
          ) : null}
          <Button size="small" tone="ghost" onClick={props.onClear}>
            {words.clear}
          </Button>
        </span>
      ) : null}
      {props.onSettings ? (
        <IconButton
          label={boardWords.settings}
          icon={<SlidersHorizontal className="size-4" />}
          onClick={props.onSettings}
        />
      ) : null}
      {props.onColumns ? (
        <IconButton
          label={words.columns}
          icon={<Columns3 className="size-4" />}
          className="max-sm:hidden"
          onClick={props.onColumns}
        />
      ) : null}
      {props.hasRows ? (
        <IconButton
          label={density === "compact" ? words.comfortable : words.compact}
          icon={density === "compact" ? <Rows3 className="size-4" /> : <Rows4 className="size-4" />}
          className="max-sm:hidden"
          onClick={() => setDensity(density === "compact" ? "comfortable" : "compact")}
        />
      ) : null}
      <IconButton
        label={words.refresh}
        icon={<RotateCw className="size-4" />}
        disabled={props.isTurning}
        onClick={props.onRefresh}
      />
    </div>
  );
}
