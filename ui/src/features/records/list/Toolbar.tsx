import { Trash2 } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "@/components/Button/Button";
import { SearchBox } from "@/components/SearchBox/SearchBox";
import { cn } from "@/lib/cn";
import { words } from "../messages";
import { type ToolbarAction, ToolbarActions } from "./ToolbarActions";

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
  onSearch: (search: string) => void;
  onDelete: () => void;
  /** Changes fields of the ticked records. */
  edit?: ReactNode;
  onClear: () => void;
  /** What can be done with the list, the most used first. */
  actions: readonly ToolbarAction[];
  /** Buttons of other features, such as import and export. */
  tools?: ReactNode;
  /** Stands for the search while records are edited: what saves or discards the changes. */
  editing?: ReactNode;
}

/** The quick filter and what can be done with the list; while rows are ticked, what can be done with them. */
export function Toolbar(props: ToolbarProps) {
  const isTicked = props.selected > 0;
  return (
    <div className="flex h-12 shrink-0 items-center gap-2 border-b bg-surface px-5 max-sm:px-4">
      {props.modes}
      <span className={props.editing === undefined ? "contents" : "contents max-sm:hidden"}>
        {props.filters}
      </span>
      {props.filterLabel === undefined ? null : (
        <SearchBox
          label={props.filterLabel}
          clearLabel={words.clearSearch}
          search={props.search}
          onSearch={props.onSearch}
          className={cn(
            "min-w-24",
            props.editing === undefined ? "max-w-96" : "max-w-56",
            (isTicked || props.editing !== undefined) && "max-sm:hidden",
          )}
        />
      )}
      {isTicked ? (
        <span className="flex shrink-0 animate-fade items-center gap-1.5">
          <span role="status" className="mr-1 whitespace-nowrap font-medium text-n11 tabular-nums">
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
      {props.editing}
      {props.tools}
      <ToolbarActions actions={props.actions} />
    </div>
  );
}
