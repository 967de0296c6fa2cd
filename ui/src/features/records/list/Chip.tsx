import { ArrowUp } from "lucide-react";
import type { LiveList } from "../live/liveList";
import { words } from "../messages";

function chipText({ fresh, changed }: LiveList): string {
  if (fresh.length > 0 && changed.length > 0) {
    return words.newAndChanged(fresh.length, changed.length);
  }
  return fresh.length > 0 ? words.newRows(fresh.length) : words.changedRows(changed.length);
}

/** Says how many records wait to be shown. */
export function Chip({ list, onShow }: { list: LiveList; onShow: () => void }) {
  const isWaiting = list.fresh.length + list.changed.length > 0;
  return (
    <div role="status" className="-translate-x-1/2 pointer-events-none absolute top-11 left-1/2 z-10">
      {isWaiting ? (
        <button
          type="button"
          onClick={onShow}
          className="pointer-events-auto inline-flex h-7 animate-rise items-center gap-1.5 rounded-full bg-accent px-3 font-medium text-on-accent shadow-float hover:bg-accent-hover"
        >
          <ArrowUp aria-hidden className="size-3.5" />
          {chipText(list)}
        </button>
      ) : null}
    </div>
  );
}
