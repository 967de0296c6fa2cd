import { duration, parseTime } from "@/lib/time";
import { useServerNow } from "@/lib/useNow";

/** Seconds since a moment that the server told, counting. */
export function CallClock({ since, className }: { since: string | null | undefined; className?: string }) {
  const start = parseTime(since);
  const now = useServerNow(start !== undefined);
  return (
    <span role="timer" className={className}>
      {start ? duration((now - start.getTime()) / 1000) : duration(0)}
    </span>
  );
}
