import { useDroppable } from "@dnd-kit/core";
import { memo, type Ref, useEffect, useRef, useState } from "react";
import { Button } from "@/components/Button/Button";
import { Spinner } from "@/components/Spinner/Spinner";
import { cn } from "@/lib/cn";
import { peek, shownAtom, store } from "@/store";
import { compareRecords, type Sort } from "../live/sorting";
import { words as recordWords } from "../messages";
import { useCardSetting, useDragSetting } from "./BoardContext";
import { Card } from "./Card";
import { words } from "./messages";
import { placeOf } from "./piles";
import { useCellOrder } from "./useCellOrder";

/** How a place ends: with its last card, with more to be read, or where no more is read. */
export type End = "complete" | "more" | "loading" | "capped";

interface CellProps {
  place: string;
  label: string;
  ids: readonly string[];
  count: number;
  end: End;
  sort: Sort;
  /** Cards that are drawn at first, and as many more each time. */
  step: number;
  /** It scrolls by itself: more is shown when somebody comes to its end. */
  isScroller?: boolean;
  onMore: (column: string) => void;
  className?: string;
}

function Gap({ height, isAllowed, ref }: { height: number; isAllowed: boolean; ref?: Ref<HTMLLIElement> }) {
  return (
    <li
      ref={ref}
      aria-hidden
      data-gap
      style={{ height }}
      className={cn(
        "rounded border border-dashed",
        isAllowed ? "border-accent bg-accent-soft" : "border-n8 opacity-50",
      )}
    />
  );
}

/** Asks for more as soon as it is visible. */
function Sentinel({ onSeen }: { onSeen: () => void }) {
  const ref = useRef<HTMLLIElement>(null);
  const seen = useRef(onSeen);
  seen.current = onSeen;
  useEffect(() => {
    const element = ref.current;
    if (!element || typeof IntersectionObserver === "undefined") {
      return;
    }
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) {
          seen.current();
        }
      },
      { rootMargin: "400px 0px" },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return <li ref={ref} aria-hidden className="h-px" />;
}

/** What stands below the last card that is loaded. */
function Ending({ end, shown, count }: { end: End; shown: number; count: number }) {
  if (end === "loading") {
    return (
      <li className="flex justify-center py-2">
        <Spinner />
        <span className="sr-only">{words.loadingMore}</span>
      </li>
    );
  }
  return end === "capped" ? (
    <li className="px-1 py-2 text-meta text-n11">{words.capped(String(shown), String(count))}</li>
  ) : null;
}

/** Where a card would stand among others, by the order of the list. */
function gapAt(object: string, id: string, ids: readonly string[], sort: Sort): number {
  const record = peek(object, id) && store.get(shownAtom(object, id))?.record;
  if (!record || sort.field === "modified_date") {
    return sort.field === "modified_date" && !sort.isDescending ? ids.length : 0;
  }
  const at = ids.findIndex((other) => {
    const shown = store.get(shownAtom(object, other))?.record;
    return shown !== undefined && compareRecords(record, shown, sort) < 0;
  });
  return at < 0 ? ids.length : at;
}

/** The cards of one column, or of a column in one swimlane. */
export const Cell = memo(function Cell(props: CellProps) {
  const { place, label, ids: wanted, count, end, sort, step, isScroller = false, onMore, className } = props;
  const { object } = useCardSetting();
  const { drag, accepts, moved } = useDragSetting();
  const { ids, hold } = useCellOrder(wanted, moved);
  const { setNodeRef } = useDroppable({ id: place });
  const [shown, setShown] = useState(step);
  const [scroller, setScroller] = useState<HTMLElement | null>(null);

  const isOver = drag?.over === place && drag.from !== place;
  const isAllowed = isOver && accepts(drag.id, place);
  const gap = isOver ? Math.min(gapAt(object, drag.id, ids, sort), shown) : -1;
  useEffect(() => {
    // The gap is where the card will be: scroll to it.
    if (isOver && scroller) {
      scroller.querySelector("[data-gap]")?.scrollIntoView({ block: "nearest" });
    }
  }, [isOver, scroller]);

  const isMoreDrawn = ids.length > shown;
  const more = () => (isMoreDrawn ? setShown(shown + step) : onMore(placeOf(place).column));
  const drawn = ids.slice(0, shown);
  const rest = isMoreDrawn || end === "more";
  return (
    <div
      ref={(element) => {
        setNodeRef(element);
        hold.ref(element);
      }}
      onPointerEnter={hold.onPointerEnter}
      onPointerLeave={hold.onPointerLeave}
      data-place={place}
      data-over={isOver ? (isAllowed ? "allowed" : "refused") : undefined}
      className={cn(
        "flex min-h-0 flex-col rounded-lg transition-colors duration-120",
        isAllowed && "bg-accent-soft",
        className,
      )}
    >
      <ul
        ref={setScroller}
        aria-label={words.cards(label, String(count))}
        // Without a card there is nothing else to scroll it by.
        tabIndex={isScroller && drawn.length === 0 ? -1 : undefined}
        className={cn(
          "flex min-h-12 flex-1 flex-col gap-2 p-2",
          isScroller && "overflow-y-auto overscroll-y-contain",
        )}
      >
        {drawn.map((id, at) => (
          <CardAndGap
            key={id}
            id={id}
            isGrabbed={drag?.isByKeys === true && drag.id === id}
            gap={gap === at ? { height: drag?.height ?? 0, isAllowed } : undefined}
          />
        ))}
        {gap >= drawn.length ? <Gap height={drag?.height ?? 0} isAllowed={isAllowed} /> : null}
        {isScroller && drawn.length === 0 && gap < 0 && end === "complete" ? (
          <li className="flex flex-1 items-center justify-center py-2 text-meta text-n10">{words.empty}</li>
        ) : null}
        {rest && isScroller ? <Sentinel key={`${ids.length} ${shown}`} onSeen={more} /> : null}
        {rest && !isScroller ? (
          <li>
            <Button size="small" tone="ghost" className="w-full" onClick={more}>
              {recordWords.showMore}
            </Button>
          </li>
        ) : null}
        {isMoreDrawn ? null : <Ending end={end} shown={ids.length} count={count} />}
      </ul>
    </div>
  );
});

function CardAndGap(props: {
  id: string;
  isGrabbed: boolean;
  gap: { height: number; isAllowed: boolean } | undefined;
}) {
  return (
    <>
      {props.gap ? <Gap {...props.gap} /> : null}
      <Card id={props.id} isGrabbed={props.isGrabbed} />
    </>
  );
}
