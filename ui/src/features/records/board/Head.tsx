import {
  ChevronDown,
  ChevronRight,
  ChevronsLeftRight,
  ChevronsRightLeft,
  CircleAlert,
  Plus,
} from "lucide-react";
import { IconButton } from "@/components/IconButton/IconButton";
import { fieldType } from "@/fields";
import { cn } from "@/lib/cn";
import type { Tally } from "./counts";
import { words } from "./messages";
import type { Pile } from "./piles";
import type { Board } from "./settings";

/** How many cards there are, and what they add up to. */
export function Figures({ tally, board, isAtLeast }: { tally: Tally; board: Board; isAtLeast: boolean }) {
  const { sum } = board;
  return (
    <>
      <span data-count className="shrink-0 rounded-full bg-n4 px-1.5 text-meta text-n11 tabular-nums">
        {isAtLeast ? `${tally.count}+` : tally.count}
      </span>
      {sum ? (
        <span data-sum data-tip={sum.title} className="min-w-0 truncate text-meta text-n11 tabular-nums">
          {fieldType(sum.kind).text(tally.sum, sum)}
        </span>
      ) : null}
    </>
  );
}

interface ColumnHeadProps {
  pile: Pile;
  tally: Tally;
  board: Board;
  /** More records are there than have been counted. */
  isAtLeast: boolean;
  isCollapsed: boolean;
  /** Folded it has no room for its name: the cards stand below it. */
  isFlat: boolean;
  /** How a record of the object is called; undefined where none can be added here. */
  adds: string | undefined;
  onCollapse: () => void;
  onAdd: () => void;
}

/** The name of a column with what stands in it, under its color. */
export function ColumnHead(props: ColumnHeadProps) {
  const { pile, tally, board, isAtLeast, isCollapsed, isFlat, adds, onCollapse, onAdd } = props;
  const edge = (
    <span
      aria-hidden
      className={cn(
        "absolute inset-x-0 top-0 h-[3px] rounded-t-lg",
        pile.color ? `option-mark option-${pile.color}` : "bg-n7",
      )}
    />
  );
  if (isCollapsed) {
    return (
      <button
        type="button"
        aria-label={words.expand(pile.label)}
        aria-expanded={false}
        data-tip={words.expand(pile.label)}
        onClick={onCollapse}
        className={cn(
          "relative flex w-full flex-col items-center rounded-lg hover:bg-n4",
          isFlat ? "h-11 justify-center pt-[3px]" : "gap-2 py-3",
        )}
      >
        {edge}
        <ChevronsLeftRight aria-hidden className="size-4 shrink-0 text-n11" />
        {isFlat ? null : (
          <span className="rounded-full bg-n4 px-1.5 text-meta text-n11 tabular-nums">{tally.count}</span>
        )}
        {isFlat ? null : (
          <span className="max-h-60 truncate font-medium [writing-mode:vertical-rl]">{pile.label}</span>
        )}
      </button>
    );
  }
  return (
    <div className="relative flex h-11 shrink-0 items-center gap-2 pt-[3px] pr-1 pl-3">
      {edge}
      <h2 className="min-w-0 truncate font-medium" data-tip-cut>
        {pile.label}
      </h2>
      {pile.isRetired ? (
        <span
          role="img"
          aria-label={words.retired}
          data-tip={words.retiredHint(board.columns.title)}
          className="inline-flex shrink-0 text-warning"
        >
          <CircleAlert aria-hidden className="size-3.5" />
        </span>
      ) : null}
      <Figures tally={tally} board={board} isAtLeast={isAtLeast} />
      <span className="flex-1" />
      {adds === undefined ? null : (
        <IconButton
          className="size-7"
          label={words.addTo(adds, pile.label)}
          icon={<Plus className="size-4" />}
          onClick={onAdd}
        />
      )}
      <IconButton
        className="size-7"
        label={words.collapse(pile.label)}
        icon={<ChevronsRightLeft className="size-4" />}
        aria-expanded
        onClick={onCollapse}
      />
    </div>
  );
}

interface LaneHeadProps {
  pile: Pile;
  tally: Tally;
  board: Board;
  isAtLeast: boolean;
  isCollapsed: boolean;
  onCollapse: () => void;
}

/** The name of a swimlane, which folds it. */
export function LaneHead({ pile, tally, board, isAtLeast, isCollapsed, onCollapse }: LaneHeadProps) {
  const Arrow = isCollapsed ? ChevronRight : ChevronDown;
  return (
    <h3 className="sticky left-0 flex w-fit max-w-[calc(100vw-2rem)]">
      <button
        type="button"
        aria-expanded={!isCollapsed}
        data-lane={pile.key}
        onClick={onCollapse}
        className="flex h-8 min-w-0 items-center gap-2 rounded px-1.5 hover:bg-n4"
      >
        <Arrow aria-hidden className="size-4 shrink-0 text-n11" />
        {pile.color ? (
          <span aria-hidden className={`option-mark option-${pile.color} size-2 shrink-0 rounded-full`} />
        ) : null}
        <span className="truncate font-medium">{pile.label}</span>
        <Figures tally={tally} board={board} isAtLeast={isAtLeast} />
      </button>
    </h3>
  );
}
