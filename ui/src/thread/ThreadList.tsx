import { Link } from "@tanstack/react-router";
import type { ComponentProps, ReactNode } from "react";
import { detailOf } from "@/api";
import { FetchFailed } from "@/components/PageState/FetchFailed";
import { SkeletonRows } from "@/components/Skeleton/Skeleton";
import { ThreadRow } from "@/components/ThreadRow/ThreadRow";
import { t } from "@/messages";
import type { useLiveList } from "./useLiveList";

interface ThreadListProps {
  live: ReturnType<typeof useLiveList>;
  label: string;
  /** What to call a list that could not be fetched. */
  failTitle?: string;
  emptyState: ReactNode;
  render: (id: string) => ReactNode;
}

/** The live threads of an object; while there are none, what stands in their place. */
export function ThreadList({ live, label, failTitle, emptyState, render }: ThreadListProps) {
  if (live.error && !live.ids) {
    return <FetchFailed title={failTitle} text={detailOf(live.error)} onRetry={live.retry} />;
  }
  if (!live.ids) {
    return <SkeletonRows label={t.frame.loading} />;
  }
  if (live.ids.length === 0) {
    return emptyState;
  }
  return (
    <ul {...live.hold} aria-label={label} className="min-h-0 flex-1 overflow-y-auto p-2">
      {live.ids.map((id) => (
        <li key={id}>{render(id)}</li>
      ))}
    </ul>
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
      data-thread={id}
      aria-current={row.isCurrent ? "page" : undefined}
      className="block rounded focus-visible:-outline-offset-2"
    >
      <ThreadRow {...row} />
    </Link>
  );
}
