import { exactTime, listedTime, parseTime, shortTime } from "@/lib/time";
import { useZone } from "@/lib/zone";

/** A moment in the user's zone; the exact time on hover. */
export function Time({
  at,
  form = "short",
  className,
}: {
  at: string | null | undefined;
  form?: "short" | "listed";
  className?: string;
}) {
  useZone();
  const date = parseTime(at);
  if (!date) {
    return null;
  }
  return (
    <time dateTime={date.toISOString()} title={exactTime(date)} className={className}>
      {form === "short" ? shortTime(date) : listedTime(date)}
    </time>
  );
}
