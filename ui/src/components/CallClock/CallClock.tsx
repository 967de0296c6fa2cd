import { duration, parseTime } from "@/lib/time";
import { useNow } from "@/lib/useNow";

/** Seconds since a moment, counting. */
export function CallClock({ since, className }: { since: string | null | undefined; className?: string }) {
  const start = parseTime(since);
  const now = useNow(start !== undefined);
  return (
    <span role="timer" className={className}>
      {start ? duration((now - start.getTime()) / 1000) : duration(0)}
    </span>
  );
}
