import { Link } from "@tanstack/react-router";
import { type ReactNode, useMemo } from "react";
import { Skeleton } from "@/components/Skeleton/Skeleton";
import { t } from "@/messages";
import { thread as threadWords } from "@/messages/thread";
import { useAtomValue } from "@/store";
import type { createUnread } from "./unread";

interface UnreadThreadsProps {
  /** The live list's, in its order; undefined until it was fetched. */
  ids: readonly string[] | undefined;
  unread: ReturnType<typeof createUnread>;
  render: (id: string) => ReactNode;
  /** The page that lists all of them. */
  home: string;
}

const most = 6;

/** The first threads with something unread, each leading to it: for the page that the day begins with. */
export function UnreadThreads({ ids, unread, render, home }: UnreadThreadsProps) {
  const counts = useAtomValue(unread.counts);
  const shown = useMemo(() => ids?.filter((id) => (counts[id] ?? 0) > 0).slice(0, most), [ids, counts]);
  const total = Object.keys(counts).length;
  const expected = Math.min(most, total);
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
    <div className="rounded-lg border bg-surface p-2">
      <ul>
        {shown.map((id) => (
          <li key={id}>{render(id)}</li>
        ))}
      </ul>
      {total > most ? (
        <Link
          to={home}
          search={{ show: "unread" } as never}
          className="mx-3 my-1.5 inline-block font-medium text-accent-text text-meta underline-offset-2 hover:underline"
        >
          {threadWords.allUnread(total)}
        </Link>
      ) : null}
    </div>
  );
}
