import type { ReactNode } from "react";
import { Avatar } from "@/components/Avatar/Avatar";
import { Badge } from "@/components/Badge/Badge";
import { Time } from "@/components/Time/Time";
import { cn } from "@/lib/cn";
import { t } from "@/messages";

interface ThreadRowProps {
  title: string;
  preview: string;
  at: string | null | undefined;
  unread: number;
  isCurrent: boolean;
  icon?: ReactNode;
  /** Which of several threads with the same people it is. */
  mark?: string | undefined;
  /** What there is to know of it: that it rests. */
  state?: string | undefined;
}

/** The inside of one entry in a list of threads: who, the last words, when, how many unread. */
export function ThreadRow({ title, preview, at, unread, isCurrent, icon, mark, state }: ThreadRowProps) {
  return (
    <span
      className={cn(
        "flex h-14 items-center gap-3 rounded px-3 transition-colors duration-120",
        isCurrent ? "bg-accent-soft" : "hover:bg-n3",
      )}
    >
      {icon ?? <Avatar name={title} />}
      <span className="min-w-0 flex-1">
        <span className="flex items-baseline gap-2">
          <bdi
            className={cn("min-w-0 flex-1 truncate text-left", unread > 0 ? "font-semibold" : "font-medium")}
          >
            {title}
          </bdi>
          <Time at={at} className="shrink-0 text-meta text-n11" />
        </span>
        <span className="flex items-center gap-2">
          {mark ? (
            <bdi className="max-w-28 shrink-0 truncate rounded-sm bg-n4 px-1.5 text-[11px] text-n11 leading-4">
              {mark}
            </bdi>
          ) : null}
          {state ? (
            <span className="shrink-0 rounded-sm bg-n4 px-1.5 text-[11px] text-n11 leading-4">{state}</span>
          ) : null}
          <bdi
            className={cn(
              "min-w-0 flex-1 truncate text-left text-meta",
              unread > 0 ? "text-n12" : "text-n11",
            )}
          >
            {preview}
          </bdi>
          <Badge count={unread} label={t.frame.unread(unread)} />
        </span>
      </span>
    </span>
  );
}
