import { cn } from "@/lib/cn";

/** A count that never grows wider than 99+. */
export const badgeText = (count: number) => (count > 99 ? "99+" : String(count));

export function Badge({
  count,
  label,
  className,
}: {
  count: number;
  label: string;
  className?: string | undefined;
}) {
  if (count <= 0) {
    return null;
  }
  return (
    <span
      role="img"
      data-badge={count}
      aria-label={label}
      className={cn(
        "inline-flex h-[18px] min-w-[18px] shrink-0 items-center justify-center rounded-full bg-accent px-1 font-semibold text-[11px] text-on-accent leading-none",
        className,
      )}
    >
      {badgeText(count)}
    </span>
  );
}
