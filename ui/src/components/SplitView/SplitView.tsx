import type { ReactNode } from "react";
import { cn } from "@/lib/cn";

interface SplitViewProps {
  list: ReactNode;
  children: ReactNode;
  /** What a narrow screen shows. */
  narrow: "list" | "detail";
}

/** A list beside what was chosen from it; a narrow screen shows one of them. */
export function SplitView({ list, children, narrow }: SplitViewProps) {
  return (
    <div className="flex min-h-0 flex-1">
      <div
        className={cn(
          "flex w-[340px] shrink-0 flex-col border-r bg-surface max-md:w-full max-md:border-r-0",
          narrow === "detail" && "max-md:hidden",
        )}
      >
        {list}
      </div>
      <div className={cn("flex min-w-0 flex-1 flex-col bg-surface", narrow === "list" && "max-md:hidden")}>
        {children}
      </div>
    </div>
  );
}
