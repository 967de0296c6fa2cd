import { opening } from "@/messages/opening";

/** Between the first paint and knowing who is here. */
export function StartingPage() {
  return (
    <div role="status" className="flex h-full items-center justify-center bg-n2">
      <img src="/mark.svg" alt={opening.starting} className="size-11 animate-skeleton" />
    </div>
  );
}
