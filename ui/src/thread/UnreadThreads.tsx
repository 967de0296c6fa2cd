import type { ReactNode } from "react";
import { Skeleton } from "@/components/Skeleton/Skeleton";
import { t } from "@/messages";

interface UnreadThreadsProps {
  /** undefined until they were fetched. */
  ids: readonly string[] | undefined;
  /** How many there will be: their place is kept. */
  expected: number;
  render: (id: string) => ReactNode;
}

/** Some threads with something unread, each leading to it. */
export function UnreadThreads({ ids, expected, render }: UnreadThreadsProps) {
  if (!ids || ids.length < expected) {
    return (
      <div role="status" aria-label={t.frame.loading} className="flex flex-col p-2">
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
    <ul className="p-2">
      {ids.map((id) => (
        <li key={id}>{render(id)}</li>
      ))}
    </ul>
  );
}
