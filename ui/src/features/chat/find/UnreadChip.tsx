import { ArrowUp, X } from "lucide-react";
import { IconButton } from "@/components/IconButton/IconButton";
import { t } from "@/messages";
import { words } from "./messages";

interface UnreadChipProps {
  count: number;
  onJump: () => void;
  onClose: () => void;
}

/** Over a chat with many new messages: leads to the first of them. */
export function UnreadChip({ count, onJump, onClose }: UnreadChipProps) {
  return (
    <div className="flex shrink-0 items-center justify-center gap-1 border-accent-line border-b bg-accent-soft px-2 text-accent-text">
      <button
        type="button"
        onClick={onJump}
        className="flex h-9 min-w-0 items-center gap-2 rounded px-2 font-medium hover:underline"
      >
        <ArrowUp aria-hidden className="size-4 shrink-0" />
        <span className="truncate">
          {words.toUnread(count)} · {words.jump}
        </span>
      </button>
      <IconButton
        label={t.frame.close}
        icon={<X className="size-4" />}
        className="size-7"
        onClick={onClose}
      />
    </div>
  );
}
