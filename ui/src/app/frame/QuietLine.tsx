import type { ReactNode } from "react";

/** A sentence laid over the page's upper edge: it moves nothing, and what lies beneath can be pressed. */
export function QuietLine({ children }: { children: ReactNode }) {
  return (
    <div role="status" className="pointer-events-none fixed inset-x-0 top-0 z-50 flex justify-center px-4">
      {children ? (
        <p className="flex h-7 max-w-full animate-fade items-center gap-2 truncate rounded-b-lg border border-t-0 bg-raised px-3 text-meta text-n11 shadow-small">
          {children}
        </p>
      ) : null}
    </div>
  );
}
