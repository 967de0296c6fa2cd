import { ArrowDown } from "lucide-react";
import {
  type ReactNode,
  type Ref,
  useCallback,
  useEffect,
  useImperativeHandle,
  useRef,
  useState,
} from "react";
import { Virtuoso, type VirtuosoHandle } from "react-virtuoso";
import { Spinner } from "@/components/Spinner/Spinner";
import { thread as threadWords } from "@/messages/thread";
import { threadColumn } from "./column";

export interface ThreadHandle {
  /** Goes up or down by most of what is visible. */
  up(): void;
  down(): void;
  toBottom(): void;
  /** Brings an item into view; false where it is not among the items. */
  toItem(key: string): boolean;
}

/** How much of the visible height one step goes. */
const step = 0.8;

interface ThreadProps<T extends { key: string }> {
  label: string;
  items: readonly T[];
  /** The first item's number in the thread: it falls as older ones come in front, and the view does not shift. */
  firstNumber: number;
  isComplete: boolean;
  onNeedOlder: () => Promise<void>;
  render: (item: T) => ReactNode;
  emptyState: ReactNode;
  /** What stands before the first of all. */
  beginning?: string;
  ref?: Ref<ThreadHandle>;
}

const indexBase = 1_000_000;
const nearBottom = 48;

interface Ends {
  isLoading: boolean;
  isComplete: boolean;
  beginning: string;
}

function TopLine({ context }: { context?: Ends }) {
  return (
    <div className="flex h-12 items-center justify-center text-meta text-n11">
      {context?.isLoading ? <Spinner /> : context?.isComplete ? context.beginning : null}
    </div>
  );
}

const Foot = () => <div className="h-3" />;

// Kept outside the render: new component identities would mount the ends again each time.
const ends = { Header: TopLine, Footer: Foot };

/**
 * A thread that stays at its bottom while the reader is there, stays put while he reads above, and takes
 * older messages in front without a shift.
 */
export function Thread<T extends { key: string }>(props: ThreadProps<T>) {
  const { items, firstNumber, isComplete, onNeedOlder } = props;
  const list = useRef<VirtuosoHandle>(null);
  const scroller = useRef<HTMLElement>(null);
  const sticks = useRef(true);
  const [isLoading, setLoading] = useState(false);
  const [unseen, setUnseen] = useState(0);
  const last = items.at(-1)?.key;
  const seen = useRef(last);

  const toBottom = useCallback(() => {
    sticks.current = true;
    setUnseen(0);
    list.current?.scrollTo({ top: Number.MAX_SAFE_INTEGER });
  }, []);

  useImperativeHandle(props.ref, () => ({
    up: () => {
      sticks.current = false;
      list.current?.scrollBy({ top: -step * (scroller.current?.clientHeight ?? 0) });
    },
    down: () => list.current?.scrollBy({ top: step * (scroller.current?.clientHeight ?? 0) }),
    toBottom,
    toItem: (key) => {
      const index = items.findIndex((item) => item.key === key);
      if (index >= 0) {
        sticks.current = false;
        list.current?.scrollToIndex({ index, align: "center" });
      }
      return index >= 0;
    },
  }));

  useEffect(() => {
    if (last !== seen.current) {
      seen.current = last;
      if (!sticks.current) {
        setUnseen((count) => count + 1);
      }
    }
  }, [last]);

  const older = async () => {
    if (isLoading || isComplete || items.length === 0) {
      return;
    }
    setLoading(true);
    await onNeedOlder();
    setLoading(false);
  };

  const onScroll = () => {
    const box = scroller.current;
    if (box) {
      sticks.current = box.scrollHeight - box.scrollTop - box.clientHeight < nearBottom;
      if (sticks.current) {
        setUnseen(0);
      }
    }
  };

  if (items.length === 0) {
    return <div className="min-h-0 flex-1">{props.emptyState}</div>;
  }
  return (
    <div className="relative min-h-0 flex-1">
      <Virtuoso
        ref={list}
        role="log"
        aria-label={props.label}
        tabIndex={0}
        scrollerRef={(element) => {
          scroller.current = element instanceof HTMLElement ? element : null;
        }}
        className="h-full"
        data={items}
        firstItemIndex={indexBase + firstNumber}
        // The first page stands in the first paint, and sticking brings its end into view; an initial index
        // would leave the thread blank until its scrolling has settled, a third of a second later.
        initialItemCount={items.length}
        computeItemKey={(_, item) => item.key}
        itemContent={(_, item) => <div className={threadColumn}>{props.render(item)}</div>}
        startReached={() => void older()}
        onScroll={onScroll}
        totalListHeightChanged={() => {
          if (sticks.current) {
            list.current?.scrollTo({ top: Number.MAX_SAFE_INTEGER });
          }
        }}
        alignToBottom
        increaseViewportBy={400}
        context={{ isLoading, isComplete, beginning: props.beginning ?? threadWords.noMore }}
        components={ends}
      />
      {unseen > 0 ? (
        <button
          type="button"
          onClick={toBottom}
          className="-translate-x-1/2 absolute bottom-3 left-1/2 flex h-8 animate-rise items-center gap-1.5 rounded-full bg-accent px-3 font-medium text-on-accent shadow-float"
        >
          <ArrowDown aria-hidden className="size-4" />
          {threadWords.newBelow(unseen)}
        </button>
      ) : null}
    </div>
  );
}
