import { Time } from "@/components/Time/Time";
import { cn } from "@/lib/cn";
import { useLiveness } from "../live/useLiveness";
import { words } from "./messages";

const dots = { live: "bg-success-solid", behind: "bg-warning", stale: "bg-n8" };
const labels = { live: words.live, behind: words.behind, stale: words.stale };

/** Says whether a list is live, catching up, or stale since a moment. */
export function LivenessMark({ object, isBehind }: { object: string; isBehind: boolean }) {
  const liveness = useLiveness(object, isBehind);
  const { state } = liveness;
  return (
    <span
      role="status"
      data-liveness={state}
      data-tip={words.liveHints[state]}
      className="inline-flex shrink-0 items-center gap-1.5 whitespace-nowrap"
    >
      <span aria-hidden className={cn("size-2 rounded-full", dots[state])} />
      <span className={state === "live" ? "max-sm:sr-only" : undefined}>
        {labels[state]}
        {liveness.state === "stale" ? (
          <>
            {" "}
            <Time at={liveness.since.toISOString()} />
          </>
        ) : null}
      </span>
    </span>
  );
}
