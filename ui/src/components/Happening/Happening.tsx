import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { cn } from "@/lib/cn";
import { clockTime, exactTime, parseTime } from "@/lib/time";
import { useZone } from "@/lib/zone";

interface HappeningProps {
  icon: ReactNode;
  tone?: "neutral" | "danger" | "accent";
  title: ReactNode;
  /** What stands beside the title: how long, how it ended. */
  facts?: readonly (string | undefined | null | false)[];
  at: string;
  /** Where it leads to. */
  to: string;
  children?: ReactNode;
}

const tones = {
  neutral: "bg-n3 text-n11",
  danger: "bg-danger-soft text-danger",
  accent: "bg-accent-soft text-accent-text",
};

/** One line of a timeline: what happened and when, and what was said under it. */
export function Happening({ icon, tone = "neutral", title, facts = [], at, to, children }: HappeningProps) {
  useZone();
  const date = parseTime(at);
  return (
    <div className="flex gap-3 px-6 py-1.5 max-sm:px-4">
      <span
        aria-hidden
        className={cn(
          "mt-px flex size-6 shrink-0 items-center justify-center rounded-full [&_svg]:size-3.5",
          tones[tone],
        )}
      >
        {icon}
      </span>
      <div className="min-w-0 flex-1 pt-0.5">
        <p className="flex min-w-0 items-baseline gap-2">
          <Link to={to} className="max-w-7/10 shrink-0 truncate rounded-sm font-medium hover:underline">
            <bdi>{title}</bdi>
          </Link>
          <span data-tip-cut className="min-w-0 truncate text-meta text-n11">
            {facts.filter(Boolean).join(" · ")}
          </span>
          <span className="flex-1" />
          {date ? (
            <time
              dateTime={date.toISOString()}
              title={exactTime(date)}
              className="shrink-0 text-meta text-n11 tabular-nums"
            >
              {clockTime(date)}
            </time>
          ) : null}
        </p>
        {children}
      </div>
    </div>
  );
}
