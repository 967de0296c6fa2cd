import { Ellipsis, ExternalLink, RotateCw, SlidersHorizontal, Trash2 } from "lucide-react";
import type { KeyboardEvent, ReactNode } from "react";
import { Menu, type MenuItem } from "@/components/Menu/Menu";
import { cn } from "@/lib/cn";
import { words } from "./messages";

interface TileFrameProps {
  name: string;
  lead?: string | undefined;
  isArranging: boolean;
  isBusy: boolean;
  onRefresh?: (() => void) | undefined;
  onOpen?: (() => void) | undefined;
  onChart?: (() => void) | undefined;
  onRemove?: (() => void) | undefined;
  /** Moves and sizes the tile while the dashboard is arranged. */
  onKeyDown?: (event: KeyboardEvent) => void;
  children: ReactNode;
}

/** A tile's title, its menu, and what it shows. */
export function TileFrame(props: TileFrameProps) {
  const { name, lead, isArranging, isBusy, onRefresh, onOpen, onChart, onRemove } = props;
  const items: MenuItem[] = [
    ...(onOpen ? [{ key: "open", label: words.openReport, icon: <ExternalLink />, onSelect: onOpen }] : []),
    ...(onRefresh ? [{ key: "refresh", label: words.refresh, icon: <RotateCw />, onSelect: onRefresh }] : []),
    ...(onChart
      ? [{ key: "chart", label: words.chartSettings, icon: <SlidersHorizontal />, onSelect: onChart }]
      : []),
    ...(onRemove ? [{ key: "remove", label: words.removeTile, icon: <Trash2 />, onSelect: onRemove }] : []),
  ];
  return (
    <section
      aria-label={words.tile(name)}
      tabIndex={isArranging ? 0 : undefined}
      onKeyDown={isArranging ? props.onKeyDown : undefined}
      className={cn(
        "@container flex h-full min-h-0 flex-col overflow-hidden rounded-lg border bg-surface shadow-small",
        isArranging && "border-n7 border-dashed focus-visible:outline-2 focus-visible:outline-accent",
      )}
    >
      <header
        className={cn(
          "flex h-10 shrink-0 items-center gap-2 px-3",
          isArranging && "tile-handle cursor-grab select-none active:cursor-grabbing",
        )}
      >
        <h2 dir="auto" className="min-w-0 flex-1 truncate text-left font-semibold">
          {name}
        </h2>
        {lead ? (
          <span className="@max-[14rem]:hidden shrink-0 text-meta text-n11 tabular-nums">{lead}</span>
        ) : null}
        {items.length > 0 ? (
          <span className="tile-still shrink-0">
            <Menu
              label={words.tileMenu(name)}
              isIcon
              sections={[{ items }]}
              trigger={<Ellipsis className={cn("size-4", isBusy && "animate-pulse")} />}
              triggerClassName="inline-flex size-7 items-center justify-center rounded text-n11 hover:bg-n4 hover:text-n12 aria-expanded:bg-n4"
            />
          </span>
        ) : null}
      </header>
      <div className="min-h-0 flex-1 overflow-hidden px-2 pb-2">{props.children}</div>
    </section>
  );
}
