import { cn } from "@/lib/cn";
import type { CallRecord } from "../objects";
import { keys } from "./words";

/** That a call is recorded, for everybody who sees it; nothing where it is not. */
export function RecordingMark({ call, className }: { call: CallRecord; className?: string }) {
  const state = call.recording;
  if (!state || call.status !== "in-progress") {
    return null;
  }
  return (
    <span
      role="status"
      aria-label={keys.marks[state]}
      data-tip={keys.marks[state]}
      data-recording-state={state}
      className={cn(
        "inline-flex h-5 shrink-0 items-center gap-1.5 whitespace-nowrap rounded-full px-2 font-medium text-meta",
        state === "on" ? "bg-danger-soft text-danger" : "bg-warning-soft text-warning",
        className,
      )}
    >
      <span
        aria-hidden
        className={cn(
          "size-2 rounded-full",
          state === "on" ? "animate-skeleton bg-danger-solid" : "bg-current",
        )}
      />
      <span aria-hidden className="max-sm:hidden">
        {keys.short[state]}
      </span>
    </span>
  );
}
