import { cn } from "@/lib/cn";

/** A grey bar in the place of text that is loading. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden className={cn("block animate-skeleton rounded-sm bg-n4", className)} />;
}

/** Lines of a list in the navigation, one behind the other. */
export function SkeletonLines({ count, className }: { count: number; className: string }) {
  const rows = Array.from({ length: count }, (_, index) => `row-${index}`);
  return (
    <div>
      {rows.map((row, index) => (
        <span key={row} className={cn("flex h-7 items-center", className)}>
          <Skeleton className={index % 2 === 0 ? "h-2.5 w-1/2" : "h-2.5 w-2/5"} />
        </span>
      ))}
    </div>
  );
}

const widths = ["w-3/5", "w-2/5", "w-1/2", "w-2/3", "w-1/3"];

/** Rows of a list with a picture and two lines each. */
export function SkeletonRows({ count = 8, label }: { count?: number; label: string }) {
  return (
    <div role="status" aria-label={label} className="flex flex-col">
      {Array.from({ length: count }, (_, index) => `row-${index}`).map((key, index) => (
        <div key={key} className="flex items-center gap-3 px-4 py-3">
          <Skeleton className="size-8 rounded-full" />
          <div className="flex flex-1 flex-col gap-2">
            <Skeleton className={cn("h-3", widths[index % widths.length])} />
            <Skeleton className={cn("h-2.5", widths[(index + 2) % widths.length])} />
          </div>
        </div>
      ))}
    </div>
  );
}
