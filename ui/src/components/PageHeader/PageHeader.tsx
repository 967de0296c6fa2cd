import type { ReactNode } from "react";
import { useAsTitle } from "@/lib/openTitle";

interface PageHeaderProps {
  title: ReactNode;
  lead?: ReactNode;
  before?: ReactNode;
  actions?: ReactNode;
  /** The title is the name of the record whose page this is. */
  isRecord?: boolean;
}

/** The top line of a page: one title, its actions at the right. */
export function PageHeader({ title, lead, before, actions, isRecord }: PageHeaderProps) {
  const heading = useAsTitle(isRecord);
  return (
    <header className="flex h-14 shrink-0 items-center gap-3 border-b bg-surface px-5 py-2 max-sm:px-4">
      {before}
      <div className="min-w-0 flex-1">
        <h1 ref={heading} className="truncate font-semibold text-lg">
          {title}
        </h1>
        {lead ? <div className="truncate text-meta text-n11">{lead}</div> : null}
      </div>
      {actions ? <div className="flex shrink-0 items-center gap-1.5">{actions}</div> : null}
    </header>
  );
}
