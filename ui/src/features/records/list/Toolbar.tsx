import { RotateCw, Rows3, Rows4, Search, Trash2, X } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { Button } from "@/components/Button/Button";
import { inputClass } from "@/components/Field/Field";
import { IconButton } from "@/components/IconButton/IconButton";
import { cn } from "@/lib/cn";
import { words } from "../messages";
import { setDensity, useDensity } from "./density";

const pause = 300;

/** Narrows the list to what a search finds, once the person pauses. */
export function QuickFilter({
  label,
  search,
  onSearch,
}: {
  label: string;
  search: string;
  onSearch: (search: string) => void;
}) {
  const [typed, setTyped] = useState(search);
  const sent = useRef(search);
  const give = useRef(onSearch);
  give.current = onSearch;

  // The address changed by itself (back, a link): the box follows.
  useEffect(() => {
    if (search !== sent.current) {
      sent.current = search;
      setTyped(search);
    }
  }, [search]);

  useEffect(() => {
    const wanted = typed.trim();
    if (wanted === sent.current) {
      return;
    }
    const timer = setTimeout(() => {
      sent.current = wanted;
      give.current(wanted);
    }, pause);
    return () => clearTimeout(timer);
  }, [typed]);

  return (
    <div className="relative w-full max-w-72">
      <Search aria-hidden className="pointer-events-none absolute top-2 left-2.5 size-4 text-n10" />
      <input
        type="search"
        aria-label={label}
        placeholder={label}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        className={cn(inputClass, "pl-8 [&::-webkit-search-cancel-button]:hidden", typed && "pr-8")}
      />
      {typed ? (
        <button
          type="button"
          aria-label={words.clearSearch}
          onClick={() => setTyped("")}
          className="absolute top-1 right-1 inline-flex size-6 items-center justify-center rounded-sm text-n11 hover:bg-n4 hover:text-n12"
        >
          <X aria-hidden className="size-3.5" />
        </button>
      ) : null}
    </div>
  );
}

interface ToolbarProps {
  /** What the search looks through; undefined where there is nothing to search by. */
  filterLabel: string | undefined;
  search: string;
  selected: number;
  canDelete: boolean;
  isTurning: boolean;
  onSearch: (search: string) => void;
  onDelete: () => void;
  onClear: () => void;
  onRefresh: () => void;
}

/** The quick filter; while rows are ticked, what can be done with them. */
export function Toolbar(props: ToolbarProps) {
  const density = useDensity();
  return (
    <div className="flex h-12 shrink-0 items-center gap-2 border-b bg-surface px-5 max-sm:px-4">
      {props.filterLabel === undefined ? null : (
        <QuickFilter label={props.filterLabel} search={props.search} onSearch={props.onSearch} />
      )}
      <span className="flex-1" />
      {props.selected > 0 ? (
        <span className="flex animate-fade items-center gap-1.5">
          <span role="status" className="mr-1 font-medium text-n11 tabular-nums">
            {words.selected(props.selected)}
          </span>
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
      <IconButton
        label={density === "compact" ? words.comfortable : words.compact}
        icon={density === "compact" ? <Rows3 className="size-4" /> : <Rows4 className="size-4" />}
        className="max-sm:hidden"
        onClick={() => setDensity(density === "compact" ? "comfortable" : "compact")}
      />
      <IconButton
        label={words.refresh}
        icon={<RotateCw className="size-4" />}
        disabled={props.isTurning}
        onClick={props.onRefresh}
      />
    </div>
  );
}
