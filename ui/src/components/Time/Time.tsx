import { exactTime, listedTime, parseTime, shortTime } from "@/lib/time";

/** A moment in the reader's zone; the exact time on hover. */
export function Time({
  at,
  form = "short",
  className,
}: {
  at: string | null | undefined;
  form?: "short" | "listed";
  className?: string;
}) {
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
