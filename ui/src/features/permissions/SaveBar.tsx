import type { ReactNode } from "react";
import { Button } from "@/components/Button/Button";
import { words } from "./messages";

interface SaveBarProps {
  /** What is not saved, in words. */
  what: readonly string[];
  isSaving: boolean;
  onSave: () => void;
  onDiscard: () => void;
  /** What is to be known before one saves: it stands over the page, and moves nothing of it. */
  children?: ReactNode;
}

/** Stands at the foot of the page while something of it is not saved. */
export function SaveBar({ what, isSaving, onSave, onDiscard, children }: SaveBarProps) {
  if (what.length === 0) {
    return null;
  }
  return (
    <section
      aria-label={words.unsaved}
      className="sticky bottom-0 z-3 flex animate-fade flex-col gap-3 rounded-b-lg border-t bg-raised px-6 py-3 shadow-float max-sm:px-4"
    >
      {children}
      <div className="flex items-center gap-2">
        <p role="status" className="min-w-0 flex-1 truncate text-n11">
          {words.unsavedOf(what.join(", "))}
        </p>
        <Button disabled={isSaving} onClick={onDiscard}>
          {words.discard}
        </Button>
        <Button tone="primary" isBusy={isSaving} onClick={onSave}>
          {words.save}
        </Button>
      </div>
    </section>
  );
}
