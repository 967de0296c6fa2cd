import { ChevronRight } from "lucide-react";
import { type ReactNode, useId } from "react";
import { cn } from "@/lib/cn";

interface PanelProps {
  title: string;
  /** What is in it, in a word, also while it is closed. */
  hint?: ReactNode;
  isOpen: boolean;
  onToggle: () => void;
  children: ReactNode;
}

/** A part of a page that folds under its title (WAI-ARIA accordion). What is closed is not there. */
export function Panel({ title, hint, isOpen, onToggle, children }: PanelProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="@container border-t first:border-t-0">
      <h2>
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={isOpen ? `${id}-content` : undefined}
          onClick={onToggle}
          className="flex h-11 w-full items-center gap-2 px-6 text-left hover:bg-n2 @max-md:px-4"
        >
          <ChevronRight
            aria-hidden
            className={cn(
              "size-4 shrink-0 text-n10 transition-transform duration-120",
              isOpen && "rotate-90",
            )}
          />
          <span id={id} className="font-semibold">
            {title}
          </span>
          <span className="min-w-0 flex-1 truncate text-right text-meta text-n11 tabular-nums">{hint}</span>
        </button>
      </h2>
      {isOpen ? <div id={`${id}-content`}>{children}</div> : null}
    </section>
  );
}
