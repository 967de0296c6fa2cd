import { X } from "lucide-react";
import { cn } from "@/lib/cn";
import { t } from "@/messages";

/** One entry of a list under edit, with the way to take it out. */
export function Chip(props: { label: string; color?: string | undefined; onRemove: () => void }) {
  const { label, color, onRemove } = props;
  return (
    <span
      className={cn(
        "inline-flex h-6 max-w-full items-center gap-0.5 rounded-sm pl-2",
        color ? `option-chip option-${color}` : "bg-n4 text-n12",
      )}
    >
      <span className="truncate">{label}</span>
      <button
        type="button"
        aria-label={t.records.removeItem(label)}
        onClick={onRemove}
        className="inline-flex size-6 items-center justify-center rounded-sm opacity-80 hover:bg-n5 hover:text-n12 hover:opacity-100"
      >
        <X aria-hidden className="size-3" />
      </button>
    </span>
  );
}

export const chipBox =
  "flex min-h-8 w-full flex-wrap items-center gap-1 rounded border border-n7 bg-surface px-1 py-[3px] shadow-small transition-colors duration-120 hover:border-n8 focus-within:border-accent focus-within:outline-2 focus-within:outline-accent-line has-[[aria-invalid=true]]:border-danger-solid";
