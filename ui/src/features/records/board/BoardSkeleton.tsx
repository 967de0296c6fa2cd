import { Skeleton } from "@/components/Skeleton/Skeleton";
import { t } from "@/messages";

const cards = [3, 2, 4, 1, 2];

/** A board whose cards are on their way. */
export function BoardSkeleton({ columns }: { columns: number }) {
  const shown = Array.from({ length: Math.max(3, Math.min(columns, 6)) }, (_, at) => `column-${at}`);
  return (
    <div role="status" aria-label={t.frame.loading} className="flex flex-1 gap-3 overflow-hidden p-4">
      {shown.map((key, at) => (
        <div key={key} className="flex h-full w-72 shrink-0 flex-col gap-2 rounded-lg bg-n3 p-2">
          <Skeleton className="mx-1 my-2 h-3 w-1/2" />
          {Array.from({ length: cards[at % cards.length] ?? 2 }, (_, row) => `${key}-${row}`).map((row) => (
            <div key={row} className="flex flex-col gap-2 rounded border border-n6 bg-raised p-3">
              <Skeleton className="h-3 w-2/3" />
              <Skeleton className="h-2.5 w-1/2" />
            </div>
          ))}
        </div>
      ))}
    </div>
  );
}
