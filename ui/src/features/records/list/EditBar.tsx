import { Save } from "lucide-react";
import { Button } from "@/components/Button/Button";
import { words } from "./grid/messages";
import type { GridDrafts } from "./grid/useDrafts";

/** Saves or discards what was changed in the cells of a list. */
export function EditBar({ drafts, onCancel }: { drafts: GridDrafts; onCancel: () => void }) {
  const { count, fault, isSaving, save } = drafts;
  return (
    <span className="flex shrink-0 items-center gap-1.5">
      {count > 0 ? (
        <span role="status" className="whitespace-nowrap text-meta text-n11 tabular-nums max-lg:sr-only">
          {words.changes(count)}
        </span>
      ) : null}
      <Button
        size="small"
        tone="primary"
        icon={<Save className="size-3.5" />}
        keys="alt+mod+c"
        isBusy={isSaving}
        disabled={count === 0 && fault === undefined}
        onClick={() => void save()}
      >
        {words.saveChanges}
      </Button>
      <Button size="small" tone="ghost" onClick={onCancel}>
        {words.discard}
      </Button>
    </span>
  );
}
