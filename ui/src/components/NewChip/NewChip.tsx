import { ArrowUp } from "lucide-react";
import { t } from "@/messages";

interface NewChipProps {
  count: number;
  onShow: () => void;
}

/** Over the beginning of a list that stands still: how much waits above it, and the way to see it. */
export function NewChip({ count, onShow }: NewChipProps) {
  return (
    <div role="status" className="absolute inset-x-0 top-2 z-10 flex justify-center empty:hidden">
      {count > 0 ? (
        <button
          type="button"
          onClick={onShow}
          className="flex h-7 animate-rise items-center gap-1.5 rounded-full border border-accent-line bg-raised px-3 font-medium text-accent-text shadow-float hover:bg-accent-soft"
        >
          <ArrowUp aria-hidden className="size-3.5" />
          {t.frame.newAbove(count)}
        </button>
      ) : null}
    </div>
  );
}
