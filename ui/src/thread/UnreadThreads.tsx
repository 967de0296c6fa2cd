import { type ReactNode, useMemo } from "react";
import { Skeleton } from "@/components/Skeleton/Skeleton";
import { t } from "@/messages";
import { useAtomValue } from "@/store";
import type { createUnread } from "./unread";

interface UnreadThreadsProps {
  /** The live list's, in its order; undefined until it was fetched. */
  ids: readonly string[] | undefined;
  unread: ReturnType<typeof createUnread>;
  render: (id: string) => ReactNode;
}

const most = 6;

/** The first threads with something unread, each leading to it: for the page that the day begins with. */
export function UnreadThreads({ ids, unread, render }: UnreadThreadsProps) {
  const counts = useAtomValue(unread.counts);
  const shown = useMemo(() => ids?.filter((id) => (counts[id] ?? 0) > 0).slice(0, most), [ids, counts]);
  const expected = Math.min(most, Object.keys(counts).length);
  // Their place is kept while they are fetched.
  if (!shown || shown.length < expected) {
    return (
      <div
        role="status"
        aria-label={t.frame.loading}
        className="flex flex-col rounded-lg border bg-surface p-2"
      >
        {Array.from({ length: expected }, (_, index) => `row-${index}`).map((key) => (
          <span key={key} className="flex h-13 items-center gap-3 px-3">
            <Skeleton className="size-8 rounded-full" />
            <Skeleton className="h-3 w-48" />
          </span>
        ))}
      </div>
    );
  }
  return (
    <ul className="rounded-lg border bg-surface p-2">
      {shown.map((id) => (
        <li key={id}>{render(id)}</li>
      ))}
    </ul>
  );
}
