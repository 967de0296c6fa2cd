import { Skeleton } from "@/components/Skeleton/Skeleton";
import { t } from "@/messages";

const rows = Array.from({ length: 14 }, (_, index) => `row-${index}`);
const bars = ["w-32", "w-28", "w-24", "w-36", "w-16", "w-24"];

/** The table's shape while its first page is on its way. */
export function TableSkeleton() {
  return (
    <div role="status" aria-label={t.frame.loading} className="flex-1 overflow-hidden">
      <div className="h-9 border-b bg-n2" />
      {rows.map((key, index) => (
        <div key={key} className="flex h-11 items-center gap-10 border-b px-5">
          <Skeleton className="size-4 shrink-0" />
          {bars.map((width, at) => (
            <Skeleton
              key={width + String(at)}
              className={`h-3 shrink-0 ${bars[(index + at) % bars.length]}`}
            />
          ))}
        </div>
      ))}
    </div>
  );
}
