import type { ReactNode } from "react";
import { useId } from "react";

export const grid = "grid grid-cols-2 gap-x-8 gap-y-4 max-sm:grid-cols-1";

/** A titled part of a record, its fields two to a row. */
export function Section({
  title,
  isList = false,
  children,
}: {
  title: string;
  isList?: boolean;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="border-t px-6 py-5 first:border-t-0 max-sm:px-4">
      <h2 id={id} className="pb-3.5 font-semibold">
        {title}
      </h2>
      {isList ? <dl className={grid}>{children}</dl> : <div className={grid}>{children}</div>}
    </section>
  );
}

/** The panel that a record is shown on. */
export function Sheet({ children }: { children: ReactNode }) {
  return (
    <div className="min-h-0 flex-1 overflow-y-auto bg-n2">
      <div className="mx-auto w-full max-w-4xl px-5 py-6 max-sm:p-0">
        <div className="rounded-lg border bg-surface shadow-small max-sm:rounded-none max-sm:border-x-0">
          {children}
        </div>
      </div>
    </div>
  );
}
