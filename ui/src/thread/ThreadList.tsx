import { Link } from "@tanstack/react-router";
import { SearchX } from "lucide-react";
import { type ComponentProps, type ReactNode, useCallback, useEffect, useRef } from "react";
import { flushSync } from "react-dom";
import { NewChip } from "@/components/NewChip/NewChip";
import { PageState } from "@/components/PageState/PageState";
import { SkeletonRows } from "@/components/Skeleton/Skeleton";
import { ThreadRow } from "@/components/ThreadRow/ThreadRow";
import { FetchFailed } from "@/feature/FetchFailed";
import { watchInside } from "@/lib/watchInside";
import { t } from "@/messages";
import { thread as words } from "@/messages/thread";
import { listView, type useListView } from "./listView";
import type { useLiveList } from "./useLiveList";

interface ThreadListProps {
  live: ReturnType<typeof useLiveList>;
  label: string;
  /** What to call a list that could not be fetched. */
  failTitle?: string;
  emptyState: ReactNode;
  /** The thread that is open. */
  current: string | undefined;
  view: ReturnType<typeof useListView>;
  render: (id: string) => ReactNode;
}

/** The live threads of an object; while there are none, what stands in their place. */
export function ThreadList({ live, label, failTitle, emptyState, current, view, render }: ThreadListProps) {
  const list = useRef<HTMLUListElement>(null);
  const { hold, ask, ids, isStill } = live;
  // The open thread stays in view when the list is put in order again; a list that stands still is not scrolled.
  const order = isStill ? undefined : ids?.join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the order is what moves it
  useEffect(() => {
    if (current) {
      list.current?.querySelector('[aria-current="page"]')?.scrollIntoView({ block: "nearest" });
    }
  }, [current, order]);
  const watch = useCallback((box: HTMLDivElement) => watchInside(box, hold), [hold]);

  if (live.error && !ids) {
    return <FetchFailed title={failTitle} error={live.error} onRetry={live.retry} />;
  }
  if (!ids || (ids.length === 0 && live.isComing)) {
    return <SkeletonRows label={t.frame.loading} />;
  }
  if (ids.length === 0) {
    const nothing = view.search === "" ? view.show : "search";
    return nothing === "all" ? (
      emptyState
    ) : (
      <PageState icon={<SearchX />} title={words.nothing[nothing].title} text={words.nothing[nothing].text} />
    );
  }
  const showNew = () => {
    flushSync(ask);
    // The chip is gone; the focus stands on what it brought.
    list.current?.scrollTo({ top: 0 });
    list.current?.querySelector("a")?.focus();
  };
  return (
    <div ref={watch} className="relative flex min-h-0 flex-1 flex-col">
      <NewChip count={live.waiting} onShow={showNew} />
      <ul
        ref={list}
        aria-label={label}
        onScroll={(event) => hold("scroll", event.currentTarget.scrollTop > 0)}
        className="min-h-0 flex-1 overflow-y-auto p-2"
      >
        {ids.map((id) => (
          <li key={id}>{render(id)}</li>
        ))}
      </ul>
    </div>
  );
}

interface ThreadLinkProps extends ComponentProps<typeof ThreadRow> {
  id: string;
  path: string;
}

/** One entry of the list, which leads to its thread. */
export function ThreadLink({ id, path, ...row }: ThreadLinkProps) {
  return (
    <Link
      to={path}
      // The list stays as one has narrowed it.
      search={listView as never}
      data-thread={id}
      aria-current={row.isCurrent ? "page" : undefined}
      className="block rounded focus-visible:-outline-offset-2"
    >
      <ThreadRow {...row} />
    </Link>
  );
}
